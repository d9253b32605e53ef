import { useState } from 'react';
import { keepIn } from './memo.ts';

const browser = keepIn(() => localStorage);

/** A choice out of a few that the browser keeps; the fallback where it keeps none or something else. */
export function useRemembered<T extends string>(
  name: string,
  choices: readonly T[],
  fallback: T,
): readonly [T, (choice: T) => void] {
  const [choice, setChoice] = useState(() => choices.find((one) => one === browser.recall(name)) ?? fallback);
  const choose = (next: T) => {
    setChoice(next);
    browser.keep(name, next);
  };
  return [choice, choose];
}
