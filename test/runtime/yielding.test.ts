import { expect, onTestFinished, test, vi } from 'vitest';
import { runCooperatively } from '../../src/runtime/yielding.ts';

test('what waits has its turn between the steps of long work', async () => {
  let isOver = false;
  setImmediate(() => {
    isOver = true;
  });
  function* untilTold() {
    while (!isOver) yield;
    return 'told';
  }
  expect(await runCooperatively(untilTold())).toBe('told');
});

test('short work is done in one turn, and gives what it comes to', async () => {
  // However long it takes on a machine that is busy.
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

test('a step that fails fails the work', async () => {
  const mistake = new RangeError('too far');
  function* failing() {
    yield;
    throw mistake;
  }
  await expect(runCooperatively(failing())).rejects.toBe(mistake);
});
