import { useEffect, useSyncExternalStore } from 'react';
import { useStoredChoice } from './memo.ts';

/** Below this the side pane lies over the channel. */
export const PANE_OVERLAYS = '(max-width: 1099px)';
/** Below this there is one column. */
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

export type ThemeChoice = 'light' | 'dark' | 'system';

const CHOICES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** The chosen theme, and how to change it. Sets `data-theme` on the page to the one that is shown. */
export function useTheme(): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, choose] = useStoredChoice<ThemeChoice>('theme', CHOICES, 'system');
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const theme = choice === 'system' ? (isSystemDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [choice, choose];
}
