import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchMemory } from '../../bench/process-memory.ts';
import { fixtures } from '../../tools/playground/server/fixtures.ts';
import { prepareBotSettings } from '../support/bot-settings.ts';
import { people } from '../support/desk.ts';
import { type RunningProcess, start } from '../support/process.ts';
import { temporaryDirectory } from '../support/store.ts';
import { createMemoryLimit } from './memory-limit.ts';

const MEGABYTE = 2 ** 20;
const patience = { timeout: 600_000, interval: 200 };

const tell = (line: string) => process.stdout.write(`${line}\n`);

/** Starts a script as package.json does, with a memory limit, and prints its peak at the end. */
function startWithin(megabytes: number, name: string, args: string[], env: Record<string, string> = {}) {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const [, flags = '', script = ''] = /node (.*?)(\S+\.[jt]s)$/.exec(scripts[name] ?? '') ?? [];
  // The settings of a developer are left out.
  const ownFlags = flags.split(' ').filter((flag) => flag !== '' && !flag.startsWith('--env-file'));
  const [first = '', ...rest] = [...ownFlags, script, ...args];
  const limit = createMemoryLimit(megabytes * MEGABYTE);
  if (!limit) tell('Memory cannot be limited here: the peak is looked at, and nothing is held to it.');
  const running = start(first, rest, env);
  limit?.hold(running.child.pid);
  const memory = watchMemory(running.child.pid ?? 0);
  return {
    ...running,
    async expectNothingKilled(what: string) {
      const peak = await memory.stop();
      tell(`${what}: ${Math.round(peak / 1e6)} MB at its most`);
      expect(limit?.killed() ?? 0).toBe(0);
      expect(peak).toBeLessThan(megabytes * MEGABYTE);
    },
  };
}

/** Waits until the bot has answered some questions since its start, with no failure. */
async function answered(bot: RunningProcess, questions: number): Promise<void> {
  const lines = (words: string) => bot.output().stdout.split(`"msg":"${words}"`).length - 1;
  await expect.poll(() => lines('answered') + 100 * lines('failed'), patience).toBe(questions);
}

test('the bot does all its work in 512 MB, on a fresh or an existing folder', async () => {
  const { slack, sandbox, settings: shared } = await prepareBotSettings();
  const settings = { ...shared, DATA_DIR: temporaryDirectory() };
  const ask = (command: string, text: string) =>
    slack.command({ person: people.agent.id, channel: 'C1', command, text });

  async function run(what: string, work: (bot: RunningProcess) => Promise<void>): Promise<void> {
    const bot = startWithin(512, 'start', [], settings);
    const [, port] = await bot.printed(/"port":(\d+).*listening for Slack/);
    slack.connect(`http://127.0.0.1:${port}/slack/events`);
    await work(bot);
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
    await bot.expectNothingKilled(what);
  }

  await run('on a fresh folder', async (bot) => {
    await ask('/sms-status', '+56 9 1234 5678');
    await answered(bot, 1);
    await ask('/sms-report', 'last 31 days');
    await answered(bot, 2);
    await ask('/sms-check', '');
    await answered(bot, 3);
    const inAMinute = new Date(Date.now() + 60_000).toISOString().slice(11, 16);
    await ask('/sms-report', `subscribe ${inAMinute} UTC`);
    await answered(bot, 4);
    await bot.printed(/a summary was posted/);
    const reports = sandbox.calls.report;
    await ask('/sms-check', 'watch');
    await answered(bot, 5);
    await expect.poll(() => sandbox.calls.report, patience).toBeGreaterThan(reports);
  });
  await run('on the folder it has made', async (bot) => {
    await ask('/sms-report', 'last 31 days');
    await answered(bot, 1);
    await ask('/sms-check', '');
    await answered(bot, 2);
  });
});

test('npm run ask answers in 512 MB', { tags: 'smoke' }, async () => {
  const asked = startWithin(512, 'ask', ['/sms-report', 'yesterday']);
  const { code, stdout } = await asked.ended;
  expect(stdout).toContain('of all');
  expect(code).toBe(0);
  await asked.expectNothingKilled('npm run ask');
});

test('npm run playground answers a report in 600 MB', async () => {
  const playground = startWithin(600, 'playground', ['--port', '0']);
  const [, port] = await playground.printed(/http:.*:(\d+)/);
  const url = `http://127.0.0.1:${port}`;
  const [person, channel] = [fixtures.people[0]?.id, fixtures.channels[0]?.id];
  const page = await fetch(`${url}/state?person=${person}`);
  const { status } = await fetch(`${url}/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'say', person, channel, text: '/sms-report yesterday' }),
  });
  expect(status).toBe(200);
  let shown = '';
  for await (const part of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    shown += part;
    if (shown.includes('of all')) break;
  }
  expect(shown).toContain('of all');
  await playground.expectNothingKilled('npm run playground');
});
