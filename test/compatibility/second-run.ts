/** A new bot on an old database, with people who press the buttons of old messages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, type Row, rowsOf, tablesOf } from './database.ts';
import {
  type Answered,
  awaited,
  buttonsIn,
  findAll,
  KEY,
  OLD_DAY,
  type Platform,
  startTestBot,
} from './first-run.ts';
import { open, seal } from './sealing.ts';
import { type Json, startSlackStandIn } from './stand-ins.ts';

/** Makes rows due on the day of this run, and adds the jobs that the old bot had queued when it stopped. */
const due = (account: string, yesterday: string) => `
  -- Nothing is due while this suite runs, except the rows below.
  update sms_desk.subscriptions set next_due_at = '2099-01-01';
  update sms_desk.summaries set step_at = '2099-01-01';
  update sms_desk.watches set state = 'paused', paused_because = 'asked' where number > 1 and channel <> 'C14';
  update sms_desk.watch_states set checked_at = now();
  -- Lost channels that are not reported yet.
  update sms_desk.subscriptions set state = 'paused', paused_because = 'not_in_channel', told = false where number = 3;
  update sms_desk.watches set paused_because = 'not_in_channel', told = false where number = 3;
  -- A report of a process that died, and one of a process that runs. Its heartbeat is recent however slow this machine is.
  update sms_desk.long_runs set state = 'running', heartbeat_at = '2025-06-02';
  insert into sms_desk.long_runs select '${RUNNING}', account, user_id, channel, '7.7', sealed_request, state,
    days_done, of_days, messages_read, created_at, now() + interval '1 hour' from sms_desk.long_runs;
  -- One person tracks a message that is delivered by now; another person stops tracking.
  update sms_desk.settlings set next_look_at = '2025-06-02';
  insert into sms_desk.settlings select '${WAITING}', account, 'U2', message, 'another day', sealed_message, language, zone,
    'D2', '8.8', asked_at, '2099-01-01', leased_until, looks from sms_desk.settlings;
  -- A summary that the old bot posted but did not record.
  insert into sms_desk.summaries (id, account, channel, sender, day, zone, language, due_at, planned_at, state, step_at)
    values ('${SUMMARY}', '${account}', 'C13', '', '${yesterday}', 'UTC', 'en', now(), now(), 'due', '2099-01-01');
  insert into sms_desk.posts (account, channel, key, state, owner, leased_until, attempted_at)
    values ('${account}', 'C13', 'summary:${yesterday}:all', 'attempted', 'died', '2025-06-02', now() - interval '10 minutes');
  delete from sms_desk_jobs.job;
  insert into sms_desk_jobs.job (id, name, data, singleton_key, policy) values
    ('00000000-0000-4000-8000-000000000001', 'summary.${account}', '{"id":"${SUMMARY}"}', 'one', 'exclusive'),
    ('00000000-0000-4000-8000-000000000002', 'summary.${account}', '{"id":"${SUMMARY}","isExtra":true}', 'two', 'exclusive'),
    ('00000000-0000-4000-8000-000000000003', 'incident.${account}', '{"incident":"${INCIDENT}","channel":"C1"}', 'three', 'exclusive'),
    ('00000000-0000-4000-8000-000000000004', 'incident-watch.${account}', '{}', 'four', 'exclusive'),
    ('00000000-0000-4000-8000-000000000005', 'summary-plan.${account}', '{}', 'five', 'exclusive'),
    ('00000000-0000-4000-8000-000000000006', 'settle.${account}', '{}', 'six', 'exclusive');`;

export const RUNNING = '7e2ba5d2-6a37-4a52-8f5e-6d1f6a1d0007';
export const WAITING = '7e2ba5d2-6a37-4a52-8f5e-6d1f6a1d0008';
const SUMMARY = '7e2ba5d2-6a37-4a52-8f5e-6d1f6a1d0009';
export const INCIDENT = 'bb10b7a6-0f82-456c-af8c-c8942199195b';
export const SUMMARY_TS = '9.9';

export interface Old {
  readonly sql: string;
  readonly buttons: readonly (readonly [action: string, value: string, user?: string])[];
  readonly modals: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly [command: string, text: string])[];
}

