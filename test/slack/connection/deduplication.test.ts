import { setImmediate } from 'node:timers/promises';
import { App } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createDeduplication } from '../../../src/slack/connection/deduplication.ts';
import { BOT_TOKEN, SILENT } from '../../support/bolt-bot.ts';
import { recordLog } from '../../support/log.ts';

type Options = Partial<Parameters<typeof createDeduplication>[0]>;

/** A bot that records which of the sent requests reach a listener. */
function createBot(options: Options = {}) {
  const { log } = recordLog();
  const { ignoreRepeated, isFirst } = createDeduplication({ log, ...options });
  const receiver = { init: () => undefined, start: async () => undefined, stop: async () => undefined };
  const authorize = async () => ({ botToken: BOT_TOKEN });
  const app = new App({ authorize, receiver, convoStore: false, logger: SILENT });
  app.use(ignoreRepeated);
  const handled: string[] = [];
  app.command('/ask', async ({ ack, context: { requestId } }) => {
    await ack();
    handled.push(requestId);
  });
  const send = (requestId: string) =>
    app.processEvent({
      body: { command: '/ask', text: '' },
      ack: async () => undefined,
      customProperties: { requestId },
    });
  return { send, handled, isFirst };
}

test('remembers a limited number of requests for a limited time', async () => {
  const few = createBot({ limits: { maxEntries: 2 } });
  for (const id of ['a', 'b', 'c', 'a', 'c']) await few.send(id);
  expect(few.handled).toEqual(['a', 'b', 'c', 'a']);
  const short = createBot({ limits: { retentionMs: 0 } });
  for (const id of ['a', 'a']) await short.send(id);
  expect(short.handled).toEqual(['a', 'a']);
});

test('handles requests when the database fails or does not answer in time', async () => {
  const failing = createBot({ recordShared: () => Promise.reject(new Error('canary')) });
  expect(await failing.isFirst('a')).toBe(true);

  const late = Promise.withResolvers<boolean>();
  const asked: string[] = [];
  const recordShared = (id: string) => {
    asked.push(id);
    return late.promise;
  };
  const silent = createBot({ recordShared, replicasTimeoutMs: 1 });
  expect(await silent.isFirst('a')).toBe(true);
  // Only one query is open at a time.
  expect(await silent.isFirst('b')).toBe(true);
  expect(asked).toEqual(['a']);
  late.resolve(false);
  await setImmediate();
  expect(await silent.isFirst('c')).toBe(false);
});
