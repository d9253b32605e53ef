import { useState } from 'react';

/** A choice out of a few that the browser keeps; the fallback where it keeps none or something else. */
export function useRemembered<T extends string>(
  name: string,
  choices: readonly T[],
  fallback: T,
): readonly [T, (choice: T) => void] {
  const [choice, setChoice] = useState(() => choices.find((one) => one === recall(name)) ?? fallback);
  const choose = (next: T) => {
    setChoice(next);
    keep(name, next);
  };
  return [choice, choose];
}

// A browser may forbid keeping anything; then a choice lasts as long as the page.
function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {}
}
