import { createApp } from '../../src/app/create-app.ts';
import type { Overrides } from '../../src/app/overrides.ts';
import { type Environment, loadConfig } from '../../src/config.ts';
import type { AuditEntry } from '../../src/domain/audit.ts';
import { createSlackServer, type SlackServer } from '../../tools/fake-slack/slack-api/slack-server.ts';
import { readManifest } from '../../tools/fake-slack/workspace/manifest.ts';
import {
  createWorkspace,
  type LocalMessage,
  type Person,
  type Workspace,
  type WorkspaceOptions,
} from '../../tools/fake-slack/workspace/workspace.ts';
import { recordAudit, recordAuditedLine } from './audit.ts';
import { recordLog } from './log.ts';
import { recordHidden, recordSent } from './sent-run.ts';
import { type Surfaces, surfacesOf } from './surfaces.ts';
import { jobsBy, testTimings } from './timings.ts';
import { whenOver } from './when-over.ts';

const { steps } = await readManifest();

export const SIGNING_SECRET = 'canary-signing-secret';

/** Timeout of acknowledgements and of waits for a state; below the timeout of a test. */
const PATIENCE_MS = 50_000;

/** Two people with access, in two languages, and others without. */
export const people = {
  agent: { id: 'U1', name: 'ana', locale: 'en-US', zone: 'UTC', userGroups: ['S1'] },
  agente: { id: 'U2', name: 'bea', locale: 'es-CL', zone: 'America/Santiago', userGroups: ['S1'] },
  outsider: { id: 'U3', name: 'cleo', locale: 'en-US', zone: 'UTC', userGroups: ['S2'] },
  stranger: {
    id: 'U4',
    name: 'dan',
    locale: 'en-US',
    zone: 'UTC',
    teamId: 'T9',
    isStranger: true,
    userGroups: ['S1'],
  },
  guest: { id: 'U5', name: 'eva', locale: 'en-US', zone: 'UTC', isRestricted: true, userGroups: ['S1'] },
  singleChannelGuest: {
    id: 'U6',
    name: 'flo',
    locale: 'en-US',
    zone: 'UTC',
    isUltraRestricted: true,
    userGroups: ['S1'],
  },
  leaver: { id: 'U7', name: 'gus', locale: 'en-US', zone: 'UTC', isDeactivated: true, userGroups: ['S1'] },
  robot: { id: 'U8', name: 'robot', locale: 'en-US', zone: 'UTC', isBot: true, userGroups: ['S1'] },
  slackbot: { id: 'USLACKBOT', name: 'slackbot', locale: 'en-US', zone: 'UTC', userGroups: ['S1'] },
} as const satisfies Record<string, Person>;

const userGroups = [
  { id: 'S1', handle: 'support' },
  { id: 'S2', handle: 'on-call' },
] as const;

export const channels = {
  support: { id: 'C1', name: 'support' },
  random: { id: 'C2', name: 'random' },
  withoutBot: { id: 'C3', name: 'without-bot', hasBot: false },
  archived: { id: 'C4', name: 'archived', isArchived: true },
  restricted: { id: 'C5', name: 'restricted', isRestricted: true },
  shared: { id: 'C6', name: 'shared', isExternallyShared: true },
  direct: { id: 'D1', name: 'directmessage', isDm: true, person: 'U1' },
  directo: { id: 'D2', name: 'directmessage', isDm: true, person: 'U2' },
} as const;

export interface Desk extends Surfaces {
  readonly slack: Workspace;
  /** Types the desk's command and waits until the bot is idle. Resolves with the last message for that person. */
  ask(text: string, who?: Person, channelId?: string): Promise<LocalMessage>;
  requestsFinished(): Promise<void>;
  prepare(): Promise<void>;
  stop(): Promise<void>;
  readonly url: string;
  /** The operations server, if `OPS_PORT` turns it on. */
  readonly opsUrl: string;
  readonly logLines: readonly Record<string, unknown>[];
  /** Audit entries, unless `storesAudit`. */
  readonly audited: readonly AuditEntry[];
}

