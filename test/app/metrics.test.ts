import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { channels, people, startDesk } from '../support/desk.ts';
import { startRelayedDatabase } from '../support/relay.ts';
import { createRequester } from '../support/requests.ts';
import { numberOf, runningSandbox, settingsFor, startDeskOnSandbox } from '../support/sandbox.ts';
import { closedAddress, servePlatform } from '../support/server.ts';
import { databaseUrl } from '../support/store.ts';

const OPS = { OPS_PORT: '0' };

async function metricsOf({ opsUrl }: { readonly opsUrl: string }): Promise<string[]> {
  const answer = await fetch(`${opsUrl}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return (await answer.text()).split('\n');
}

const sampleOf = (lines: readonly string[], series: string) =>
  lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1);

describe('/metrics', () => {
  test('counts commands, buttons, platform calls and reports', async () => {
    const { desk } = await startDeskOnSandbox({}, OPS);
    const acknowledged = async () =>
      Number(sampleOf(await metricsOf(desk), 'sms_desk_acknowledgement_seconds_count'));
    const before = await acknowledged();
    const said = await desk.ask(`${numberOf('delivered')} yesterday`);
    await expect.poll(acknowledged).toBe(before + 1);
    await desk.press(said, 'status.details');
    await desk.slack.command({
      person: people.agent.id,
      channel: channels.support.id,
      command: '/sms-report',
      text: 'yesterday',
    });
    await desk.requestsFinished();
    await desk.ask('help', people.outsider);
    const lines = await metricsOf(desk);
    const count = (labels: string) => sampleOf(lines, `sms_desk_requests_total{${labels}}`);
    expect(count('name="/sms-status",outcome="answered"')).toBe('1');
    expect(count('name="/sms-status",outcome="refused"')).toBe('1');
    expect(count('name="status.details",outcome="answered"')).toBe('1');
    expect(count('name="/sms-report",outcome="answered"')).toBe('1');
    expect(sampleOf(lines, 'sms_desk_token_renewals_total{operation="login",outcome="ok"}')).toBe('1');
    expect(sampleOf(lines, 'sms_desk_platform_calls_total{operation="login",outcome="ok"}')).toBe('1');
    expect(
      Number(sampleOf(lines, 'sms_desk_platform_calls_total{operation="report",outcome="ok"}')),
    ).toBeGreaterThan(1);
    expect(Number(sampleOf(lines, 'sms_desk_report_messages_total'))).toBeGreaterThan(400);
    expect(Number(sampleOf(lines, 'sms_desk_report_bytes_total'))).toBeGreaterThan(40_000);
    expect(sampleOf(lines, 'sms_desk_ready')).toBe('1');
  });

  test('measures acknowledgements over Socket Mode, too, and counts its connections', async () => {
    const { url } = await servePlatform();
    const desk = await startDesk(url, { env: OPS, transport: 'socket_mode' });
    await desk.ask('912345678 2026-11-18');
    await expect
      .poll(async () => sampleOf(await metricsOf(desk), 'sms_desk_acknowledgement_seconds_count'))
      .toBe('1');
    const lines = await metricsOf(desk);
    for (const of of ['own', 'app'])
      expect(sampleOf(lines, `sms_desk_slack_connections{of="${of}"}`)).toBe('1');
  });

  test('counts Slack’s notice that it leaves out events, which is acknowledged', async () => {
    const { url } = await servePlatform();
    const desk = await startDesk(url, { env: OPS });
    const { event } = await createRequester(desk);
    const notice = { type: 'app_rate_limited', team_id: 'T0LOCAL', minute_rate_limited: 1_795_003_200 };
    expect((await event(notice)).acknowledged).toBe('');
    const lines = await metricsOf(desk);
    expect(sampleOf(lines, 'sms_desk_requests_total{name="other",outcome="app_rate_limited"}')).toBe('1');
    expect(desk.logLines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringMatching(/^Slack leaves out events/) }),
    );
  });

  test('counts failures by their cause', async () => {
    const { url } = await servePlatform({ login: ({ response }) => void response.writeHead(401).end() });
    const desk = await startDesk(url, { env: OPS });
    await desk.ask('912345678 2026-11-18');
    const lines = await metricsOf(desk);
    expect(sampleOf(lines, 'sms_desk_requests_total{name="/sms-status",outcome="wrong_credentials"}')).toBe(
      '1',
    );
    expect(
      sampleOf(lines, 'sms_desk_token_renewals_total{operation="login",outcome="wrong_credentials"}'),
    ).toBe('1');
    expect(sampleOf(lines, 'sms_desk_platform_calls_total{operation="login",outcome="not_allowed"}')).toBe(
      '1',
    );
  });

  test('shows watches, summaries and queues from the database', async () => {
    const { desk } = await startDeskOnSandbox({}, OPS);
    const asked = { person: people.agent.id, channel: channels.support.id };
    await desk.slack.command({ ...asked, command: '/sms-check', text: 'watch' });
    await desk.slack.command({ ...asked, command: '/sms-report', text: 'subscribe 9' });
    await desk.requestsFinished();
    // The first reading of the database may be older than the new settings.
    await expect
      .poll(async () => sampleOf(await metricsOf(desk), 'sms_desk_active_watches'), { timeout: 60_000 })
      .toBe('1');
    const lines = await metricsOf(desk);
    expect(sampleOf(lines, 'sms_desk_open_incidents')).toBe('0');
    expect(sampleOf(lines, 'sms_desk_queue_waiting{queue="summary"}')).toMatch(/^\d+$/);
    expect(sampleOf(lines, 'sms_desk_oldest_due_summary_timestamp_seconds')).toBeUndefined();
    expect(Number(sampleOf(lines, 'sms_desk_database_reading_timestamp_seconds'))).toBeGreaterThan(
      1_700_000_000,
    );
  });

  test('answers while the database is unreachable, without the values from it', async () => {
    const [, host = ''] = (await closedAddress()).split('//');
    const { url } = await servePlatform();
    const desk = await startDesk(url, {
      env: { ...OPS, DATABASE_URL: `postgres://canary:canary-password@${host}/none` },
    });
    await expect
      .poll(async () => sampleOf(await metricsOf(desk), 'sms_desk_part_state{part="database",state="down"}'))
      .toBe('1');
    const lines = await metricsOf(desk);
    expect(sampleOf(lines, 'sms_desk_ready')).toBe('1');
    expect(sampleOf(lines, 'sms_desk_open_incidents')).toBeUndefined();
    expect(Number(sampleOf(lines, 'sms_desk_database_errors_total{code="unreachable"}'))).toBeGreaterThan(0);
  });

  test.skipIf(!databaseUrl)('shows the last values while the database hangs', async () => {
    const { database, relay } = await startRelayedDatabase();
    const { url } = await servePlatform();
    const desk = await startDesk(url, { env: OPS, overrides: { database, doesDueWork: true } });
    onTestFinished(() => relay.open());
    const reading = 'sms_desk_database_reading_timestamp_seconds';
    const ofQueues = (lines: readonly string[]) =>
      lines.filter((line) => line.startsWith('sms_desk_queue_waiting{'));
    await expect.poll(async () => ofQueues(await metricsOf(desk))).not.toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const before = await metricsOf(desk);
    relay.swallow();
    // The last reading is no longer fresh.
    vi.setSystemTime(Date.now() + 20_000);
    const hanging = await metricsOf(desk);
    expect(sampleOf(before, reading)).toBeDefined();
    expect(sampleOf(hanging, reading)).toBe(sampleOf(before, reading));
    expect(ofQueues(hanging)).toEqual(ofQueues(before));
  });

  test('contains no person, channel, message or account, and requests add no series', async () => {
    const { sandbox, url, now } = await runningSandbox();
    const secrets = settingsFor(sandbox, url);
    const desk = await startDesk(url, { env: { ...secrets, ...OPS }, overrides: { now } });
    const everything = async () => {
      for (const person of [people.agent, people.agente, people.outsider, people.guest]) {
        for (const text of [
          '912345678 yesterday',
          'canary-typed',
          '2026-11-18 canary-reference',
          'id canary-identifier',
          'help',
        ])
          await desk.ask(text, person);
      }
    };
    await everything();
    const before = await metricsOf(desk);
    await everything();
    await desk.ask('987654321 monday from 56001', people.agente);
    const after = await metricsOf(desk);
    const series = (lines: readonly string[]) =>
      lines
        .filter((line) => line.startsWith('sms_desk_'))
        .map((line) => line.slice(0, line.lastIndexOf(' ')));
    expect(series(after).toSorted()).toEqual(series(before).toSorted());
    const { email, password, reportToken } = sandbox.credentials;
    for (const canary of ['canary', '912345678', '12345678', '987654321', email, password, reportToken])
      expect(after.join('\n')).not.toContain(canary);
    const values = [...after.join('\n').matchAll(/="([^"]*)"/g)].map(([, value]) => value);
    const ids = [...Object.values(people), ...Object.values(channels)].map(({ id }) => id);
    expect(values.filter((value) => ids.some((id) => id === value))).toEqual([]);
  });
});

test('logs no ops port without OPS_PORT', async () => {
  const { url } = await servePlatform();
  expect((await startDesk(url)).logLines.filter(({ opsPort }) => opsPort !== undefined)).toEqual([]);
});
