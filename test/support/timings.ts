import type { Overrides } from '../../src/app/overrides.ts';
import type { Timings } from '../../src/runtime/timings.ts';
import { createMovedClock } from '../../tools/playground/moved-clock.ts';

/** A wait that no test reaches. */
const NEVER_MS = 600_000;

/** Timings of bots in tests: backoff is about fifty times shorter, response timeouts never expire. */
export const testTimings: Partial<Timings> = {
  // Polling the seven queues of a bot every 100 ms costs an embedded database 20 % of a processor.
  jobPollMs: 600,
  jobPollAfterFailureMs: 40,
  queuesRetryMs: 40,
  postGapMs: 1,
  channelGapMs: 1,
  postBusyMs: 100,
  postRetryMs: 200,
  lastChangeRetryMs: 20,
  answerRetryMs: 10,
  incidentBusyMs: 20,
  trackingRetryMs: 1_000,
  auditRetryMs: 100,
  auditGatherMs: 0,
  socketRetryMs: 5,
  workspacesEveryMs: 200,
  installationsTtlMs: 200,
  workspaceRetryMs: 200,
  workingAfterMs: NEVER_MS,
  longAfterMs: NEVER_MS,
  peersTimeoutMs: NEVER_MS,
  homeInterimAfterMs: NEVER_MS,
  replicasTimeoutMs: NEVER_MS,
  sharedCountsTimeoutMs: NEVER_MS,
};

/** Makes the jobs of a bot follow its clock. A stopped clock drifts all the time. */
export const jobsBy = (now: Overrides['now']): Pick<Overrides, 'clock'> =>
  now ? { clock: createMovedClock(now, { checkMs: 20, driftMs: 100 }) } : {};
