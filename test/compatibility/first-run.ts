/** The current bot on an empty folder: uses everything that it registers once, and records what it sends and stores. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import {
  CLOSED_CHANNEL,
  type Entry,
  type Json,
  post,
  type Slack,
  startBot,
  startPlatformStandIn,
  startRedisStandIn,
  startSlackStandIn,
} from './stand-ins.ts';

/** The key of old sealed values and rows, for this suite only. */
export const KEY = Buffer.alloc(32, 7);
const SIGNING_SECRET = 'a secret of this suite';
const SOON = { timeout: 20_000, interval: 20 };

/** Waits without a failure: the test of a missing value reports it. */
export const awaited = (come: () => unknown) => vi.waitUntil(come, SOON).catch(() => undefined);

/** All values with this name in a JSON value, in order. */
export function findAll(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => findAll(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [
    ...(key === name ? [one] : []),
    ...findAll(one, name),
  ]);
}

/** The buttons and menus in messages: each action with its first value. */
export function buttonsIn(said: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { action_id: id, value: own, options } = value as Json;
    const [first] = Array.isArray(options) ? options : [];
    if (typeof id === 'string') found[id] ??= `${own ?? first?.value ?? ''}`;
    for (const one of Object.values(value)) visit(one);
  };
  visit(said);
  return found;
}

export interface Answered {
  readonly status: number;
  /** The messages sent to the `response_url`. */
  readonly said: readonly Json[];
  /** The modal that was opened, or changed. */
  readonly modal?: Json;
}

/** Starts the bot. Returns functions that send it Slack's requests. */
export async function startTestBot(slack: Slack, env: Readonly<Record<string, string>>) {
  const bot = startBot({
    SLACK_BOT_TOKEN: 'xoxb-of-this-suite',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: `${slack.url}/api/`,
    PORT: '0',
    OPS_PORT: 'off',
    SMS_EMAIL: 'suite@example.com',
    SMS_PASSWORD: 'password of this suite',
    SMS_REPORT_TOKEN: 'report token of this suite',
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: 'S1',
    ...env,
  });
  const port = () => {
    if (bot.child.exitCode !== null) throw new Error(`the bot ended: ${bot.written.stderr}`);
    return Number(bot.lines().find((line) => 'port' in line)?.port);
  };
  await vi.waitUntil(port, { ...SOON, timeout: 60_000 });
  let asked = 0;
  const answered = () => bot.lines().filter(({ ref, tookMs }) => ref && tookMs !== undefined).length;

  /** Sends a request and waits until the log says that it is answered; `isAnswered: false` does not wait. */
  async function ask(about: (urls: { response_url: string; trigger_id: string }) => Json, isAnswered = true) {
    asked += 1;
    const [path, trigger, before] = [`/answers/${asked}`, `T${asked}`, answered()];
    const body = about({ response_url: `${slack.url}${path}`, trigger_id: trigger });
    const form = 'command' in body ? body : { payload: JSON.stringify(body) };
    const status = await post(
      port(),
      SIGNING_SECRET,
      new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, `${value}`])),
    );
    const isOpened = ({ method, body: { trigger_id: own } }: (typeof slack.calls)[number]) =>
      method === 'views.open' && own === trigger;
    if (status === 200 && isAnswered) await awaited(() => answered() > before);
    const modal = slack.calls.find(isOpened)?.body.view as Json | undefined;
    return { status, path, said: slack.answersAt(path), ...(modal ? { modal } : {}) };
  }
  const place = { team: { id: 'T1' }, channel: { id: 'C1' } };
  return {
    ...bot,
    command: (command: string, text: string, isAnswered = true) =>
      ask((urls) => ({ command, text, user_id: 'U1', channel_id: 'C1', team_id: 'T1', ...urls }), isAnswered),
    press: (action_id: string, value: string, user = 'U1') =>
      ask((urls) => ({
        type: 'block_actions',
        user: { id: user },
        ...place,
        ...urls,
        message: { ts: PRESSED_TS },
        actions: [{ type: 'button', block_id: 'b', action_id, value, action_ts: '1' }],
      })),
    /** Chooses an option in a form. Returns the form that the bot has changed. */
    async choose(view: Json, action_id: string, value: string): Promise<Json | undefined> {
      const changes = () => slack.calls.filter(({ method }) => method === 'views.update');
      const before = changes().length;
      const action = { type: 'static_select', block_id: 'b', action_id, selected_option: { value } };
      const { status } = await ask(
        (urls) => ({
          type: 'block_actions',
          user: { id: 'U1' },
          team: place.team,
          ...urls,
          view: { id: 'V1', hash: 'h', ...view, state: { values: { way: { [action_id]: action } } } },
          actions: [{ ...action, action_ts: '1' }],
        }),
        false,
      );
      if (status !== 200) return undefined;
      await awaited(() => changes().length > before);
      return changes().at(-1)?.body.view as Json;
    },
    /** Submits a form with values by block. @returns the messages at the address of the first request */
    async submit(view: Json, fields: Readonly<Record<string, Json>>, at: string): Promise<Answered> {
      const values = Object.fromEntries(Object.entries(fields).map(([id, field]) => [id, { value: field }]));
      const { status } = await ask(() => ({
        type: 'view_submission',
        user: { id: 'U1' },
        team: place.team,
        view: { id: 'V1', hash: 'h', type: 'modal', ...view, state: { values } },
      }));
      return { status, said: slack.answersAt(at) };
    },
    async stop() {
      bot.child.kill('SIGTERM');
      return bot.ended;
    },
  };
}

