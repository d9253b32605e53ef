import { expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import { readPeriodInputs } from '../../../src/slack/forms/inputs.ts';
import { readFields } from '../../../src/slack/forms/modal.ts';
import { channels, people } from '../../support/desk.ts';
import { suiteDatabase } from '../../support/store.ts';
import { aSubscriptionsDesk, toldIn } from '../../support/subscriptions-desk.ts';

const database = suiteDatabase(undefined);

/** So long Slack takes to say who asks: longer than the bot waits before it says that an answer takes a while. */
const SLOW_MS = 50;

async function aSlowDesk(env: Record<string, string> = {}) {
  const desk = await aSubscriptionsDesk(database, {
    env,
    overrides: { timings: { workingAfterMs: 0, peopleRememberedMs: 0 } },
  });
  const said = () => toldIn(desk, channels.support.id).map(({ text }) => text);
  /** What is said of something before its answer. */
  const firstSaid = async (act: () => Promise<unknown>) => {
    const before = said().length;
    desk.slack.failNext('users.info', { delayMs: SLOW_MS });
    await act();
    await desk.settled();
    return said()[before];
  };
  const type = (command: string, text: string) =>
    desk.slack.command({ person: people.agent.id, channel: channels.support.id, command, text });
  return { desk, firstSaid, type };
}

test.each([
  ['/sms-report', 'subscriptions'],
  ['/sms-report', 'Unsubscribe 7'],
  ['/sms-report', 'subscribe'],
  ['/sms-report', 'subscribe 9'],
  ['/sms-check', 'watches'],
  ['/sms-check', 'unwatch 7'],
])(
  'before %s %s, which asks the platform for nothing, no line says that it is asked',
  async (command, text) => {
    const { firstSaid, type } = await aSlowDesk();
    expect(await firstSaid(() => type(command, text))).toBe('One moment.');
  },
);

test('before a report, the line says that the platform is asked', async () => {
  const { firstSaid, type } = await aSlowDesk();
  expect(await firstSaid(() => type('/sms-report', 'yesterday'))).toBe(
    'One moment, I’m asking the SMS platform.',
  );
});

test('buttons and forms are like the commands they belong to, in either language', async () => {
  const { desk, firstSaid, type } = await aSlowDesk({ LANGUAGE: 'es' });
  const working = 'Un momento.';
  expect(await firstSaid(() => type('/sms-report', 'subscriptions'))).toBe(working);
  const list = toldIn(desk, channels.support.id).at(-1);
  if (!list) throw new Error('there is no list');
  const press = () =>
    desk.slack.click({ person: people.agent.id, message: list, actionId: 'subscription.add' });
  expect(await firstSaid(press)).toBe(working);
  expect(await firstSaid(() => desk.slack.submit({ person: people.agent.id, values: {} }))).toBe(working);
});

test('of what is longer than anybody types only the beginning is read, and the answer says so', async () => {
  const { desk, type } = await aSlowDesk();
  const answerTo = async (text: string) => {
    await type('/sms-report', text);
    await desk.settled();
    return toldIn(desk, channels.support.id).at(-1)?.text;
  };
  const said = 'I read only the first 500 characters';
  expect(await answerTo(`yesterday ${'blah '.repeat(100)}912345678`)).toContain(said);
  expect(await answerTo('nonsense')).not.toContain(said);
});

test('a form that brings more than it lets people type is cut', () => {
  const values = { number: { value: { type: 'plain_text_input', value: `${'1 '.repeat(2_000)}` } } };
  expect(readFields(values).number).toHaveLength(499);
});

test('a form that brings a day no calendar has is told so', () => {
  const context = { t: translationsFor('en'), timeZone: 'UTC', now: new Date(), about: undefined };
  const period = { initial: { kind: 'today' }, maxDays: 31 } as const;
  expect(readPeriodInputs({ lastDay: '2026-02-30' }, context, period)).toHaveProperty('errors.firstDay');
  expect(readPeriodInputs({ firstDay: '0x10' }, context, period)).toHaveProperty('errors.firstDay');
});
