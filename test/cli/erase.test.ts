import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eraseNumber, main } from '../../src/cli/erase.ts';
import type { ControlSession } from '../../src/control/open-control.ts';
import { parseMsisdn } from '../../src/domain/messages/msisdn.ts';
import { workspaceAccount } from '../../src/domain/workspace-account.ts';
import { sealReportButton } from '../../src/features/report/actions.ts';
import { sealTracked, trackedDigests } from '../../src/features/status/tracking/model.ts';
import { sealRunRequest } from '../../src/posting/progress-recovery.ts';
import { sealShared } from '../../src/posting/shared-answer.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { sealedLookup } from '../../src/slack/listeners/typed-command.ts';
import { createAudit } from '../../src/store/audit/audit.ts';
import { accountSealer } from '../../src/store/audit/keys.ts';
import { createRecentLookups } from '../../src/store/people/recent-lookups.ts';
import { createMessageTracking } from '../../src/store/posting/message-tracking.ts';
import { createRuns } from '../../src/store/posting/runs.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { runCommand } from '../support/command.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { temporaryDirectory } from '../support/store.ts';

const key = Buffer.alloc(32, 'canary');
const SECRET_KEY = key.toString('base64');
const sealer = createSealer(key);
const erase = (args: readonly string[], env: Record<string, string> = {}) => runCommand(main, args, env);

const folder = suiteFolder();

test.each([
  [['--help'], 0, /^Usage: npm run erase -- --number <number>[\s\S]*Exit code: 0/, /^$/],
  [[], 2, /^$/, /^--number is needed\.\n\nUsage: /],
  [['--nummer', '1'], 2, /^$/, /^Unknown option '--nummer'\n\nUsage: /],
  [
    ['--number', '912345678', '--workspace', 'acme'],
    2,
    /^$/,
    /^--workspace is the id of a workspace such as T0/,
  ],
  [['--number', 'nobody'], 2, /^$/, /^--number is no number that can be read\.\n\nUsage: /],
] as const)('checks its arguments: %j', async (args, code, stdout, stderr) => {
  expect(await erase(args)).toMatchObject({
    code,
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
  });
});

test('without a database, says so and creates neither a database nor a key', async () => {
  const empty = temporaryDirectory();
  const ended = await start('src/cli/erase.ts', ['--number', '912345678'], { DATA_DIR: empty }).ended;
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('holds no database') });
  expect(readdirSync(empty)).toEqual([]);
});

test('without a key, says so and creates none', async () => {
  await folder.answer();
  expect(await erase(['--number', '912345678'], { DATA_DIR: folder.path() })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`SECRET_KEY is required: there is no ${folder.path()}/secret.key`),
  });
  expect(existsSync(join(folder.path(), 'secret.key'))).toBe(false);
});

