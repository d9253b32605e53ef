import Keyv from 'keyv';

/**
 * Remembers what `load` found for a key, for `ttlMs` of real time. Callers that ask at once share one load;
 * a load that fails is not remembered.
 */
export function memoize<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Keyv<{ value: T }>({ ttl: ttlMs });
  // It stays in this process: no need to make text of it.
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
