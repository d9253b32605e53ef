import { describe, expect, test } from 'vitest';
import { UpstreamError } from '../../../src/upstream/index.ts';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { channels, type Desk, people } from '../../support/desk.ts';
import { suiteDatabase } from '../../support/store.ts';
import {
  buttonsOf,
  createSubscriptionsDesk,
  directMessages,
  ephemeralMessagesIn,
  someTraffic,
} from '../../support/subscriptions-desk.ts';

const database = suiteDatabase(undefined);
const everywhere = { ALLOWED_CHANNELS: '*' };

async function askIn(
  desk: Desk,
  text: string,
  who: Person = people.agent,
  channel: string = channels.support.id,
) {
  await desk.ask(text, who, channel);
  const message = ephemeralMessagesIn(desk, channel, who.id).at(-1);
  if (!message) throw new Error('nothing was said');
  return message;
}

const NONE = 'No channel gets a daily summary yet.';

describe('/sms-report subscribe', () => {
  test('subscribes the channel with the typed settings, and shows them', async () => {
    const desk = await createSubscriptionsDesk(database, { env: everywhere });
    const answer = await askIn(desk, 'subscribe #random 8:30 europe/madrid es from OTP');
    expect(answer.text).toContain('Done. <#C2> gets yesterday’s summary every day at 08:30 (Europe/Madrid).');
    expect(answer.text).toContain(
      '1 · <#C2> · from OTP (56001)\nEvery day at 08:30 (Europe/Madrid), in Spanish\nNext: 19 Nov 08:30 · none sent yet · set up by <@U1>',
    );
    expect((await askIn(desk, 'subscriptions')).text).toContain('1 · <#C2> · from OTP (56001)');
  });

  test('defaults to this channel, 9:00 and the bot’s zone and language, and shows them', async () => {
    const env = { TIMEZONE: 'Europe/Madrid' };
    const desk = await createSubscriptionsDesk(database, { env });
    const answer = await askIn(desk, 'suscribir 9', people.agente);
    expect(answer.text).toContain('recibe todos los días a las 09:00 (Europe/Madrid) el resumen');
    expect(answer.text).toContain(
      '1 · <#C1> · todos los remitentes\nTodos los días a las 09:00 (Europe/Madrid), en inglés',
    );
  });

  test('uses the zone and language of the channel’s other summaries, else of its watch', async () => {
    const desk = await createSubscriptionsDesk(database, { env: everywhere });
    await askIn(desk, 'subscribe 9 europe/madrid es');
    expect((await askIn(desk, 'subscribe from 56002')).text).toContain(
      '2 · <#C1> · from Reminders (56002)\nEvery day at 09:00 (Europe/Madrid), in Spanish',
    );
    const where = { person: people.agent.id, channel: channels.support.id };
    await desk.slack.command({ ...where, command: '/sms-check', text: 'watch <#C2|random> asia/tokyo es' });
    await desk.requestsFinished();
    const watched = await askIn(desk, 'subscribe #random 9');
    expect(watched.text).toContain('Every day at 09:00 (Asia/Tokyo), in Spanish');
  });

  test('asks for confirmation in a channel shared with another organisation', async () => {
    const desk = await createSubscriptionsDesk(database, { env: everywhere });
    const question = await askIn(desk, 'subscribe #shared 8:30');
    expect(question.text).toContain('This channel is shared with another organisation.');
    expect((await askIn(desk, 'subscriptions')).text).toContain(NONE);
    await desk.press(question, 'subscription.external');
    const said = desk.slack.messages().find(({ ts }) => ts === question.ts);
    expect(said?.text).toContain('<#C6> gets yesterday’s summary every day at 08:30.');
  });

  test('sends the asker a preview by direct message, in the channel’s language', async () => {
    const desk = await createSubscriptionsDesk(database);
    const answer = await askIn(desk, 'subscribe 9 es');
    expect(answer.text).toContain('A preview is on its way in your direct messages.');
    const [preview, more] = directMessages(desk);
    expect(more).toBeUndefined();
    expect(preview?.text).toMatch(/1\.000/);
    expect(desk.slack.messages({ channel: channels.support.id }).every(({ visibleTo }) => visibleTo)).toBe(
      true,
    );
  });

  test('sends no preview to a person who was deactivated meanwhile', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const traffic = someTraffic({
      figuresFor: (...asked) => released.then(() => someTraffic().figuresFor(...asked)),
    });
    const desk = await createSubscriptionsDesk(database, {
      traffic,
      overrides: { timings: { peopleTtlMs: 0 } },
    });
    const answered = askIn(desk, 'subscribe 9');
    await desk.slack.until(() => ephemeralMessagesIn(desk, channels.support.id, people.agent.id)[0]);
    desk.slack.changePerson(people.agent.id, { isDeactivated: true });
    release();
    await answered;
    expect(directMessages(desk).map(({ text }) => text)).toEqual([expect.stringContaining('not in a group')]);
  });

  test('subscribes even when the preview cannot be read, and says so', async () => {
    const figuresFor = () =>
      Promise.reject(new UpstreamError('timed_out', { operation: 'report', reason: 'no answer' }));
    const desk = await createSubscriptionsDesk(database, { traffic: someTraffic({ figuresFor }) });
    await askIn(desk, 'subscribe 9');
    const [notice, more] = directMessages(desk);
    expect(more).toBeUndefined();
    expect(notice?.text).toContain('You’re subscribed, but I couldn’t make the preview:');
    expect(notice?.text).toMatch(/Reference: \w{6}/);
    expect((await askIn(desk, 'subscriptions')).text).toContain('1 · <#C1>');
  });

  test('shows the preview in the channel when Slack refuses direct messages, and says why', async () => {
    const desk = await createSubscriptionsDesk(database);
    desk.slack.failNext('chat.postMessage', { error: 'messages_tab_disabled' });
    expect((await askIn(desk, 'subscribe 9')).text).toMatch(
      /^I can’t send direct messages: the app’s Messages[\s\S]*1,000/,
    );
    expect(directMessages(desk)).toEqual([]);
  });

  test('asks for a channel in a direct message', async () => {
    const desk = await createSubscriptionsDesk(database);
    const { text } = await askIn(desk, 'subscribe 9', people.agent, channels.direct.id);
    expect(text).toContain('Which channel gets the summary?');
    expect((await askIn(desk, 'subscribe #support 9', people.agent, channels.direct.id)).text).toContain(
      '1 · <#C1>',
    );
  });

  test('explains input that it cannot read, masked, and stores nothing', async () => {
    const desk = await createSubscriptionsDesk(database);
    const answer = await askIn(desk, 'subscribe from +56 9 1234 5678');
    expect(answer.text).toContain('That looks like someone’s phone number');
    expect(JSON.stringify(answer.blocks)).toContain('Form');
    expect(answer.text).not.toContain('1234');
    expect((await askIn(desk, 'subscriptions')).text).toContain(NONE);
  });

  test('shows the existing subscription of the channel instead of adding another', async () => {
    const desk = await createSubscriptionsDesk(database);
    await askIn(desk, 'subscribe 9');
    const again = await askIn(desk, 'subscribe 10:00 America/Santiago', people.agente);
    expect(again.text).toContain('Este canal ya recibe un resumen diario.');
    expect(again.text).toContain('Todos los días a las 09:00 (UTC), en inglés');
    expect(buttonsOf(again)).toContain('subscription.change');
    expect((await askIn(desk, 'subscriptions')).text).toContain('Daily summaries: 1');
    expect(directMessages(desk, channels.directo.id)).toEqual([]);
  });

  test('adds one subscription when two people ask at once', async () => {
    const desk = await createSubscriptionsDesk(database);
    const command = '/sms-report';
    const channel = channels.support.id;
    await Promise.all(
      [people.agent, people.agente].map(({ id }) =>
        desk.slack.command({ person: id, channel, command, text: 'subscribe 9' }),
      ),
    );
    await desk.requestsFinished();
    expect((await askIn(desk, 'subscriptions')).text).toContain('Daily summaries: 1');
  });

  test('does not change reports, and is listed in their help', async () => {
    const desk = await createSubscriptionsDesk(database);
    expect((await askIn(desk, 'yesterday')).text).toContain('97.0% delivered');
    expect((await askIn(desk, 'help')).text).toContain('/sms-report subscribe help');
    expect((await askIn(desk, 'SUBSCRIBE help')).text).toContain('Yesterday’s summary, every day');
    expect((await askIn(desk, 'suscripciones ayuda', people.agente)).text).toContain(
      'El resumen del día anterior',
    );
  });
});

