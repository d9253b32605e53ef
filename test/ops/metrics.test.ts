import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MetricsSnapshot, WorkSnapshot } from '../../src/ops/gauges.ts';
import { createPrometheus } from '../../src/ops/metrics.ts';

const build = { version: '1.2.3', commit: 'a'.repeat(40) };

const sample: MetricsSnapshot = {
  isReady: true,
  parts: { database: 'ok' },
  openCircuits: { platform: false },
  backlog: 0,
  connections: undefined,
  work: undefined,
};

const work: WorkSnapshot = {
  readAt: new Date('2026-11-18T12:00:10Z'),
  openIncidents: 2,
  activeWatches: 3,
  lastGoodCheckAt: new Date('2026-11-18T12:00:00Z'),
  checkTookMs: 1_500,
  oldestDueSummaryAt: new Date('2026-11-18T11:00:00Z'),
  queues: [
    { queue: 'summary', waiting: 4, oldestDueAt: new Date('2026-11-18T11:59:00Z') },
    { queue: 'incident', waiting: 0, oldestDueAt: undefined },
  ],
};

/** The samples as Prometheus reads them: name with labels, and value. */
function samplesIn(exposition: string): Map<string, number> {
  const lines = exposition.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

async function createRegistry() {
  const { metrics, exposition } = await createPrometheus(build);
  return {
    metrics,
    read: async (changes: Partial<MetricsSnapshot> = {}) =>
      samplesIn(await exposition({ ...sample, ...changes })),
  };
}

describe('counters', () => {
  test('count a request by its name and outcome, with its duration', async () => {
    const { metrics, read } = await createRegistry();
    metrics.request('/sms-status', 'answered', 0.2);
    metrics.request('/sms-status', 'timed_out', 20);
    metrics.request('status.more', 'answered', 0.2);
    const samples = await read();
    const counted = [...samples].filter(([name]) => name.startsWith('sms_desk_requests_total'));
    expect(Object.fromEntries(counted)).toEqual({
      'sms_desk_requests_total{name="/sms-status",outcome="answered"}': 1,
      'sms_desk_requests_total{name="/sms-status",outcome="timed_out"}': 1,
      'sms_desk_requests_total{name="status.more",outcome="answered"}': 1,
    });
    expect(samples.get('sms_desk_answer_seconds_count{name="/sms-status"}')).toBe(2);
    expect(samples.get('sms_desk_answer_seconds_sum{name="/sms-status"}')).toBe(20.2);
  });

  test('count a call that was not sent, without a duration', async () => {
    const { metrics, read } = await createRegistry();
    metrics.platformCall('report', 'ok', 0.3);
    metrics.platformCall('report', 'not_sent');
    const samples = await read();
    expect(samples.get('sms_desk_platform_calls_total{operation="report",outcome="ok"}')).toBe(1);
    expect(samples.get('sms_desk_platform_calls_total{operation="report",outcome="not_sent"}')).toBe(1);
    expect(samples.get('sms_desk_platform_call_seconds_count{operation="report"}')).toBe(1);
    expect(samples.get('sms_desk_platform_call_seconds_bucket{le="0.25",operation="report"}')).toBe(0);
    expect(samples.get('sms_desk_platform_call_seconds_bucket{le="0.5",operation="report"}')).toBe(1);
  });

  test('count reports, renewals, jobs, acknowledgements, database errors and lost audit entries', async () => {
    const { metrics, read } = await createRegistry();
    metrics.reportRead({ messages: 500, bytes: 90_000, seconds: 2 });
    metrics.reportRead({ messages: 500, bytes: 10_000, seconds: 0.5 });
    metrics.tokenRenewal('login', 'wrong_credentials');
    metrics.job('summary', 'failed');
    metrics.acknowledged(3.5);
    metrics.databaseError('unreachable');
    metrics.auditEntryLost();
    const samples = await read();
    expect(samples.get('sms_desk_report_messages_total')).toBe(1_000);
    expect(samples.get('sms_desk_report_bytes_total')).toBe(100_000);
    expect(samples.get('sms_desk_report_seconds_total')).toBe(2.5);
    expect(samples.get('sms_desk_token_renewals_total{operation="login",outcome="wrong_credentials"}')).toBe(
      1,
    );
    expect(samples.get('sms_desk_jobs_total{queue="summary",outcome="failed"}')).toBe(1);
    expect(samples.get('sms_desk_acknowledgement_seconds_bucket{le="3"}')).toBe(0);
    expect(samples.get('sms_desk_acknowledgement_seconds_count')).toBe(1);
    expect(samples.get('sms_desk_database_errors_total{code="unreachable"}')).toBe(1);
    expect(samples.get('sms_desk_audit_entries_lost_total')).toBe(1);
  });

  test('have a limited number of series for any label values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { minLength: 300, maxLength: 600 }), async (words) => {
        const { metrics, read } = await createRegistry();
        for (const word of words) {
          metrics.request(word, word, 1);
          metrics.platformCall(word, word, 1);
          metrics.tokenRenewal(word, word);
          metrics.job(word, 'done');
          metrics.databaseError(word);
        }
        const names = new Set([...(await read()).keys()].filter((name) => name.startsWith('sms_desk_')));
        for (const metric of ['requests', 'platform_calls', 'token_renewals', 'jobs', 'database_errors']) {
          const own = [...names].filter((name) => name.startsWith(`sms_desk_${metric}_total`));
          // The named values, and `other`.
          expect(own.length).toBeLessThanOrEqual(201);
        }
      }),
      { numRuns: 5 },
    );
  });

  test('use the label value “other” above the limit of values', async () => {
    const { metrics, read } = await createRegistry();
    for (let number = 0; number < 210; number += 1) metrics.request(`button-${number}`, 'answered', 1);
    metrics.request('button-0', 'answered', 1);
    const samples = await read();
    expect(samples.get('sms_desk_requests_total{name="button-0",outcome="answered"}')).toBe(2);
    expect(samples.get('sms_desk_requests_total{name="other",outcome="answered"}')).toBe(10);
  });
});

