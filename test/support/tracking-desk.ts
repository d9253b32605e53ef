import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Timings } from '../../src/runtime/timings.ts';
import type { Database } from '../../src/store/database.ts';
import { createMessageTracking } from '../../src/store/posting/message-tracking.ts';
import type { StoryName } from '../../tools/sandbox/index.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from './desk.ts';
import { createRunningClock, publicPosts, startRunningPlatform } from './running-platform.ts';
import { numberOf, settingsFor } from './sandbox.ts';

/** Long, because some jobs run once a minute. */
const PATIENCE_MS = 100_000;

/** A platform, a workspace and a database for bots that track messages, with a running clock that can be moved. */
export async function createTrackingDesk(
  database: Database,
  at: string,
  /** Slack's clock. Use real time if the bot searches for a message by its time. */
  { slackNow, timings }: { readonly slackNow?: () => Date; readonly timings?: Partial<Timings> } = {},
) {
  // Open the database before the clock starts.
  await database.open();
  const { now, moveTo } = createRunningClock(at);
  const { platform, rows } = await startRunningPlatform(database, now, 50);
  const slack = createTestWorkspace('http', { now: slackNow ?? now });
  const trackedMessages = createMessageTracking(rows);
  const { posts } = publicPosts(slack);
  const directTo = (who: keyof typeof directChannels) => posts(directChannels[who]);

  const rowsOf = async (schema: string, table: string) =>
    (await sql`select * from ${sql.id(schema, table)}`.execute(database.db)).rows;

  return {
    ...platform,
    slack,
    trackedMessages,
    moveTo,
    startBot: (env: Record<string, string> = {}): Promise<Desk> =>
      startDesk(platform.url, {
        slack,
        env: { ...settingsFor(platform.sandbox, platform.url), SMS_TIMEOUT_SECONDS: '60', ...env },
        overrides: { now, database, doesDueWork: true, ...(timings ? { timings } : {}) },
      }),
    /** Looks a number up and presses the button under its newest message. @returns the answer to the press */
    async waitFor(desk: Desk, story: StoryName, who: keyof typeof directChannels = 'agent') {
      const answer = await desk.ask(`${numberOf(story)} today`, people[who]);
      await slack.click({ person: people[who].id, message: answer, actionId: 'status.settle' });
      await desk.requestsFinished();
      const messages = slack.messages({ person: people[who].id }).filter(({ visibleTo }) => visibleTo);
      return messages.at(-1) ?? answer;
    },
    directTo,
    /** Waits until the direct messages match these texts. */
    until: (who: keyof typeof directChannels, ...texts: readonly RegExp[]) =>
      slack.until(
        () => {
          const messages = directTo(who);
          const isSo = texts.every((text, index) => text.test(messages[index]?.text ?? ''));
          return isSo && messages.length === texts.length ? messages : undefined;
        },
        { description: texts.join(', then '), timeoutMs: PATIENCE_MS },
      ),
    /** All rows of tracked messages, as text. */
    async storedRows(): Promise<string> {
      const work = await rowsOf(`${database.schema}_jobs`, 'job');
      expect(work).not.toEqual([]);
      return JSON.stringify([
        await rowsOf(database.schema, 'settlings'),
        await rowsOf(database.schema, 'posts'),
        work,
      ]);
    },
    /** Waits until no poll of a tracked message is running. */
    async whenChecked() {
      const leased = () =>
        database.db
          .selectFrom('settlings')
          .where('account', '=', rows.account)
          .where((is) => is.or([is('looks', '=', 0), is('leased_until', '>', now())]))
          .selectAll()
          .execute();
      await expect.poll(leased, { timeout: PATIENCE_MS }).toEqual([]);
    },
    /** Waits until no message is tracked. */
    async whenOver() {
      const left = () =>
        database.db.selectFrom('settlings').where('account', '=', rows.account).selectAll().execute();
      await expect.poll(left, { timeout: PATIENCE_MS }).toEqual([]);
    },
  };
}

const directChannels = { agent: channels.direct.id, agente: channels.directo.id } as const;
