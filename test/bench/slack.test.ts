import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSlack } from '../../bench/slack.ts';
import { en } from '../../src/i18n/locales/en.ts';

test('a line said before an answer is no answer', async () => {
  await using slack = await startSlack();
  const bot = createServer(async (request, response) => {
    const answersTo = new URLSearchParams(await text(request)).get('response_url') ?? '';
    response.end();
    for (const line of [en.asking, en.working, '20 messages']) {
      await fetch(answersTo, { method: 'POST', body: JSON.stringify({ text: line }) });
    }
  });
  await new Promise<void>((resolve) => bot.listen(0, '127.0.0.1', resolve));
  const answered = await slack.command((bot.address() as AddressInfo).port, '/sms-status', '+56 9 1234 5678');
  bot.close();
  expect(answered.text).toBe('20 messages');
});
