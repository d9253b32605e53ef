import { MINUTE_MS } from './durations.ts';

/** How long the bot waits, in milliseconds; injected like the clock. Limits of calls to the platform stand there. */
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
  /** After Slack did not say whether it took a message: longer than `slackPostMs` and the time until it lists one. */
  postUnclearMs: MINUTE_MS,
  /** How long one process has a message in hand. */
  postLeaseMs: MINUTE_MS,
  /** Before a message that another process has in hand is tried again. */
  postBusyMs: 5_000,
  /** Before a message is tried again that could not be looked for. */
  postRetryMs: 10_000,
  /** How long an answer of Slack to a question is waited for. A person waits for whatever the bot asks. */
  slackAnswerMs: 5_000,
  /** How long Slack's word that it took a message is waited for. */
  slackPostMs: 10_000,
  /** The same for a form. Its trigger lives for three seconds from the person's click. */
  slackFormMs: 2_000,
  /** After Slack asked for a pause and did not say how long. */
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
  /** How long one process has a tracked message in hand. */
  trackingLeaseMs: 5 * MINUTE_MS,
  /** Before a tracked message is tried again after a failure that may pass. */
  trackingRetryMs: MINUTE_MS,
  /** Between two rounds that report conspicuous acts in the audit channel. */
  auditReportEveryMs: MINUTE_MS,
  /** Between two clean-ups of what ended processes left behind. */
  recoveryEveryMs: MINUTE_MS,
  /** Before audit entries are written again that the database did not take. */
  auditRetryMs: 5_000,

  /** Half the wait before the second attempt at a web socket to Slack; each wait is twice the one before. */
  socketRetryMs: 250,
  /** Between two searches for installed workspaces. */
  workspacesEveryMs: 30_000,
  /** How long what is stored of an installation is remembered. */
  installationsRememberedMs: MINUTE_MS,
  /** Before a request starts a workspace again that did not start. */
  workspaceRetryMs: 10_000,
  /** How long what Slack says of a person is remembered. */
  peopleRememberedMs: 5 * MINUTE_MS,
  /** Between two questions to a platform that does not answer: within the time that people take to ask again. */
  probeEveryMs: 15_000,
  /** After this without a report, the platform counts as idle. Parts of one long range follow each other closer. */
  platformIdleMs: 1_000,

  /** After this, an answer is announced by a line that it is being worked on. */
  workingAfterMs: 1_000,
  /** After this, the asker hears that others wait too. */
  waitingAfterMs: 20_000,
  /** After this, an answer moves to the asker's direct messages. */
  longAfterMs: 3_000,
  /** Between two changes of a progress message. Slack takes about one change a second. */
  progressEveryMs: 1_500,
  /** How long a look-up waits for figures to compare with. */
  peersWithinMs: 50,
  /** How long a Home waits for the database: more than an embedded one takes to open. */
  homeWithinMs: 8_000,
  /** How long a request waits to hear whether another replica has it. A trigger for a form lives for three seconds. */
  replicasWithinMs: 1_000,
  /** How long a request waits for what replicas counted, and for the person's preferences. */
  sharedCountsWithinMs: 500,
};

export type Timings = Readonly<typeof TIMINGS>;
