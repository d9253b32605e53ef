/**
 * What old messages, old rows and running deployments rely on, recorded from the bot as it was and tested from outside:
 * the bot is a process (`src/main.js`) that gets HTTP requests; its database, its Slack and its log are read. Nothing here
 * uses a file, a function or a type of the bot, so all of them can change.
 *
 * Only add lines. Remove one only with a migration of the stored data, or with a handler that still answers old messages.
 * Never record again to make a failing test pass. Other tests cover texts, the manifest and scopes.
 *
 * Recordings, in `test/compatibility/`: the first of the two runs below wrote `recorded.json` (buttons and forms),
 * `tables.json` and `old-database.sql` with `COMPATIBILITY_RECORD=1`. A bot with a moved clock wrote
 * `old-incident.sql`: an incident of Movistar needs three checks at intervals of five minutes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dump, openDatabase, type Row, rowsOf, tablesOf } from './compatibility/database.ts';
import {
  buttonsIn,
  type FirstRun,
  findAll,
  firstRun,
  PRESSED_TS,
  startPlatform,
} from './compatibility/first-run.ts';
import { digest, open, seal } from './compatibility/sealing.ts';
import {
  INCIDENT,
  type Old,
  RUNNING,
  type SecondRun,
  SUMMARY_TS,
  secondRun,
  WAITING,
} from './compatibility/second-run.ts';
import { type Json, killBots, startBot } from './compatibility/stand-ins.ts';

const place = (name: string) => new URL(`./compatibility/${name}`, import.meta.url);
const read = (name: string) => readFileSync(place(name), 'utf8');
const isRecording = process.env.COMPATIBILITY_RECORD === '1';

// ——— What must not change: one table each; only add lines. ———

/** Ids of actions that the bot sends now; `recorded.json` has those that only old messages contain. */
const ACTIONS_SENT = [
  ...['status.newer', 'status.older', 'status.number', 'status.details', 'status.more', 'status.settle'],
  ...['status.settle.stop', 'status.form.way', 'report.refresh', 'report.details', 'report.more', 'value'],
  ...[
    'subscription.add',
    'subscription.again',
    'subscription.previous',
    'subscription.next',
    'subscription.more',
  ],
  ...['subscription.resume', 'subscription.change', 'subscription.remove', 'subscription.keep'],
  ...[
    'check.refresh',
    'check.evidence',
    'check.more',
    'check.rehearse',
    'watch.add',
    'watch.again',
    'watch.previous',
    'watch.next',
  ],
  ...['watch.more', 'watch.resume', 'watch.change', 'watch.elsewhere', 'watch.remove', 'watch.keep'],
  ...['watch.mention', 'watch.end', 'long.cancel'],
];
const INCIDENT_ACTIONS = [
  'incident.acknowledge',
  'incident.snooze',
  'incident.resolve',
  'incident.details',
  'incident.pack',
];

/** Ids of blocks: they identify the inputs of a form, and messages. */
const BLOCKS = [
  ...['status.settle', 'check.turn', 'check.rehearsal', 'long'],
  ...['subscription.list', 'subscription.1', 'subscription.again', 'watch.list', 'watch.1', 'watch.again'],
  'watch.notify',
];
const LATER_BLOCKS = ['subscription.paused', 'watch.paused', 'incident', 'long'];

/** Forms by callback id, with their input blocks. */
const FORMS: readonly (readonly [step: string, callbackId: string, blocks: readonly string[]])[] = [
  ['status form', 'status.form', ['way', 'number', 'period', 'days', 'firstDay', 'lastDay', 'sender']],
  ['status form by reference', 'status.form', ['way', 'date', 'reference']],
  ['report form', 'report.form', ['period', 'days', 'firstDay', 'lastDay', 'sender', 'number', 'compare']],
  ['subscription.add', 'subscription.form', ['channel', 'time', 'zone', 'otherZone', 'language', 'sender']],
  ['subscription.change', 'subscription.form', ['time', 'zone', 'otherZone', 'language']],
  [
    'watch.elsewhere',
    'watch.form',
    ['channel', 'sensitivity', 'mention', 'end', 'zone', 'otherZone', 'language'],
  ],
  ['watch.change', 'watch.form', ['sensitivity', 'mention', 'end', 'zone', 'otherZone', 'language']],
];

