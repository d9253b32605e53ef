import { existsSync, lstatSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openControl } from '../../src/control/open-control.ts';
import { databaseStatus } from '../../src/control/operations.ts';
import { openDatabase } from '../../src/store/database.ts';
import { startBot } from '../support/bot-process.ts';
import { people } from '../support/desk.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { directoryWithDatabase, temporaryDirectory } from '../support/store.ts';

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s waits for answers in progress', async (signal) => {
    const hold = Promise.withResolvers<void>();
    const { platform, slack, bot, listening, ask } = await startBot(
      {},
      { report: (asked) => hold.promise.then(() => platform.good.report(asked)) },
    );
    await listening();
    expect((await ask()).status).toBe(200);
    await expect.poll(() => platform.seen.report.length).toBe(1);
    bot.child.kill(signal);
    // Ctrl-C under npm sends two signals: one from the terminal and one from npm.
    bot.child.kill(signal === 'SIGINT' ? 'SIGTERM' : 'SIGINT');
    // The bot accepts no more requests, and answers those that it has.
    await expect.poll(async () => (await ask()).status).toBe(0);
    expect(bot.child.exitCode).toBeNull();
    hold.resolve();
    expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
    expect(slack.messages().at(-1)?.text).toContain('Delivered ');
  });

  test('cuts off a platform that never answers, with a sentence to each waiting person', async () => {
    // Without the cut-off, the wait would be longer than this test may take.
    const { slack, bot, listening, ask, platform } = await startBot(
      { SMS_TIMEOUT_SECONDS: '600' },
      { report: () => undefined },
    );
    await listening();
    await Promise.all(Array.from({ length: 20 }, ask));
    await slack.command({ person: people.agent.id, channel: 'C1', command: '/sms-check', text: '' });
    await expect.poll(() => platform.seen.report.length).toBeGreaterThan(0);
    bot.child.kill('SIGTERM');
    expect((await bot.ended).code).toBe(0);
    const said = slack.messages().filter(({ text }) => !text.startsWith('One moment'));
    expect(said).toHaveLength(21);
    for (const { text } of said)
      expect(text).toMatch(/^SMS Desk is restarting, so this answer was cut off\.\nAsk again in a minute\./);
    expect(bot.output().stdout.match(/"tookMs":\d+,"msg":"cut off"/g)).toHaveLength(21);
  });
});

test('a process killed in the middle of a long report: the next one says so within 30 s', async () => {
  const { slack, bot, startNext, listening } = await startBot({}, { report: () => undefined });
  await listening();
  await slack.command({ person: people.agent.id, channel: 'C1', command: '/sms-report', text: '2026-11-18' });
  await slack.until(() => slack.messages().some(({ text }) => text.includes('I’ll DM you the report')));
  bot.child.kill('SIGKILL');
  await bot.ended;
  const next = startNext();
  await listening(next);
  await slack.until(() => slack.messages().some(({ text }) => text.includes('SMS Desk restarted before')), {
    timeoutMs: 30_000,
  });
});

describe('a folder', () => {
  test('belongs to one process: a second one is refused until the first has ended', async () => {
    const DATA_DIR = await directoryWithDatabase();
    const first = await startBot({ DATA_DIR });
    await first.listening();
    const second = await startBot({ DATA_DIR });
    expect(await second.bot.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`is in use by process ${first.bot.child.pid} since`),
    });
    first.bot.child.kill('SIGKILL');
    await first.bot.ended;
    const third = await startBot({ DATA_DIR });
    await third.listening();
  });

  test('accepts commands through its bot, also after an earlier bot was killed', async () => {
    const DATA_DIR = await directoryWithDatabase();
    for (let round = 0; round < 2; round += 1) {
      const { bot, listening } = await startBot({ DATA_DIR });
      await listening();
      const control = await openControl({ dataDir: DATA_DIR, log: recordLog().log });
      const [found] = await Array.fromAsync(control.ask(databaseStatus, {}));
      expect(found?.rows).toMatchObject({ subscriptions: 0 });
      bot.child.kill('SIGKILL');
      await bot.ended;
    }
    expect(existsSync(join(DATA_DIR, 'control.sock'))).toBe(true);
  });

  test('keeps the audit of a first start that is stopped while the database is made', async () => {
    const DATA_DIR = temporaryDirectory();
    const { bot, listening, ask } = await startBot({ DATA_DIR });
    await listening();
    await ask();
    bot.child.kill('SIGTERM');
    expect((await bot.ended).code).toBe(0);
    const database = openDatabase({ dataDir: DATA_DIR, log: recordLog().log });
    onTestFinished(() => database.close());
    expect(await database.db.selectFrom('audit').select('act').execute()).toEqual([{ act: 'looked_up' }]);
  });

  test('with a database but no key gets a new key, with a warning', async () => {
    const DATA_DIR = await directoryWithDatabase();
    const { bot, listening } = await startBot({ DATA_DIR });
    await listening();
    expect(bot.output().stdout).toContain('restore secret.key from the backup');
    expect(existsSync(join(DATA_DIR, 'secret.key'))).toBe(true);
  });

  test('is private to its account, and stores compiled code for the next start', async () => {
    const DATA_DIR = await directoryWithDatabase();
    const { bot, listening } = await startBot({ DATA_DIR, NODE_COMPILE_CACHE: '' });
    await listening();
    await expect.poll(() => existsSync(join(DATA_DIR, 'postgres/global/pg_internal.init'))).toBe(true);
    bot.child.kill('SIGTERM');
    expect((await bot.ended).code).toBe(0);
    const names = await readdir(DATA_DIR, { recursive: true });
    expect(names.filter((name) => name.startsWith('compiled/')).length).toBeGreaterThan(100);
    expect(names.filter((name) => (lstatSync(join(DATA_DIR, name)).mode & 0o077) !== 0)).toEqual([]);
  });
});

test('the bot starts when compiled code cannot be stored', async () => {
  const dataDir = await directoryWithDatabase();
  await writeFile(join(dataDir, 'compiled'), '');
  const { bot, listening } = await startBot({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' });
  await listening();
  bot.child.kill('SIGTERM');
  expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a start loads no modules that it does not need', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        if (/^[@a-z]/.test(specifier)) process.stdout.write(specifier + '\\n');
        return next(specifier, context);
      },
    });
    await import(${JSON.stringify(new URL('../../src/app/create-app.ts', import.meta.url).href)});
    // What the pipe has no room for is still to be written.
    process.stdout.write('loaded\\n', () => process.exit());`;
  const { output, ended } = start('--input-type=module', ['--eval', script]);
  await ended;
  const loaded = output().stdout.split('\n');
  expect(loaded).toEqual(expect.arrayContaining(['@slack/bolt', 'pino', 'loaded']));
  const late = [
    'got',
    'kysely',
    'pg',
    '@electric-sql/pglite',
    '@keyv/redis',
    'date-fns/format',
    'date-fns/parseISO',
  ];
  expect(loaded.filter((name) => late.includes(name))).toEqual([]);
});
