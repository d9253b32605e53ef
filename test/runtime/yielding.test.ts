import { expect, onTestFinished, test, vi } from 'vitest';
import { runCooperatively } from '../../src/runtime/yielding.ts';

test('other work runs between the steps of long work', async () => {
  let isOver = false;
  setImmediate(() => {
    isOver = true;
  });
  function* untilOver() {
    while (!isOver) yield;
    return 'told';
  }
  expect(await runCooperatively(untilOver())).toBe('told');
});

test('short work finishes in one turn, and returns its result', async () => {
  // A stopped clock, so that the work is short on a busy machine, too.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  function* short() {
    yield;
    return 'done';
  }
  expect(await runCooperatively(short())).toBe('done');
  expect(hasTurned).toBe(false);
});

test('a failed step fails the work', async () => {
  const mistake = new RangeError('too far');
  function* failing() {
    yield;
    throw mistake;
  }
  await expect(runCooperatively(failing())).rejects.toBe(mistake);
});
