import { expect, test } from 'vitest';
import { SingleFlight } from '../../src/runtime/memoize.ts';

const nobody = new AbortController().signal;
const ignore = () => undefined;

/** Work that ends when a test says so. */
function someWork() {
  const outcome = Promise.withResolvers<string>();
  let tell: (progress: number) => void = ignore;
  let left: AbortSignal = nobody;
  const work = new SingleFlight<string, number>((leaving, telling) => {
    [left, tell] = [leaving, telling];
    return outcome.promise;
  });
  let isOver = false;
  work.whenOver(() => {
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

test('all who wait hear of its progress and have its outcome', async () => {
  const { work, outcome, tell, isOver } = someWork();
  const heard: number[] = [];
  const asked = [1, 2].map(() => work.join(nobody, (progress) => void heard.push(progress)));
  tell(7);
  expect(isOver()).toBe(false);
  outcome.resolve('made');
  expect(await Promise.all(asked)).toEqual(['made', 'made']);
  expect(heard).toEqual([7, 7]);
  expect(isOver()).toBe(true);
});

test('its failure is that of all who wait', async () => {
  const { work, outcome, isOver } = someWork();
  const asked = [1, 2].map(() => work.join(nobody, ignore));
  outcome.reject(new Error('the platform is away'));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(isOver()).toBe(true);
});

test('one goes alone, and it is left when the last has gone', async () => {
  const { work, left, isOver } = someWork();
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

test('who comes with a signal that has aborted is sent away', async () => {
  const { work } = someWork();
  await expect(work.join(AbortSignal.abort(new Error('gone')), ignore)).rejects.toThrow('gone');
});