export type Bot = Awaited<ReturnType<typeof startTestBot>>;

/** The timestamp of the message with the pressed button. */
export const PRESSED_TS = '1763400000.000100';

/** Old days never change, and the message of an hour ago has no final status. */
export const OLD_DAY = '2025-03-10';
const LONG_DAY = '2025-06-01';
/** Enough channels for a second page. */
const MORE_CHANNELS = Array.from({ length: 11 }, (_, index) => `C${index + 11}`);
const oldEntries = Array.from(
  { length: 30 },
  (_, index): Entry => ({ at: new Date(Date.parse(`${OLD_DAY}T12:00:00Z`) + index * 60_000) }),
);

/** The platform of both runs. Its address is part of the account name, which is in every row. */
export async function startPlatform() {
  const pausedDays = new Map<string, Promise<unknown>>();
  const pending = { at: new Date(Math.floor(Date.now() / 1000 - 3600) * 1000), isPending: true };
  const entries: Entry[] = [...oldEntries, pending];
  return { ...(await startPlatformStandIn(() => entries, pausedDays)), entries, pausedDays };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Uses everything once. `tokens` are those that another replica has stored in Redis. */
export async function firstRun(platform: Platform, tokens: ReadonlyMap<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sms-desk-compatibility-'));
  const slack = await startSlackStandIn();
  const { pausedDays } = platform;
  const redis = await startRedisStandIn(new Map(tokens));
  const bot = await startTestBot(slack, {
    SMS_BASE_URL: platform.url,
    SMS_AUTH_URL: platform.url,
    SMS_CLIENT_ID: 'client',
    SMS_CLIENT_SECRET: 'secret of the client',
    SMS_SENDERS: '56001=OTP',
    DATA_DIR: dataDir,
    REDIS_URL: redis.url,
    SECRET_KEY: KEY.toString('base64'),
  });
  const steps: Record<string, Answered> = {};
  const buttons: Record<string, string> = {};
  const step = async (name: string, answer: Promise<Answered>) => {
    const answered = await answer;
    steps[name] = answered;
    for (const [id, value] of Object.entries(buttonsIn([answered, slack.calls]))) buttons[id] ??= value;
    return answered;
  };
  const press = (id: string, value = buttons[id] ?? 'not seen') => step(id, bot.press(id, value));
  const posted = (key: RegExp) => () =>
    slack.calls.some(({ body }) => key.test(JSON.stringify(body.metadata ?? '')));

  await step('number', bot.command('/sms-status', `56912345678 ${OLD_DAY}`));
  for (const id of ['status.older', 'status.newer', 'status.details']) await press(id);
  // Rare actions are in a menu now; they were buttons in old messages.
  for (const id of ['status.refresh', 'status.csv', 'status.share'])
    await press(id, buttons['status.details']);
  await step('reference', bot.command('/sms-status', `${OLD_DAY} ref-1`));
  await step('id', bot.command('/sms-status', 'id abc-1'));
  await step('on its way', bot.command('/sms-status', '56912345678 last 2 days'));
  await press('status.settle');
  await awaited(posted(/settling:/));

  const form = await step('status form', bot.command('/sms-status', ''));
  const changed = await bot.choose(form.modal ?? {}, 'status.form.way', 'reference');
  steps['status form by reference'] = { status: 200, said: [], ...(changed ? { modal: changed } : {}) };
  const filled = { number: { value: '56912345678' }, period: { selected_option: { value: OLD_DAY } } };
  const asked = await bot.command('/sms-status', '');
  await step('status form sent', bot.submit(asked.modal ?? {}, filled, asked.path));

  await step('report', bot.command('/sms-report', OLD_DAY));
  for (const id of ['report.refresh', 'report.details']) await press(id);
  for (const id of ['report.csv', 'report.share']) await press(id, buttons['report.details']);
  await step('report of a sender', bot.command('/sms-report', `${OLD_DAY} from OTP to 56912345678`));
  await step('report form', bot.command('/sms-report', ''));

  await step('subscribe', bot.command('/sms-report', 'subscribe 09:00'));
  await step('subscribe to a closed channel', bot.command('/sms-report', `subscribe <#${CLOSED_CHANNEL}>`));
  for (const id of MORE_CHANNELS) await bot.command('/sms-report', `subscribe <#${id}>`);
  await step('subscriptions', bot.command('/sms-report', 'subscriptions'));
  for (const id of ['subscription.next', 'subscription.previous']) await press(id);
  await press('subscription.add');
  await press('subscription.change');
  await press('subscription.again');
  await press('subscription.send', buttons['subscription.change']);
  await awaited(posted(/summary:.*:details/));
  await press('subscription.pause', buttons['subscription.change']);
  await press('subscription.resume');
  await press('subscription.more', `removing.${buttons['subscription.change']}`);

  await step('check', bot.command('/sms-check', ''));
  for (const id of ['check.refresh', 'check.evidence']) await press(id);
  await press('check.share', '*');
  await press('check.rehearse', '7');
  await step('no watches', bot.command('/sms-check', 'watches'));
  await press('watch.add');
  for (const id of MORE_CHANNELS) await bot.command('/sms-check', `watch <#${id}>`);
  await step('watch a closed channel', bot.command('/sms-check', `watch <#${CLOSED_CHANNEL}>`));
  await step('watches', bot.command('/sms-check', 'watches'));
  for (const id of ['watch.next', 'watch.previous', 'watch.again']) await press(id);
  await press('watch.pause', buttons['watch.change']);
  await press('watch.resume');
  await press('watch.more', `removing.${buttons['watch.change']}`);
  await press('watch.elsewhere');
  await press('watch.change');

  const hold = Promise.withResolvers<void>();
  pausedDays.set(LONG_DAY, hold.promise);
  // On a slow machine, an earlier report has such a button, too.
  const before = slack.calls.length;
  const cancel = () => buttonsIn(slack.calls.slice(before))['long.cancel'];
  await bot.command('/sms-report', LONG_DAY, false);
  await awaited(cancel);
  await press('long.cancel', cancel());
  hold.resolve();

  const { code } = await bot.stop();
  for (const { close } of [slack, redis]) close();
  return { dataDir, slack, steps, buttons, code, lines: bot.lines(), redisRows: redis.rows };
}

export type FirstRun = Awaited<ReturnType<typeof firstRun>>;
