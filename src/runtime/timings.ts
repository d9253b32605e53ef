import { MINUTE_MS } from './durations.ts';

/** Waits and time limits in milliseconds, injected like the clock. Limits of platform calls are in `upstream`. */
export const TIMINGS = {
  /** Between two polls of a queue for due jobs. */
  jobPollMs: 1_000,
  /** The same, after the database did not answer. */
  jobPollAfterFailureMs: 2_000,
  /** Between two heartbeats of the jobs under way. The queue gives a job to others ten seconds after the last. */
  jobHeartbeatMs: 3_000,
  /** Between two searches for work of a process that died. */
  jobSuperviseMs: 5_000,
  /** Before queues are opened again that could not be opened. */
  queuesRetryMs: 2_000,
  /** Between two comparisons of the injected clock with real time. */
  clockCheckMs: 250,
  /** The injected clock's offset from real time is written to the database when it has changed by this much. */
  clockDriftMs: 250,

  /** Between two posts in all channels together: 300 a minute. Slack takes “several hundred”. */
  postGapMs: 200,
  /** Between two posts in one channel. Slack takes about one a second. */
  channelGapMs: 1_000,
  /** After a post with an unclear result: longer than `slackPostTimeoutMs` and the time until Slack lists a message. */
  postUnclearMs: MINUTE_MS,
  /** Lease of one process for a message. */
  postLeaseMs: MINUTE_MS,
  /** Before a message is tried again that another process has leased. */
  postBusyMs: 5_000,
  /** Before a message is tried again after a failed search for it. */
  postRetryMs: 10_000,
  /** Timeout of a read from Slack. A person waits for it. */
  slackAnswerTimeoutMs: 5_000,
  /** Timeout of a post to Slack. */
  slackPostTimeoutMs: 10_000,
  /** Timeout of a form. Its trigger is valid for three seconds from the person's click. */
  slackFormTimeoutMs: 2_000,
  /** After Slack requested a pause without a duration. */
  slackPauseMs: 30_000,
  /** Before the second attempt of a message's last change. The third and fourth wait three and ten times as long. */
  lastChangeRetryMs: 1_000,

  /** Between two rounds that plan summaries. Each round plans as far ahead. */
  summariesEveryMs: 30_000,
  /** Between two rounds of incidents: checks, snoozes that are over, messages that lag behind. */
  incidentsEveryMs: 30_000,
  /** Before an incident is tried again that another process is publishing. */
  incidentBusyMs: 1_000,
  /** Between two rounds that check tracked messages. */
  trackingEveryMs: 10_000,
  /** Lease of one process for a tracked message. */
  trackingLeaseMs: 5 * MINUTE_MS,
  /** Before a tracked message is tried again after a failure that may pass. */
  trackingRetryMs: MINUTE_MS,
  /** Between two rounds that report conspicuous acts in the audit channel. */
  auditReportEveryMs: MINUTE_MS,
  /** Between two clean-ups of what ended processes left behind. */
  recoveryEveryMs: MINUTE_MS,
  /** Before audit entries are written again after a database failure. */
  auditRetryMs: 5_000,

  /** Half the wait before the second attempt at a web socket to Slack; each wait is twice the one before. */
  socketRetryMs: 250,
  /** Between two searches for installed workspaces. */
  workspacesEveryMs: 30_000,
  /** Cache time of stored installations. */
  installationsTtlMs: MINUTE_MS,
  /** Before a request starts a workspace again that did not start. */
  workspaceRetryMs: 10_000,
  /** Cache time of Slack's data about a person. */
  peopleTtlMs: 5 * MINUTE_MS,
  /** Between two probes of a platform that does not answer: less than people wait before they ask again. */
  probeEveryMs: 15_000,
  /** After this without a report, the platform counts as idle. Parts of one long range follow each other closer. */
  platformIdleMs: 1_000,

  /** After this, a line announces that the bot is working on the answer. */
  workingAfterMs: 1_000,
  /** After this, the person is informed that others wait too. */
  waitingAfterMs: 20_000,
  /** After this, an answer moves to the person's direct messages. */
  longAfterMs: 3_000,
  /** Between two changes of a progress message. Slack takes about one change a second. */
  progressEveryMs: 1_500,
  /** How long a look-up waits for figures of other messages. */
  peersTimeoutMs: 50,
  /** How long a Home waits for the database: more than an embedded one takes to open. */
  homeTimeoutMs: 8_000,
  /** How long a request waits for the check whether another replica has it. A form's trigger expires after 3 s. */
  replicasTimeoutMs: 1_000,
  /** How long a request waits for shared usage counts and the person's preferences. */
  sharedCountsTimeoutMs: 500,
};

export type Timings = Readonly<typeof TIMINGS>;