/** Workflow steps by callback id: existing workflows name their inputs and outputs. */
const STEPS: readonly (readonly [
  callbackId: string,
  inputs: readonly string[],
  outputs: readonly string[],
])[] = [
  [
    'look_up_sms_delivery',
    ['number', 'date', 'reference', 'period', 'person', 'channel'],
    [
      ...['status', 'verdict', 'say', 'action', 'operator', 'timeline', 'number'],
      ...['sent', 'handed_over', 'delivered', 'sent_at', 'handed_over_at', 'delivered_at'],
    ],
  ],
];

const DAY = '2025-03-10';
const ORIGIN = {
  responseUrl: expect.any(String),
  channelId: 'C1',
  language: 'en',
  timeZone: 'UTC',
  kept: {},
};
/** Sealed values by purpose: the action, the step with the answer that contains it, and the JSON inside. */
const SEALED: readonly (readonly [purpose: string, action: string, step: string, json: Json])[] = [
  ['status.request', 'status.details', 'number', { n: '56912345678', p: DAY }],
  ['status.request', 'status.details', 'reference', { d: DAY, r: 'ref-1' }],
  ['status.request', 'status.details', 'id', { i: 'abc-1' }],
  [
    'status.settle',
    'status.settle',
    'on its way',
    { n: '56912345678', t: expect.any(Number), x: expect.stringMatching(/^[\w-]{16}$/) },
  ],
  ['report.turn', 'report.refresh', 'report', { p: DAY, w: 'before', c: 'C1' }],
  ['report.turn', 'report.details', 'report', { p: `${DAY}..${DAY}`, w: 'before', c: 'C1', f: '30 30 0' }],
  [
    'report.turn',
    'report.refresh',
    'report of a sender',
    { p: DAY, s: '56001', n: '56912345678', w: 'before', c: 'C1' },
  ],
  [
    'subscription.request',
    'subscription.again',
    'subscribe to a closed channel',
    { c: 'C0CLOSED', t: '09:00', z: 'UTC', l: 'en' },
  ],
];
const MODALS: readonly (readonly [step: string, json: Json])[] = [
  ['status form', { ...ORIGIN, replaces: false }],
  ['report form', { ...ORIGIN, replaces: false }],
  ['subscription.change', { ...ORIGIN, replaces: true, about: '1.0' }],
];

/** Values that are not sealed. */
const PLAIN: readonly (readonly [action: string, value: string | RegExp])[] = [
  ['status.older', /^[\w-]+\.1\.\d{13}$/],
  ['status.details', /^[\w-]+\.0\.\d{13}$/],
  ['status.settle.stop', /^[\da-f-]{36}$/],
  ['subscription.add', 'new'],
  ['subscription.change', '1.0'],
  ['subscription.more', 'send.1.0'],
  ['subscription.remove', '1.0'],
  ['subscription.keep', '0'],
  ['subscription.next', '1'],
  ['subscription.previous', '0'],
  ['check.refresh', '*'],
  ['check.rehearse', '7'],
  ['watch.add', 'new'],
  ['watch.again', 'C0CLOSED.'],
  ['watch.change', '1.0'],
  ['watch.more', 'pause.1.0'],
  ['watch.elsewhere', 'new'],
  ['watch.next', '1'],
  ['watch.previous', '0'],
  ['long.cancel', /^report [\da-f-]{36}$/],
];

const LOOK_UP = { n: '56912345678', p: DAY };
/** Sealed values of old shared answers. */
const sharedOf = (purpose: string, asked: Json) =>
  seal('shared.answer', { a: seal(purpose, asked), l: 'en', z: 'UTC', b: 'U1' });
const inThread = (purpose: string, asked: Json) =>
  seal('shared.answer', { a: seal(purpose, asked), l: 'en', z: 'UTC', t: '1.0' });
const NAMED = {
  m: [{ n: '56912345678', f: false }, { r: 'ref-1' }],
  c: 2,
  p: [],
  t: Date.parse(DAY),
  s: DAY,
};

