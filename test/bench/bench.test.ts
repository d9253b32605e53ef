import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Context, Sizes } from '../../bench/context.ts';
import { SHAPES } from '../../bench/entry-shapes.ts';
import { measureHome } from '../../bench/home.ts';
import { measureMemory } from '../../bench/memory.ts';
import { killAll } from '../../bench/processes.ts';
import { measureReading } from '../../bench/reading.ts';
import { measureShapes } from '../../bench/shapes.ts';
import { measureStart } from '../../bench/start.ts';
import { measureStatus } from '../../bench/status.ts';
import { measureStatusDuringReports } from '../../bench/status-during-reports.ts';
import { measureThirtyDays } from '../../bench/thirty-days.ts';
import { start } from '../support/process.ts';
import { directoryWithDatabase } from '../support/store.ts';

/** Too small for a measurement: they show only that it works. */
const TINY: Sizes = {
  rounds: 1,
  reading: { messages: [300, 2_500] },
  status: { rounds: 2, runMs: 20, inFlight: 2, paced: 3, perSecond: 20, reportMessages: 300 },
  report: { days: 2, perDay: 50 },
  home: { days: 2, perDay: 50, subscriptions: 20, openings: 2 },
  start: { restMs: 0 },
  memory: { rounds: 1, days: 2, perDay: 50, restMs: 0 },
};

/** A folder with a database, and the compiled code of this run. */
async function dataFolder(): Promise<string> {
  const folder = await directoryWithDatabase();
  const compiled = process.env.NODE_COMPILE_CACHE;
  if (compiled) symlinkSync(compiled, join(folder, 'compiled'));
  return folder;
}

function createContext(): Context {
  const folder = mkdtempSync(join(tmpdir(), 'sms-desk-bench-test-'));
  onTestFinished(() => {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  });
  const compiled = process.env.NODE_COMPILE_CACHE;
  if (compiled) symlinkSync(compiled, join(folder, 'compiled'));
  return {
    sizes: TINY,
    folder,
    dataFolder,
    databaseUrl: undefined,
    before: undefined,
    ...{ record: () => undefined, say: () => undefined },
  };
}

describe('the benchmark', () => {
  test('compares readers, which all give the same figures', async () => {
    const report = await measureReading(createContext());
    for (const head of ['300 messages, plain', '300 messages, gzip', '2,500 messages, plain']) {
      expect(report).toContain(head);
    }
    expect(report).not.toMatch(/left out|NaN/);
  });

  test('compares readers in each shape of a report', async () => {
    const report = await measureShapes(createContext());
    for (const shape of Object.values(SHAPES)) expect(report).toContain(`| ${shape} |`);
    expect(report).not.toMatch(/left out|NaN/);
  });

  test('sends the same requests to the bot and to a bare app', async () => {
    const report = await measureStatus(createContext());
    expect(report).toContain('| bare Bolt |');
    expect(report).not.toMatch(/left out|NaN/);
  });

  test('sends requests to the bot during a report, and during one of another process', async () => {
    const report = await measureStatusDuringReports(createContext());
    expect(report).toContain('| SMS Desk, embedded, beside reports |');
    expect(report).toContain('another process that reads the same');
    expect(report).not.toMatch(/left out|NaN/);
  });

  test('requests many days, cold and warm', async () => {
    const report = await measureThirtyDays(createContext());
    expect(report).toContain('| asked for again, embedded, faster than naive |');
    expect(report).not.toMatch(/left out|NaN/);
  });

  test('opens Home of a bot with subscriptions and of a bare app', async () => {
    const report = await measureHome(createContext());
    expect(report).toContain('| SMS Desk, embedded |');
    expect(report).toContain('20 subscriptions in 100 channels, 2 days of 50 messages.');
    expect(report).not.toMatch(/left out|NaN/);
  });

  test('starts the bot, a bare app and another version of the bot', async () => {
    const report = await measureStart({ ...createContext(), before: join(import.meta.dirname, '../..') });
    expect(report).toContain('| SMS Desk, embedded, again |');
    expect(report).toContain('| the state before, embedded, again |');
    expect(report).toContain('| ready after, again, embedded, of the state before | ≤ 1.15× |');
    expect(report).not.toMatch(/left out from|NaN/);
  });

  test.runIf(process.platform === 'linux')('measures the memory of bot and playground', async () => {
    const report = await measureMemory(createContext());
    for (const what of ['on a fresh folder', 'on an existing folder', 'the playground']) {
      expect(report).toMatch(new RegExp(`${what} \\| ≤ \\d00 MB \\| \\d{2,} MB`));
    }
    expect(report).not.toContain('left out');
  });

  test('lists its parts when asked for an unknown one', async () => {
    const { code, stderr } = await start('bench/main.ts', ['nonsense']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('reading|shapes|status|beside|report|home|start|memory');
  });
});
