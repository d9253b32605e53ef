import type { HistogramConfiguration, Registry } from 'prom-client';
import { type Client, createGauges, type Snapshot } from './gauges.ts';
import { type Metrics, OTHER } from './metrics.ts';

export type Prometheus = Awaited<ReturnType<typeof createPrometheus>>;

/** Slack waits for three seconds. */
const ACKNOWLEDGED_WITHIN_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5];
const ANSWERED_WITHIN_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
/** The last is the longest that a report may take. */
const CALLED_WITHIN_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600, 1800];
/** Listeners are fewer than this, and so are operations, outcomes and queues. */
const MOST_VALUES = 200;

/** Metrics in the words of Prometheus, in a registry of their own. The library is loaded here: many a process needs none. */
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
    /** All of them, as Prometheus reads them. */
    async exposition(snapshot: Snapshot): Promise<string> {
      setGauges(snapshot);
      return await registry.metrics();
    },
  };
}

function createRecorder(client: Client, registry: Registry): Metrics {
  const { requests, answers, acknowledgements, calls, callTimes, renewals, jobs, ...other } = declareMetrics(
    client,
    registry,
  );
  const [named, asked, queued, coded] = [bounded(), bounded(), bounded(), bounded()];
  return {
    request(given, outcome, seconds) {
      const name = named(given);
      requests.inc({ name, outcome: coded(outcome) });
      answers.observe({ name }, seconds);
    },
    acknowledged: (seconds) => acknowledgements.observe(seconds),
    platformCall(given, outcome, seconds) {
      const operation = asked(given);
      calls.inc({ operation, outcome: coded(outcome) });
      if (seconds !== undefined) callTimes.observe({ operation }, seconds);
    },
    tokenRenewal: (operation, outcome) =>
      renewals.inc({ operation: asked(operation), outcome: coded(outcome) }),
    reportRead({ messages, bytes, seconds }) {
      other.reportMessages.inc(messages);
      other.reportBytes.inc(bytes);
      other.reportSeconds.inc(seconds);
    },
    job: (queue, outcome) => jobs.inc({ queue: queued(queue), outcome }),
    databaseError: (code) => other.databaseErrors.inc({ code: coded(code) }),
    auditEntryLost: () => other.auditLosses.inc(),
  };
}

function declareMetrics(client: Client, registry: Registry) {
  const declare = declaring(client, registry);
  return { ...aboutPeople(declare), ...aboutPlatform(declare), ...aboutWork(declare) };
}

type Declare = ReturnType<typeof declaring>;

function declaring({ Counter, Histogram }: Client, registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name: `sms_desk_${name}_total`, help, labelNames, registers }),
    histogram: <Label extends string>(
      config: Pick<HistogramConfiguration<Label>, 'help' | 'buckets' | 'name'>,
      ...labelNames: Label[]
    ) => new Histogram({ ...config, name: `sms_desk_${config.name}_seconds`, labelNames, registers }),
  };
}

function aboutPeople({ counter, histogram }: Declare) {
  return {
    requests: counter(
      'requests',
      'Commands, buttons, forms and mentions that people sent, by name and by how they ended.',
      'name',
      'outcome',
    ),
    answers: histogram(
      {
        name: 'answer',
        help: 'How long people waited from the acknowledgement to the end of the answer.',
        buckets: ANSWERED_WITHIN_S,
      },
      'name',
    ),
    acknowledgements: histogram({
      name: 'acknowledgement',
      help: 'How long Slack waited for an acknowledgement; after 3 seconds it tells people that the app failed.',
      buckets: ACKNOWLEDGED_WITHIN_S,
    }),
  };
}

function aboutPlatform({ counter, histogram }: Declare) {
  return {
    calls: counter(
      'platform_calls',
      'Calls of the SMS platform, by how they ended; not_sent: kept back by the circuit breaker.',
      'operation',
      'outcome',
    ),
    callTimes: histogram(
      {
        name: 'platform_call',
        help: 'How long calls of the SMS platform took, from the first attempt to the end of the answer.',
        buckets: CALLED_WITHIN_S,
      },
      'operation',
    ),
    renewals: counter(
      'token_renewals',
      'Attempts to get a new access token of the SMS platform, by how they ended.',
      'operation',
      'outcome',
    ),
    reportMessages: counter('report_messages', 'Messages read from reports for their figures.'),
    reportBytes: counter('report_bytes', 'Bytes read from reports for their figures, decompressed.'),
    reportSeconds: counter('report_seconds', 'Seconds spent on reading reports for their figures.'),
  };
}

function aboutWork({ counter }: Declare) {
  return {
    jobs: counter(
      'jobs',
      'Durable work that this process took, by how it ended; failed work is repeated.',
      'queue',
      'outcome',
    ),
    databaseErrors: counter(
      'database_errors',
      'Times that the database could not be had, or did not finish what it was asked.',
      'code',
    ),
    auditLosses: counter(
      'audit_entries_lost',
      'Entries of the audit that will never be written: too many waited, or the database did not take them.',
    ),
  };
}

/** A last fence: whatever is told, a label has so many values and no more. */
function bounded(): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= MOST_VALUES) return OTHER;
    known.add(value);
    return value;
  };
}
