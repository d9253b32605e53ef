/** The bot as a process, at a pace for a workspace that accepts a hundred times Slack's rate. */
import { createApp } from '../../src/app/create-app.ts';
import { loadConfig } from '../../src/config.ts';
import { TIMINGS } from '../../src/runtime/timings.ts';

export const SPEED = 100;

if (import.meta.main) {
  const { postGapMs, channelGapMs } = TIMINGS;
  const timings = { postGapMs: postGapMs / SPEED, channelGapMs: channelGapMs / SPEED };
  const app = await createApp(loadConfig(process.env), { timings });
  process.on('SIGTERM', () => app.stop().then(() => process.exit(0)));
  await app.start();
}