/** Buttons of old messages that `recorded.json` does not have: menus, other values, and buttons of one row. */
const OLD_BUTTONS: Old['buttons'] = [
  ['check.details', '=Entel'],
  ['check.evidence', '=Entel'],
  ['check.newest', '=Entel'],
  ['check.more', 'share.*'],
  ['check.more', 'choose.*'],
  ['check.refresh', '=Entel'],
  ['check.rehearse', '1.high'],
  ['check.rehearse', '2.low'],
  ['watch.again', 'C0CLOSED.high'],
  ['watch.again', 'C0CLOSED.high.es.America/Santiago'],
  ['watch.again', 'C0CLOSED.normal.en.'],
  ['watch.again', 'C0CLOSED.low;S1;end'],
  ['watch.elsewhere', 'new'],
  ['watch.change', '1.0'],
  ['watch.keep', '0'],
  ['watch.more', 'change.2.0'],
  ['watch.more', 'removing.2.0'],
  ['subscription.keep', '0'],
  ['subscription.more', 'change.2.0'],
  ['subscription.more', 'removing.2.0'],
  ['incident.details', INCIDENT],
  ['incident.pack', INCIDENT],
  ['incident.acknowledge', INCIDENT],
  ['incident.snooze', `${INCIDENT}.30`],
  ['incident.snooze', `${INCIDENT}.wake`],
  ['incident.snooze', `${INCIDENT}.120`],
  ['incident.snooze', `${INCIDENT}.end`],
  ['incident.resolve', INCIDENT],
  ['long.cancel', `report ${RUNNING}`],
  ['long.cancel', 'rehearsal of-another-day'],
  ['status.settle.stop', WAITING, 'U2'],
  ['status.number', seal('status.request', LOOK_UP)],
  ['status.number.1', seal('status.request', LOOK_UP)],
  ['status.share.refresh', sharedOf('status.request', LOOK_UP)],
  ['status.share.refresh', sharedOf('status.numbers', { m: ['56912345678', '56987654321'], p: DAY })],
  ['status.share.refresh', sharedOf('status.message', NAMED)],
  ['report.share.refresh', sharedOf('report.turn', { p: DAY, w: 'before' })],
  ['status.mention.external', inThread('status.request', LOOK_UP)],
  ['report.mention.external', inThread('report.turn', { p: DAY, w: 'before' })],
  ['check.share.refresh', seal('shared.answer', { a: '*', l: 'es', z: 'UTC', b: 'U1' })],
  ['check.mention.external', seal('shared.answer', { a: '=Entel', l: 'en', z: 'UTC', t: '1.0' })],
  ['command.typed.0', seal('command.typed', { c: '/sms-status', t: 'help' })],
];
/** These buttons change their own message; no other answer follows. */
const SHOWN_IN_PLACE = [
  'incident.acknowledge',
  'incident.snooze',
  'incident.resolve',
  'status.share.refresh',
  'report.share.refresh',
  'status.mention.external',
  'report.mention.external',
  'check.share.refresh',
  'check.mention.external',
];
/** Buttons that remove rows: pressed last. */
const LAST_BUTTONS: Old['buttons'] = [
  ['subscription.remove', '12.1'],
  ['watch.remove', '12.1'],
];

/** The metadata of messages that are posted once. */
const POST_EVENT = 'sms_desk_post';
const POST_KEYS = [
  /^settling:[\da-f-]{36}$/,
  /^summary:\d{4}-\d\d-\d\d:all$/,
  /^summary:\d{4}-\d\d-\d\d:all:details$/,
];
const LATER_POST_KEYS = [/^settled:[\da-f-]{36}$/, /^incident:[\da-f-]{36}$/, /^incident:[\da-f-]{36}:\d+$/];

/** Queues (the account follows after a dot) and the data of their jobs. */
const QUEUES = ['incident', 'incident-watch', 'settle', 'summary', 'summary-plan'];
const JOBS: readonly (readonly [queue: string, data: Json, key: RegExp])[] = [
  ['summary-plan', {}, /^around$/],
  ['incident-watch', {}, /^around$/],
  ['incident-watch', {}, /^now$/],
  ['settle', {}, /^around$/],
  ['summary', { id: expect.any(String) }, /^[\da-f-]{36}\.\d+$/],
  ['summary', { id: expect.any(String), isExtra: true }, /^[\da-f-]{36}:extra$/],
];

const MIGRATIONS = [
  '0015-preferences',
  '0016-recent-lookups',
  '0017-installations',
  '0018-persons-subscriptions',
  '0019-changes',
  '0020-no-counted-changes',
  '0001-rollups',
  '0004-posts',
  '0005-subscriptions',
  '0006-incidents',
  '0007-settlings',
  '0008-incident-posts',
  '0009-long-runs',
  '0010-paused-by',
  '0011-mentions',
];

/** The stored figures of a day, version 1. */
const CELLS =
  '010205456e74656c084d6f766973746172010964656c69766572656404918e76010a01000a00012500012700000127010000918e76020501000500011100011300000113010000928e76010a01000a00012500012700000127010000928e76020501000500011100011300000113010000';

