import { expect, test } from 'vitest';
import { channels, people } from '../../support/desk.ts';
import { suiteDatabase } from '../../support/store.ts';
import { aSubscriptionsDesk, toldIn } from '../../support/subscriptions-desk.ts';

const database = suiteDatabase(undefined);

/** So long Slack takes to say who asks: longer than the bot waits before it says that an answer takes a while. */
const SLOW_MS = 50;

async function aSlowDesk(env: Record<string, string> = {}) {
  const desk = await aSubscriptionsDesk(database, {
    env,
    overrides: { workingAfterMs: 0, peopleRememberedMs: 0 },
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
