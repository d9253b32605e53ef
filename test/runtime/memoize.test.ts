import { expect, test } from 'vitest';
import { SingleFlight } from '../../src/runtime/memoize.ts';

const neverAborted = new AbortController().signal;
const ignore = () => undefined;

/** Work that the test ends. */
function createWork() {
  const outcome = Promise.withResolvers<string>();
  let tell: (progress: number) => void = ignore;
  let left: AbortSignal = neverAborted;
  const work = new SingleFlight<string, number>((leaving, telling) => {
    [left, tell] = [leaving, telling];
    return outcome.promise;
  });
  let isOver = false;
  work.onFinished(() => {
    isOver = true;
  });
  return {
    work,
    outcome,
    tell: (progress: number) => tell(progress),
    left: () => left,
    isOver: () => isOver,
  };
}

test('a single flight gives all callers its progress and result', async () => {
  const { work, outcome, tell, isOver } = createWork();
  const received: number[] = [];
  const asked = [1, 2].map(() => work.join(neverAborted, (progress) => void received.push(progress)));
  tell(7);
  expect(isOver()).toBe(false);
  outcome.resolve('made');
  expect(await Promise.all(asked)).toEqual(['made', 'made']);
  expect(received).toEqual([7, 7]);
  expect(isOver()).toBe(true);
});

test('the failure of a single flight fails all callers', async () => {
  const { work, outcome, isOver } = createWork();
  const asked = [1, 2].map(() => work.join(neverAborted, ignore));
  outcome.reject(new Error('the platform is away'));
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(isOver()).toBe(true);
});

test('a caller can leave a single flight alone, and the last one aborts it', async () => {
  const { work, left, isOver } = createWork();
  const [one, other] = [new AbortController(), new AbortController()];
  const [first, last] = [one, other].map(({ signal }) => work.join(signal, ignore));
  one.abort(new Error('gone first'));
  await expect(first).rejects.toThrow('gone first');
  expect(left().aborted).toBe(false);
  other.abort(new Error('gone last'));
  await expect(last).rejects.toThrow('gone last');
  expect(left().aborted).toBe(true);
  expect(isOver()).toBe(true);
});

test('a single flight rejects a caller with an aborted signal', async () => {
  const { work } = createWork();
  await expect(work.join(AbortSignal.abort(new Error('gone')), ignore)).rejects.toThrow('gone');
});
