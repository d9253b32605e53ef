import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchMemory } from '../../bench/process-memory.ts';
import { prepareBotSettings } from '../support/bot-settings.ts';
import { people } from '../support/desk.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import type { RunningProcess } from '../support/process.ts';
import { unusedPort } from '../support/server.ts';
import { dockerIncludes } from './dockerfile.ts';
import { buildImage, type Image } from './image.ts';

// Builds and starts the contents of the image without a container engine. This needs mounts: root on Linux.
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The npm commands in the image, other than the bot. */
const commands = Object.entries(scripts).flatMap(([command, line]) => {
  const [script] = /src\/cli\/\S+/.exec(line) ?? [];
  return script && dockerIncludes(script) ? [[command, script] as const] : [];
});

describe.skipIf(!canMount)('the image', () => {
  let image: Image;
  beforeAll(() => {
    image = buildImage();
    process.stdout.write(`the image's /app: ${image.megabytes} MB, ${image.files.length} files of its own\n`);
  });

  const text = (path: string) => readFileSync(join(image.root, 'app', path), 'utf8');

  test('contains the bot, its commands and production packages, and no simulations or tests', () => {
    const places = new Set(image.files.map((path) => path.split('/').slice(0, 2).join('/')));
    expect([...places].filter((place) => !place.startsWith('src/')).sort()).toEqual([
      'LICENSE',
      'package.json',
    ]);
    expect(places).not.toContain('tools/fake-slack');
    expect(places).not.toContain('tools/sandbox');
    const installed = Object.keys(devDependencies).filter((name) =>
      existsSync(join(image.root, 'app/node_modules', name, 'package.json')),
    );
    // Type packages that others depend on contain no code.
    expect(installed.filter((name) => !name.startsWith('@types/'))).toEqual([]);
  });

  test('contains every file that its files import', () => {
    const named = image.files
      .filter((path) => /\.[jt]s$/.test(path))
      .flatMap((path) =>
        [...text(path).matchAll(/(?:from |import\(|new URL\()'(\.[^']+)'/g)].map(([, target = '']) =>
          normalize(join(dirname(path), target)),
        ),
      );
    expect(named.length).toBeGreaterThan(500);
    expect(named.filter((path) => !image.files.includes(path))).toEqual([]);
  });

  test('runs without root, can write only /data, and has no shell', async () => {
    const script = `
      const { accessSync, constants } = require('node:fs');
      const can = (path, mode) => { try { accessSync(path, constants[mode]); return true; } catch { return false; } };
      console.log(JSON.stringify({
        account: process.getuid(), folder: process.cwd(),
        writes: ['/', '/app', '/app/src', '/tmp', '/data'].filter((path) => can(path, 'W_OK')),
        programs: ['/bin/sh', '/usr/bin/env', '/usr/bin/npm', '/nodejs/bin/npm'].filter((path) => can(path, 'F_OK')),
      }));`;
    const { stdout } = await image.start(['-e', script]).ended;
    expect(JSON.parse(stdout)).toEqual({ account: 65_532, folder: '/app', writes: ['/data'], programs: [] });
  });

  test.each(commands)('contains the command %s, which prints its help', async (command, script) => {
    expect(image.files).toContain(script);
    const { code, stdout, stderr } = await image.start([script, '--help']).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`npm run ${command}`);
  });

  test('has a doctor that knows every variable of the image', async () => {
    const { settings } = await prepareBotSettings();
    const variables = { ...settings, SMS_DESK_COMMIT: 'a'.repeat(40) };
    const { stdout } = await image.start(['src/cli/doctor.ts', '--all'], variables).ended;
    expect(stdout).toContain('ok         SLACK_BOT_TOKEN');
    expect(stdout).not.toContain('no such variable');
  });

  test('starts with only Node, answers Slack and the health check, and stops in time', async () => {
    const { slack, settings: anyPort } = await prepareBotSettings();
    const settings = { ...anyPort, OPS_PORT: String(await unusedPort()) };
    const bot = image.start(image.stage.command('CMD'), settings);
    const memory = watchMemory(bot.child.pid ?? 0);
    const [, port] = await bot.printed(/"port":(\d+).*listening for Slack/);
    slack.connect(`http://127.0.0.1:${port}/slack/events`);
    const ask = { person: people.agent.id, channel: 'C1', command: '/sms-status', text: '+56 9 1234 5678' };
    expect((await slack.command(ask)).status).toBe(200);
    await expect.poll(() => slack.messages().at(-1)?.text).toContain('Delivered ');

    const [, ...check] = image.stage.command('HEALTHCHECK');
    const health = () => image.start(check, settings).ended;
    expect(await health()).toMatchObject({ code: 0, stdout: '/healthz answered 200\n' });

    const signalled = performance.now();
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - signalled).toBeLessThan(10_000);
    expect(await health()).toMatchObject({ code: 1, stdout: expect.stringContaining('did not answer') });
    process.stdout.write(`the bot in it: ${Math.round((await memory.stop()) / 1e6)} MB at its most\n`);
  });

  test('runs two replicas on Postgres as in Compose, with rights on rows only', async () => {
    const { slack, settings } = await prepareBotSettings();
    const { url, address } = await postgresAsInCompose();
    const migration = await image.start(['src/cli/migrate.ts', '--grant', 'sms_desk'], { DATABASE_URL: url })
      .ended;
    expect(migration).toMatchObject({ code: 0, stderr: '' });
    const shared = {
      ...settings,
      DATABASE_URL: `postgres://sms_desk:canary@${address}/postgres`,
      SECRET_KEY: Buffer.alloc(32, 'canary').toString('base64'),
    };
    const bots = [1, 2].map(() => image.start(image.stage.command('CMD'), shared));
    const ask = { person: people.agent.id, channel: 'C1', command: '/sms-report', text: 'subscriptions' };
    for (const bot of bots) {
      const [, port] = await bot.printed(/"port":(\d+).*listening for Slack/);
      slack.connect(`http://127.0.0.1:${port}/slack/events`);
      const before = slack.messages().length;
      expect((await slack.command(ask)).status).toBe(200);
      await expect.poll(() => slack.messages().slice(before).at(-1)?.text).toContain('/sms-report subscribe');
      bot.child.kill('SIGTERM');
      expect(await bot.ended).toMatchObject({ code: 0, stderr: '' });
      expect(bot.output().stdout).not.toContain('"level":"warn"');
    }
  });

  test('moves from one container to replicas with the commands of the documents, and loses nothing', async () => {
    const { slack, settings } = await prepareBotSettings();
    const type = async (bot: RunningProcess, text: string) => {
      const [, port] = await bot.printed(/"port":(\d+).*listening for Slack/);
      slack.connect(`http://127.0.0.1:${port}/slack/events`);
      const before = slack.messages().length;
      await slack.command({ person: people.agent.id, channel: 'C1', command: '/sms-report', text });
      return expect.poll(() => slack.messages().slice(before).at(-1)?.text);
    };
    const one = image.start(image.stage.command('CMD'), settings);
    await (await type(one, 'subscribe 09:41')).toContain('09:41');
    const commands = readFileSync('docs/operating/upgrade.md', 'utf8');
    const [, print = ''] = /\/nodejs\/bin\/node --print '(.+?)'/.exec(commands) ?? [];
    const { stdout: key } = await image.start(['--print', print]).ended;
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    one.child.kill('SIGTERM');
    await one.ended;

    const { url, address } = await postgresAsInCompose();
    for (const [command, ...args] of [['src/cli/move.ts'], ['src/cli/migrate.ts', '--grant', 'sms_desk']]) {
      expect(commands).toContain(command?.endsWith('move.ts') ? command : 'migrate --grant sms_desk');
      const { code } = await image.start([command ?? '', ...args], { DATABASE_URL: url }).ended;
      expect([command, code]).toEqual([command, 0]);
    }
    const DATABASE_URL = `postgres://sms_desk:canary@${address}/postgres`;
    const replicas = [1, 2].map(() =>
      image.start(image.stage.command('CMD'), { ...settings, DATABASE_URL, SECRET_KEY: key.trim() }),
    );
    for (const replica of replicas) {
      await (await type(replica, 'subscriptions')).toContain('09:41');
      replica.child.kill('SIGTERM');
      expect(await replica.ended).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

/** A server with the role that `compose.replicas.yaml` creates for the bots. */
async function postgresAsInCompose() {
  const { url } = await startOwnPostgres();
  const { host: address, hostname, port } = new URL(url);
  const { PATH = '' } = process.env;
  execFileSync('sh', ['deploy/postgres-role.sh'], {
    env: {
      PATH,
      PGHOST: hostname,
      PGPORT: port,
      POSTGRES_USER: 'postgres',
      POSTGRES_DB: 'postgres',
      BOT_PASSWORD: 'canary',
    },
    stdio: 'pipe',
  });
  return { url, address };
}
