import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { startRelay } from '../support/relay.ts';
import { servePlatform } from '../support/server.ts';
import { RULES, startPrometheus } from './prometheus.ts';

const run = promisify(execFile);

describe('the alert rules', () => {
  test('are valid for Prometheus', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', RULES]);
    expect(stdout).toContain('SUCCESS');
  });

  test('fire in their condition, and not before', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', RULES.replace('.yml', '.test.yml')]);
    expect(stdout).toContain('SUCCESS');
  });
});

/** A bot with its own Postgres, and a Prometheus that scrapes it. */
async function startWatchedDesk() {
  const { port, hostname: host } = new URL((await startOwnPostgres()).url);
  const relay = await startRelay({ host, port: Number(port) });
  const { url } = await servePlatform();
  const desk = await startDesk(url, {
    env: { OPS_PORT: '0', DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/postgres` },
  });
  return { desk, relay, prometheus: await startPrometheus([desk.opsUrl]) };
}

test('Prometheus scrapes the bot without rule errors, and stores no person or message', async () => {
  const { desk, prometheus } = await startWatchedDesk();
  await desk.ask('912345678 2026-11-18');
  const { query } = prometheus;
  await expect
    .poll(() => query('sms_desk_requests_total{name="/sms-status",outcome="answered"}'))
    .toEqual([1]);
  expect(await query('up')).toEqual([1]);
  expect(await query('sms_desk_ready')).toEqual([1]);
  expect(await query('sms_desk_platform_calls_total{operation="report",outcome="ok"} > 0')).toHaveLength(1);
  // The database is opened in the background.
  await expect.poll(() => query('sms_desk_open_incidents')).toEqual([0]);
  await expect.poll(() => query('count(sms_desk_queue_waiting) > 1')).toHaveLength(1);
  expect(await prometheus.rulesWithErrors()).toEqual([]);
  const series = await prometheus.series();
  expect(series).not.toMatch(/canary|912345678|"[UCSD]\d"/);
});

test('the alert of the database fires during an outage, and ends afterwards', async () => {
  const { relay, prometheus } = await startWatchedDesk();
  await expect.poll(() => prometheus.query('sms_desk_ready')).toEqual([1]);
  expect(await prometheus.firing()).not.toContain('SmsDeskDatabaseDown');
  relay.cut();
  await expect.poll(prometheus.firing).toContain('SmsDeskDatabaseDown');
  expect(await prometheus.query('up')).toEqual([1]);
  expect(await prometheus.query('sms_desk_ready')).toEqual([1]);
  relay.open();
  await expect.poll(prometheus.firing).not.toContain('SmsDeskDatabaseDown');
});

test('an alert fires when no replica is left', async () => {
  const { desk, prometheus } = await startWatchedDesk();
  await expect.poll(() => prometheus.query('up')).toEqual([1]);
  await desk.stop();
  await expect.poll(prometheus.firing).toContain('SmsDeskAbsent');
});
