import { beforeAll, expect, test } from 'vitest';
import { channels, createTestWorkspace, people, startDesk } from '../../support/desk.ts';
import { runningSandbox, settingsFor } from '../../support/sandbox.ts';
import { suiteDatabase, uniqueName } from '../../support/store.ts';
import { actionIdsIn } from '../../support/views.ts';

const database = suiteDatabase(undefined);
beforeAll(() => database().open());

const { support, direct } = channels;
const { agent, agente } = people;
const REFRESH = 'check.share.refresh';

test('a check requested in a mention is answered in a thread, and Refresh shows current figures', async () => {
  const platform = await runningSandbox({
    perDay: 2_000,
    at: '2026-11-18T18:07:20Z',
    credentials: { email: `${uniqueName()}@example.com` },
  });
  const slack = createTestWorkspace();
  const desk = await startDesk(platform.url, {
    slack,
    env: settingsFor(platform.sandbox, platform.url),
    overrides: { now: platform.now, database: database() },
  });
  const heard = async () => {
    await slack.eventsSent();
    await desk.requestsFinished();
    return slack.messages().filter(({ author }) => author === 'bot');
  };
  const question = slack.say({ person: agent.id, channel: support.id, text: '@bot check' });
  const [answer] = await heard();
  if (!answer) throw new Error('nothing was said');
  expect(answer).toMatchObject({ channel: support.id, threadTs: question.ts });
  expect(answer).not.toHaveProperty('visibleTo');
  expect(answer.text).toContain('as of 18 Nov 18:07 UTC');
  expect(actionIdsIn(answer.blocks)).toEqual([REFRESH]);

  platform.clock.now = new Date('2026-11-18T18:30:00Z');
  await slack.click({ person: agente.id, message: answer, actionId: REFRESH });
  const [refreshed, ...others] = await heard();
  expect(others).toEqual([]);
  expect(refreshed).toMatchObject({ ts: answer.ts, text: expect.stringContaining('as of 18 Nov 18:30 UTC') });

  slack.say({ person: agent.id, channel: support.id, text: '@bot check vodafone' });
  expect((await heard()).at(-1)).toMatchObject({
    visibleTo: agent.id,
    text: expect.stringMatching(/^No operator called “vodafone”\. For example: @SMS Desk check \S/),
  });
  slack.say({ person: agente.id, channel: channels.directo.id, text: 'revisa 3 de vodafone' });
  expect((await heard()).at(-1)?.text).toMatch(
    /^Ningún operador se llama «3 de vodafone»\. Por ejemplo: revisar \S/,
  );
  slack.say({ person: agent.id, channel: support.id, text: '@bot revisar vigilar #support' });
  expect((await heard()).at(-1)?.text).toContain('For that, type /sms-check vigilar');
  slack.say({ person: agente.id, channel: channels.directo.id, text: 'revisa' });
  expect((await heard()).at(-1)).toMatchObject({ channel: channels.directo.id });
  expect(actionIdsIn((await heard()).at(-1)?.blocks)).toContain('check.refresh');
  slack.say({ person: agent.id, channel: direct.id, text: 'check help' });
  expect((await heard()).at(-1)?.text).toContain('/sms-check');
  expect(desk.audited.map(({ act, surface }) => `${act} ${surface}`)).toEqual([
    'checked mention',
    `refreshed ${REFRESH}`,
    'checked mention',
    'checked direct message',
    'asked mention',
    'checked direct message',
    'asked direct message',
  ]);
});
