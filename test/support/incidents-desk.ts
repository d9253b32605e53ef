import { expect } from 'vitest';
import type { Timings } from '../../src/runtime/timings.ts';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { createWatches, type NewWatch } from '../../src/store/channels/watches.ts';
import type { Database } from '../../src/store/database.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { aDesk, aWorkspace, channels, type Desk } from './desk.ts';
import { aRunningClock, aRunningPlatform, publicPosts } from './running-platform.ts';
import { settingsFor } from './sandbox.ts';
import { type SteadyOperator, steadyTraffic } from './steady-traffic.ts';

/** Three good checks end an incident; shares of few messages vary. */
const MOST_CHECKS = 12;

const onTheDay = (time: string) => new Date(`2026-11-18T${time}Z`);

/** Time between two checks where reading is quick. */
const CHECKED_EVERY_MS = 5 * 60_000;

/** Long: tests do not measure this machine. */
export const soon = { timeout: 120_000, interval: 50 };

interface ShiftOptions {
  readonly perDay?: number;
  /** Messages a quarter of an hour at each operator that checks see; 90 unless told. */
  readonly perQuarter?: number;
  /** Checks see the platform's own traffic, and not what is always the same. */
  readonly isReal?: boolean;
  /** Slack's clock; the real one where the bot searches for a message by its time. */
  readonly slackNow?: () => Date;
  readonly timings?: Partial<Timings>;
}

/** A clock that runs, from noon in Chile on, and can be moved to a time of that day. */
export function aShiftsClock() {
  const { now, moveTo } = aRunningClock('2026-11-18T15:00:00Z');
  return { now, moveTo: (time: string) => moveTo(`2026-11-18T${time}Z`) };
}

/**
 * A platform at noon in Chile, a workspace and rows for bots that watch, all by one clock that runs and can be moved.
 * What checks see is always the same but for what a test lets go wrong.
 */
export async function aShift(
  database: Database,
  { perDay = 200, perQuarter, isReal = false, slackNow, timings }: ShiftOptions = {},
) {
  const { now, moveTo } = aShiftsClock();
  const steady = steadyTraffic(now, perQuarter === undefined ? {} : { perQuarter });
  const { platform, rows } = await aRunningPlatform(database, now, perDay);
  const slack = aWorkspace('http', { now: slackNow ?? now, escapes: ['/sms-check'] });
  const incidents = createIncidents(rows);
  const incidentPosts = createIncidentPosts(rows);
  const watches = createWatches(rows);

  /** One more bot on the same platform, workspace and database. */
  const aBot = (env: Record<string, string> = {}): Promise<Desk> =>
    aDesk(platform.url, {
      slack,
      env: { ...settingsFor(platform.sandbox, platform.url), SMS_TIMEOUT_SECONDS: '60', ...env },
      overrides: {
        now,
        doesDueWork: true,
        database,
        ...(isReal ? {} : { report: { traffic: steady.traffic } }),
        ...(timings ? { timings } : {}),
      },
      command: '/sms-check',
    });
  const watch = async (changes: Partial<NewWatch> = {}) =>
    (await watches.add({ ...aWatch, ...changes })).watch;
  const { posts, roots, replies } = publicPosts(slack);
  const { brought, checkAt, breakDown } = checksOf({ incidents, incidentPosts, steady, moveTo });

  /** Lets nothing be wrong from that time on, and makes checks until all incidents are over. @returns how many */
  async function recoverFrom(time: string): Promise<number> {
    moveTo(time);
    steady.mends();
    platform.sandbox.setFaults({});
    steady.state.isReachable = true;
    const from = onTheDay(time).getTime();
    for (let checks = 1; checks <= MOST_CHECKS; checks += 1) {
      await checkAt(new Date(from + (10.5 + 5.5 * checks) * 60_000).toISOString().slice(11, 19));
      if ((await incidents.open()).length === 0) return checks;
    }
    throw new Error('it does not recover');
  }

  return {
    ...platform,
    slack,
    steady,
    breakDown,
    recoverFrom,
    incidents,
    incidentPosts,
    watches,
    subscriptions: createSubscriptions(rows),
    moveTo,
    aBot,
    watch,
    posts,
    roots,
    replies,
    brought,
    checkAt,
    /** The only incident, open or ended. */
    async theIncident() {
      const [root] = roots();
      const key = root?.metadata?.event_payload?.key;
      const incident =
        typeof key === 'string' ? await incidents.find(key.replace('incident:', '')) : undefined;
      if (!incident) throw new Error('there is no message of an incident');
      return incident;
    },
  };
}

interface ChecksOptions {
  readonly incidents: ReturnType<typeof createIncidents>;
  readonly incidentPosts: ReturnType<typeof createIncidentPosts>;
  readonly steady: ReturnType<typeof steadyTraffic>;
  readonly moveTo: (time: string) => void;
}

export function checksOf({ incidents, incidentPosts, steady, moveTo }: ChecksOptions) {
  /** Waits until every message is published. */
  const brought = () => expect.poll(() => incidentPosts.toPublish(9), soon).toEqual([]);

  /** Lets the check of that time be made, and its messages be brought. */
  async function checkAt(time: string): Promise<void> {
    const before = await incidents.watching('normal');
    // A bot that has just begun may have made its first check already, a moment before this time.
    const isMade =
      before?.version === 1 && onTheDay(time).getTime() - before.checkedAt.getTime() < CHECKED_EVERY_MS;
    const version = isMade ? 1 : (before?.version ?? 0) + 1;
    moveTo(time);
    await expect.poll(async () => (await incidents.watching('normal'))?.version ?? 0, soon).toBe(version);
    const open = await incidents.open();
    for (const { id } of open) await expect.poll(() => incidentPosts.of(id), soon).not.toEqual([]);
    await brought();
  }

  /** Has these operators deliver nothing that is handed in from 15:02 on, and makes the checks that notice. */
  async function breakDown(...operators: readonly SteadyOperator[]): Promise<void> {
    await checkAt('15:01:00');
    steady.breaks(onTheDay('15:02:00'), ...operators);
    await checkAt('15:06:30');
    await checkAt('15:12:00');
  }

  return { brought, checkAt, breakDown };
}

export type Shift = Awaited<ReturnType<typeof aShift>>;

const aWatch: NewWatch = {
  channel: channels.support.id,
  sensitivity: 'normal',
  zone: 'UTC',
  language: 'en',
  watcher: 'U1',
};