/** The CSV file that people get from these stored figures. */
const REPORT_CSV = [
  'from,to,operator,submitted,delivered,failed,pending,no_receipt,other,delivery_rate,delivered_of_final,platform_to_operator_p50_seconds,platform_to_operator_p90_seconds,platform_to_operator_p95_seconds,platform_to_operator_p99_seconds,operator_to_handset_p50_seconds,operator_to_handset_p90_seconds,operator_to_handset_p95_seconds,operator_to_handset_p99_seconds,total_p50_seconds,total_p90_seconds,total_p95_seconds,total_p99_seconds',
  '2025-03-10T12:00:00+00:00,2025-03-10T14:00:00+00:00,Entel,20,20,0,0,0,0,1.0000,1.0000,1,1,1,1,3,3,3,3,4,4,4,4',
];
const STATUS_CSV = [
  'number,sender,operator,outcome,platform_status,platform_time,operator_time,receipt_time,platform_to_operator_seconds,operator_to_handset_seconds,total_seconds,clock_off,segments,encoding,text',
];

/** Log lines, found by some of their values, and the names of their fields. */
const LOGGED: readonly (readonly [about: Json, fields: readonly string[]])[] = [
  [{ port: expect.any(Number) }, ['level', 'time', 'port', 'msg']],
  [{ version: expect.any(String) }, ['level', 'time', 'version', 'commit', 'msg']],
  [{ migration: '0001-rollups' }, ['level', 'time', 'migration', 'msg']],
  [
    { name: '/sms-status', level: 'info' },
    ['level', 'time', 'ref', 'name', 'user', 'channel', 'tookMs', 'msg'],
  ],
  [
    { name: 'report.csv', level: 'info' },
    ['level', 'time', 'ref', 'name', 'user', 'channel', 'tookMs', 'msg'],
  ],
  [{ operation: 'oauth' }, ['level', 'time', 'operation', 'msg']],
  [{ summary: expect.any(String) }, ['level', 'time', 'summary', 'channel', 'msg']],
];
const LOGGED_LATER: typeof LOGGED = [
  [{ operation: 'login' }, ['level', 'time', 'operation', 'msg']],
  [{ level: 'warn', name: 'status.refresh' }, ['level', 'time', 'ref', 'name', 'user', 'channel', 'msg']],
];

/** The same command in English and Spanish: both get the same answer, which is not that to unknown words. */
const WORDS: readonly (readonly [command: string, english: string, spanish: string])[] = [
  ['/sms-status', 'help', 'ayuda'],
  ['/sms-status', '56912345678 yesterday', '56912345678 ayer'],
  ['/sms-report', 'help', 'ayuda'],
  ['/sms-report', 'subscriptions', 'suscripciones'],
  ['/sms-report', 'subscribe <#C0CLOSED>', 'suscribir <#C0CLOSED>'],
  ['/sms-report', 'unsubscribe 999', 'cancelar 999'],
  ['/sms-check', 'help', 'ayuda'],
  ['/sms-check', 'watches', 'vigilancias'],
  ['/sms-check', 'watch <#C0CLOSED>', 'vigilar <#C0CLOSED>'],
  ['/sms-check', 'unwatch 999', 'dejar 999'],
  ['/sms-check', 'rehearse 99', 'ensayar 99'],
];

/** Variables with an invalid value each, without those that accept any text. */
const REFUSED_VARIABLES: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: 'no token',
  SLACK_APP_TOKEN: 'no token',
  SLACK_CLIENT_ID: 'no id',
  SLACK_API_URL: 'nowhere',
  PORT: 'none',
  OPS_PORT: 'none',
  SMS_BASE_URL: 'nowhere',
  SMS_AUTH_URL: 'nowhere',
  SMS_VALIDITY_UNIT: 'years',
  SMS_INFO_AUTH: 'perhaps',
  SMS_INFO_DATE_FORMAT: 'never',
  SMS_REPORT_BOUNDS: 'none',
  SMS_REPORT_TIMEZONE: 'Nowhere/Land',
  SMS_CONCURRENCY: '1',
  SMS_TIMEOUT_SECONDS: '0',
  SMS_SENDERS: 'none',
  FAILURE_WORDS: 'none',
  DATABASE_URL: 'nowhere',
  REDIS_URL: 'nowhere',
  SECRET_KEY: 'short',
  TIMEZONE: 'Nowhere/Land',
  LANGUAGE: 'xx',
  DEFAULT_REGION: 'XX',
  SETTLE_HOURS: '0',
  ALLOWED_CHANNELS: 'none',
  ALLOWED_USERGROUPS: 'none',
  ALLOW_GUESTS: 'maybe',
  LOG_LEVEL: 'loud',
};
/** Named when nothing is set, and named because other variables require them. */
const MISSING_VARIABLES = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SMS_BASE_URL',
  'SMS_EMAIL',
  'SMS_PASSWORD',
  'SMS_REPORT_TOKEN',
];
const NEEDED_VARIABLES = [
  'SMS_EMAIL',
  'SMS_PASSWORD',
  'SMS_REPORT_TOKEN',
  'SMS_CLIENT_ID',
  'SMS_CLIENT_SECRET',
];

