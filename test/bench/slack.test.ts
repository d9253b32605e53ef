import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startSlack } from '../../bench/slack.ts';
import { en } from '../../src/i18n/locales/en.ts';
import { serve } from '../support/server.ts';

test('does not count a progress message as the answer', async () => {
  await using slack = await startSlack();
  const url = await serve(async (request, response) => {
    const answersTo = new URLSearchParams(await text(request)).get('response_url') ?? '';
    response.end();
    for (const line of [en.asking, en.working, '20 messages']) {
      await fetch(answersTo, { method: 'POST', body: JSON.stringify({ text: line }) });
    }
  });
  const answered = await slack.command(Number(new URL(url).port), '/sms-status', '+56 9 1234 5678');
  expect(answered.text).toBe('20 messages');
});
