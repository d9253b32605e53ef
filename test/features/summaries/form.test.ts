import { describe, expect, test } from 'vitest';
import { readSubscriptionForm } from '../../../src/features/summaries/form.ts';
import { summaryTranslations } from '../../../src/features/summaries/locales/index.ts';
import { viewFaults } from '../../../tools/fake-slack/modals/view.ts';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { channels, type Desk, people } from '../../support/desk.ts';
import { suiteDatabase } from '../../support/store.ts';
import { createSubscriptionsDesk, ephemeralMessagesIn } from '../../support/subscriptions-desk.ts';

const database = suiteDatabase(undefined);

async function open(who: Person = people.agent, channel: string = channels.support.id, env = {}) {
  const desk = await createSubscriptionsDesk(database, { env });
  await desk.slack.command({ person: who.id, channel, command: '/sms-report', text: 'subscribe' });
  await desk.requestsFinished();
  return { desk, form: () => desk.slack.modal(who.id) };
}

async function submit(desk: Desk, values: Record<string, string>, who: Person = people.agent) {
  await desk.slack.submit({ person: who.id, values });
  await desk.requestsFinished();
}

describe('the form to subscribe', () => {
  test('opens for “subscribe” without details, in the asker’s language, with the bot’s defaults', async () => {
    const english = await open();
    expect(english.form()).toMatchObject({ title: 'Daily summary', submit: 'Subscribe' });
    const spanish = await open(people.agente, channels.support.id, { TIMEZONE: 'Europe/Madrid' });
    expect(spanish.form()).toMatchObject({ title: 'Resumen diario', submit: 'Suscribir' });
    expect(spanish.form()?.values).toMatchObject({
      channel: { value: { selected_conversation: channels.support.id } },
      time: { value: { selected_time: '09:00' } },
      zone: { value: { selected_option: { value: 'Europe/Madrid' } } },
      language: { value: { selected_option: { value: 'en' } } },
    });
    for (const { desk } of [english, spanish]) {
      const call = desk.slack.apiCalls.find(({ method }) => method === 'views.open');
      expect(viewFaults(call?.args.view)).toEqual([]);
      expect(desk.slack.messages()).toEqual([]);
    }
  });

  test('is answered in the same channel, only to the asker', async () => {
    const { desk, form } = await open(people.agent, channels.support.id, { ALLOWED_CHANNELS: '*' });
    await submit(desk, {
      channel: channels.random.id,
      time: '18:30',
      zone: 'Asia/Kolkata',
      language: 'es',
      sender: '56002',
    });
    expect(form()).toBeUndefined();
    const [answer] = ephemeralMessagesIn(desk, channels.support.id);
    expect(answer?.text).toContain(
      '1 · <#C2> · from Reminders (56002)\nEvery day at 18:30 (Asia/Kolkata), in Spanish\nNext: today 18:30',
    );
  });

  test('rejects a telephone number as the sender, and does not repeat it', async () => {
    const { desk, form } = await open(people.agent, channels.support.id, { SMS_SENDERS: '' });
    await submit(desk, { sender: '+56 9 1234 5678' });
    const { errors } = form() ?? {};
    expect(errors?.sender).toContain('That looks like someone’s phone number');
    expect(errors?.sender).not.toContain('1234');
    await submit(desk, { sender: '56002' });
    expect(form()).toBeUndefined();
    expect(ephemeralMessagesIn(desk, channels.support.id)[0]?.text).toContain('from 56002');
  });

  test('prefers a typed time zone to the selected one', async () => {
    const { desk } = await open();
    await submit(desk, { otherZone: 'america/punta_arenas' });
    expect(ephemeralMessagesIn(desk, channels.support.id)[0]?.text).toContain(
      'Every day at 09:00 (America/Punta_Arenas)',
    );
  });

  test('requires a channel in a direct message', async () => {
    const { desk, form } = await open(people.agent, channels.direct.id);
    await submit(desk, { time: '10:00' });
    expect(Object.keys(form()?.errors ?? {})).toEqual(['channel']);
    await submit(desk, { channel: channels.support.id });
    expect(ephemeralMessagesIn(desk, channels.direct.id)[0]?.text).toContain('1 · <#C1>');
  });

  test('shows each error at its field and keeps the input', async () => {
    const { desk, form } = await open(people.agent, channels.support.id, { SMS_SENDERS: '' });
    await submit(desk, { otherZone: 'nowhere', sender: 'nobody', time: '10:30' });
    const errors = form()?.errors ?? {};
    expect(Object.keys(errors)).toEqual(['otherZone', 'sender']);
    expect(errors.otherZone).toMatch(/“nowhere” isn’t a time zone I know/);
    expect(errors.sender).toMatch(/don’t know the sender “nobody”/);
    expect(desk.slack.messages()).toEqual([]);
    await submit(desk, { otherZone: 'UTC', sender: '56009' });
    expect(form()).toBeUndefined();
    expect(ephemeralMessagesIn(desk, channels.support.id)[0]?.text).toMatch(/10:30( \(UTC\))?, /);
  });

  test('says why the selected channel accepts no posts, and offers to try again', async () => {
    const { desk } = await open(people.agent, channels.support.id, { ALLOWED_CHANNELS: '*' });
    await submit(desk, { channel: channels.withoutBot.id });
    const [refused] = ephemeralMessagesIn(desk, channels.support.id);
    expect(refused?.text).toContain('SMS Desk isn’t in that channel');
    expect(JSON.stringify(refused?.blocks)).toContain('subscription.again');
  });
});

// Slack's list offers only channels, but a request may name anything.
test.each(['D1', 'U1', 'nowhere'])('rejects %s as a channel with an error at its field', (channel) => {
  const context = { t: summaryTranslations('en'), timeZone: 'UTC', now: new Date(), about: undefined };
  const fields = { channel, zone: 'UTC', language: 'en' };
  expect(readSubscriptionForm(fields, context, new Map())).toEqual({
    errors: { channel: 'That isn’t a channel. Pick a public or private one, not a direct message.' },
  });
  for (const id of ['C1', 'G1'])
    expect(readSubscriptionForm({ ...fields, channel: id }, context, new Map())).toHaveProperty('request');
});