// ——— Two runs of the bot: one creates everything, the other finds what an old bot has created. ———

/** Names of accounts, part of every row and of every Redis key. */
const nameOf = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

let account: string;
let oauth: string;
/** How often the first run logged in; another replica has stored a token for it. */
let logins: number;
let first: FirstRun;
let created: { readonly tables: Record<string, string[]>; readonly rows: (sql: string) => readonly Row[] };
let second: SecondRun;

/** Queries on the database of the first run. */
const QUERIES = {
  migrations: 'select name from sms_desk.kysely_migration',
  queues: 'select name from sms_desk_jobs.queue',
  jobs: 'select name, data, singleton_key as key from sms_desk_jobs.job',
  cells: `select encode(cells, 'hex') as cells from sms_desk.readings where day = '${DAY}' and sender = ''`,
  runs: 'select sealed_request as sealed from sms_desk.long_runs',
  settlings: 'select message, look, sealed_message as sealed from sms_desk.settlings',
  accounts: 'select distinct account from sms_desk.readings',
} as const;

/** Two bots that do not start; they end during the first run, which leaves a processor free. */
let withoutSettings: Promise<Ended>;
let withWrongSettings: Promise<Ended>;
type Ended = Awaited<ReturnType<typeof startBot>['ended']>;

async function startRefused(env: Readonly<Record<string, string>>): Promise<Ended> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'sms-desk-compatibility-'));
  const ended = await startBot({ ...env, DATA_DIR }).ended;
  rmSync(DATA_DIR, { recursive: true, force: true });
  return ended;
}

beforeAll(async () => {
  withoutSettings = startRefused({});
  withWrongSettings = withoutSettings.then(() => startRefused(REFUSED_VARIABLES));
  const platform = await startPlatform();
  account = nameOf([platform.url, 'suite@example.com', 'UTC', 'inclusive']);
  oauth = `oauth:${nameOf([platform.url, 'client'])}`;
  const login = `login:${nameOf([platform.url, 'suite@example.com'])}`;
  const token = seal(`token:${login}`, { value: 'old-login' });
  first = await firstRun(platform, new Map([[`sms-desk::${login}`, token]]));
  const database = await openDatabase(first.dataDir);
  const read = await Promise.all(
    Object.values(QUERIES).map(async (sql) => [sql, await rowsOf(database, sql)] as const),
  );
  const rows = new Map<string, readonly Row[]>(read);
  created = { tables: await tablesOf(database), rows: (sql) => rows.get(sql) ?? [] };
  if (isRecording) record(await dump(database, account));
  await database.close();
  logins = platform.asked.filter(({ path }) => path === '/login_ws').length;
  second = await secondRun(first.dataDir, platform, account, oldDeployment());
  platform.close();
});

afterAll(() => {
  killBots();
  if (first) rmSync(first.dataDir, { recursive: true, force: true });
});

function record(sql: string): void {
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const of = (step: string) => Object.entries(buttonsIn(first.steps[step]));
  const isPressed = ([action]: readonly [string, string]) =>
    action.includes('.') && !action.endsWith('.remove') && !action.startsWith('status.form');
  const more = ['reference', 'id', 'report of a sender'].flatMap(of);
  const buttons = [...Object.entries(first.buttons), ...more].filter(isPressed);
  const modals = ['status form', 'report form', 'subscription.change'].map(
    (step) => first.steps[step]?.modal ?? {},
  );
  const sealed = Object.fromEntries(modals.map((modal) => [modal.callback_id, modal.private_metadata]));
  writeFileSync(place('recorded.json'), text({ buttons, modals: sealed }));
  writeFileSync(place('tables.json'), text(created.tables));
  writeFileSync(place('old-database.sql'), sql);
}

