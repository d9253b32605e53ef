import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningScript, startProcess } from './processes.ts';
import { type BenchSlack, BOT_TOKEN, CHANNEL, SIGNING_SECRET, USER_GROUP } from './slack.ts';

export type BenchBot = RunningScript & AsyncDisposable & { readonly port: number; readonly readyMs: number };

export interface BotOptions {
  readonly slack: Pick<BenchSlack, 'apiUrl'>;
  readonly platformUrl: string;
  /** The bot's DATA_DIR: empty for a first start, and not shared with another bot. */
  readonly folder: string;
  readonly databaseUrl?: string | undefined;
  /** READ_AHEAD: read the baseline of checks right after the start. Default: no. */
  readonly readsAhead?: boolean;
  /** ALLOWED_CHANNELS. Default: one channel. */
  readonly channels?: readonly string[];
  /** Root of another checkout of the project. Default: this one. */
  readonly root?: string | undefined;
  /** More of Node's own flags. */
  readonly flags?: readonly string[];
}

const ROOT = join(import.meta.dirname, '..');

/** Starts the bot as in production. Resolves when it listens. */
export async function startBot(options: BotOptions): Promise<BenchBot> {
  return await listening(launchBot(options));
}

/** Starts a minimal Bolt app that answers `/sms-status` and has a Home. */
export async function startBareBolt({
  slack,
  platformUrl,
}: Pick<BotOptions, 'slack' | 'platformUrl'>): Promise<BenchBot> {
  const env = {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    SMS_BASE_URL: platformUrl,
  };
  return await listening(startProcess('peers/bare-bolt.ts', { env }), /^listening on (\d+)\n/);
}

/** Starts the bot's process without waiting until it listens. */
export function launchBot(options: BotOptions): RunningScript & AsyncDisposable {
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
    // The platform may answer slowly on a busy machine.
    SMS_TIMEOUT_SECONDS: '600',
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    DATA_DIR: folder,
    // All requests come from one person.
    LIMIT_USAGE: 'no',
    // Background reads would disturb the measurement.
    ...(readsAhead ? {} : { READ_AHEAD: 'no' }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ALLOWED_CHANNELS: channels.join(','),
    ALLOWED_USERGROUPS: USER_GROUP,
  };
  return startProcess(join(root, 'src/main.js'), {
    env,
    flags: [...flagsOf('start', root), ...(options.flags ?? [])],
  });
}

export async function listening(
  running: RunningScript & AsyncDisposable,
  pattern = /"port":(\d+).*listening for Slack/,
): Promise<BenchBot> {
  const [, port] = await running.printed(pattern);
  return { ...running, port: Number(port), readyMs: performance.now() - running.startedMs };
}

/** Node's own flags in a script of package.json, without `--env-file`. */
export function flagsOf(script: 'start' | 'playground', root = ROOT): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const words = (scripts as Readonly<Record<string, string>>)[script]?.split(' ') ?? [];
  return words.filter((word) => word.startsWith('--') && !word.startsWith('--env-file'));
}
