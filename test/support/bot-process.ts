import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { explainStartFailure } from '../../src/app/start-failure.ts';
import { loadBotConfig } from '../../src/config.ts';
import { botSettings, createTestWorkspace, people } from './desk.ts';
import { recordLog } from './log.ts';
import { start } from './process.ts';
import { servePlatform } from './server.ts';
import { directoryWithDatabase } from './store.ts';

export async function startBot(
  changes: Record<string, string> = {},
  handlers: Parameters<typeof servePlatform>[0] = {},
) {
  const platform = await servePlatform(handlers);
  const slack = createTestWorkspace();
  const { apiUrl } = await slack.start();
  const settings = await openSettings(apiUrl, platform.url, changes);
  const startNext = () => start('src/main.js', [], settings);
  const bot = startNext();
  const listening = async (to = bot) => {
    const [, port] = await to.printed(/"port":(\d+)/);
    slack.connect(`http://127.0.0.1:${port}/slack/events`);
  };
  const ask = () =>
    slack.command({
      person: people.agent.id,
      channel: 'C1',
      command: '/sms-status',
      text: '912345678 2026-11-18',
    });
  return { platform, slack, bot, startNext, listening, ask };
}

/** Starts the bot in this process. @returns the failure, as the process would print it */
export async function startFailure(changes: Record<string, string>): Promise<string> {
  const platform = await servePlatform();
  const { apiUrl } = await createTestWorkspace().start();
  const env = await openSettings(apiUrl, platform.url, changes);
  let config: Awaited<ReturnType<typeof loadBotConfig>> | undefined;
  try {
    config = await loadBotConfig(env);
    const app = await createApp(config, { log: recordLog().log });
    onTestFinished(() => app.stop());
    await app.start();
  } catch (error) {
    return explainStartFailure(error, config);
  }
  throw new Error('the bot started');
}

/** Settings with a folder that already has a database, because creation takes three seconds, and its key. */
export async function settingsWithDatabase() {
  return { DATA_DIR: await directoryWithDatabase(), SECRET_KEY: randomBytes(32).toString('base64') };
}

async function openSettings(apiUrl: string, platformUrl: string, changes: Record<string, string>) {
  return {
    ...botSettings(apiUrl, platformUrl),
    ...('DATA_DIR' in changes ? {} : await settingsWithDatabase()),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
    LOG_LEVEL: 'debug',
    READ_AHEAD: 'no',
    ...changes,
  };
}