function oldDeployment(): Old {
  const { buttons, modals } = JSON.parse(read('recorded.json'));
  const incident = `delete from sms_desk.watch_states; ${read('old-incident.sql')}`;
  return {
    sql: read('old-database.sql') + incident,
    buttons: [...buttons, ...OLD_BUTTONS, ...LAST_BUTTONS],
    modals,
    commands: WORDS.flatMap(([command, ...words]) => words.map((text) => [command, text] as const)),
  };
}

const idsIn = (run: { slack: FirstRun['slack'] }, name: string, ...more: unknown[]) => [
  ...new Set(findAll([run.slack.calls, ...more], name)),
];
const textOf = (said: readonly Json[] | undefined) => `${said?.at(-1)?.text}`;
const firstLine = (said: readonly Json[] | undefined) => textOf(said).split('\n')[0];

test.each(STEPS)('the step %s has the inputs and outputs of workflows', (callbackId, inputs, outputs) => {
  const step = parse(readFileSync('manifest.yml', 'utf8')).functions[callbackId];
  expect(Object.keys(step.input_parameters)).toEqual(expect.arrayContaining([...inputs]));
  expect(Object.keys(step.output_parameters)).toEqual(expect.arrayContaining([...outputs]));
});

describe('what the bot sends now', () => {
  test('has the action ids of old messages', () => {
    expect(idsIn(first, 'action_id', first.steps)).toEqual(expect.arrayContaining(ACTIONS_SENT));
    expect(idsIn(second, 'action_id', second.pressed)).toEqual(expect.arrayContaining(INCIDENT_ACTIONS));
  });

  test('has the block ids of old messages', () => {
    expect(idsIn(first, 'block_id', first.steps)).toEqual(expect.arrayContaining(BLOCKS));
    expect(idsIn(second, 'block_id', second.pressed)).toEqual(expect.arrayContaining(LATER_BLOCKS));
  });

  test.each(FORMS)('has, at “%s”, the form %s with its fields', (step, callbackId, blocks) => {
    const modal = first.steps[step]?.modal;
    expect(modal?.callback_id).toBe(callbackId);
    const inputs = [modal?.blocks].flat().filter(isInput);
    expect(inputs.map(({ block_id }) => block_id)).toEqual(blocks);
    expect(new Set(findAll(inputs, 'action_id'))).toEqual(
      new Set(callbackId === 'status.form' ? ['status.form.way', 'value'] : ['value']),
    );
  });

  test.each(SEALED)('has, sealed for %s, the value of %s at “%s”', (purpose, action, step, json) => {
    const value = buttonsIn(first.steps[step])[action] ?? '';
    expect(JSON.parse(open(purpose, value.split('.')[0] ?? '') ?? 'null')).toEqual(json);
  });

  test.each(MODALS)('has, sealed in the form of “%s”, where it was requested', (step, json) => {
    expect(JSON.parse(open('modal', `${first.steps[step]?.modal?.private_metadata}`) ?? 'null')).toEqual(
      json,
    );
  });

  test.each(PLAIN)('has the value of %s unsealed', (action, value) => {
    if (typeof value === 'string') expect(first.buttons[action]).toBe(value);
    else expect(first.buttons[action]).toMatch(value);
  });

  test('has a key in the metadata of messages that are posted once', () => {
    const keysOf = ({ slack }: { slack: FirstRun['slack'] }) => {
      const events = slack.calls.flatMap(({ body: { metadata } }) => (metadata ? [metadata as Json] : []));
      expect(new Set(events.map(({ event_type }) => event_type))).toEqual(new Set([POST_EVENT]));
      return events.map(({ event_payload }) => `${(event_payload as Json).key}`);
    };
    for (const key of POST_KEYS) expect(keysOf(first)).toContainEqual(expect.stringMatching(key));
    for (const key of LATER_POST_KEYS) expect(keysOf(second)).toContainEqual(expect.stringMatching(key));
  });

  test('has CSV files with the recorded columns', () => {
    const files = first.slack.calls
      .filter(({ method }) => method === '/upload')
      .map(({ body }) => `${body.text}`);
    for (const line of [...STATUS_CSV, ...REPORT_CSV]) {
      expect(files.flatMap((file) => file.replaceAll('\uFEFF', '').split('\r\n'))).toContain(line);
    }
  });
});

