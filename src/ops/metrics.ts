import type { Registry } from 'prom-client';
import { createGauges, type MetricsSnapshot, type PrometheusClient } from './gauges.ts';

/** How a job ended. `again`: postponed; `stopped`: the process stops; `lost`: another process has the job. */
type JobOutcome = 'done' | 'again' | 'failed' | 'stopped' | 'lost';

export type Metrics = ReturnType<typeof createRecorder>;

const nothing = () => undefined;

/** Label of a metric in place of a name that the code does not know, such as that of an unknown command. */
export const OTHER = 'other';

export const NO_METRICS: Metrics = {
  request: nothing,
  acknowledged: nothing,
  platformCall: nothing,
  tokenRenewal: nothing,
  reportRead: nothing,
  job: nothing,
  databaseError: nothing,
  auditEntryLost: nothing,
};

export type Prometheus = Awaited<ReturnType<typeof createPrometheus>>;

/** Upper bounds of histogram buckets in s. Slack waits three seconds for an acknowledgement. */
const ACKNOWLEDGEMENT_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5];
const ANSWER_BUCKETS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** Upper bounds of histogram buckets in s, for calls of the platform. The last is a report’s time limit. */
const CALL_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600, 1800];
/** Maximum number of values per label of a metric; all further values are counted as `other`. */
const MAX_LABEL_VALUES = 200;

export async function createPrometheus(info: { readonly version: string; readonly commit: string }) {
  const client = await import('prom-client');
  const { Gauge, Registry, collectDefaultMetrics } = client;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'sms_desk_info',
    help: 'Always 1: which version runs, and of which commit.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(info, 1);
  const setGauges = createGauges(client, registry);
  return {
    metrics: createRecorder(client, registry),
    contentType: registry.contentType,
    async exposition(snapshot: MetricsSnapshot): Promise<string> {
      setGauges(snapshot);
      return await registry.metrics();
    },
  };
}

/** The bot’s metrics. Their labels are words of the code: never texts of people, ids or message parts. */
function createRecorder({ Counter, Histogram }: PrometheusClient, registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: keyof typeof HELP, ...labelNames: Label[]) =>
    new Counter({ name: `sms_desk_${name}_total`, help: HELP[name], labelNames, registers });
  const histogram = <Label extends string>(
    name: keyof typeof HELP,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name: `sms_desk_${name}_seconds`, help: HELP[name], buckets, labelNames, registers });
  const requests = counter('requests', 'name', 'outcome');
  const answers = histogram('answer', ANSWER_BUCKETS_S, 'name');
  const acknowledgements = histogram('acknowledgement', ACKNOWLEDGEMENT_BUCKETS_S);
  const calls = counter('platform_calls', 'operation', 'outcome');
  const callTimes = histogram('platform_call', CALL_BUCKETS_S, 'operation');
  const renewals = counter('token_renewals', 'operation', 'outcome');
  const reportMessages = counter('report_messages');
  const reportBytes = counter('report_bytes');
  const reportSeconds = counter('report_seconds');
  const jobs = counter('jobs', 'queue', 'outcome');
  const databaseErrors = counter('database_errors', 'code');
  const auditLosses = counter('audit_entries_lost');
  const nameLabel = limitValues();
  const operationLabel = limitValues();
  const queueLabel = limitValues();
  const codeLabel = limitValues();
  return {
    /** Counts a person’s request by its listener’s name. If it failed, `outcome` is the reason. */
    request(given: string, outcome: string, seconds: number): void {
      const name = nameLabel(given);
      requests.inc({ name, outcome: codeLabel(outcome) });
      answers.observe({ name }, seconds);
    },
    /** Time from the arrival of Slack’s request to its acknowledgement. */
    acknowledged: (seconds: number) => acknowledgements.observe(seconds),
    /** Counts a call of the SMS platform. `seconds`, its duration, is absent if the call was not sent. */
    platformCall(given: string, outcome: string, seconds?: number): void {
      const operation = operationLabel(given);
      calls.inc({ operation, outcome: codeLabel(outcome) });
      if (seconds !== undefined) callTimes.observe({ operation }, seconds);
    },
    tokenRenewal: (operation: string, outcome: string) =>
      renewals.inc({ operation: operationLabel(operation), outcome: codeLabel(outcome) }),
    reportRead({ messages, bytes, seconds }: ReportMeasures): void {
      reportMessages.inc(messages);
      reportBytes.inc(bytes);
      reportSeconds.inc(seconds);
    },
    job: (queue: string, outcome: JobOutcome) => jobs.inc({ queue: queueLabel(queue), outcome }),
    databaseError: (code: string) => databaseErrors.inc({ code: codeLabel(code) }),
    auditEntryLost: () => auditLosses.inc(),
  };
}

interface ReportMeasures {
  readonly messages: number;
  readonly bytes: number;
  readonly seconds: number;
}

const HELP = {
  requests: 'Commands, buttons, forms and mentions that people sent, by name and by how they ended.',
  answer: 'How long people waited from the acknowledgement to the end of the answer.',
  acknowledgement:
    'How long Slack waited for an acknowledgement; after 3 seconds it tells people that the app failed.',
  platform_calls: 'Calls of the SMS platform, by how they ended; not_sent: kept back by the circuit breaker.',
  platform_call: 'How long calls of the SMS platform took, from the first attempt to the end of the answer.',
  token_renewals: 'Attempts to get a new access token of the SMS platform, by how they ended.',
  report_messages: 'Messages read from reports for their figures.',
  report_bytes: 'Bytes read from reports for their figures, decompressed.',
  report_seconds: 'Seconds spent on reading reports for their figures.',
  jobs: 'Durable work that this process took, by how it ended; failed work is repeated.',
  database_errors: 'Times that the database could not be had, or did not finish what it was asked.',
  audit_entries_lost:
    'Entries of the audit that will never be written: too many waited, or the database did not take them.',
};

function limitValues(): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= MAX_LABEL_VALUES) return OTHER;
    known.add(value);
    return value;
  };
}
