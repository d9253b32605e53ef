/** Far more than anything takes on a slow and busy machine: it only ends what would hang. */
const LIMIT_MS = 20 * 60_000;

/** @throws a sentence where something takes longer than the limit */
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

/** Waits for all of them, also where one fails: nothing of it goes on beside what is measured next. */
export async function all<T extends readonly Promise<unknown>[]>(awaited: T) {
  await Promise.allSettled(awaited);
  return await Promise.all(awaited);
}

/** Does one thing over and over as long as another lasts. */
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
