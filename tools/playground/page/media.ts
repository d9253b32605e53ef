import { useSyncExternalStore } from 'react';

/** Media query of screens on which the side pane overlays the channel. */
export const PANE_OVERLAYS = '(max-width: 1099px)';
/** Media query of screens on which the page has one column. */
export const NARROW = '(max-width: 640px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
