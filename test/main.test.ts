import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aWorkspace, people, SIGNING_SECRET } from './support/desk.ts';
import { start } from './support/process.ts';
import { servePlatform } from './support/server.ts';

async function setUp(
  changes: Record<string, string> = {},
  handlers: Parameters<typeof servePlatform>[0] = {},
) {
  const platform = await servePlatform(handlers);
  const slack = aWorkspace();
  const { apiUrl } = await slack.start();
  const bot = start('src/main.js', [], {
    SLACK_BOT_TOKEN: 'xoxb-canary',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    SMS_BASE_URL: platform.url,
    SMS_EMAIL: 'canary@example.com',
    SMS_PASSWORD: 'canary-password',
    SMS_REPORT_TOKEN: 'canary-report-token',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'sms-desk-')),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
    LOG_LEVEL: 'debug',
    READ_AHEAD: 'no',
    ...changes,
  });
  const listening = async () => {
    const [, port] = await bot.printed(/"port":(\d+)/);
    slack.connect(`http://127.0.0.1:${port}/slack/events`);
  };
  const ask = () =>
    slack.command({
      person: people.agent.id,
      channel: 'C1',
      command: '/sms-status',
      text: '912345678 2026-11-18',
    });
  return { platform, slack, bot, listening, ask };
}

describe('stopping', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s lets answers in flight come first', async (signal) => {
    const hold = Promise.withResolvers<void>();
    const { platform, slack, bot, listening, ask } = await setUp(
      {},
      { report: (asked) => hold.promise.then(() => platform.good.report(asked)) },
    );
    await listening();
    expect((await ask()).status).toBe(200);
    await expect.poll(() => platform.seen.report.length).toBe(1);
    bot.child.kill(signal);
    // The bot takes no more questions, and the ones it has are answered.
    await expect.poll(async () => (await ask()).status).toBe(0);
    expect(bot.child.exitCode).toBeNull();
    hold.resolve();
    expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
    expect(slack.messages().at(-1)?.text).toContain('Delivered ');
  });

  test('cuts off a platform that never answers, with a sentence to who waits', async () => {
    // By itself it would be waited for longer than this test may take.
    const { slack, bot, listening, ask, platform } = await setUp(
      { SMS_TIMEOUT_SECONDS: '600' },
      { report: () => undefined },
    );
    await listening();
    await ask();
    await expect.poll(() => platform.seen.report.length).toBe(1);
    bot.child.kill('SIGTERM');
    expect((await bot.ended).code).toBe(0);
    expect(slack.messages().at(-1)?.text).toContain('couldn’t get an answer');
  });
});

describe('compiled code', () => {
  const aFolder = () => mkdtemp(join(tmpdir(), 'sms-desk-'));

  test('is kept under DATA_DIR for the next start', async () => {
    const dataDir = await aFolder();
    const { bot, listening } = await setUp({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' });
    await listening();
    bot.child.kill('SIGTERM');
    expect((await bot.ended).code).toBe(0);
    const kept = await readdir(join(dataDir, 'compiled'), { recursive: true });
    expect(kept.length).toBeGreaterThan(100);
  });

  test('that cannot be kept does not keep the bot from starting', async () => {
    const dataDir = await aFolder();
    await writeFile(join(dataDir, 'compiled'), '');
    const { bot, listening } = await setUp({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' });
    await listening();
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

test('what a start does not need is not loaded for it', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        if (/^[@a-z]/.test(specifier)) process.stdout.write(specifier + '\\n');
        return next(specifier, context);
      },
    });
    await import(${JSON.stringify(new URL('../src/app/create-app.ts', import.meta.url).href)});
    process.stdout.write('loaded\\n');
    process.exit();`;
  const { output, ended } = start('--input-type=module', ['--eval', script]);
  await ended;
  const loaded = output().stdout.split('\n');
  expect(loaded).toEqual(expect.arrayContaining(['@slack/bolt', 'p-queue', 'loaded']));
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

describe('a start that cannot succeed says why, and what to do', () => {
  test('every variable at fault, at once', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'sms-desk-'));
    const bot = start('src/main.js', [], { PORT: 'canary', DATA_DIR });
    const { code, stdout, stderr } = await bot.ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('SLACK_BOT_TOKEN is required');
    expect(stderr).toContain('PORT must be a whole number');
    expect(stderr).toContain('.env.example');
    expect(stderr).not.toContain('canary');
  });

  test.each([
    [
      'a token Slack does not know',
      { SLACK_BOT_TOKEN: 'xoxb-other-canary' },
      /Slack does not accept SLACK_BOT_TOKEN/,
    ],
    [
      'an app-level token Slack does not know',
      { SLACK_APP_TOKEN: 'xapp-other-canary' },
      /no connection for SLACK_APP_TOKEN/,
    ],
    ['no Slack', { SLACK_API_URL: 'http://127.0.0.1:1/api/' }, /Slack cannot be reached/],
    ['a data directory that cannot be made', { DATA_DIR: '/dev/null/data' }, /DATA_DIR/],
  ])('%s', async (_, changes, sentence) => {
    const { bot } = await setUp(changes);
    const { code, stderr } = await bot.ended;
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('canary');
    expect(code).toBe(1);
  });

  test('ten connections in use at Slack', async () => {
    const slack = aWorkspace('socket_mode');
    const { apiUrl: SLACK_API_URL } = await slack.start();
    const SLACK_APP_TOKEN = 'xapp-canary';
    const headers = { authorization: `Bearer ${SLACK_APP_TOKEN}` };
    for (let open = 0; open < 10; open += 1) {
      const answer = await fetch(`${SLACK_API_URL}apps.connections.open`, { method: 'POST', headers });
      const { url } = (await answer.json()) as { url: string };
      new WebSocket(url);
    }
    await slack.until(() => slack.socketMode.connections().length === 10);
    const { bot } = await setUp({ SLACK_API_URL, SLACK_APP_TOKEN });
    expect(await bot.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ten connections, and all are in use'),
    });
  });

  test('a port in use', async () => {
    const first = await setUp();
    const [, port = ''] = await first.bot.printed(/"port":(\d+)/);
    const { bot } = await setUp({ PORT: port });
    expect(await bot.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/port \d+ is in use. Set PORT/),
    });
  });
});