describe('a channel the bot cannot post in', () => {
  test('is refused with a next step, not stored, and offered again by a button', async () => {
    const desk = await createSubscriptionsDesk(database, { env: everywhere });
    const refused = await askIn(desk, 'subscribe #without-bot 9');
    expect(refused.text).toContain('SMS Desk isn’t in that channel');
    expect(refused.text).toContain('/invite @SMS Desk');
    expect(JSON.stringify(refused.blocks)).not.toContain('without-bot');
    expect((await askIn(desk, 'subscriptions')).text).toContain(NONE);

    await desk.press(refused, 'subscription.again');
    expect(desk.slack.messages().find(({ ts }) => ts === refused.ts)?.text).toContain('isn’t in that');
    desk.slack.changeChannel(channels.withoutBot.id, { hasBot: true });
    await desk.press(refused, 'subscription.again');
    expect(desk.slack.messages().find(({ ts }) => ts === refused.ts)?.text).toContain(
      'Done. <#C3> gets yesterday’s summary every day',
    );
    expect((await askIn(desk, 'subscriptions')).text).toContain('1 · <#C3>');
    expect(directMessages(desk)).toHaveLength(1);
  });

  test.each(['internal_error', 'service_unavailable', 'team_added_to_org', 'rate_limited'])(
    'is asked about again after the passing error %s',
    async (error) => {
      const desk = await createSubscriptionsDesk(database, { env: everywhere });
      desk.slack.failNext('conversations.info', { error });
      const refused = await askIn(desk, 'subscribe #random 9');
      expect(refused.text).toContain('Press the button in a minute.');
      expect(refused.text).not.toContain(error);
      await desk.press(refused, 'subscription.again');
      expect((await askIn(desk, 'subscriptions')).text).toContain('1 · <#C2>');
    },
  );

  test('is refused without a Slack request when figures may not be shown there', async () => {
    const desk = await createSubscriptionsDesk(database);
    const { text } = await askIn(desk, 'subscribe #random 9');
    expect(text).toContain('Delivery figures can’t be shown in that channel');
    expect(desk.slack.apiCalls.some(({ method }) => method === 'conversations.info')).toBe(false);
    expect((await askIn(desk, 'subscriptions')).text).toContain(NONE);
  });
});
