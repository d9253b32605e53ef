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
}

/** Starts the bot as in production, with default settings. */
export async function startBot({ slack, platformUrl, folder, databaseUrl }: BotOptions): Promise<Bot> {
  return await started(/"port":(\d+).*listening for Slack/, '../src/main.js', {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    PORT: '0',
    SMS_BASE_URL: platformUrl,
    SMS_EMAIL: 'bench@example.com',
    SMS_PASSWORD: 'bench-password',
    SMS_REPORT_TOKEN: 'bench-report-token',
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    DATA_DIR: join(folder),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ALLOWED_CHANNELS: CHANNEL,
    ALLOWED_USERGROUPS: USER_GROUP,
  });
}

/** Starts the least that could answer `/sms-status`. */
export async function startBareBolt({
  slack,
  platformUrl,
}: Pick<BotOptions, 'slack' | 'platformUrl'>): Promise<Bot> {
  return await started(/listening on (\d+)/, 'peers/bare-bolt.ts', {
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
    SMS_BASE_URL: platformUrl,
  });
}

async function started(ready: RegExp, script: string, env: Readonly<Record<string, string>>): Promise<Bot> {
  const startedMs = performance.now();
  const running = startProcess(script, [], env);
  const [, port] = await running.printed(ready);
  return { ...running, port: Number(port), readyMs: performance.now() - startedMs };
}
