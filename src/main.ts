import { createApp } from './app/create-app.ts';
import { explainStartFailure } from './app/start-failure.ts';
import { type Config, loadBotConfig, type SeveralConfig } from './config.ts';

let config: Config | SeveralConfig | undefined;

/** A signal later than this after the first forces the exit: `npm start` sends two for one Ctrl-C. */
const ONE_STOP_MS = 1000;

async function main(): Promise<void> {
  config = await loadBotConfig(process.env);
  const app = await createApp(config);
  const started = app.start();
  let stoppingSinceMs: number | undefined;
  // A signal during the start stops the bot after the start.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSinceMs !== undefined) {
        if (performance.now() - stoppingSinceMs > ONE_STOP_MS) process.exit(1);
        return;
      }
      stoppingSinceMs = performance.now();
      started.then(app.stop).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  await started;
  void app.prepare();
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStartFailure(error, config)}\n`);
  process.exit(1);
});
