import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/messages/message.ts';
import { countOutcomes, traceMessages, verdictOf } from '../../../src/domain/messages/status-verdict.ts';
import { statusTranslations } from '../../../src/features/status/locales/index.ts';
import type { MessageModel, StatusModel } from '../../../src/features/status/lookup.ts';
import { readStep, STATUS_STEP, stepOutputs } from '../../../src/features/status/step.ts';
import type { Language } from '../../../src/i18n/index.ts';
import { line, richText, view } from '../../../src/slack/blocks/blocks.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { readManifest } from '../../../tools/fake-slack/workspace/manifest.ts';
import { createTestWorkspace, people, startDesk, type Transport } from '../../support/desk.ts';
import { golden } from '../../support/golden.ts';
import { at, testMessage } from '../../support/messages.ts';
import { json, type PlatformHandler, servePlatform } from '../../support/server.ts';

const now = at('12:00:00');
const zone = 'America/Santiago';
const languages: Language[] = ['en', 'es'];
const { steps } = await readManifest();
const [definition] = steps;

function optionsIn(language: Language) {
  const t = statusTranslations(language);
  const format = createFormatter(t, zone, now, { isLasting: true });
  return { t, format, senders: new Map(), isShared: true };
}

interface Known extends Partial<StatusModel> {
  readonly withoutReceipts?: ReadonlySet<string>;
}

function ofNumber(messages: readonly Message[], { withoutReceipts, ...changes }: Known = {}): StatusModel {
  const all = traceMessages(messages, {
    now,
    receiptHours: 72,
    ...(withoutReceipts ? { operatorsWithoutReceipts: withoutReceipts } : {}),
  });
  const spec = { kind: 'last_days', days: 3 } as const;
  const period = { start: at('00:00:00'), end: now, firstDay: '2026-11-16', lastDay: '2026-11-18' } as const;
  return {
    request: { msisdn: '56912345678', spec, sender: undefined },
    period: { ...period, zone },
    asOf: now,
    now,
    total: all.length,
    counts: countOutcomes(all),
    verdict: verdictOf(all, now),
    newest: all[0],
    all,
    page: 0,
    unreadable: 0,
    otherNumbers: 0,
    otherKinds: 0,
    history: {},
    undated: 0,
    shortfall: undefined,
    ...changes,
  };
}

function ofReference(message?: Message): MessageModel {
  const [traced] = message ? traceMessages([message], { now, receiptHours: 72 }) : [];
  return {
    request: { by: 'reference', day: { kind: 'day', day: '2026-11-18' }, reference: 'ABC-123' },
    day: '2026-11-18',
    found: traced && { traced, otherFields: [] },
    now,
  };
}

const waiting = { status: 'pending', statusWord: 'enroute', handsetAt: undefined } as const;
const models: Readonly<Record<string, StatusModel | MessageModel>> = {
  delivered: ofNumber([testMessage()]),
  stuck: ofNumber([testMessage(waiting)]),
  'not-handed-over': ofNumber([testMessage({ ...waiting, operator: undefined, operatorAt: undefined })]),
  failed: ofNumber([testMessage({ status: 'failed', statusWord: 'undeliverable' })]),
  waiting: ofNumber([testMessage({ ...waiting, platformAt: at('11:59:30'), operatorAt: at('11:59:32') })]),
  no_receipt: ofNumber([
    testMessage({
      ...waiting,
      platformAt: new Date('2026-11-14T10:32:05Z'),
      operatorAt: new Date('2026-11-14T10:32:07Z'),
    }),
  ]),
  sent: ofNumber([testMessage({ ...waiting, operator: 'Ruta Andina' })], {
    withoutReceipts: new Set(['Ruta Andina']),
  }),
  unconfirmed: ofNumber([testMessage({ status: 'pending', statusWord: undefined })]),
  none: ofNumber([]),
  unreadable: ofNumber([], { unreadable: 2 }),
  hostile: ofNumber([
    testMessage({ operator: '<!channel> +56 9 8765 4321', status: 'other', statusWord: '<@U1>' }),
  ]),
  'by-reference': ofReference(testMessage()),
  'no-such-reference': ofReference(),
};
const WORDS: Readonly<Record<string, string>> = {
  'not-handed-over': 'stuck',
  unreadable: 'unknown',
  hostile: 'other',
  'by-reference': 'delivered',
  'no-such-reference': 'none',
};

const family = golden('status-step');

