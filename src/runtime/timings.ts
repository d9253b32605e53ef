import { MINUTE_MS } from './durations.ts';

/** Waits and time limits in milliseconds, which tests replace. Limits of platform calls are in `upstream`. */
export const TIMINGS = {
  jobPollMs: 1_000,
  jobPollAfterFailureMs: 2_000,
  /** Interval of the heartbeats of a running job or long answer. Ten seconds after the last one, another process gets the job. */
  jobHeartbeatMs: 3_000,
  /** Interval between two searches for jobs and long answers of a process that died. */
  jobSuperviseMs: 5_000,
  queuesRetryMs: 2_000,

  /** Wait between two posts of a workspace: 300 posts a minute. Slack accepts “several hundred”. */
  postGapMs: 200,
  /** Wait between two posts in one channel. Slack accepts about one post a second. */
  channelGapMs: 1_000,
  /** Wait before the search for a post with an unclear result: until then, Slack may not list the message. */
  postUnclearMs: MINUTE_MS,
  postLeaseMs: MINUTE_MS,
  /** Wait before a post is tried again if another process has the lease of the message. */
  postBusyMs: 5_000,
  /** Wait before a post is tried again if the search for the message in Slack has failed. */
  postRetryMs: 10_000,
  slackAnswerTimeoutMs: 5_000,
  slackPostTimeoutMs: 10_000,
  /** Timeout of opening a form. Slack allows a form to open within three seconds of the person's click. */
  slackFormTimeoutMs: 2_000,
  /** Length of a pause that Slack requests without saying how long. */
  slackPauseMs: 30_000,
  /** Wait before the last edit of a message is tried again; later waits are 3 and 10 times as long. */
  lastChangeRetryMs: 1_000,
  /** Wait before a person's answer that Slack may not have accepted is sent again. Each further wait doubles. */
  answerRetryMs: 500,

  /** Interval between two rounds that plan daily summaries. Each round plans this far ahead. */
  summariesEveryMs: 30_000,
  /** Interval between two rounds that check for incidents, end snoozes and update outdated messages. */
  incidentsEveryMs: 30_000,
  incidentBusyMs: 1_000,
  trackingEveryMs: 10_000,
  trackingLeaseMs: 5 * MINUTE_MS,
  trackingRetryMs: MINUTE_MS,
  auditReportEveryMs: MINUTE_MS,
  forgetEveryMs: MINUTE_MS,
  auditRetryMs: 5_000,
  auditGatherMs: 100,
  /** Interval between two writes of recent look-ups, which wait in memory until then. */
  recentLookupsEveryMs: 250,

  /** After a web socket to Slack failed, the first wait is twice this time; each further wait doubles. */
  socketRetryMs: 250,
  /** Wait before Slack's count of other connections of the app is read again. Doubles while it is the same. */
  socketRecountMs: 5 * MINUTE_MS,
  workspacesEveryMs: 30_000,
  installationsTtlMs: MINUTE_MS,
  workspaceRetryMs: 10_000,
  peopleTtlMs: 5 * MINUTE_MS,

  /** If an answer takes longer, a line says that the bot is working on the answer. */
  workingAfterMs: 1_000,
  /** If an answer takes longer, a second line says what the answer is waiting for. */
  waitingAfterMs: 20_000,
  /** If an answer takes longer, a message shows the progress first, and becomes the answer. */
  longAfterMs: 3_000,
  /** Interval between two edits of a progress message. Slack accepts about one edit a second. */
  progressEveryMs: 1_500,
  peersTimeoutMs: 50,
  /** If the whole Home tab takes longer from the access check, it first shows what is known. */
  homeInterimAfterMs: 150,
  /** How long the Home tab waits for the database: an embedded database takes less time to open. */
  homeTimeoutMs: 8_000,
  /** How long a request waits for the check whether another replica handles the same request. */
  replicasTimeoutMs: 1_000,
  sharedCountsTimeoutMs: 500,
};

export type Timings = Readonly<typeof TIMINGS>;
