import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, startProcess } from './processes.ts';
import { type BenchSlack, BOT_TOKEN, CHANNEL, SIGNING_SECRET, USER_GROUP } from './slack.ts';

export type Bot = Running & AsyncDisposable & { readonly port: number; readonly readyMs: number };

export interface BotOptions {
  readonly slack: Pick<BenchSlack, 'apiUrl'>;
  readonly platformUrl: string;
  /** Where it keeps its data; its own and empty for a first start. */
  readonly folder: string;
  readonly databaseUrl?: string | undefined;
  /** Whether it reads what checks compare with as soon as it has started, as it does unless it is told not to. */
  readonly readsAhead?: boolean;
  /** Where it may be asked; one channel, where left out. */
  readonly channels?: readonly string[];
  /** Whose bot: another state of the project's than this one. */
  readonly root?: string | undefined;
}

const ROOT = join(import.meta.dirname, '..');

/** Starts the bot as in production; resolves when it listens. */
export async function startBot(options: BotOptions): Promise<Bot> {
  return await listening(launchBot(options));
}

/** Starts the least that could answer `/sms-status`, and have a Home. */
export async function startBareBolt({
  slack,
  platformUrl,
}: Pick<BotOptions, 'slack' | 'platformUrl'>): Promise<Bot> {
  const env = {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    SMS_BASE_URL: platformUrl,
  };
  return await listening(startProcess('peers/bare-bolt.ts', { env }), /^listening on (\d+)\n/);
}

/** The bot's process, which may not listen yet. */
export function launchBot(options: BotOptions): Running & AsyncDisposable {
  const { slack, platformUrl, folder, databaseUrl, root = ROOT, readsAhead = false } = options;
  const { channels = [CHANNEL] } = options;
  const env = {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    PORT: '0',
    OPS_PORT: 'off',
    SMS_BASE_URL: platformUrl,
    SMS_EMAIL: 'bench@example.com',
    SMS_PASSWORD: 'bench-password',
    SMS_REPORT_TOKEN: 'bench-report-token',
    // A busy machine may keep the platform waiting.
    SMS_TIMEOUT_SECONDS: '600',
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    DATA_DIR: folder,
    // One person asks it all.
    LIMIT_USAGE: 'no',
    // What is measured is what somebody asks for.
    ...(readsAhead ? {} : { READ_AHEAD: 'no' }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ALLOWED_CHANNELS: channels.join(','),
    ALLOWED_USERGROUPS: USER_GROUP,
  };
  return startProcess(join(root, 'src/main.js'), { env, flags: flagsOf('start', root) });
}

export async function listening(
  running: Running & AsyncDisposable,
  pattern = /"port":(\d+).*listening for Slack/,
): Promise<Bot> {
  const [, port] = await running.printed(pattern);
  return { ...running, port: Number(port), readyMs: performance.now() - running.startedMs };
}

/** What a script of the project gives to Node itself. */
export function flagsOf(script: 'start' | 'playground', root = ROOT): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const words = (scripts as Readonly<Record<string, string>>)[script]?.split(' ') ?? [];
  return words.filter((word) => word.startsWith('--') && !word.startsWith('--env-file'));
}
