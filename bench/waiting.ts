/** Far more than any step takes on a slow machine: it only ends hangs. */
const LIMIT_MS = 20 * 60_000;

/** @throws when `awaited` takes longer than the limit */
export async function within<T>(what: string, awaited: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${what} took longer than ${limitMs / 60_000} minutes`)),
    limitMs,
  );
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for all promises, also if one rejects, so that nothing runs during the next measurement. */
export async function all<T extends readonly Promise<unknown>[]>(awaited: T) {
  await Promise.allSettled(awaited);
  return await Promise.all(awaited);
}

/** Repeats one thing until the action finishes. */
export async function during<T>(again: () => Promise<unknown>, action: () => Promise<T>): Promise<T> {
  let isOver = false;
  const repeat = async () => {
    while (!isOver) await again();
  };
  const acting = action().finally(() => {
    isOver = true;
  });
  const [result] = await all([acting, repeat()] as const);
  return result;
}
