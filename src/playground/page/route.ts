import { useCallback, useEffect, useState } from 'react';

/** Where the page is: in its address, so that reload and back work. */
export interface Route {
  readonly person?: string;
  readonly channel?: string;
  /** Time stamp of the message whose thread is open. */
  readonly thread?: string;
}

export type RouteChange = { readonly [K in keyof Route]?: Route[K] | undefined };

function parseRoute(query: string): Route {
  const values = new URLSearchParams(query);
  const route: { person?: string; channel?: string; thread?: string } = {};
  for (const key of ['person', 'channel', 'thread'] as const) {
    const value = values.get(key);
    if (value !== null && value !== '') route[key] = value;
  }
  return route;
}

export function routeQuery(route: Route): string {
  return `?${new URLSearchParams({ ...route })}`;
}

export function changeRoute(route: Route, change: RouteChange): Route {
  const parts = Object.entries({ ...route, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts);
}

/** The route, and a way to another one: a new entry in the browser's history. */
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
