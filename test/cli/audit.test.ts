import { beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/audit.ts';
import { workspaceAccount } from '../../src/domain/workspace-account.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createAudit } from '../../src/store/audit/audit.ts';
import { accountSealer } from '../../src/store/audit/keys.ts';
import { lookedUp } from '../support/audit.ts';
import { suiteFolder } from '../support/bot-folder.ts';
import { runCommand } from '../support/command.ts';

const key = Buffer.alloc(32, 'canary');
const SECRET_KEY = key.toString('base64');
const audit = (args: readonly string[], env: Record<string, string> = {}) => runCommand(main, args, env);

const folder = suiteFolder();
const env = () => ({ DATA_DIR: folder.path(), SECRET_KEY });

test.each([
  [['--help'], 0, /^Usage: npm run audit -- \[options\]\n(?:.*\n)+Exit code: 0/, /^$/],
  [['--nummer', '1'], 2, /^$/, /^Unknown option '--nummer'\n\nUsage: /],
  [['--json', '--csv'], 2, /^$/, /^--json and --csv are two formats: choose one\.\n\nUsage: /],
  [['--user', 'ana'], 2, /^$/, /^--user is a Slack id such as U0123456789\.\n/],
  [['--since', 'yesterday'], 2, /^$/, /^Times are written as 2026-11-18 or 2026-11-18T12:00Z\.\n/],
  [['--until', '2026-02-30'], 2, /^$/, /^Times are written as/],
  [['--workspace', 'canary'], 2, /^$/, /^--workspace is the id of a workspace such as T0123456789\.\n/],
  [['--limit', '0'], 2, /^$/, /^--limit is a number from 1 to 100000\.\n/],
  [['--limit', '1e3'], 2, /^$/, /^--limit is a number from 1 to 100000\.\n/],
  [['--number', 'nobody'], 2, /^$/, /^--number is no number that can be read\.\n\nUsage: /],
] as const)('checks its arguments: %j', async (args, code, stdout, stderr) => {
  expect(await audit(args)).toMatchObject({
    code,
    stdout: expect.stringMatching(stdout),
    stderr: expect.stringMatching(stderr),
  });
});

describe('the entries of a folder', () => {
  beforeAll(async () => {
    const { db, schema } = await folder.open();
    const sealer = createSealer(key);
    await createAudit({ db, schema, account: 'a', sealer, retentionDays: 400 }).add([
      { id: 'first', entry: { ...lookedUp, numbers: ['56911110001'] }, ageMs: 2 * 86_400_000 },
      { id: 'second', entry: lookedUp, ageMs: 60_000 },
      {
        id: 'third',
        entry: {
          ...lookedUp,
          person: 'U2',
          act: 'revealed',
          reason: '=cmd|1,\n she\tasked',
          outcome: 'refused',
          why: 'reveal',
        },
        ageMs: 0,
      },
    ]);
  });

  test('are found by number, person and time while a bot runs', async () => {
    await folder.answer();
    const found = async (...args: string[]) => {
      const { code, stdout, stderr } = await audit([...args, '--json'], env());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const [second, third] = await found('--number', '+56 9 1234 5678');
    expect(second).toEqual({
      ...{
        at: expect.any(String),
        act: 'looked_up',
        outcome: 'answered',
        why: null,
        person: 'U1',
        team: 'T1',
      },
      ...{ channel: 'C1', surface: '/sms-status', reference: 'ACDEFH', reason: null },
    });
    expect(third).toMatchObject({ person: 'U2', act: 'revealed', outcome: 'refused', why: 'reveal' });
    expect(await found('--number', '912345678', '--user', 'U2')).toHaveLength(1);
    expect(await found('--user', 'U1')).toHaveLength(2);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await found('--user', 'U1', '--since', yesterday)).toHaveLength(1);
    expect(await found('--until', yesterday)).toHaveLength(1);
    expect(await found('--number', '987654321')).toEqual([]);
  });

  test('are printed newest first on a terminal, oldest first elsewhere, and limited to the newest', async () => {
    await folder.answer();
    const acts = async (args: readonly string[], isOutTerminal: boolean) => {
      const { stdout } = await runCommand(main, args, env(), { isOutTerminal });
      return stdout.split('\n').flatMap((line) => /looked_up|revealed/.exec(line) ?? []);
    };
    const oldestFirst = ['looked_up', 'looked_up', 'revealed'];
    expect(await acts([], false)).toEqual(oldestFirst);
    expect(await acts([], true)).toEqual(oldestFirst.toReversed());
    expect(await acts(['--limit', '2'], false)).toEqual(['looked_up', 'revealed']);
    expect(await acts(['--limit', '2'], true)).toEqual(['revealed', 'looked_up']);
    expect(await acts(['--limit', '1', '--json'], false)).toEqual(['revealed']);
  });

  test('are printed as lines and CSV while no bot runs, and a wrong key is reported', async () => {
    await folder.close();
    const lines = await audit(['--user', 'U2'], env());
    expect(lines.stdout).toMatch(
      /^20\d\d-\S+Z {2}revealed {2}refused {2}reveal {2}U2 {2}T1 {2}C1 {2}\/sms-status {2}ACDEFH {2}=cmd\|1, {2}she asked\n$/,
    );
    expect((await audit(['--user', 'U2', '--csv'], env())).stdout).toMatch(
      /^at,act,outcome,[^\n]*,reason\n20\d\d-[^\n]*,ACDEFH,"'=cmd\|1,\n she\tasked"\n$/,
    );
    expect((await audit(['--user', 'U9'], env())).stdout).toBe('Nothing was found.\n');
    const other = Buffer.alloc(32, 'other').toString('base64');
    expect(await audit(['--number', '912345678'], { ...env(), SECRET_KEY: other })).toMatchObject({
      code: 1,
      stdout: 'Nothing was found.\n',
      stderr: expect.stringMatching(/^Some entries may be missing: .*SECRET_KEY does not open it/),
    });
  });
});

test('entries whose key is gone are reported as perhaps missing', async () => {
  const { database } = await folder.answer();
  const { db, schema } = database;
  const account = 'without-key';
  await createAudit({ db, schema, account, sealer: createSealer(key), retentionDays: 400 }).add([
    { id: 'keyless', entry: { ...lookedUp, numbers: ['56911110009'] }, ageMs: 0 },
  ]);
  const [found] = await db.selectFrom('audit_keys').where('account', '=', account).selectAll().execute();
  await db.deleteFrom('audit_keys').where('account', '=', account).execute();
  expect(await audit(['--number', '+56911110009'], env())).toMatchObject({
    code: 1,
    stdout: 'Nothing was found.\n',
    stderr: expect.stringMatching(/^Some entries may be missing: a key of the audit is gone/),
  });
  if (found) await db.insertInto('audit_keys').values(found).execute();
  expect((await audit(['--number', '+56911110009'], env())).code).toBe(0);
});

test('the entries of several workspaces open with separate keys, and can be selected', async () => {
  const { database } = await folder.answer();
  const { db, schema } = database;
  for (const id of ['T1', 'T2']) {
    const account = workspaceAccount(id, 'a');
    const sealer = accountSealer(account, createSealer(key));
    await createAudit({ db, schema, account, sealer, retentionDays: 400 }).add([
      { id, entry: { ...lookedUp, person: `U${id}`, numbers: ['56911110001'] }, ageMs: 0 },
    ]);
  }
  const people = async (...args: string[]) => {
    const { stdout, stderr } = await audit(['--json', '--number', '+56911110001', ...args], env());
    expect(stderr).toBe('');
    return stdout.match(/UT\d/g);
  };
  expect(await people()).toEqual(['UT1', 'UT2']);
  expect(await people('--workspace', 'T2')).toEqual(['UT2']);
});
