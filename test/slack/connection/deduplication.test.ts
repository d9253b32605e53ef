import { setImmediate } from 'node:timers/promises';
import { App } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createDeduplication } from '../../../src/slack/connection/deduplication.ts';
import { BOT_TOKEN, SILENT } from '../../support/bolt-bot.ts';
import { recordLog } from '../../support/log.ts';

type Options = Partial<Parameters<typeof createDeduplication>[0]>;

/** What reaches a listener of what is sent. */
function aBot(options: Options = {}) {
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

test('so many are kept, and for so long', async () => {
  const few = aBot({ limits: { most: 2 } });
  for (const id of ['a', 'b', 'c', 'a', 'c']) await few.send(id);
  expect(few.handled).toEqual(['a', 'b', 'c', 'a']);
  const short = aBot({ limits: { keptMs: 0 } });
  for (const id of ['a', 'a']) await short.send(id);
  expect(short.handled).toEqual(['a', 'a']);
});

test('a database that fails, or gives no answer in time, keeps nothing from being handled', async () => {
  const failing = aBot({ noteShared: () => Promise.reject(new Error('canary')) });
  expect(await failing.isFirst('a')).toBe(true);

  const late = Promise.withResolvers<boolean>();
  const asked: string[] = [];
  const noteShared = (id: string) => {
    asked.push(id);
    return late.promise;
  };
  const silent = aBot({ noteShared, replicasWithinMs: 1 });
  expect(await silent.isFirst('a')).toBe(true);
  // One question under way is enough.
  expect(await silent.isFirst('b')).toBe(true);
  expect(asked).toEqual(['a']);
  late.resolve(false);
  await setImmediate();
  expect(await silent.isFirst('c')).toBe(false);
});
