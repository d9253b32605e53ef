import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signBody } from '../../tools/fake-slack/slack-api/delivery.ts';
import { aDesk, SIGNING_SECRET } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

test('a company’s own app that was uninstalled says in the log what to do', async () => {
  const { url: platform } = await servePlatform();
  const { url, logLines, settled } = await aDesk(platform);
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
    await settled();
    return status;
  };
  const told = () => logLines.filter(({ msg }) => String(msg).includes('was uninstalled at Slack'));
  expect(await tell({ type: 'tokens_revoked', tokens: { oauth: ['U1'] } })).toBe(200);
  expect(told()).toEqual([]);
  expect(await tell({ type: 'tokens_revoked', tokens: { bot: ['U0BOT'] } })).toBe(200);
  expect(await tell({ type: 'app_uninstalled' })).toBe(200);
  await expect
    .poll(() => told().map(({ level, event }) => [level, event]))
    .toEqual([
      ['error', 'tokens_revoked'],
      ['error', 'app_uninstalled'],
    ]);
});
