import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { aDesk } from '../support/desk.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { aRelay } from '../support/relay.ts';
import { servePlatform } from '../support/server.ts';
import { aPrometheus, RULES } from './prometheus.ts';

const run = promisify(execFile);

describe('the alert rules', () => {
  test('are understood by Prometheus', async () => {
    const { stdout } = await run('promtool', ['check', 'rules', RULES]);
    expect(stdout).toContain('SUCCESS');
  });

  test('fire where they are to, and not before', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', RULES.replace('.yml', '.test.yml')]);
    expect(stdout).toContain('SUCCESS');
  });
});

/** The bot on a server of its own, with a Prometheus that scrapes it. */
async function aWatchedDesk() {
  const postgres = await startOwnPostgres();
  const { port, hostname: host } = new URL(postgres.url);
  const relay = await aRelay({ host, port: Number(port) });
  const { url } = await servePlatform();
  const desk = await aDesk(url, {
    env: { OPS_PORT: '0', DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/postgres` },
  });
  return { desk, relay, prometheus: await aPrometheus([desk.opsUrl]) };
}

test('a Prometheus scrapes a bot, its rules hold, and nothing of a person or a message is in it', async () => {
  const { desk, prometheus } = await aWatchedDesk();
  await desk.ask('912345678 2026-11-18');
  const { query } = prometheus;
  await expect
    .poll(() => query('sms_desk_requests_total{name="/sms-status",outcome="answered"}'))
    .toEqual([1]);
  expect(await query('up')).toEqual([1]);
  expect(await query('sms_desk_ready')).toEqual([1]);
  expect(await query('sms_desk_platform_calls_total{operation="report",outcome="ok"} > 0')).toHaveLength(1);
  // Once the database is open, which nobody waits for.
  await expect.poll(() => query('sms_desk_open_incidents')).toEqual([0]);
  await expect.poll(() => query('count(sms_desk_queue_waiting) > 1')).toHaveLength(1);
  expect(await prometheus.unwell()).toEqual([]);
  const series = await prometheus.series();
  expect(series).not.toMatch(/canary|912345678|"[UCSD]\d"/);
});

test('the database goes away: its alert fires, and ends when it is back', async () => {
  const { relay, prometheus } = await aWatchedDesk();
  await expect.poll(() => prometheus.query('sms_desk_ready')).toEqual([1]);
  expect(await prometheus.firing()).not.toContain('SmsDeskDatabaseDown');
  relay.cut();
  await expect.poll(prometheus.firing).toContain('SmsDeskDatabaseDown');
  expect(await prometheus.query('up')).toEqual([1]);
  expect(await prometheus.query('sms_desk_ready')).toEqual([1]);
  relay.open();
  await expect.poll(prometheus.firing).not.toContain('SmsDeskDatabaseDown');
});

test('no replica is left: that is an alert, too', async () => {
  const { desk, prometheus } = await aWatchedDesk();
  await expect.poll(() => prometheus.query('up')).toEqual([1]);
  await desk.stop();
  await expect.poll(prometheus.firing).toContain('SmsDeskAbsent');
});
