import type { Timings } from '../../src/runtime/timings.ts';

/** A wait that no test reaches. */
const NEVER_MS = 600_000;

/** Waits of the bots in tests: those between two attempts about fifty times shorter, those for an answer never over. */
export const testTimings: Partial<Timings> = {
  // A tenth of a second costs an embedded database a fifth of a processor, for the seven queues of one bot.
  jobPollMs: 600,
  jobPollAfterFailureMs: 40,
  queuesRetryMs: 40,
  clockCheckMs: 20,
  // A clock that stands still goes apart all the time.
  clockDriftMs: 100,
  postGapMs: 1,
  channelGapMs: 1,
  postBusyMs: 100,
  postRetryMs: 200,
  lastChangeRetryMs: 20,
  incidentBusyMs: 20,
  trackingRetryMs: 1_000,
  auditRetryMs: 100,
  socketRetryMs: 5,
  workspacesEveryMs: 200,
  installationsRememberedMs: 200,
  workspaceRetryMs: 200,
  workingAfterMs: NEVER_MS,
  longAfterMs: NEVER_MS,
  peersWithinMs: NEVER_MS,
  replicasWithinMs: NEVER_MS,
  sharedCountsWithinMs: NEVER_MS,
};
