/** Whether something ends in time, however it ends. With `ref: false` the wait does not keep the process alive. */
export async function settlesWithin(
  timeMs: number,
  what: Promise<unknown>,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeMs);
  if (!ref) timer.unref();
  const over = what.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([over, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a promise gives in time, else `undefined` after `onLate`. */
export async function valueWithin<T>(
  timeMs: number,
  what: Promise<T>,
  onLate: () => void,
): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let lastLook: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // Where the process itself has paused, an answer may be there that has not been read yet.
    lastLook = setImmediate(() => {
      onLate();
      resolve(undefined);
    });
  }, timeMs);
  try {
    return await Promise.race([what, late]);
  } finally {
    clearTimeout(timer);
    clearImmediate(lastLook);
  }
}
