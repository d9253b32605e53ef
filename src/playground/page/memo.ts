/** What a browser keeps for the page; nothing is thrown where it may not keep anything, or no more. */
export interface Keep {
  recall(name: string): string | null;
  keep(name: string, value: string): void;
}

/** Keeps texts in one of the browser's storages. Where that is forbidden, even looking at it throws. */
export function keepIn(storage: () => Pick<Storage, 'getItem' | 'setItem'>): Keep {
  return {
    recall(name) {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    keep(name, value) {
      try {
        storage().setItem(name, value);
      } catch {
        // It lasts as long as the page, then.
      }
    },
  };
}
