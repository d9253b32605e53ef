import { useState } from 'react';

/**
 * The new value, with every part that equals its predecessor replaced by that predecessor. A whole state arrives with
 * every change; so what did not change stays the same object, and React leaves it alone. Takes what JSON can hold.
 */
export function reuse<T>(before: T | undefined, after: T): T {
  return reuseUnknown(before, after) as T;
}

function reuseUnknown(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  const isList = Array.isArray(after);
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== isList) return after;
  const parts = Object.entries(after).map(([key, part]) => [key, reuseUnknown(before[key], part)] as const);
  const isSame =
    Object.keys(before).length === parts.length &&
    parts.every(([key, part]) => key in before && part === before[key]);
  if (isSame) return before;
  return isList ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export interface TextStorage {
  read(name: string): string | null;
  write(name: string, text: string): void;
}

/** One of the browser's storages, which throws nothing: where it may not be used, texts last as long as the page. */
export function safeStorage(storage: () => Pick<Storage, 'getItem' | 'setItem'>): TextStorage {
  return {
    read(name) {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    write(name, text) {
      try {
        storage().setItem(name, text);
      } catch {
        // Forbidden or full.
      }
    },
  };
}

const browser = safeStorage(() => localStorage);

export function useStoredChoice<T extends string>(
  name: string,
  choices: readonly T[],
  fallback: T,
): readonly [T, (choice: T) => void] {
  const [choice, setChoice] = useState(() => choices.find((one) => one === browser.read(name)) ?? fallback);
  const choose = (next: T) => {
    setChoice(next);
    browser.write(name, next);
  };
  return [choice, choose];
}
