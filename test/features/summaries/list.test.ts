import { describe, expect, test } from 'vitest';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { channels, type Desk, people } from '../../support/desk.ts';
import { suiteDatabase } from '../../support/store.ts';
import { buttonsOf, createSubscriptionsDesk, runningNow } from '../../support/subscriptions-desk.ts';

const database = suiteDatabase(undefined);
const everywhere = { ALLOWED_CHANNELS: '*' };

async function withSubscriptions(...commands: string[]) {
  const desk = await createSubscriptionsDesk(database, { env: everywhere });
  for (const text of commands) await desk.ask(text);
  const list = await lastSaid(desk, 'subscriptions');
  return { desk, list };
}

async function lastSaid(desk: Desk, text: string, who: Person = people.agent, channel = 'C1') {
  await desk.ask(text, who, channel);
  const said = desk.slack
    .messages({ person: who.id, channel })
    .findLast(({ visibleTo }) => visibleTo === who.id);
  if (!said) throw new Error('nothing was said');
  return said;
}

async function pressIn(desk: Desk, list: { ts: string }, number: number, action: string) {
  const message = current(desk, list);
  const blockId = `subscription.${number}`;
  const [, value] = new RegExp(`"(${action}\\.${number}\\.\\d+)"`).exec(JSON.stringify(message.blocks)) ?? [];
  const chosen =
    value === undefined ? { actionId: `subscription.${action}` } : { actionId: 'subscription.more', value };
  await desk.slack.click({ person: people.agent.id, message, blockId, ...chosen });
  await desk.requestsFinished();
  return current(desk, list);
}

async function removeIn(desk: Desk, list: { ts: string }, number: number) {
  const asked = await pressIn(desk, list, number, 'removing');
  await desk.press(asked, 'subscription.remove');
  return current(desk, list);
}

function current(desk: Desk, { ts }: { ts: string }) {
  const message = desk.slack.messages().find((one) => one.ts === ts);
  if (!message) throw new Error('the list is gone');
  return message;
}

