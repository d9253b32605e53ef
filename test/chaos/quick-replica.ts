/** The bot as a process, as fast as a workspace that takes a hundred times what Slack takes. */
import { createApp } from '../../src/app/create-app.ts';
import { loadConfig } from '../../src/config.ts';

export const SPEED = 100;

if (import.meta.main) {
  const pace = { perMinute: 300 * SPEED, channelGapMs: 1_000 / SPEED };
  const app = await createApp(loadConfig(process.env), { pace });
  process.on('SIGTERM', () => app.stop().then(() => process.exit(0)));
  await app.start();
}
