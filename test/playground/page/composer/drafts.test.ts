import { expect, test } from 'vitest';
import { createDrafts } from '../../../../tools/playground/page/composer/drafts.ts';
import type { UserActionResult } from '../../../../tools/playground/page/contract.ts';
import { safeStorage } from '../../../../tools/playground/page/memo.ts';

function createStorage() {
  const kept = new Map<string, string>();
  return safeStorage(() => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }));
}

const done = async (): Promise<UserActionResult> => ({ ok: true });
const refused = async (): Promise<UserActionResult> => ({
  ok: false,
  problem: { code: 'impossible', detail: 'there is no such channel' },
});

test('a text outlives a reload, in its own box', () => {
  const storage = createStorage();
  createDrafts(storage).type('ana support', 'canary');
  const reloaded = createDrafts(storage);
  expect(reloaded.read('ana support').text).toBe('canary');
  expect(reloaded.read('ana random').text).toBe('');
});

test('a browser that keeps nothing keeps no text from being typed', () => {
  const drafts = createDrafts(
    safeStorage(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }),
  );
  drafts.type('box', 'canary');
  expect(drafts.read('box').text).toBe('canary');
});

test('while it is under way the box is free for the next text', async () => {
  const drafts = createDrafts(createStorage());
  const delivery = Promise.withResolvers<UserActionResult>();
  drafts.type('box', 'first');
  const sending = drafts.send('box', 'first', () => delivery.promise);
  expect(drafts.read('box')).toEqual({ text: '', sending: ['first'] });
  drafts.type('box', 'second');
  delivery.resolve({ ok: true });
  await sending;
  expect(drafts.read('box')).toEqual({ text: 'second', sending: [] });
});

test('what a suggestion sends leaves alone what is being typed', async () => {
  const drafts = createDrafts(createStorage());
  drafts.type('box', 'half a sent');
  await drafts.send('box', '/sms-status help', done);
  expect(drafts.read('box')).toEqual({ text: 'half a sent', sending: [] });
});

test.each([
  ['is refused', refused, { code: 'impossible', detail: 'there is no such channel' }],
  ['cannot be delivered', () => Promise.reject(new Error('gone')), { code: 'unreachable' }],
])('a text that %s comes back with the reason', async (_, deliver, failure) => {
  const drafts = createDrafts(createStorage());
  drafts.type('box', 'canary');
  await drafts.send('box', 'canary', deliver);
  expect(drafts.read('box')).toEqual({ text: 'canary', sending: [], failure });
});

test('a text that comes back stands before what was typed since', async () => {
  const drafts = createDrafts(createStorage());
  const delivery = Promise.withResolvers<UserActionResult>();
  drafts.type('box', 'first');
  const sending = drafts.send('box', 'first', () => delivery.promise);
  drafts.type('box', 'second');
  delivery.reject(new Error('gone'));
  await sending;
  expect(drafts.read('box').text).toBe('first\nsecond');
});

test('typing takes the reason away', async () => {
  const drafts = createDrafts(createStorage());
  await drafts.send('box', 'canary', refused);
  drafts.type('box', 'canary!');
  expect(drafts.read('box')).toEqual({ text: 'canary!', sending: [] });
});

test('what was sent is remembered by box, the newest first, each text once', async () => {
  const drafts = createDrafts(createStorage());
  for (const text of ['one', 'two', 'one']) await drafts.send('box', text, done);
  expect(drafts.sent('box')).toEqual(['one', 'two']);
  expect(drafts.sent('another box')).toEqual([]);
});

test('every change is told until the listener leaves', () => {
  const drafts = createDrafts(createStorage());
  let told = 0;
  const leave = drafts.subscribe(() => {
    told += 1;
  });
  drafts.type('box', 'a');
  leave();
  drafts.type('box', 'ab');
  expect(told).toBe(1);
});
