import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Timings } from '../../src/runtime/timings.ts';
import type { Database } from '../../src/store/database.ts';
import { createMessageTracking } from '../../src/store/posting/message-tracking.ts';
import type { StoryName } from '../../tools/sandbox/index.ts';
import { aDesk, aWorkspace, channels, type Desk, people } from './desk.ts';
import { aRunningClock, aRunningPlatform, publicPosts } from './running-platform.ts';
import { numberOf, settingsFor } from './sandbox.ts';

/** Long, since some of the work comes around once a minute. */
const PATIENCE_MS = 100_000;

/** The platform, a workspace and a database for bots that wait for messages, all by one clock that runs and can be moved. */
export async function aTrackingDesk(
  database: Database,
  at: string,
  /** Slack's clock; the real one where the bot searches for a message by its time. */
  { slackNow, timings }: { readonly slackNow?: () => Date; readonly timings?: Partial<Timings> } = {},
) {
  // The clock does not run while the database opens.
  await database.open();
  const { now, moveTo } = aRunningClock(at);
  const { platform, rows } = await aRunningPlatform(database, now, 50);
  const slack = aWorkspace('http', { now: slackNow ?? now });
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
    aBot: (env: Record<string, string> = {}): Promise<Desk> =>
      aDesk(platform.url, {
        slack,
        env: { ...settingsFor(platform.sandbox, platform.url), SMS_TIMEOUT_SECONDS: '60', ...env },
        overrides: { now, database, doesDueWork: true, ...(timings ? { timings } : {}) },
      }),
    /** Asks for a number and presses the button under its newest message. @returns what is said beside it */
    async waitFor(desk: Desk, story: StoryName, who: keyof typeof directChannels = 'agent') {
      const answer = await desk.ask(`${numberOf(story)} today`, people[who]);
      await slack.click({ person: people[who].id, message: answer, actionId: 'status.settle' });
      await desk.settled();
      const said = slack.messages({ person: people[who].id }).filter(({ visibleTo }) => visibleTo);
      return said.at(-1) ?? answer;
    },
    directTo,
    /** Waits until the direct messages match these texts. */
    until: (who: keyof typeof directChannels, ...texts: readonly RegExp[]) =>
      slack.until(
        () => {
          const said = directTo(who);
          const isSo = texts.every((text, place) => text.test(said[place]?.text ?? ''));
          return isSo && said.length === texts.length ? said : undefined;
        },
        { description: texts.join(', then '), timeoutMs: PATIENCE_MS },
      ),
    /** All rows about tracked messages, as text. */
    async kept(): Promise<string> {
      const work = await rowsOf(`${database.schema}_jobs`, 'job');
      expect(work).not.toEqual([]);
      return JSON.stringify([
        await rowsOf(database.schema, 'settlings'),
        await rowsOf(database.schema, 'posts'),
        work,
      ]);
    },
    /** Waits until no tracked message is being read. */
    async isLookedAt() {
      const held = () =>
        database.db
          .selectFrom('settlings')
          .where('account', '=', rows.account)
          .where((is) => is.or([is('looks', '=', 0), is('leased_until', '>', now())]))
          .selectAll()
          .execute();
      await expect.poll(held, { timeout: PATIENCE_MS }).toEqual([]);
    },
    /** Waits until no message is tracked. */
    async isOver() {
      const left = () =>
        database.db.selectFrom('settlings').where('account', '=', rows.account).selectAll().execute();
      await expect.poll(left, { timeout: PATIENCE_MS }).toEqual([]);
    },
  };
}

const directChannels = { agent: channels.direct.id, agente: channels.directo.id } as const;
