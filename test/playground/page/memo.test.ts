import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reuse } from '../../../tools/playground/page/memo.ts';

const state = () => ({
  messages: [
    { ts: '1', blocks: [{ type: 'divider' }] },
    { ts: '2', blocks: [] },
  ],
  clock: { now: 'noon' },
});

test('an equal state is the same object', () => {
  const before = state();
  expect(reuse(before, state())).toBe(before);
});

test('unchanged parts stay the same object, changed parts are new', () => {
  const before = state();
  const next = { ...state(), clock: { now: 'one' } };
  next.messages.push({ ts: '3', blocks: [] });
  const after = reuse(before, next);
  expect(after).toEqual(next);
  expect(after.messages[0]).toBe(before.messages[0]);
  expect(after.messages).not.toBe(before.messages);
  expect(after.clock).not.toBe(before.clock);
});

test('a removed key is absent', () => {
  const before: Record<string, unknown> = { form: { id: 'V1' }, team: 'T' };
  expect(reuse(before, { team: 'T' })).toEqual({ team: 'T' });
});

test('the result always equals the new value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(reuse(before, after)).toEqual(after);
    }),
  );
});
