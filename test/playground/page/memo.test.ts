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

test('a state that says the same is the same object', () => {
  const before = state();
  expect(reuse(before, state())).toBe(before);
});

test('what did not change stays the same object, what did is new', () => {
  const before = state();
  const next = { ...state(), clock: { now: 'one' } };
  next.messages.push({ ts: '3', blocks: [] });
  const after = reuse(before, next);
  expect(after).toEqual(next);
  expect(after.messages[0]).toBe(before.messages[0]);
  expect(after.messages).not.toBe(before.messages);
  expect(after.clock).not.toBe(before.clock);
});

test('a key that went away is gone', () => {
  const before: Record<string, unknown> = { form: { id: 'V1' }, team: 'T' };
  expect(reuse(before, { team: 'T' })).toEqual({ team: 'T' });
});

test('whatever was there before, the new value is what comes out', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(reuse(before, after)).toEqual(after);
    }),
  );
});
