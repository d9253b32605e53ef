import type { Config } from '../config.ts';
import type { Bots } from './bots.ts';
import type { Overrides } from './overrides.ts';
import type { Platforms } from './platforms.ts';
import type { ProcessParts } from './process-parts.ts';
import { warnWhereNobodyMayAsk } from './start-warnings.ts';
import { createWorkspaceBot } from './workspace-bot.ts';

interface OnlyBotOptions {
  readonly parts: ProcessParts;
  readonly platforms: Platforms;
  readonly overrides: Overrides;
}

/** A company's own app, with the token that Slack gave out for its one workspace: it runs as long as the process. */
export function createOnlyBot(config: Config, { parts, platforms, overrides }: OnlyBotOptions): Bots {
  const { runtime, storage, connection } = parts;
  const platform = platforms.take(config.platform);
  const bot = createWorkspaceBot({
    config,
    runtime,
    overrides,
    storage,
    platform,
    account: platform.upstream.account,
    receiver: connection.receiver,
    botToken: config.slack.botToken,
  });
  return {
    running: () => [bot],
    async start() {
      await bot.slack.signIn();
      warnWhereNobodyMayAsk(config.access, runtime.log);
    },
    begin: (mayHaveLeftBehind) => (mayHaveLeftBehind ? bot.scheduleDueWork() : undefined),
    async warmUp() {
      await bot.openDatabase();
    },
    prepare: bot.prepare,
    answered: bot.slack.inFlight.ended,
    async stop() {},
  };
}
