import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aWorkspace, botSettings, people } from './desk.ts';
import { start } from './process.ts';
import { servePlatform } from './server.ts';

/** The bot as a process, with its workspace and its platform. */
export async function startBot(
  changes: Record<string, string> = {},
  handlers: Parameters<typeof servePlatform>[0] = {},
) {
  const platform = await servePlatform(handlers);
  const slack = aWorkspace();
  const { apiUrl } = await slack.start();
  const bot = start('src/main.js', [], {
    ...botSettings(apiUrl, platform.url),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'sms-desk-')),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
    LOG_LEVEL: 'debug',
    READ_AHEAD: 'no',
    ...changes,
  });
  const listening = async () => {
    const [, port] = await bot.printed(/"port":(\d+)/);
    slack.connect(`http://127.0.0.1:${port}/slack/events`);
  };
  const ask = () =>
    slack.command({
      person: people.agent.id,
      channel: 'C1',
      command: '/sms-status',
      text: '912345678 2026-11-18',
    });
  return { platform, slack, bot, listening, ask };
}