interface DeskOptions {
  readonly env?: Environment;
  readonly overrides?: Partial<Overrides>;
  /** The workspace of another bot, to replace it or to run as a second replica. */
  readonly slack?: Workspace;
  /** The command that `ask` types. Default: `/sms-status`. */
  readonly command?: string;
  /** Write the audit to the database, as in production, not to memory. */
  readonly storesAudit?: boolean;
  readonly transport?: Transport;
}

export type Transport = 'http' | 'socket_mode';

export const APP_TOKEN = 'xapp-canary';

/** `server` is shared with other workspaces. */
export function createTestWorkspace(
  delivery: Transport = 'http',
  changes: Partial<WorkspaceOptions> = {},
  server?: SlackServer,
): Workspace {
  const options: WorkspaceOptions = {
    signingSecret: SIGNING_SECRET,
    botToken: 'xoxb-canary',
    appToken: APP_TOKEN,
    delivery,
    people: Object.values(people),
    userGroups,
    channels: Object.values(channels),
    events: ['app_mention', 'message.im', 'app_home_opened', 'function_executed'],
    steps,
    acknowledgementTimeoutMs: PATIENCE_MS,
    triggerLifetimeMs: PATIENCE_MS,
    ...changes,
  };
  const slack = createWorkspace(options, server ?? createSlackServer(options));
  whenOver(async () => {
    await slack.stop();
    // Whole numbers are what this one is for.
    const masked = slack.files().filter(({ name }) => !name.startsWith('sms-incident-numbers'));
    for (const { name, content } of masked) recordSent('file', `${name}\n${content}`);
  });
  slack.onExchange(recordHidden);
  return { ...slack, until: (what, options) => slack.until(what, { timeoutMs: PATIENCE_MS, ...options }) };
}

/** The settings that a bot requires. */
export const botSettings = (apiUrl: string, platformUrl: string) => ({
  SLACK_BOT_TOKEN: 'xoxb-canary',
  SLACK_SIGNING_SECRET: SIGNING_SECRET,
  SLACK_API_URL: apiUrl,
  PORT: '0',
  HOST: '127.0.0.1',
  OPS_PORT: 'off',
  SMS_BASE_URL: platformUrl,
  SMS_EMAIL: 'canary@example.com',
  SMS_PASSWORD: 'canary-password',
  SMS_REPORT_TOKEN: 'canary-report-token',
});

/** The bot as in production, with a fake workspace and the platform at `platformUrl`. */
export async function startDesk(
  platformUrl: string,
  {
    env = {},
    overrides = {},
    transport = 'http',
    slack = createTestWorkspace(transport),
    command = '/sms-status',
    storesAudit = false,
  }: DeskOptions = {},
): Promise<Desk> {
  const { apiUrl } = await slack.start();
  const config = loadConfig({
    ...botSettings(apiUrl, platformUrl),
    DATA_DIR: ':memory:',
    SMS_SENDERS: '56001=OTP,56002=Reminders',
    SECRET_KEY: Buffer.alloc(32, 'canary').toString('base64'),
    ALLOWED_CHANNELS: channels.support.id,
    ALLOWED_USERGROUPS: 'S1',
    ...(transport === 'socket_mode' ? { SLACK_APP_TOKEN: APP_TOKEN } : {}),
    ...env,
  });
  const { log, lines } = recordLog(storesAudit ? {} : { onLine: recordAuditedLine });
  const { audit, entries } = recordAudit();
  const bot = await createApp(config, {
    log,
    ...(storesAudit ? {} : { audit }),
    // Opening the queues takes an embedded database 0.17 s: only tests of jobs do so.
    ...(overrides.database ? { doesDueWork: false } : {}),
    ...overrides,
    ...jobsBy(overrides.now),
    timings: { ...testTimings, ...overrides.timings },
  });
  whenOver(() => bot.stop());
  const { port, opsPort } = await bot.start();
  const url = `http://127.0.0.1:${port}/slack/events`;
  if (transport === 'http') slack.connect(url);

  const { requestsFinished } = bot;
  const surfaces = surfacesOf(slack, { requestsFinished, agent: people.agent, channel: channels.support.id });
  return {
    ...surfaces,
    slack,
    url,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    logLines: lines,
    audited: entries,
    requestsFinished,
    prepare: bot.prepare,
    stop: bot.stop,
    ask: (text, who, channelId) => surfaces.type({ command, text }, who, channelId),
  };
}
