import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signBody } from '../../tools/fake-slack/slack-api/delivery.ts';
import { SIGNING_SECRET, startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

test('the log says what to do when a company’s own app is uninstalled', async () => {
  const { url: platform } = await servePlatform();
  const { url, logLines, requestsFinished } = await startDesk(platform);
  const tell = async (event: object) => {
    const body = {
      type: 'event_callback',
      team_id: 'T1',
      event_id: `Ev${randomUUID()}`,
      event_time: 1,
      event,
    };
    const signed = signBody({ contentType: 'application/json', text: JSON.stringify(body) }, SIGNING_SECRET);
    const { status } = await fetch(url, { method: 'POST', ...signed });
    await requestsFinished();
    return status;
  };
  const reports = () => logLines.filter(({ msg }) => String(msg).includes('was uninstalled at Slack'));
  expect(await tell({ type: 'tokens_revoked', tokens: { oauth: ['U1'] } })).toBe(200);
  expect(reports()).toEqual([]);
  expect(await tell({ type: 'tokens_revoked', tokens: { bot: ['U0BOT'] } })).toBe(200);
  expect(await tell({ type: 'app_uninstalled' })).toBe(200);
  await expect
    .poll(() => reports().map(({ level, event }) => [level, event]))
    .toEqual([
      ['error', 'tokens_revoked'],
      ['error', 'app_uninstalled'],
    ]);
});