describe('gauges', () => {
  test('show the version, the readiness and the state of each part', async () => {
    const { read } = await createRegistry();
    const samples = await read({ isReady: false, parts: { database: 'down', cache: 'ok' }, backlog: 7 });
    expect(samples.get(`sms_desk_info{version="1.2.3",commit="${build.commit}"}`)).toBe(1);
    expect(samples.get('sms_desk_ready')).toBe(0);
    expect(samples.get('sms_desk_part_state{part="database",state="down"}')).toBe(1);
    expect(samples.get('sms_desk_part_state{part="database",state="ok"}')).toBe(0);
    expect(samples.get('sms_desk_part_state{part="cache",state="ok"}')).toBe(1);
    expect(samples.get('sms_desk_platform_backlog')).toBe(7);
  });

  test('show times in seconds, and due jobs by queue', async () => {
    const { read } = await createRegistry();
    const samples = await read({ work, connections: { inUse: 3, idle: 7, waiting: 1 } });
    expect(samples.get('sms_desk_open_incidents')).toBe(2);
    expect(samples.get('sms_desk_last_good_check_timestamp_seconds')).toBe(
      Date.parse('2026-11-18T12:00:00Z') / 1_000,
    );
    expect(samples.get('sms_desk_check_reading_seconds')).toBe(1.5);
    expect(samples.get('sms_desk_queue_waiting{queue="summary"}')).toBe(4);
    expect(samples.get('sms_desk_queue_waiting{queue="incident"}')).toBe(0);
    expect(samples.has('sms_desk_queue_oldest_due_timestamp_seconds{queue="incident"}')).toBe(false);
    expect(samples.get('sms_desk_database_connections{state="in_use"}')).toBe(3);
    expect(samples.get('sms_desk_database_waiting')).toBe(1);
  });

  test('show the connections in Socket Mode, and none without it', async () => {
    const { read } = await createRegistry();
    const about = (samples: Map<string, number>) =>
      Object.fromEntries([...samples].filter(([name]) => name.startsWith('sms_desk_slack_connections')));
    expect(about(await read())).toEqual({});
    expect(about(await read({ slackConnections: { own: 1, app: 3 } }))).toEqual({
      'sms_desk_slack_connections{of="own"}': 1,
      'sms_desk_slack_connections{of="app"}': 3,
    });
  });

  test('leave out unknown values, also if they were known before', async () => {
    const { read } = await createRegistry();
    const about = (samples: Map<string, number>) =>
      [...samples.keys()].filter((name) =>
        /incidents|watches|summary|good_check|queue|reading|waiting/.test(name),
      );
    expect(about(await read())).toEqual([]);
    expect(about(await read({ work }))).toHaveLength(9);
    expect(about(await read())).toEqual([]);
  });
});
