import type { Gauge, Registry } from 'prom-client';

const STATES = ['ok', 'degraded', 'down'] as const;

export type HealthState = (typeof STATES)[number];

export interface MetricsSnapshot {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, HealthState>>;
  readonly openCircuits: Readonly<Record<string, boolean>>;
  readonly backlog: number;
  readonly connections: ConnectionCounts | undefined;
  readonly slackConnections?: { readonly own: number; readonly app: number } | undefined;
  readonly work: WorkSnapshot | undefined;
  /** Absent in a bot that serves one workspace; otherwise the state of each workspace by its id. */
  readonly workspaces?: Readonly<Record<string, string>> | undefined;
}

export interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface WorkSnapshot {
  readonly readAt: Date;
  readonly openIncidents: number;
  readonly activeWatches: number;
  readonly lastGoodCheckAt: Date | undefined;
  readonly checkTookMs: number;
  readonly oldestDueSummaryAt: Date | undefined;
  readonly queues: readonly QueueSnapshot[];
}

export interface QueueSnapshot {
  readonly queue: string;
  readonly waiting: number;
  readonly oldestDueAt: Date | undefined;
}

export type PrometheusClient = typeof import('prom-client');

const HELP = {
  ready: '1 where this process takes requests of Slack, as /readyz says.',
  part_state: '1 for the state that a part is in, as /readyz says.',
  circuit_open:
    '1 where the circuit breaker keeps questions from a host of the SMS platform that does not answer.',
  platform_backlog: 'Questions that wait for a place at the SMS platform.',
  database_connections: 'Connections to the database server, by state.',
  database_waiting: 'Queries that wait for a connection to the database server.',
  slack_connections:
    'Connections in Socket Mode: own, of this process; app, of the whole app as Slack counts them, with dead ones.',
  workspace_state:
    '1 for the state of a workspace that is listed: running, token_not_renewed, not_installed, token_refused where Slack does not take its token, or not_started.',
  database_reading_timestamp_seconds:
    'When the database was last asked for the metrics about incidents, checks, summaries and queues.',
  open_incidents: 'Incidents that are not over.',
  active_watches: 'Channels that are told of incidents, without those that are paused.',
  last_good_check_timestamp_seconds:
    'When the figures were read that the newest check of the traffic goes by.',
  check_reading_seconds:
    'How long the SMS platform was kept busy by the newest check; the next one is at least 20 times as far away.',
  oldest_due_summary_timestamp_seconds:
    'Since when the longest due summary waits to be posted; absent where none does.',
  queue_waiting: 'Work that is due and in nobody’s hands, by queue.',
  queue_oldest_due_timestamp_seconds:
    'Since when the longest due work of a queue waits; absent where none does.',
};

export function createGauges(
  { Gauge }: PrometheusClient,
  registry: Registry,
): (snapshot: MetricsSnapshot) => void {
  const gauge = <Label extends string>(name: keyof typeof HELP, ...labelNames: Label[]) =>
    new Gauge({ name: `sms_desk_${name}`, help: HELP[name], labelNames, registers: [registry] });
  const ready = gauge('ready');
  const parts = gauge('part_state', 'part', 'state');
  const circuits = gauge('circuit_open', 'host');
  const backlog = gauge('platform_backlog');
  const connections = gauge('database_connections', 'state');
  const waiting = gauge('database_waiting');
  const slack = gauge('slack_connections', 'of');
  const setWork = workGauges(gauge);
  let workspaces: Gauge | undefined;
  return (snapshot) => {
    if (snapshot.workspaces) {
      workspaces ??= gauge('workspace_state', 'workspace', 'state');
      workspaces.reset();
      for (const [workspace, state] of Object.entries(snapshot.workspaces))
        workspaces.set({ workspace, state }, 1);
    }
    ready.set(Number(snapshot.isReady));
    for (const [part, now] of Object.entries(snapshot.parts))
      for (const state of STATES) parts.set({ part, state }, Number(state === now));
    for (const [host, isOpen] of Object.entries(snapshot.openCircuits))
      circuits.set({ host }, Number(isOpen));
    backlog.set(snapshot.backlog);
    if (snapshot.connections) {
      connections.set({ state: 'in_use' }, snapshot.connections.inUse);
      connections.set({ state: 'idle' }, snapshot.connections.idle);
    }
    for (const [of, count] of Object.entries(snapshot.slackConnections ?? {})) slack.set({ of }, count);
    setOrRemove(waiting, snapshot.connections?.waiting);
    setWork(snapshot.work);
  };
}

type DeclareGauge = <Label extends string>(name: keyof typeof HELP, ...labels: Label[]) => Gauge<Label>;

/** Gauges contain times, not ages, so that an age keeps growing while a value is not updated. */
function workGauges(gauge: DeclareGauge): (work: WorkSnapshot | undefined) => void {
  const readAt = gauge('database_reading_timestamp_seconds');
  const incidents = gauge('open_incidents');
  const watches = gauge('active_watches');
  const goodCheck = gauge('last_good_check_timestamp_seconds');
  const checkSeconds = gauge('check_reading_seconds');
  const summary = gauge('oldest_due_summary_timestamp_seconds');
  const due = gauge('queue_waiting', 'queue');
  const dueSince = gauge('queue_oldest_due_timestamp_seconds', 'queue');
  return (work) => {
    setOrRemove(readAt, toSeconds(work?.readAt));
    setOrRemove(incidents, work?.openIncidents);
    setOrRemove(watches, work?.activeWatches);
    setOrRemove(goodCheck, toSeconds(work?.lastGoodCheckAt));
    setOrRemove(checkSeconds, work && work.checkTookMs / 1_000);
    setOrRemove(summary, toSeconds(work?.oldestDueSummaryAt));
    dueSince.reset();
    due.reset();
    for (const { queue, waiting, oldestDueAt } of work?.queues ?? []) {
      due.set({ queue }, waiting);
      if (oldestDueAt) dueSince.set({ queue }, oldestDueAt.getTime() / 1_000);
    }
  };
}

function setOrRemove(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

function toSeconds(time: Date | undefined): number | undefined {
  return time && time.getTime() / 1_000;
}
