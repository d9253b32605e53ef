import { useSyncExternalStore } from 'react';

/** On such screens the side pane overlays the channel. */
export const PANE_OVERLAYS = '(max-width: 1099px)';
/** On such screens there is one column. */
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
