import { useEffect } from 'react';
import { useMedia } from './media.ts';
import { useRemembered } from './remembered.ts';

/** What the person chose. */
export type ThemeChoice = 'light' | 'dark' | 'system';
/** What is shown. */
export type Theme = 'light' | 'dark';

const CHOICES: readonly ThemeChoice[] = ['light', 'dark', 'system'];

/** The theme that is shown, the choice behind it, and how to change it. Sets `data-theme` on the page. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const [choice, choose] = useRemembered<ThemeChoice>('theme', CHOICES, 'system');
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const theme = choice === 'system' ? (isSystemDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return { theme, choice, choose };
}
