import { useCallback, useEffect, useState } from 'react';

/** Where the page is: in its address, so that reload and back work. */
export interface Place {
  readonly person?: string;
  readonly channel?: string;
  /** Time stamp of the message whose thread is open. */
  readonly thread?: string;
}

/** What changes of a place; `undefined` takes a part away. */
export type PlaceChange = { readonly [K in keyof Place]?: Place[K] | undefined };

/** Reads a place from the query of an address. */
function parsePlace(query: string): Place {
  const values = new URLSearchParams(query);
  const place: { person?: string; channel?: string; thread?: string } = {};
  for (const key of ['person', 'channel', 'thread'] as const) {
    const value = values.get(key);
    if (value !== null && value !== '') place[key] = value;
  }
  return place;
}

/** The query that leads to a place. */
export function placeQuery(place: Place): string {
  return `?${new URLSearchParams({ ...place })}`;
}

/** A place with some of its parts changed. */
export function changePlace(place: Place, change: PlaceChange): Place {
  const parts = Object.entries({ ...place, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(parts);
}

/** The place, and a way to go to another one: a new entry in the browser's history, unless `replace` is asked for. */
export function usePlace(): readonly [Place, (place: Place, how?: 'push' | 'replace') => void] {
  const [place, setPlace] = useState(() => parsePlace(location.search));
  useEffect(() => {
    const follow = () => setPlace(parsePlace(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((next: Place, how: 'push' | 'replace' = 'push') => {
    const query = placeQuery(next);
    if (how === 'replace') history.replaceState(null, '', query);
    else if (query !== location.search) history.pushState(null, '', query);
    setPlace(next);
  }, []);
  return [place, go];
}
