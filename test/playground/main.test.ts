import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { main } from '../../tools/playground/main.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/process.ts';

const playground = (...args: string[]) => runCommand(main, args);

test('prints the address of a working page, and exits on SIGTERM during an answer', async () => {
  const running = start('tools/playground/main.ts', ['--port', '0']);
  const [, url = ''] = await running.printed(/^The playground is at (http:\/\/localhost:\d+)\n.*\n.*\n$/);
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/<div id="root">[\s\S]*src="\/main\.tsx"/);
  expect((await fetch(`${url}/main.tsx`)).headers.get('content-type')).toContain('javascript');
  // Vite's endpoint that opens an editor is closed, and only files of the page are served.
  for (const door of ['/__open-in-editor', '/__Open-In-Editor', '/__open-in-editor.x'])
    expect((await fetch(`${url}${door}?file=package.json`)).status).toBe(404);
  const secret = await fetch(`${url}/@fs${import.meta.dirname}/../../package.json`);
  // The refusal may name the file.
  expect(await secret.text()).not.toContain('devDependencies');
  expect((await fetch(`${url}/state?person=U0ANA`)).headers.get('content-type')).toBe('text/event-stream');

  expect(await playground('--port', new URL(url).port)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${new URL(url).port} is in use: choose another with --port.\n`,
  });

  const sockets: [protocol: string, origin: string][] = [
    ['vite-hmr', 'http://evil.example'],
    ['vite-hmr', url],
    ['chat', url],
  ];
  for (const [protocol, origin] of sockets) {
    const socket = new WebSocket(url.replace('http', 'ws'), protocol, { origin });
    await expect(once(socket, 'open')).rejects.toThrow();
  }

  const act = (body: unknown) =>
    fetch(`${url}/acts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await act({ kind: 'faults', faults: { slowFirstByteMs: 600_000 } });
  await act({ kind: 'say', person: 'U0ANA', channel: 'C0SUPPORT', text: '/sms-status 912345678' });
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
});

test.each([
  [['--port', 'x'], /--port must be a whole number/],
  [['--port', '70000'], /--port must be a whole number/],
  [['--novelty'], /novelty/],
])('explains an invalid argument and exits with 2: %j', async (args, sentence) => {
  const { code, stderr } = await playground(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
  expect(stderr).toContain('Usage: npm run playground');
});

test('lists the options for --help', async () => {
  const { code, stdout } = await playground('--help');
  expect([code, stdout]).toEqual([0, expect.stringContaining('--port <n>')]);
});
