import { expect, onTestFinished, test } from 'vitest';
import { IN_MEMORY } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { channels, people, startDesk } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { closedAddress, servePlatform } from '../support/server.ts';

async function createDeskWithoutDatabase() {
  const [, host = ''] = (await closedAddress()).split('//');
  const databaseUrl = `postgres://canary:canary-password@${host}/none`;
  const database = openDatabase({ databaseUrl, dataDir: IN_MEMORY, log: recordLog().log });
  onTestFinished(() => database.close());
  const { url } = await servePlatform();
  const desk = await startDesk(url, { overrides: { database, doesDueWork: true } });
  const ask = async (command: string, text: string, person: string = people.agent.id) => {
    await desk.slack.command({ person, channel: channels.support.id, command, text });
    await desk.requestsFinished();
    return desk.slack.messages().at(-1)?.text;
  };
  return { desk, ask };
}

test.each([
  ['/sms-report', 'subscriptions'],
  ['/sms-report', 'subscribe 9'],
  ['/sms-report', 'unsubscribe 1'],
  ['/sms-check', 'watches'],
  ['/sms-check', 'watch'],
  ['/sms-check', 'unwatch 1'],
])('while the database is unreachable, %s %s says so and that nothing is lost', async (command, text) => {
  const { ask } = await createDeskWithoutDatabase();
  expect(await ask(command, text)).toMatch(
    /^I can’t reach SMS Desk’s database right now\. Nothing is lost\.\nTry again in a few minutes\..*\nReference/s,
  );
});

test('while the database is unreachable, a check says that open incidents are not shown', async () => {
  const { ask } = await createDeskWithoutDatabase();
  expect(await ask('/sms-check', '')).toContain(
    'I can’t reach SMS Desk’s database right now, so open incidents aren’t shown.',
  );
});

test('while the database is unreachable, the log has one warning, and each failure its reference', async () => {
  const { desk, ask } = await createDeskWithoutDatabase();
  for (let times = 0; times < 5; times += 1) await ask('/sms-report', 'subscriptions', people.agente.id);
  const said = desk.slack.messages().at(-1)?.text ?? '';
  expect(said).toMatch(/^Ahora no puedo conectar con la base de datos de SMS Desk\. No se ha perdido nada\./);
  expect(desk.logLines.filter(({ level }) => level === 'warn' || level === 'error')).toMatchObject([
    {
      msg: 'the database does not answer; its work waits',
      explanation: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
    },
  ]);
  const [, reference] = /Referencia: (\w{6})/.exec(said) ?? [];
  expect(
    desk.logLines.some(({ ref, msg }) => ref === reference && msg === 'failed without the database'),
  ).toBe(true);
  // Nor one for each report with figures that are not stored.
  for (let times = 0; times < 3; times += 1) await ask('/sms-report', `2026-11-1${times}`);
  expect(desk.logLines.filter(({ msg }) => String(msg).startsWith('the database is away'))).toHaveLength(1);
});
