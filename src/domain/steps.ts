/** Work that can be left and gone on with after each step. */
export type Steps<T> = Generator<void, T>;

/** Does all of it at once. */
export function allOf<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