describe('/sms-report subscriptions', () => {
  test('says how to start when there is none, and opens the form', async () => {
    const { desk, list } = await withSubscriptions();
    expect(list.text).toContain('No channel gets a daily summary yet.');
    expect(list.text).toContain('For example: /sms-report subscribe #operations');
    await desk.press(list, 'subscription.add');
    expect(desk.slack.modal(people.agent.id)).toMatchObject({ title: 'Daily summary' });
    await desk.slack.submit({ person: people.agent.id, values: { time: '07:15' } });
    await desk.requestsFinished();
    expect(current(desk, list).text).toContain('gets yesterday’s summary every day');
    expect((await lastSaid(desk, 'subscriptions')).text).toContain('Every day at 07:15, in');
  });

  test('pauses and resumes, and shows the result above the list', async () => {
    const { desk, list } = await withSubscriptions('subscribe 9', 'subscribe #random 10');
    const stale = await lastSaid(desk, 'suscripciones', people.agente);
    const staler = await lastSaid(desk, 'suscripciones', people.agente);
    const paused = await pressIn(desk, list, 2, 'pause');
    const byWhom = 'paused by <@U1> today 12:00';
    expect(paused.text).toContain(`Subscription 2: ${byWhom}. Nothing is sent until someone resumes it.\n`);
    expect(paused.text).toContain('\nPaused by <@U1> today 12:00 · none sent yet');
    const inSpanish = await lastSaid(desk, 'suscripciones', people.agente);
    expect(inSpanish.text).toContain('Pausada por <@U1> hoy 09:00 · ninguno todavía');
    // Another person uses an outdated list and reads who was first.
    for (const [list, value] of [
      [stale, 'pause.2.0'],
      [staler, 'send.2.0'],
    ] as const) {
      const chosen = { actionId: 'subscription.more', blockId: 'subscription.2', value };
      await desk.slack.click({ person: people.agente.id, message: list, ...chosen });
      await desk.requestsFinished();
      expect(current(desk, list).text).toMatch(/^Suscripción 2: pausada por <@U1> hoy 09:00\. No se envía/);
    }
    const resumed = await pressIn(desk, list, 2, 'resume');
    expect(resumed.text).toMatch(/^Subscription 2 is on again\./);
    expect(resumed.text).toContain('Next: 19 Nov 10:00');
  });

  test('does not resume when the bot cannot post, and says why in another message', async () => {
    const { desk, list } = await withSubscriptions('subscribe 9');
    await pressIn(desk, list, 1, 'pause');
    desk.slack.changeChannel(channels.support.id, { hasBot: false });
    expect((await pressIn(desk, list, 1, 'resume')).text).toContain('Paused by <@U1> today 12:00');
    const said = desk.slack.messages({ person: people.agent.id, channel: 'C1' }).at(-1);
    expect(said?.text).toContain('SMS Desk isn’t in that channel');
    desk.slack.changeChannel(channels.support.id, { hasBot: true });
    if (!said) throw new Error('nothing was said');
    await desk.press(said, 'subscription.resume');
    expect(current(desk, said).text).toContain('Subscription 1 is on again.');
  });

  test('asks for confirmation before it removes', async () => {
    const { desk, list } = await withSubscriptions('subscribe 9', 'subscribe #random 10');
    const asked = await pressIn(desk, list, 2, 'removing');
    expect(asked.text).toMatch(/^Remove subscription 2\?\n2 · <#C2>\n/);
    await desk.press(asked, 'subscription.keep');
    expect(current(desk, list).text).toMatch(/^Daily summaries: 2/);
    const removed = await removeIn(desk, list, 2);
    expect(removed.text).toMatch(/^Subscription 2 is removed\./);
    expect(removed.text).toContain('Daily summaries: 1');
    expect((await removeIn(desk, list, 1)).text).toContain('No channel gets a daily summary yet.');
    // A number is never used again.
    expect((await lastSaid(desk, 'subscribe 9')).text).toContain('3 · <#C1>');
  });

  test('says for every action that another person removed the subscription meanwhile', async () => {
    const { desk } = await withSubscriptions('subscribe 9', 'subscribe #random 10');
    for (const [at, action] of ['pause', 'resume', 'send', 'change', 'removing'].entries()) {
      const number = 2 + at;
      const list = await lastSaid(desk, 'subscriptions');
      if (action === 'resume') await pressIn(desk, list, number, 'pause');
      await desk.ask(`cancelar ${number}`, people.agente);
      const after = await pressIn(desk, list, number, action);
      expect(after.text).toMatch(new RegExp(`^Subscription ${number} is gone: someone removed it\\.`));
      expect(after.text).toContain('Daily summaries: 1');
      expect(desk.slack.modal(people.agent.id)).toBeUndefined();
      await desk.ask('subscribe #random 10');
    }
  });

  test('sends a summary now', async () => {
    const desk = await createSubscriptionsDesk(database, { now: runningNow() });
    await desk.ask('subscribe 9');
    const list = await lastSaid(desk, 'subscriptions');
    const sending = await pressIn(desk, list, 1, 'send');
    expect(sending.text).toMatch(/^Subscription 1: yesterday’s summary is on its way\./);
    const post = await desk.slack.until(() =>
      desk.slack.messages({ channel: 'C1' }).find(({ visibleTo }) => visibleTo === undefined),
    );
    expect(post.text).toContain('1,000');
  });

  test('changes time, zone and language in the form, and shows the updated list', async () => {
    const { desk, list } = await withSubscriptions('subscribe 9 from otp', 'subscribe #random 10');
    await pressIn(desk, list, 1, 'change');
    const form = desk.slack.modal(people.agent.id);
    expect(form).toMatchObject({ title: 'Change summary', submit: 'Save' });
    expect(JSON.stringify(form?.blocks)).toContain('from OTP (56001)');
    expect(Object.keys(form?.values ?? {})).toEqual(['time', 'zone', 'otherZone', 'language']);
    const values = { time: '21:45', otherZone: 'buenos aires', language: 'es' };
    await desk.slack.submit({ person: people.agent.id, values });
    await desk.requestsFinished();
    const changed = current(desk, list);
    expect(changed.text).toMatch(/^Subscription 1: changes saved\./);
    expect(changed.text).toContain(
      '1 · <#C1> · from OTP (56001)\nEvery day at 21:45 (America/Argentina/Buenos_Aires), in Spanish\nNext: today 21:45',
    );
  });

  test('says that the subscription was removed while the form was open', async () => {
    const { desk, list } = await withSubscriptions('subscribe 9');
    await pressIn(desk, list, 1, 'change');
    await desk.ask('unsubscribe 1', people.agente);
    await desk.slack.submit({ person: people.agent.id, values: { time: '10:00' } });
    await desk.requestsFinished();
    expect(current(desk, list).text).toMatch(/^Subscription 1 is gone/);
  });

  test('shows ten per page, in the reader’s language', async () => {
    const commands = Array.from({ length: 23 }, (_, at) => `subscribe 9 from ${56_101 + at}`);
    const { desk } = await withSubscriptions(...commands);
    const list = await lastSaid(desk, 'suscripciones', people.agente);
    expect(list.text).toContain('Resúmenes diarios: 23');
    expect(list.text).toContain('Página 1 de 3');
    expect(buttonsOf(list).filter((id) => id === 'subscription.more')).toHaveLength(10);
    expect(buttonsOf(list)).not.toContain('subscription.previous');
    await desk.press(list, 'subscription.next', people.agente);
    await desk.press(current(desk, list), 'subscription.next', people.agente);
    const last = current(desk, list);
    expect(last.text).toContain('Página 3 de 3');
    expect(last.text).toContain('23 · <#C1> · de 56123');
    expect(buttonsOf(last)).not.toContain('subscription.next');
    await desk.press(last, 'subscription.previous', people.agente);
    expect(current(desk, list).text).toContain('Página 2 de 3');
  });
});

describe('/sms-report unsubscribe', () => {
  test('removes a subscription by its number, or by its channel when it is the only one', async () => {
    const { desk } = await withSubscriptions('subscribe 9', 'subscribe #random 10');
    const byNumber = await lastSaid(desk, 'unsubscribe 1');
    expect(byNumber.text).toMatch(/^Subscription 1 is removed\..*\n1 · <#C1> · all senders/);
    expect(buttonsOf(byNumber)).toEqual([]);
    expect((await lastSaid(desk, 'cancelar #random', people.agente)).text).toContain(
      'Listo, quité la suscripción 2.',
    );
    expect((await lastSaid(desk, 'subscriptions')).text).toContain('No channel gets');
  });

  test('lists the subscriptions of a channel with several', async () => {
    const { desk } = await withSubscriptions('subscribe 9', 'subscribe 9 from otp', 'subscribe #random 9');
    const several = await lastSaid(desk, 'unsubscribe #support');
    expect(several.text).toMatch(/^That channel has more than one\./);
    expect(several.text).toContain('Daily summaries: 2');
    expect((await removeIn(desk, several, 2)).text).toContain('Daily summaries: 2');
  });

  test('says that there is no such subscription, and removes nothing', async () => {
    const { desk } = await withSubscriptions('subscribe 9');
    for (const [text, expected] of [
      ['unsubscribe 7', 'There’s no subscription 7.'],
      ['unsubscribe #random', 'That channel doesn’t get a daily summary.'],
    ] as const)
      expect((await lastSaid(desk, text)).text).toContain(expected);
    expect((await lastSaid(desk, 'subscriptions')).text).toContain('Daily summaries: 1');
  });
});
