import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import { readPeriodInputs } from '../../../src/slack/forms/inputs.ts';
import { readFields, toModal } from '../../../src/slack/forms/modal.ts';
import { channels, people, startDesk } from '../../support/desk.ts';
import { createRequester, sealer } from '../../support/requests.ts';
import { servePlatform } from '../../support/server.ts';
import { suiteDatabase } from '../../support/store.ts';
import { createSubscriptionsDesk, ephemeralMessagesIn } from '../../support/subscriptions-desk.ts';

const database = suiteDatabase(undefined);

/** Slack's delay for users.info: longer than the bot's wait before its progress message. */
const SLOW_MS = 50;

async function createSlowDesk(env: Record<string, string> = {}) {
  const desk = await createSubscriptionsDesk(database, {
    env,
    overrides: { timings: { workingAfterMs: 0, peopleTtlMs: 0 } },
  });
  const texts = () => ephemeralMessagesIn(desk, channels.support.id).map(({ text }) => text);
  /** The message that appears before the answer. */
  const firstText = async (act: () => Promise<unknown>) => {
    const before = texts().length;
    desk.slack.failNext('users.info', { delayMs: SLOW_MS });
    await act();
    await desk.requestsFinished();
    return texts()[before];
  };
  const type = (command: string, text: string) =>
    desk.slack.command({ person: people.agent.id, channel: channels.support.id, command, text });
  return { desk, firstText, type };
}

test.each([
  ['/sms-report', 'subscriptions'],
  ['/sms-report', 'Unsubscribe 7'],
  ['/sms-report', 'subscribe'],
  ['/sms-report', 'subscribe 9'],
  ['/sms-check', 'watches'],
  ['/sms-check', 'unwatch 7'],
])('the progress message of %s %s does not mention the platform', async (command, text) => {
  const { firstText, type } = await createSlowDesk();
  expect(await firstText(() => type(command, text))).toBe('One moment.');
});

test('the progress message of a report mentions the platform', async () => {
  const { firstText, type } = await createSlowDesk();
  expect(await firstText(() => type('/sms-report', 'yesterday'))).toBe(
    'One moment, I’m asking the SMS platform.',
  );
});

test('buttons and forms show the progress message of their command, also in Spanish', async () => {
  const { desk, firstText, type } = await createSlowDesk({ LANGUAGE: 'es' });
  const working = 'Un momento.';
  expect(await firstText(() => type('/sms-report', 'subscriptions'))).toBe(working);
  const list = ephemeralMessagesIn(desk, channels.support.id).at(-1);
  if (!list) throw new Error('there is no list');
  const press = () =>
    desk.slack.click({ person: people.agent.id, message: list, actionId: 'subscription.add' });
  expect(await firstText(press)).toBe(working);
  expect(await firstText(() => desk.slack.submit({ person: people.agent.id, values: {} }))).toBe(working);
});

test.each([
  [people.agent, 'This button no longer works.', 'Type the command again.'],
  [people.agente, 'Este botón ya no sirve.', 'Escribe el comando otra vez.'],
])('a button that the bot no longer has is answered with what to do', async ({ id }, ...texts) => {
  const desk = await startDesk((await servePlatform()).url);
  const requester = await createRequester(desk);
  const { said } = await requester.press({ person: id, channel: channels.support.id }, 'gone.button', 'x');
  for (const text of texts) expect(said.map((one) => one.text).join('\n')).toContain(text);
  expect(desk.audited.at(-1)).toMatchObject({ outcome: 'failed', why: 'unreadable' });
});

