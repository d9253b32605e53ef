import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, stories } from '../../tools/sandbox/index.ts';
import { main, parseCommand, usage } from '../../tools/sandbox/main.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/process.ts';
import { startSandbox } from './client.ts';

test('parses arguments into options', () => {
  const usual = { port: 4100, host: '127.0.0.1', perDay: 20_000, seed: 7, isHelp: false };
  expect(parseCommand([])).toEqual(usual);
  const args = ['--port', '0', '--per-day=10', '--seed', '3', '--host', '::1'];
  expect(parseCommand(args)).toEqual({ port: 0, host: '::1', perDay: 10, seed: 3, isHelp: false });
  expect(parseCommand(['--help'])).toEqual({ ...usual, isHelp: true });
});

test.each([
  [['--nope'], /--nope/],
  [['extra'], /extra/],
  [['--port', '65536'], /^--port must be a whole number from 0 to 65535, not "65536"\.$/],
  [['--per-day', 'many'], /^--per-day must be a whole number/],
])('refuses %j with a sentence', (args, sentence) => {
  expect(() => parseCommand(args)).toThrow(sentence);
});

test('prints its address and the settings for a bot, and stops on SIGTERM', async () => {
  const { child, printed, ended } = start('tools/sandbox/main.ts', ['--port', '0', '--per-day', '10']);
  const [greeting] = await printed(/^[\s\S]*A message of the first[\s\S]*\n$/);
  const url = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(greeting)?.[1];
  expect((await fetch(`${url}/_sandbox/faults`)).status).toBe(200);
  expect(greeting).toContain(`SMS_BASE_URL=${url}\nSMS_EMAIL=sandbox@example.com\n`);
  for (const { number } of stories) expect(greeting).toContain(number);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('answers only requests to a local name, unless it listens on other addresses, too', async () => {
  const ask = async (url: string, host: string) => {
    const { port } = new URL(url);
    const asked = request({ host: '127.0.0.1', port, path: '/_sandbox/faults', headers: { host } });
    const [{ statusCode }] = await once(asked.end(), 'response');
    return statusCode;
  };
  const { url } = await startSandbox();
  const { port } = new URL(url);
  expect(await ask(url, `localhost:${port}`)).toBe(200);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost'])
    expect([host, await ask(url, host)]).toEqual([host, 403]);
  const open = createSandbox();
  onTestFinished(() => open.stop());
  expect(await ask((await open.start(0, '0.0.0.0')).url, 'sandbox:4100')).toBe(200);
});

test('exits with a sentence when the port is in use', async () => {
  const { url } = await startSandbox();
  const { port } = new URL(url);
  const { code, stderr } = await runCommand(main, ['--port', port]);
  expect(code).toBe(1);
  expect(stderr).toBe(`Port ${port} is in use: choose another with --port.\n`);
});

test('exits with the usage for an unknown option', async () => {
  const { code, stderr } = await runCommand(main, ['--nope']);
  expect(code).toBe(2);
  expect(stderr).toContain(usage);
});