describe('the bot stores', () => {
  test('data in tables with the recorded columns, keys and indexes', () => {
    for (const [table, lines] of Object.entries<string[]>(JSON.parse(read('tables.json')))) {
      expect(created.tables[table], table).toEqual(expect.arrayContaining(lines));
      expect(second.found.tables[table], `${table} of an old database`).toEqual(
        expect.arrayContaining(lines),
      );
    }
  });

  test('the names of the recorded migrations', () => {
    expect(created.rows(QUERIES.migrations).map(({ name }) => name)).toEqual(
      expect.arrayContaining(MIGRATIONS),
    );
  });

  test('figures under the name of their account', () => {
    expect(created.rows(QUERIES.accounts)).toEqual([{ account }]);
  });

  test('work in queues with the recorded names', () => {
    const names = QUEUES.map((name) => `${name}.${account}`);
    expect(created.rows(QUERIES.queues).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  test.each(JOBS)('a job in %s with %o', (queue, data, key) => {
    expect(created.rows(QUERIES.jobs)).toContainEqual({
      name: `${queue}.${account}`,
      data,
      key: expect.stringMatching(key),
    });
  });

  test('figures of days in the recorded encoding', () => {
    expect(created.rows(QUERIES.cells)).toEqual([{ cells: CELLS }]);
  });

  test('the request of a long report, sealed', () => {
    const [run] = created.rows(QUERIES.runs);
    const { a: again, ...request } = JSON.parse(open('long.run', `${run?.sealed}`) ?? '{}');
    expect(request).toEqual({ k: 'report', l: 'en', s: '1 Jun 2025' });
    expect(JSON.parse(open('report.turn', again) ?? 'null')).toEqual({
      p: '2025-06-01',
      w: 'before',
      c: 'C1',
    });
  });

  test('tracked messages, sealed and identified by digests', () => {
    const [row] = created.rows(QUERIES.settlings);
    const { n, t, x } = JSON.parse(open('status.settle', `${row?.sealed}`) ?? '{}');
    expect(x).toBe(digest('status.settle.text', 'your canary is on its way').slice(0, 16));
    expect(row?.message).toBe(digest('status.settle.message', `${n} ${t} ${x}`));
    const day = new Date(t).toISOString().slice(0, 10);
    expect(row?.look).toBe(digest('status.settle.look', `${n} ${day}`));
  });

  test('tokens in Redis, sealed, and uses one that another replica stored', () => {
    expect(logins).toBe(0);
    const sealed = first.redisRows.get(`sms-desk::${oauth}`) ?? '';
    const token = { value: 'old.oauth.token', renewAtMs: expect.any(Number) };
    expect(JSON.parse(open(`token:${oauth}`, sealed) ?? 'null')).toEqual(token);
  });
});

describe('a bot on an old database', () => {
  test('answers every button of old messages', () => {
    expect(second.unknown.status).toBe(200);
    expect(firstLine(second.unknown.said)).toBe(firstLine(second.stale.said));
    const isUnderstood = ({ action, answered }: SecondRun['pressed'][number]) =>
      answered.status === 200 &&
      (answered.modal !== undefined || answered.said.length > 0 || SHOWN_IN_PLACE.includes(action)) &&
      firstLine(answered.said) !== firstLine(second.stale.said);
    const refused = second.pressed.filter((one) => !isUnderstood(one) || one.errors.length > 0);
    expect(
      refused.map(({ action, value, answered, errors }) => [action, value, textOf(answered.said), errors]),
    ).toEqual([]);
    expect(second.pressed.length).toBeGreaterThan(40);
  });

  test('updates a shared message when it is refreshed', () => {
    const refreshed = second.pressed.filter(({ action }) => action.endsWith('.share.refresh'));
    expect(second.changesOf(PRESSED_TS)).toHaveLength(refreshed.length);
  });

  test('answers every form of old messages', () => {
    expect(second.changed).toMatchObject({ callback_id: 'status.form' });
    for (const [callbackId, { status, said }] of Object.entries(second.forms)) {
      expect([callbackId, status, said.length > 0]).toEqual([callbackId, 200, true]);
    }
    const changed = { number: 1, state: 'active', time: '10:30', language: 'es' };
    expect(second.found.subscriptions).toContainEqual(changed);
  });

  test('lists the old subscriptions and watches', () => {
    const shown = (text: string) => findAll(second.commands[text], 'block_id');
    const numbered = (name: string) => Array.from({ length: 10 }, (_, index) => `${name}.${index + 1}`);
    expect(shown('/sms-report subscriptions')).toEqual(expect.arrayContaining(numbered('subscription')));
    expect(shown('/sms-check watches')).toEqual(expect.arrayContaining(numbered('watch')));
    expect(second.found.subscriptions.map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(second.found.watches.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('uses the stored figures without a request to the platform', () => {
    expect(second.askedForFigures).toEqual([]);
    const [file = ''] = second.slack.calls
      .filter(({ method }) => method === '/upload')
      .map(({ body }) => `${body.text}`);
    for (const line of REPORT_CSV) expect(file.replaceAll('\uFEFF', '').split('\r\n')).toContain(line);
  });

  test('continues the old incident and updates its message', () => {
    const by = { person: 'U1', name: 'Ada' };
    expect(second.found.incident).toEqual([
      { kind: 'began', person: null, name: null },
      { kind: 'acknowledged', ...by },
      { kind: 'snoozed', ...by },
      { kind: 'woken', ...by },
      { kind: 'snoozed', ...by },
      { kind: 'snoozed', ...by },
      { kind: 'resolved', ...by },
    ]);
    expect(second.changesOf('1795014720.472000').length).toBeGreaterThan(0);
    const posted = second.postsWith(`"incident:${INCIDENT}"`);
    // Only the channel without a message of the incident gets one.
    expect(posted.map(({ body }) => body.channel)).toEqual(['C14']);
  });

  test('completes the queued jobs', () => {
    expect(second.found.undone).toEqual([]);
  });

  test('finds a posted message that was not recorded, by its metadata', () => {
    expect(second.changesOf(SUMMARY_TS).length).toBeGreaterThan(0);
    const toChannel = second.slack.calls.filter(
      ({ method, body }) => method === 'chat.postMessage' && body.channel === 'C13',
    );
    expect(toChannel.filter(({ body }) => body.thread_ts === undefined)).toEqual([]);
  });

  test('ends a long report when its process died, with a button to request it again', () => {
    const [ended] = second.slack.calls.filter(({ body }) => findAll(body, 'block_id').includes('long'));
    expect(ended?.method).toBe('chat.update');
    expect(open('report.turn', buttonsIn(ended?.body)['report.refresh'] ?? '')).toBeDefined();
    expect(second.found.runs.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'failed']);
  });

  test('notifies only people who still track a message when it is delivered', () => {
    expect(second.postsWith(`"settled:${second.waitedId}"`)).toHaveLength(1);
    expect(second.postsWith(`"settled:${WAITING}"`)).toEqual([]);
    expect(second.found.settlings.map(({ id }) => id)).not.toContain(WAITING);
  });

  test('reports lost channels once', () => {
    expect(second.postsWith('subscription.paused')).toHaveLength(1);
    expect(second.postsWith('watch.paused')).toHaveLength(1);
  });

  test.each(WORDS)('answers %s %s with the same first line as “%s”', (command, english, spanish) => {
    const [one, other] = [english, spanish].map((text) => second.commands[`${command} ${text}`]?.said);
    expect(one).not.toEqual([]);
    expect(firstLine(one)).toBe(firstLine(other));
    expect(firstLine(one)).not.toBe(firstLine(second.nonsense[command]?.said));
  });
});

describe('the process', () => {
  test.each(LOGGED)('logs a line of %o with the recorded fields', (about, fields) => {
    expect(Object.keys(first.lines.find((one) => isAbout(one, about)) ?? {})).toEqual(fields);
  });

  test.each(LOGGED_LATER)('logs a later line of %o with the recorded fields', (about, fields) => {
    expect(Object.keys(second.lines.find((one) => isAbout(one, about)) ?? {})).toEqual(fields);
  });

  test('stops with exit code 0 on SIGTERM', () => {
    expect([first.code, second.ended.code]).toEqual([0, 0]);
  });

  test.each([
    ['nothing is set', () => withoutSettings, MISSING_VARIABLES],
    [
      'everything is set wrongly',
      () => withWrongSettings,
      [...Object.keys(REFUSED_VARIABLES), ...NEEDED_VARIABLES],
    ],
  ])('names every missing or invalid variable and exits with code 1 when %s', async (_, ended, names) => {
    const { code, stderr } = await ended();
    expect(code).toBe(1);
    const named = stderr.split('\n').map((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1]);
    expect(named.filter((name) => name !== undefined).toSorted()).toEqual(names.toSorted());
  });
});

function isInput(block: unknown): block is Json {
  return typeof block === 'object' && block !== null && findAll(block, 'action_id').length > 0;
}

function isAbout(line: Json, about: Json): boolean {
  try {
    expect(line).toMatchObject(about);
    return true;
  } catch {
    return false;
  }
}
