import { expect } from 'vitest';
import type { Timings } from '../../src/runtime/timings.ts';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { createWatches, type NewWatch } from '../../src/store/channels/watches.ts';
import type { Database } from '../../src/store/database.ts';
import { createObservations } from '../../src/store/figures/observations.ts';
import { createIncidentFollowers } from '../../src/store/incidents/followers.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { channels, createTestWorkspace, type Desk, startDesk } from './desk.ts';
import { createRunningClock, publicPosts, startRunningPlatform } from './running-platform.ts';
import { settingsFor } from './sandbox.ts';
import { type SteadyOperator, steadyTraffic } from './steady-traffic.ts';

/** Three good checks end an incident; more may be needed, because shares of few messages vary. */
const MOST_CHECKS = 12;

export const onTheDay = (time: string) => new Date(`2026-11-18T${time}Z`);

/** Interval of checks when reads are fast. */
const CHECKED_EVERY_MS = 5 * 60_000;

/** Long, for slow machines. */
export const soon = { timeout: 120_000, interval: 50 };

interface ShiftOptions {
  readonly perDay?: number;
  /** Messages per quarter hour and operator. Default: 90. */
  readonly perQuarter?: number;
  /** First message of the steady traffic. Default: there always was some. */
  readonly trafficSince?: Date;
  /** Use the platform's traffic instead of steady traffic. */
  readonly isReal?: boolean;
  /** Slack's clock. Use real time if the bot searches for a message by its time. */
  readonly slackNow?: () => Date;
  readonly timings?: Partial<Timings>;
}

/** A running clock that starts at noon in Chile and can be moved to a time of that day. */
export function createShiftClock() {
  const { now, moveTo } = createRunningClock('2026-11-18T15:00:00Z');
  return { now, moveTo: (time: string) => moveTo(`2026-11-18T${time}Z`) };
}

/**
 * A platform at noon in Chile, a workspace and a database for bots with watches, with a common running clock that can
 * be moved. The traffic is steady except for the faults of a test.
 */
export async function createShiftDesk(
  database: Database,
  { perDay = 200, perQuarter, trafficSince, isReal = false, slackNow, timings }: ShiftOptions = {},
) {
  const { now, moveTo } = createShiftClock();
  const steady = steadyTraffic(now, {
    ...(perQuarter === undefined ? {} : { perQuarter }),
    ...(trafficSince ? { since: trafficSince } : {}),
  });
  const { platform, rows } = await startRunningPlatform(database, now, perDay);
  const slack = createTestWorkspace('http', { now: slackNow ?? now, escapes: ['/sms-check'] });
  const incidents = createIncidents(rows);
  const incidentPosts = createIncidentPosts(rows);
  const watches = createWatches(rows);

  /** Starts another bot on the same platform, workspace and database. */
  const startBot = (env: Record<string, string> = {}): Promise<Desk> =>
    startDesk(platform.url, {
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
    (await watches.add({ ...newWatch, ...changes })).watch;
  const { posts, roots, replies } = publicPosts(slack);
  /** The message of the first incident. */
  function root() {
    const [first] = roots();
    if (!first) throw new Error('there is no message of an incident');
    return first;
  }
  const { brought, checkAt, breakDown } = checksOf({ incidents, incidentPosts, steady, moveTo });

  /** Ends all faults at that time, and runs checks until all incidents are over. @returns the number of checks */
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
    now,
    steady,
    breakDown,
    recoverFrom,
    incidents,
    incidentFollowers: createIncidentFollowers(rows),
    incidentPosts,
    watches,
    observations: createObservations(rows),
    subscriptions: createSubscriptions(rows),
    moveTo,
    startBot,
    watch,
    posts,
    roots,
    root,
    replies,
    brought,
    checkAt,
    /** The only incident, open or closed. */
    async onlyIncident() {
      const key = root().metadata?.event_payload?.key;
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
  /** Waits until all messages are published. */
  const brought = () => expect.poll(() => incidentPosts.toPublish(9), soon).toEqual([]);

  /** Runs the check of that time, and waits until its messages are published. */
  async function checkAt(time: string): Promise<void> {
    const before = await incidents.watching('normal');
    // A bot that has just started may have run its first check a moment before this time.
    const isMade =
      before?.version === 1 && onTheDay(time).getTime() - before.checkedAt.getTime() < CHECKED_EVERY_MS;
    const version = isMade ? 1 : (before?.version ?? 0) + 1;
    moveTo(time);
    await expect.poll(async () => (await incidents.watching('normal'))?.version ?? 0, soon).toBe(version);
    const open = await incidents.open();
    for (const { id } of open) await expect.poll(() => incidentPosts.of(id), soon).not.toEqual([]);
    await brought();
  }

  /** These operators deliver no messages submitted from 15:02 on; runs the checks that detect it. */
  async function breakDown(...operators: readonly SteadyOperator[]): Promise<void> {
    await checkAt('15:01:00');
    steady.breaks(onTheDay('15:02:00'), ...operators);
    await checkAt('15:06:30');
    await checkAt('15:12:00');
  }

  return { brought, checkAt, breakDown };
}

export type ShiftDesk = Awaited<ReturnType<typeof createShiftDesk>>;

const newWatch: NewWatch = {
  channel: channels.support.id,
  sensitivity: 'normal',
  zone: 'UTC',
  language: 'en',
  watcher: 'U1',
};