describe.each(languages)('the outputs of the workflow step, in %s', (language) => {
  test.each(Object.keys(models))('%s', (name) => {
    const model = models[name];
    if (!model) throw new Error(name);
    const outputs = stepOutputs(model, optionsIn(language));
    const lines = Object.entries(outputs).map(([output, text]) => line(`${output}: ${text}`));
    family.state(name, language, view(richText(...lines)));
    expect(outputs.status).toBe(WORDS[name] ?? name);
    for (const text of Object.values(outputs)) expect(text).not.toMatch(/[<>]|8765/);
    const known = definition?.outputs ?? [];
    expect(known.map((output) => output.name)).toEqual(expect.arrayContaining(Object.keys(outputs)));
    for (const { name: output, isRequired } of known) if (isRequired) expect(outputs).toHaveProperty(output);
  });
});

test.each([
  [{}, 'The step has nothing to look up.'],
  [{ number: '912345678', reference: 'ABC-1' }, 'The step was given a number and a reference.'],
  [{ reference: 'ABC-1' }, 'Which day was “ABC-1” sent?'],
  [{ reference: 'ABC-1', date: 'last week' }, '“last week” isn’t one day.'],
  [{ reference: 'ABC 1', date: '2026-11-18' }, '“ABC 1” isn’t a single reference.'],
  [{ number: 'maria' }, 'I can’t find a phone number in “maria”.'],
  [{ number: '912345678 sometime' }, 'I didn’t understand “sometime”.'],
  [{ number: '912345678', period: 'sometime' }, 'I didn’t understand “sometime”.'],
  [{ number: '912345678', period: '2026-02-30' }, 'There’s no such date as 2026-02-30.'],
])('explains what to do for the inputs %j', (inputs, sentence) => {
  const t = statusTranslations('en');
  const clock = { now, zone, mayBeMonthFirst: false };
  const read = readStep(inputs, t, { defaultRegion: 'CL', senders: new Map(), clock });
  expect(read).toEqual({ advice: { sentence, nextStep: expect.stringMatching(/\w/) } });
});

test.each([
  [{ number: '<tel:+56912345678|+56 9 1234 5678>' }, { kind: 'last_days', days: 3 }],
  [{ number: '9 1234 5678', period: 'ayer' }, { kind: 'yesterday' }],
  [
    { number: '912345678', date: '2026-11-17' },
    { kind: 'day', day: '2026-11-17' },
  ],
])('reads a number and its days from %j', (inputs, spec) => {
  const clock = { now, zone, mayBeMonthFirst: false };
  const options = { defaultRegion: 'CL', senders: new Map(), clock };
  expect(readStep(inputs, statusTranslations('es'), options)).toMatchObject({
    query: { kind: 'number', request: { msisdn: '56912345678', spec } },
  });
});

async function createStepDesk(
  options: {
    readonly report?: PlatformHandler;
    readonly transport?: Transport;
    readonly clock?: () => Date;
  } = {},
) {
  const { report, transport = 'http', clock = () => now } = options;
  const platform = await servePlatform(report ? { report } : {});
  const slack = createTestWorkspace(transport);
  const desk = await startDesk(platform.url, { slack, transport, overrides: { now: clock } });
  const called = (method: string) => slack.apiCalls.filter((call) => call.method === method);
  return { platform, slack, desk, called };
}

const person = people.agent.id;

describe.each<Transport>(['http', 'socket_mode'])('the workflow step, over %s', (transport) => {
  test('outputs what happened to a number, masked', async () => {
    const { desk } = await createStepDesk({ transport });
    const run = await desk.runStep(STATUS_STEP, { number: '+56 9 1234 5678', period: 'today', person });
    expect(run).toMatchObject({
      status: 'completed',
      outputs: {
        status: 'delivered',
        verdict: expect.stringMatching(/^Delivered 18 Nov 10:32/),
        operator: 'Entel',
        number: '+56 9 •••• •678',
        delivered: '18 Nov 10:32 (UTC)',
        delivered_at: '2026-11-18T10:32:14.000Z',
      },
    });
    expect(JSON.stringify(run.outputs)).not.toMatch(/1234|canary-text/);
    expect(desk.audited).toMatchObject([
      { act: 'looked_up', surface: STATUS_STEP, person, numbers: ['56912345678'], outcome: 'answered' },
    ]);
    expect(desk.slack.messages()).toEqual([]);
  });
});

