import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, type SandboxCall } from '../../tools/sandbox/index.ts';
import { unusedPort } from '../support/server.ts';
import { startSandbox } from './client.ts';

async function startObservedSandbox() {
  const calls: SandboxCall[] = [];
  const client = await startSandbox({ onCall: (call) => calls.push(call) });
  const ended = (count: number) => expect.poll(() => calls).toHaveLength(count);
  return { ...client, calls, ended };
}

test('each request is reported when it ends, with the start of its answer', async () => {
  const { calls, report, sandbox, ended } = await startObservedSandbox();
  const { total } = await report('2026-11-18', '2026-11-20');
  await ended(2);
  const [login, reported] = calls;
  expect(login).toMatchObject({
    operation: 'login',
    method: 'POST',
    path: '/login_ws',
    status: 200,
    request: { contentType: 'application/json', body: expect.stringContaining(sandbox.credentials.email) },
    answer: { beginning: expect.stringMatching(/^\{"auth_access_token".*\}$/), isWhole: true },
  });
  expect(login?.answer.bytes).toBe(Buffer.byteLength(login?.answer.beginning ?? ''));
  expect(reported?.request.authorization).toMatch(/^Bearer /);
  expect(total).toBeGreaterThan(100);
  expect(Buffer.byteLength(reported?.answer.beginning ?? '')).toBe(4096);
  expect(reported?.answer.bytes).toBeGreaterThan(4096);
});

test('refusals are reported, requests to other paths are not', async () => {
  const { calls, post, url, ended } = await startObservedSandbox();
  await post('/login_ws', 'not JSON');
  await fetch(`${url}/sms_info/2026-11-20/nothing`);
  await fetch(`${url}/nothing`);
  await fetch(`${url}/_sandbox/faults`);
  await ended(2);
  expect(calls.map(({ operation, status }) => [operation, status])).toEqual([
    ['login', 400],
    ['info', 404],
  ]);
  expect(calls[1]?.answer.beginning).toContain('Record not found');
});

test('an answer that is abandoned or cut off is reported as incomplete', async () => {
  const { calls, sandbox, login, url, ended, reportResponse } = await startObservedSandbox();
  await login();
  const { date, trx } = sandbox.newest('+56 9 1234 5678') ?? {};
  sandbox.setFaults({ operation: 'info', slowFirstByteMs: 60_000 });
  const giveUp = new AbortController();
  const given = expect(fetch(`${url}/sms_info/${date}/${trx}`, { signal: giveUp.signal })).rejects.toThrow();
  await expect.poll(() => sandbox.calls.info).toBe(1);
  const arrivedMs = performance.now();
  await fetch(`${url}/_sandbox/faults`);
  const waitedMs = Math.floor(performance.now() - arrivedMs);
  giveUp.abort();
  await given;
  sandbox.setFaults({ operation: 'report', truncate: 'connection' });
  const cut = await reportResponse('2026-11-20', '2026-11-20');
  await expect(cut.text()).rejects.toThrow();
  await ended(4);
  const waited = calls.find(({ operation }) => operation === 'info');
  expect(waited?.status).toBeUndefined();
  expect(waited?.tookMs).toBeGreaterThanOrEqual(waitedMs);
  expect(waited?.answer).toEqual({ beginning: '', bytes: 0, isWhole: false });
  expect(calls.at(-1)).toMatchObject({ operation: 'report', status: 200, answer: { isWhole: false } });
});

test('the sandbox restarts on the same port', async () => {
  const sandbox = createSandbox({ perDay: 500 });
  onTestFinished(() => sandbox.stop());
  const port = await unusedPort();
  const { url } = await sandbox.start(port);
  await sandbox.stop();
  await expect(fetch(url)).rejects.toThrow();
  expect(await sandbox.start(port)).toEqual({ url });
  expect((await fetch(`${url}/_sandbox/faults`)).status).toBe(200);
});
