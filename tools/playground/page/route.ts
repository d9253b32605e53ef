import { useCallback, useEffect, useState } from 'react';

export interface Route {
  readonly person?: string;
  readonly channel?: string;
  readonly thread?: string;
  /** Open tab of the direct message with the bot. Default: messages. */
  readonly tab?: AppTab;
}

export type AppTab = (typeof APP_TABS)[number];

export const APP_TABS = ['home', 'messages'] as const;

export type RouteChange = { readonly [K in keyof Route]?: Route[K] | undefined };

function parseRoute(query: string): Route {
  const values = Object.fromEntries(new URLSearchParams(query));
  const { tab: named, ...route } = values;
  const tab = APP_TABS.find((one) => one === named);
  return tab === undefined ? route : { ...route, tab };
}

export function routeQuery(route: Route): string {
  return `?${new URLSearchParams({ ...route })}`;
}

export function changeRoute(route: Route, change: RouteChange): Route {
  const parts = Object.entries({ ...route, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts);
}

/** Returns the current route, and a function that goes to another route with a new browser history entry. */
export function useRoute(): readonly [Route, (route: Route) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.search));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((next: Route) => {
    const query = routeQuery(next);
    if (query !== location.search) history.pushState(null, '', query);
    setRoute(next);
  }, []);
  return [route, go];
}