describe('the workflow step', () => {
  test('uses the language and time zone of the person', async () => {
    const { desk } = await createStepDesk();
    const inputs = { reference: 'ABC-123', date: '2026-11-18', person: people.agente.id };
    const { outputs } = await desk.runStep(STATUS_STEP, inputs);
    expect(outputs).toMatchObject({
      verdict: expect.stringMatching(/^Entregado/),
      sent: '18 nov 07:32 (America/Santiago)',
    });
  });

  test('fails with a next step when the person has no access', async () => {
    const { desk, platform } = await createStepDesk();
    const run = await desk.runStep(STATUS_STEP, { number: '912345678', person: people.outsider.id });
    expect(run).toMatchObject({ status: 'failed', error: expect.stringMatching(/\.\n.*\w/) });
    expect(platform.seen.report).toEqual([]);
  });

  test('fails with a sentence when the step is turned off', async () => {
    const platform = await servePlatform();
    const desk = await startDesk(platform.url, {
      env: { WORKFLOW_STEP: 'no' },
      overrides: { now: () => now },
    });
    const run = await desk.runStep(STATUS_STEP, { number: '912345678', person });
    expect(run).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('This step is turned off.'),
    });
    expect(platform.seen.report).toEqual([]);
    expect(desk.audited.at(-1)).toMatchObject({ outcome: 'failed', why: 'turned_off', numbers: [] });
  });

  test('fails with a reference from the log when the platform fails', async () => {
    const { desk } = await createStepDesk({ report: ({ response }) => json(response, 'nonsense') });
    const { status, error = '' } = await desk.runStep(STATUS_STEP, { number: '912345678', person });
    expect(status).toBe('failed');
    const [, reference] = /Reference: (\w+)/.exec(error) ?? [];
    expect(desk.logLines).toContainEqual(expect.objectContaining({ ref: reference, msg: 'failed' }));
    expect(JSON.stringify(desk.logLines)).not.toMatch(/xwfp|912345678/);
  });

  test('counts against the usage limits', async () => {
    const platform = await servePlatform();
    const slack = createTestWorkspace();
    const limit = { burst: 1, perMinute: 0.001 };
    const usageLimits = { person: limit, workspace: { burst: 100, perMinute: 100 } };
    const desk = await startDesk(platform.url, { slack, overrides: { now: () => now, usageLimits } });
    const inputs = { number: '912345678', person };
    expect(await desk.runStep(STATUS_STEP, inputs)).toMatchObject({ status: 'completed' });
    expect(await desk.runStep(STATUS_STEP, inputs)).toMatchObject({ status: 'failed' });
    expect(platform.seen.report).toHaveLength(1);
  });

  test('repeats its result after a pause, and with the bot’s token when the run’s has expired', async () => {
    let asked = 0;
    // On this clock, any pause that Slack asks for has passed at the next reading.
    const clock = () => new Date(now.getTime() + 1_000 * asked++);
    const { desk, slack, called } = await createStepDesk({ clock });
    slack.failNext('functions.completeSuccess', { retryAfterSeconds: 0.001 });
    slack.failNext('functions.completeSuccess', { error: 'token_expired' });
    expect(await desk.runStep(STATUS_STEP, { number: '912345678', person })).toMatchObject({
      status: 'completed',
    });
    expect(called('functions.completeSuccess')).toHaveLength(3);
    // An error about the token of the run does not concern the bot's token.
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test.each([
    ['an error of Slack’s server', { status: 503 }],
    ['a cut connection', { status: 0, error: 'connection_reset' }],
    ['a page of another server', { status: 200, error: 'not_slack' }],
  ])('repeats its result after %s', async (_, failure) => {
    const { desk, slack } = await createStepDesk();
    slack.failNext('functions.completeSuccess', { ...failure, times: 5 });
    const inputs = { number: '912345678', person };
    expect(await desk.runStep(STATUS_STEP, inputs)).toMatchObject({ status: 'completed' });
    slack.failNext('functions.completeError', { ...failure, times: 5 });
    const unread = { ...inputs, number: 'nonsense' };
    expect(await desk.runStep(STATUS_STEP, unread)).toMatchObject({ status: 'failed' });
  });

  test('ends without an error when its run was ended meanwhile', async () => {
    const { desk, slack, called } = await createStepDesk();
    slack.failNext('functions.completeSuccess', { error: 'execution_not_in_running_state' });
    await slack.runStep(STATUS_STEP, { number: '912345678', person });
    await desk.requestsFinished();
    expect(called('functions.completeSuccess')).toHaveLength(1);
    expect(called('functions.completeError')).toEqual([]);
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
