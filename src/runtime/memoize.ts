import Keyv from 'keyv';

/**
 * A function that remembers what `load` found for a key, for `ttlMs` of real time. Calls for the same key at the same
 * time share one load; a load that fails is not remembered.
 */
export function memoize<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Keyv<{ value: T }>({ ttl: ttlMs });
  // Values stay in this process: Keyv need not make text of them.
  kept.serialize = undefined;
  kept.deserialize = undefined;
  const loading = new Map<string, Promise<T>>();
  const loadOnce = async (key: string) => {
    try {
      const value = await load(key);
      await kept.set(key, { value });
      return value;
    } finally {
      loading.delete(key);
    }
  };
  return async (key) => {
    const hit = await kept.get(key);
    if (hit) return hit.value;
    const pending = loading.get(key) ?? loadOnce(key);
    loading.set(key, pending);
    return pending;
  };
}
