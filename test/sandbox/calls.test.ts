import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox, type SandboxCall } from '../../tools/sandbox/index.ts';
import { aQuietPort } from '../support/server.ts';
import { startSandbox } from './client.ts';

async function observed() {
  const calls: SandboxCall[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = { count: Number.POSITIVE_INFINITY, resolve };
  const client = await startSandbox({
    onCall(call) {
      calls.push(call);
      if (calls.length >= over.count) over.resolve();
    },
  });
  /** Resolves once so many calls are over. */
  const ended = (count: number) => {
    over.count = count;
    if (calls.length >= count) resolve();
    return promise;
  };
  return { ...client, calls, ended };
}

test('each request is told of once it is over, with the beginning of its answer', async () => {
  const { calls, report, sandbox, ended } = await observed();
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

test('refusals are told of as well, and requests that are none of an operation are not', async () => {
  const { calls, post, url, ended } = await observed();
  await post('/login_ws', 'not JSON');
  await fetch(`${url}/sms_info/2026-11-20/nothing`);
  await fetch(`${url}/nothing`);
  await fetch(`${url}/_sandbox/faults`);
  await post('/report_mt', 'x'.repeat(70_000));
  await ended(3);
  expect(calls.map(({ operation, status }) => [operation, status])).toEqual([
    ['login', 400],
    ['info', 404],
    ['report', 413],
  ]);
  expect(calls[1]?.answer.beginning).toContain('Record not found');
});

test('an answer that never comes, or is cut off, is told of so', async () => {
  const { calls, sandbox, login, url, ended, reportResponse } = await observed();
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
  expect(waited).not.toHaveProperty('status');
  expect(waited?.tookMs).toBeGreaterThanOrEqual(waitedMs);
  expect(waited?.answer).toEqual({ beginning: '', bytes: 0, isWhole: false });
  expect(calls.at(-1)).toMatchObject({ operation: 'report', status: 200, answer: { isWhole: false } });
});

test('one who is told and throws breaks no connection, and is warned of', async () => {
  const warnings: string[] = [];
  const take = ({ message }: Error) => void warnings.push(message);
  process.on('warning', take);
  onTestFinished(() => void process.off('warning', take));
  const { url } = await startSandbox({
    onCall() {
      throw new Error('canary of a listener');
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const asked = get(`${url}/sms_info/2026-11-20/nothing`, { agent });
    const [response] = await once(asked, 'response');
    response.resume();
    await once(response, 'close');
    return asked.reusedSocket;
  };
  expect([await ask(), await ask()]).toEqual([false, true]);
  await expect.poll(() => warnings).toContain('canary of a listener');
});

test('it starts again on the port it had', async () => {
  const sandbox = createSandbox({ perDay: 500 });
  onTestFinished(() => sandbox.stop());
  const port = await aQuietPort();
  const { url } = await sandbox.start(port);
  await sandbox.stop();
  await expect(fetch(url)).rejects.toThrow();
  expect(await sandbox.start(port)).toEqual({ url });
  expect((await fetch(`${url}/_sandbox/faults`)).status).toBe(200);
});
