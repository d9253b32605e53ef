import { expect, test } from 'vitest';
import { version } from '../../src/runtime/version.ts';
import { aDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';

test.each([
  ['/sms-status', 'help'],
  ['/sms-report', 'ayuda'],
  ['/sms-report', 'subscribe help'],
  ['/sms-check', 'help'],
  ['/sms-check', 'watch help'],
])('%s %s ends with the version that answers, as the log began with it', async (command, text) => {
  const { url } = await servePlatform();
  const desk = await aDesk(url, { command });
  const { version: number, commit } = version();
  const { text: said } = await desk.ask(text);
  expect(said.split('\n').at(-1)).toBe(`SMS Desk ${number} (${commit.slice(0, 7)})`);
  expect(desk.logLines[0]).toMatchObject({ version: number, commit });
});