describe('a form that the bot cannot read is acknowledged with what to do', () => {
  const wrong = 'This form no longer works.';
  const values = { number: { value: { type: 'plain_text_input', value: '912345678' } } };
  const { private_metadata } = toModal(
    { callbackId: 'status.form', title: '', submit: '', close: '', blocks: [] },
    { responseUrl: 'http://127.0.0.1:1/', language: 'en', timeZone: 'UTC', replaces: false },
    sealer,
  );

  test.each([
    ['without private_metadata', { callback_id: 'status.form', state: { values } }, 'errors'],
    [
      'with null for it',
      { callback_id: 'status.form', private_metadata: null, state: { values: {} } },
      'update',
    ],
    ['without state', { callback_id: 'status.form', private_metadata }, 'update'],
    ['without values', { callback_id: 'status.form', private_metadata, state: {} }, 'update'],
    ['with neither', { callback_id: 'status.form' }, 'update'],
    ['of an older version', { callback_id: 'gone.form', private_metadata, state: { values } }, 'errors'],
  ])('%s', async (_, view, action) => {
    const desk = await startDesk((await servePlatform()).url);
    const { interaction } = await createRequester(desk);
    const sender = { user: { id: people.agent.id }, team: { id: 'T0LOCAL' }, trigger_id: 't' };
    const sent = { type: 'view_submission', ...sender, view: { type: 'modal', id: 'V1', ...view } };
    const { acknowledged } = await interaction(sent);
    expect(JSON.parse(acknowledged)).toMatchObject({ response_action: action });
    expect(acknowledged).toContain(wrong);
    expect(acknowledged).toContain('type the command again');
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

test.each([
  ['view_closed', { view: { type: 'modal', id: 'V1', callback_id: 'status.form' } }, ''],
  ['block_suggestion', { action_id: 'gone', block_id: 'b', value: 'e' }, '{"options":[]}'],
])('%s is acknowledged', async (type, fields, answer) => {
  const desk = await startDesk((await servePlatform()).url);
  const { interaction } = await createRequester(desk);
  const sender = { user: { id: people.agent.id }, team: { id: 'T0LOCAL' } };
  expect((await interaction({ type, ...sender, ...fields })).acknowledged).toBe(answer);
});

test('a control of a form that the bot cannot read says that the form no longer works', async () => {
  const desk = await startDesk((await servePlatform()).url);
  const { interaction } = await createRequester(desk);
  const { acknowledged } = await interaction({
    ...{ type: 'block_actions', user: { id: people.agent.id }, team: { id: 'T0LOCAL' }, trigger_id: 't' },
    ...{ container: { type: 'view', view_id: 'V1' }, view: { type: 'modal', id: 'V1' } },
    actions: [{ type: 'button', action_id: 'status.form.way', block_id: 'b', value: 'x' }],
  });
  expect(acknowledged).toBe('');
  expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  const shown = desk.slack.apiCalls.findLast(({ method }) => method === 'views.update')?.args;
  expect(JSON.stringify(shown)).toContain('This form no longer works.');
  expect(desk.audited.at(-1)).toMatchObject({ outcome: 'failed', why: 'unreadable' });
});

test('reads only the start of a very long command, and says so in the answer', async () => {
  const { desk, type } = await createSlowDesk();
  const answerTo = async (text: string) => {
    await type('/sms-report', text);
    await desk.requestsFinished();
    return ephemeralMessagesIn(desk, channels.support.id).at(-1)?.text;
  };
  const notice = 'I read only the first 500 characters';
  expect(await answerTo(`yesterday ${'blah '.repeat(100)}912345678`)).toContain(notice);
  expect(await answerTo('nonsense')).not.toContain(notice);
});

test('a form value longer than its field allows is shortened', () => {
  const values = { number: { value: { type: 'plain_text_input', value: `${'1 '.repeat(2_000)}` } } };
  expect(readFields(values).number).toHaveLength(499);
});

test('a form with an impossible day gets an error', () => {
  const context = { t: translationsFor('en'), timeZone: 'UTC', now: new Date(), about: undefined };
  const period = { initial: { kind: 'today' }, maxDays: 31 } as const;
  expect(readPeriodInputs({ lastDay: '2026-02-30' }, context, period)).toHaveProperty('errors.firstDay');
  expect(readPeriodInputs({ firstDay: '0x10' }, context, period)).toHaveProperty('errors.firstDay');
});

test('the last log line of a question is its outcome, and each of its calls has its reference and duration', async () => {
  const platform = await servePlatform({ report: ({ response }) => void response.end('<html>') });
  const desk = await startDesk(platform.url);
  await desk.ask('912345678');
  const { ref, ...failed } = desk.logLines.findLast(({ tookMs, code }) => tookMs !== undefined && code) ?? {};
  expect(failed).toMatchObject({ level: 'info', name: '/sms-status', code: 'invalid_answer', msg: 'failed' });
  const calls = desk.logLines.filter((line) => line.level === 'debug' && line.ref === ref);
  const tookMs = expect.any(Number);
  for (const call of [
    { operation: 'login', outcome: 'ok', msg: 'asked the platform' },
    { operation: 'report', outcome: 'invalid_answer', msg: 'asked the platform' },
    { method: 'users.info', outcome: 'ok', msg: 'called Slack' },
    { method: 'response_url', outcome: '200', msg: 'called Slack' },
  ])
    expect(calls).toContainEqual({ level: 'debug', time: expect.any(String), ref, ...call, tookMs });

  await desk.ask('help');
  expect(desk.logLines.findLast((line) => line.tookMs !== undefined && line.level === 'info')?.msg).toBe(
    'answered',
  );
});
