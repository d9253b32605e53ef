import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import type { Timings } from '../../../src/runtime/timings.ts';
import { viewFaults } from '../../../tools/fake-slack/modals/view.ts';
import type { Person } from '../../../tools/fake-slack/workspace/workspace.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from '../../support/desk.ts';
import { servePlatform } from '../../support/server.ts';

const now = () => new Date('2026-11-18T12:00:00Z');

async function open(
  who: Person = people.agent,
  env: Record<string, string> = {},
  timings: Partial<Timings> = {},
) {
  const platform = await servePlatform();
  const desk = await startDesk(platform.url, { env, overrides: { now, timings } });
  await desk.slack.command({
    person: who.id,
    channel: channels.support.id,
    command: '/sms-status',
    text: '',
  });
  await desk.requestsFinished();
  return { platform, desk, form: () => desk.slack.modal(who.id) };
}

async function submit(desk: Desk, values: Record<string, string>, who: Person = people.agent) {
  const acknowledgement = await desk.slack.submit({ person: who.id, values });
  await desk.requestsFinished();
  return acknowledgement;
}

describe('the form', () => {
  test('opens for /sms-status without text in the asker’s language, and posts no message', async () => {
    const english = await open();
    expect(english.form()).toMatchObject({ title: 'Look up a message', submit: 'Look up' });
    expect(english.desk.slack.messages()).toEqual([]);
    const spanish = await open(people.agente);
    expect(spanish.form()).toMatchObject({ title: '¿Qué pasó con el SMS?', submit: 'Buscar' });
    for (const { desk } of [english, spanish]) {
      const call = desk.slack.apiCalls.find(({ method }) => method === 'views.open');
      expect(viewFaults(call?.args.view)).toEqual([]);
    }
  });

  test('is answered in the same channel, only to the asker', async () => {
    const { desk, form } = await open();
    await submit(desk, { number: '9 1234 5678', period: 'today', sender: '56001' });
    expect(form()).toBeUndefined();
    const [message] = desk.slack.messages();
    expect(message).toMatchObject({ channel: channels.support.id, visibleTo: people.agent.id });
    expect(message?.text).toContain('today · from OTP (56001)');
    expect(message?.text).toContain('Delivered ');
  });

  test.each([
    [{ days: 'yesterday 9-12' }, '17 Nov 09:00–12:00'],
    [{ days: 'ayer' }, 'yesterday'],
    [{ firstDay: '2026-11-16', lastDay: '2026-11-17' }, '17 Nov'],
    [{ firstDay: '2026-11-16' }, '16 Nov'],
  ])('accepts days in words and from the calendar: %j', async (days, shown) => {
    const { desk, form } = await open();
    await submit(desk, { number: '9 1234 5678', period: 'today', ...days });
    expect(form()).toBeUndefined();
    expect(desk.slack.messages()[0]?.text).toContain(shown);
  });

  test.each([
    [people.agent, { number: '12ab' }, { number: /a phone number in “12ab”/ }],
    [people.agent, { number: '912345678 18/11' }, { number: 'Only the number goes here, not “18/11”.' }],
    [people.agente, { number: '12ab' }, { number: /un número de teléfono en «12ab»/ }],
    [people.agent, { number: '912345678', days: 'someday' }, { days: /Write it as 18\/11/ }],
    [people.agent, { number: '912345678', days: '2026-02-30' }, { days: /no such date as 2026-02-30/ }],
    [people.agente, { number: '912345678', days: '2027-01-01' }, { days: /todavía/ }],
    [people.agent, { number: '912345678', days: '2026-09-01..2026-11-01' }, { days: /more than 31 days/ }],
    [people.agent, { number: 'x', days: 'y' }, { number: /“x”/, days: /Write/ }],
  ] as const)('shows errors at their fields and keeps the typed text (%#)', async (who, values, expected) => {
    const { desk, form, platform } = await open(who);
    await submit(desk, values, who);
    const errors = form()?.errors ?? {};
    expect(Object.keys(errors)).toEqual(Object.keys(expected));
    for (const [field, pattern] of Object.entries(expected)) expect(errors[field]).toMatch(pattern);
    expect(JSON.stringify(form()?.values)).toContain(`"${values.number}"`);
    expect(platform.seen.login).toHaveLength(0);

    await submit(desk, { number: '912345678', days: '2026-11-18' }, who);
    expect(form()).toBeUndefined();
    expect(desk.slack.messages()).toHaveLength(1);
  });

  test.each([
    [{ firstDay: '2026-11-18', lastDay: '2026-11-17' }, { firstDay: /ends before/ }],
    [{ days: 'ayer', lastDay: '2026-11-17' }, { days: /not both/ }],
  ])('rejects impossible days: %j', async (days, expected) => {
    const { desk, form } = await open();
    await submit(desk, { number: '912345678', ...days });
    for (const [field, pattern] of Object.entries(expected)) expect(form()?.errors[field]).toMatch(pattern);
    expect(desk.slack.messages()).toEqual([]);
  });

  test('accepts the sender as text when no sender names are configured', async () => {
    const { desk, form } = await open(people.agent, { SMS_SENDERS: '' });
    await submit(desk, { number: '912345678', sender: 'nobody' });
    expect(form()?.errors.sender).toMatch(/I don’t know the sender “nobody”/);
    await submit(desk, { sender: '56009' });
    expect(desk.slack.messages()[0]?.text).toContain('from 56009');
  });

  test('changes its fields with the way to ask, and restores typed text when changed back', async () => {
    const { desk, form } = await open();
    const pick = async (way: string) => {
      await desk.slack.act({
        person: people.agent.id,
        actionId: 'status.form.way',
        blockId: 'way',
        value: way,
      });
      await desk.requestsFinished();
    };
    const fields = () => form()?.blocks.map((block) => (block as { block_id: string }).block_id);
    desk.slack.fill({ person: people.agent.id, values: { number: '912345678', days: '2026-11-18' } });
    expect(fields()).toEqual(['way', 'number', 'period', 'days', 'firstDay', 'lastDay', 'sender']);
    await pick('reference');
    expect(fields()).toEqual(['way', 'date', 'reference']);
    expect(form()?.privateMetadata).not.toContain('912345678');
    await pick('number');
    expect(JSON.stringify(form()?.values)).toMatch(/"912345678".*"2026-11-18"/);
  });

  test('a person who has lost access meanwhile gets the refusal in place of the changed form', async () => {
    // The progress message of a slow request would take the place of the form: a control has none.
    const { desk, form } = await open(people.agent, {}, { peopleTtlMs: 0, workingAfterMs: 0 });
    desk.slack.failNext('users.info', { delayMs: 50 });
    await desk.act('status.form.way', 'reference');
    expect(JSON.stringify(form()?.blocks)).toContain('"reference"');
    desk.slack.changePerson(people.agent.id, { isDeactivated: true });
    await desk.act('status.form.way', 'number');
    const shown = JSON.stringify(form()?.blocks);
    expect(shown).toContain(translationsFor('en').refusals.person.sentence);
    expect(shown).not.toContain('"number"');
    expect(desk.audited.at(-1)).toMatchObject({ surface: 'status.form.way', outcome: 'refused' });
  });

  test('offers look-up by identifier only when it is set up', async () => {
    const ways = async (env: Record<string, string>) => {
      const { form } = await open(people.agent, env);
      return JSON.stringify(form()?.blocks[0]).includes('"id"');
    };
    expect(await ways({})).toBe(false);
    const url = 'http://127.0.0.1:1';
    expect(
      await ways({ SMS_AUTH_URL: url, SMS_CLIENT_ID: 'canary', SMS_CLIENT_SECRET: 'canary-secret' }),
    ).toBe(true);
  });

  test('says so when the trigger has expired', async () => {
    const platform = await servePlatform();
    const slack = createTestWorkspace('http', { triggerLifetimeMs: 0 });
    const desk = await startDesk(platform.url, { slack, overrides: { now } });
    const { text } = await desk.ask('');
    expect(text).toContain('Slack didn’t open the form.');
    expect(desk.slack.modal(people.agent.id)).toBeUndefined();
  });

  test.each([{ status: 500 }, { status: 429, retryAfterSeconds: 30 }, { error: 'internal_error' }])(
    'says so when Slack does not open it: %j',
    async (failure) => {
      const platform = await servePlatform();
      const desk = await startDesk(platform.url, { overrides: { now } });
      desk.slack.failNext('views.open', failure);
      expect((await desk.ask('')).text).toMatch(/Slack didn’t open the form\.[\s\S]*Reference: [A-Z0-9]{6}/);
    },
  );

  test('drops cleared fields and keeps the rest after several changes', async () => {
    const { desk, form } = await open();
    const person = people.agent.id;
    const pick = async (way: string) => {
      await desk.slack.act({ person, actionId: 'status.form.way', blockId: 'way', value: way });
      await desk.requestsFinished();
    };
    desk.slack.fill({ person, values: { number: '912345678', days: '2026-11-18' } });
    await pick('reference');
    await pick('number');
    desk.slack.fill({ person, values: { days: null } });
    await pick('reference');
    await pick('number');
    expect(JSON.stringify(form()?.values)).toContain('912345678');
    expect(JSON.stringify(form()?.values)).not.toContain('2026-11-18');
  });
});