describe('a folder with two numbers in tracked messages, reports and the audit', () => {
  const numbers = ['912345678', '987654321'].map((typed) => {
    const msisdn = parseMsisdn(typed, 'CL');
    if (!msisdn) throw new Error('no number');
    return msisdn;
  });

  const env = () => ({ DATA_DIR: folder.path(), SECRET_KEY });

  /** Fills the folder with two numbers. Only the audit still has rows of earlier tests. */
  async function fillFolder(account = 'a') {
    const sealer = accountSealer(account, createSealer(key));
    const { log } = recordLog();
    const { database } = await folder.answer();
    const { db, schema } = database;
    for (const table of ['settlings', 'long_runs', 'recent_lookups'] as const)
      await db.deleteFrom(table).execute();
    const rows = { db, account, log };
    const audit = createAudit({ ...rows, schema, sealer, retentionDays: 400 });
    for (const msisdn of numbers) {
      const tracked = { msisdn, platformAt: new Date('2026-11-18T12:00:00Z'), text: 'digest' };
      const sealedMessage = sealTracked(sealer, tracked, 'U1');
      const wait = { person: 'U1', sealedMessage, language: 'en', zone: 'UTC' } as const;
      await createMessageTracking(rows).add({ ...wait, ...trackedDigests(sealer, tracked) }, new Date(), 9);
      const request = { spec: { kind: 'last_days', days: 7 }, msisdn, compareWith: 'before' } as const;
      const again = sealReportButton(sealer, {
        request: { ...request, sender: undefined },
        channelId: 'C1',
        seenTotals: undefined,
      });
      const kind = { name: 'report' } as Parameters<typeof sealRunRequest>[1]['kind'];
      const sealedRequest = sealRunRequest(sealer, {
        kind,
        language: 'en',
        subject: 'a report',
        againValue: again,
      });
      const sealed = sealedLookup.seal(sealer, { n: msisdn, p: 'last_days:3' }, 'U1');
      const recent = createRecentLookups(rows);
      await recent.note('U1', { subject: msisdn, seal: () => sealed }, new Date());
      await recent.flush();
      await createRuns(rows).create({ userId: 'U1', sealedRequest, ofDays: 7 });
      await audit.add([
        {
          id: `${account}.${msisdn}`,
          entry: {
            ...{ act: 'looked_up', surface: '/sms-status', person: 'U1', team: 'T1', channel: 'C1' },
            ...{ reference: 'ACDEFH', outcome: 'answered', numbers: [msisdn] },
          },
          ageMs: 0,
        },
      ]);
    }
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(
          (['settlings', 'long_runs', 'recent_lookups', 'audit'] as const).map(async (table) => {
            const rows = db.selectFrom(table).select('id').where('account', '=', account);
            return [table, (await rows.execute()).length] as const;
          }),
        ),
      );
    return { database, log, counts };
  }

  test('loses one number while a bot runs, but not the other number or the audit', async () => {
    const { counts } = await fillFolder();
    const of = (verb: string, rows: number) =>
      `${verb}: ${rows} messages that somebody waits for\n${verb}: ${rows} reports that take long\n${verb}: ${rows} recent look-ups on Homes\n`;
    const args = ['--number', '+56 9 1234 5678'];
    expect(await erase([...args, '--check'], env())).toMatchObject({
      code: 0,
      stdout: of('Found', 1),
      stderr: '',
    });
    expect(await counts()).toEqual({ settlings: 2, long_runs: 2, recent_lookups: 2, audit: 2 });
    expect(await erase(args, env())).toMatchObject({ code: 0, stdout: of('Erased', 1), stderr: '' });
    expect(await counts()).toEqual({ settlings: 1, long_runs: 1, recent_lookups: 1, audit: 2 });
    expect(await erase(args, env())).toMatchObject({ code: 0, stdout: of('Erased', 0), stderr: '' });
  });

  test('loses a number of one of several workspaces, which has its own key', async () => {
    await fillFolder(workspaceAccount('T1', 'a'));
    const args = ['--number', '912345678'];
    expect(await erase([...args, '--workspace', 'T2'], env())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^(?:Erased: 0 .*\n){3}$/),
      stderr: '',
    });
    expect(await erase([...args, '--workspace', 'T1'], env())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^(?:Erased: 1 .*\n){3}$/),
      stderr: '',
    });
  });

  test('loses the report of a thread, which is sealed like a shared answer', async () => {
    const { database, log } = await fillFolder();
    const [msisdn] = numbers;
    if (!msisdn) throw new Error('no number');
    const own = accountSealer('a', createSealer(key));
    const request = {
      spec: { kind: 'yesterday' },
      msisdn,
      compareWith: 'before',
      sender: undefined,
    } as const;
    const asked = sealReportButton(own, { request, channelId: undefined });
    const again = sealShared(own, { request: asked, language: 'en', timeZone: 'UTC' });
    const kind = { name: 'report.thread' } as Parameters<typeof sealRunRequest>[1]['kind'];
    const sealedRequest = sealRunRequest(own, {
      kind,
      language: 'en',
      subject: 'a report',
      againValue: again,
    });
    const runs = createRuns({ db: database.db, account: 'a', log });
    await runs.create({ userId: 'U1', sealedRequest, ofDays: 1 });
    const control: ControlSession = { ask: ({ run }, input) => run(input, database), async close() {} };
    const erased = await Array.fromAsync(eraseNumber(msisdn, { control, sealer, isCheck: false }));
    expect(erased.map(({ rows, unopened }) => [rows, unopened])).toEqual([
      [1, 0],
      [2, 0],
      [1, 0],
    ]);
  });

  test('reports only the rows that it erased, not those that ended meanwhile', async () => {
    const { database } = await fillFolder();
    const [msisdn] = numbers;
    if (!msisdn) throw new Error('no number');
    const control: ControlSession = {
      async *ask({ name, run }, input) {
        if (name === 'erased_rows') await database.db.deleteFrom('settlings').execute();
        yield* run(input, database);
      },
      async close() {},
    };
    const erased = await Array.fromAsync(eraseNumber(msisdn, { control, sealer, isCheck: false }));
    expect(erased.map(({ rows }) => rows)).toEqual([0, 1, 1]);
  });

  test('loses a number while no bot runs, and reports rows that the key does not open', async () => {
    await fillFolder();
    await folder.close();
    const other = Buffer.alloc(32, 'other').toString('base64');
    const args = ['--number', '912345678'];
    expect(await erase(args, { ...env(), SECRET_KEY: other })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Erased: 0 messages'),
      stderr: expect.stringMatching(/^2 more of them were sealed with another SECRET_KEY/),
    });
    const rotated = { ...env(), SECRET_KEY: other, SECRET_KEY_PREVIOUS: SECRET_KEY };
    expect(await erase(args, rotated)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Erased: 1 messages'),
      stderr: '',
    });
  });
});