export async function secondRun(dataDir: string, platform: Platform, account: string, old: Old) {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const before = await openDatabase(dataDir);
  await before.exec('drop schema sms_desk cascade');
  await before.exec(old.sql.replaceAll(':account', account));
  const [waited] = await rowsOf(before, 'select id, sealed_message from sms_desk.settlings');
  await before.exec(due(account, yesterday));
  await before.close();
  // Without SECRET_KEY, the bot uses the key in the folder.
  await writeFile(join(dataDir, 'secret.key'), `${KEY.toString('base64')}\n`);
  const { t } = JSON.parse(open('status.settle', `${waited?.sealed_message}`) ?? '{}');
  platform.entries.splice(-1, 1, { at: new Date(t) });

  const key = `summary:${yesterday}:all`;
  const left = { ts: SUMMARY_TS, metadata: { event_type: 'sms_desk_post', event_payload: { key } } };
  const slack = await startSlackStandIn({ C13: [{ ts: '1.1' }, left] });
  const asked = platform.asked.length;
  const bot = await startTestBot(slack, {
    SMS_BASE_URL: platform.url,
    SMS_AUTH_URL: platform.url,
    SMS_CLIENT_ID: 'client',
    SMS_CLIENT_SECRET: 'secret of the client',
    SMS_SENDERS: '56001=OTP',
    DATA_DIR: dataDir,
  });

  /** The changes of the message with this timestamp. */
  const changesOf = (ts: string) =>
    slack.calls.filter(({ method, body }) => method === 'chat.update' && body.ts === ts);
  const postsWith = (text: string) =>
    slack.calls.filter(
      ({ method, body }) => method === 'chat.postMessage' && JSON.stringify(body).includes(text),
    );
  await awaited(() => changesOf(SUMMARY_TS).length);
  await awaited(() => postsWith('"settled:').length);
  await awaited(() => postsWith(`"incident:${INCIDENT}"`).length);
  await awaited(() => postsWith('subscription.paused').length);
  await awaited(() => postsWith('watch.paused').length);
  await awaited(() => findAll(slack.calls, 'block_id').includes('long'));

  const stale = await bot.press('status.refresh', 'made by nobody');
  const unknown = await bot.press('made.by.nobody', '');
  const nonsense: Record<string, Answered> = {};
  for (const command of ['/sms-status', '/sms-report', '/sms-check']) {
    nonsense[command] = await bot.command(command, 'zzz qqq');
  }
  const figures = await bot.command('/sms-report', OLD_DAY);
  const table = await bot.press('report.csv', buttonsIn(figures.said)['report.details'] ?? '');
  const askedForFigures = platform.asked.slice(asked).filter(({ body }) => body.desde === OLD_DAY);

  const commands: Record<string, Answered> = {};
  for (const [command, text] of old.commands)
    commands[`${command} ${text}`] = await bot.command(command, text);
  const pressed: {
    readonly action: string;
    readonly value: string;
    readonly answered: Answered;
    readonly errors: readonly Json[];
  }[] = [];
  for (const [action, value, user] of old.buttons) {
    const from = bot.lines().length;
    const answered = await bot.press(action, value, user);
    const errors = bot
      .lines()
      .slice(from)
      .filter(({ level, name }) => level === 'error' && name === action);
    pressed.push({ action, value, answered, errors });
  }
  await awaited(() => postsWith(`"incident:${INCIDENT}:2"`).length);
  /** The old sealed value with a new address for the answer, because the old server is gone. */
  const modalOf = (callback_id: string, at: string): Json => {
    const origin = JSON.parse(open('modal', old.modals[callback_id] ?? '') ?? '{}');
    return { callback_id, private_metadata: seal('modal', { ...origin, responseUrl: `${slack.url}${at}` }) };
  };
  const changed = await bot.choose(modalOf('status.form', '/answers/a'), 'status.form.way', 'reference');
  const option = (value: string) => ({ selected_option: { value } });
  const forms = {
    'status.form': await bot.submit(
      modalOf('status.form', '/answers/a'),
      { number: { value: '56912345678' }, period: option(OLD_DAY) },
      '/answers/a',
    ),
    'report.form': await bot.submit(
      modalOf('report.form', '/answers/b'),
      { period: option('yesterday'), days: { value: OLD_DAY }, compare: option('nothing') },
      '/answers/b',
    ),
    'subscription.form': await bot.submit(
      modalOf('subscription.form', '/answers/c'),
      { time: { selected_time: '10:30' }, zone: option('UTC'), language: option('es') },
      '/answers/c',
    ),
  };
  const ended = await bot.stop();
  slack.close();
  const after = await openDatabase(dataDir);
  const rows = async (sql: string): Promise<Row[]> => rowsOf(after, sql);
  const found = {
    tables: await tablesOf(after),
    undone: await rows(
      `select name, data from sms_desk_jobs.job where id::text like '00000000-0000-4000%' and state <> 'completed'`,
    ),
    incident: await rows(
      `select kind, person, name from sms_desk.incident_events where incident = '${INCIDENT}' order by number`,
    ),
    runs: await rows('select id, state from sms_desk.long_runs order by id'),
    settlings: await rows('select id from sms_desk.settlings'),
    subscriptions: await rows(
      'select number, state, time, language from sms_desk.subscriptions order by number',
    ),
    watches: await rows('select number, state from sms_desk.watches order by number'),
  };
  await after.close();
  return {
    slack,
    lines: bot.lines(),
    ended,
    stale,
    unknown,
    nonsense,
    figures,
    table,
    askedForFigures,
    commands,
    pressed,
    changed,
    forms,
    found,
    changesOf,
    postsWith,
    waitedId: `${waited?.id}`,
  };
}

export type SecondRun = Awaited<ReturnType<typeof secondRun>>;
