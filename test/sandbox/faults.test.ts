import { expect, test } from 'vitest';
import type { Faults } from '../../tools/sandbox/index.ts';
import { createClock, startSandbox } from './client.ts';

const DAY = '2026-11-20';

async function statuses(request: () => Promise<Response>, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let turn = 0; turn < count; turn++) seen.push((await request()).status);
  return seen;
}

test('faults are set, shown and cleared over HTTP', async () => {
  const { post, url } = await startSandbox();
  const address = `${url}/_sandbox/faults`;
  const faults = { wrongTotal: 3, operatorDown: { operator: 'Entel' } };
  const shown = { ...faults, operatorDown: { operator: 'Entel', since: '2026-11-20T18:00:00.000Z' } };
  expect(await (await post('/_sandbox/faults', faults)).json()).toEqual(shown);
  expect(await (await fetch(address)).json()).toEqual(shown);
  expect(await (await fetch(address, { method: 'DELETE' })).json()).toEqual({});
  expect(await (await fetch(address)).json()).toEqual({});
  expect((await fetch(address, { method: 'PUT' })).status).toBe(405);
});

test.each([
  [{ slow: 1 }, /^There is no fault \["slow"\]; there are operatorDown, operatorsDown, /],
  [{ serverErrors: { rate: 2 } }, /^serverErrors\.rate: Too big/],
  [{ operatorDown: { operator: 'Nobody' } }, /^operatorDown\.operator: Invalid option.*"Entel"/],
])('invalid faults are refused with a sentence: %j', async (faults, sentence) => {
  const { post, sandbox } = await startSandbox();
  const response = await post('/_sandbox/faults', faults);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: expect.stringMatching(sentence) });
  expect(() => sandbox.setFaults(faults as Faults)).toThrow();
});

test.each([
  ['serverErrors', 503, null],
  ['unauthorized', 401, null],
  ['rateLimited', 429, '5'],
] as const)('%s refuses the requests of one operation', async (kind, status, retryAfter) => {
  const { sandbox, url } = await startSandbox();
  const lookUp = () => fetch(`${url}/sms_info/${DAY}/20261120-0`);
  sandbox.setFaults({ [kind]: { operation: 'info' } });
  expect((await fetch(`${url}/api/sms/x`)).status).toBe(401);
  const first = await lookUp();
  expect([first.status, first.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect(await first.json()).toEqual({ detail: expect.any(String) });
  expect((await lookUp()).status).toBe(status);
  sandbox.setFaults({});
  expect((await lookUp()).status).toBe(200);
  expect(sandbox.calls.info).toBe(3);
});

test('a rate affects that share of the requests, the same ones each time', async () => {
  const { sandbox, url } = await startSandbox();
  const lookUp = () => fetch(`${url}/sms_info/${DAY}/20261120-0`);
  const run = () => {
    sandbox.setFaults({ rateLimited: { rate: 0.5, retryAfterSeconds: 9 } });
    return statuses(lookUp, 40);
  };
  const first = await run();
  expect(await run()).toEqual(first);
  const affected = first.filter((status) => status === 429).length;
  expect(affected).toBeGreaterThan(10);
  expect(affected).toBeLessThan(30);
});

test('an operator that is down accepts no messages from then on', async () => {
  const clock = createClock('2026-11-20T16:00:00Z');
  const { sandbox, report } = await startSandbox({ now: clock.now });
  sandbox.setFaults({ operatorDown: { operator: 'Entel' } });
  clock.set('2026-11-20T18:00:00Z');
  const read = async () =>
    (await report(DAY, DAY, { msisdn: '56912345678' })).data.map(({ status }) => status);
  expect(await read()).toEqual(['delivered', 'accepted']);
  sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-20T00:00:00Z' } });
  expect(await read()).toEqual(['accepted', 'accepted']);
  sandbox.setFaults({
    operatorDown: { operator: 'Entel', since: '2026-11-20T00:00:00Z', until: '2026-11-20T16:00:00Z' },
  });
  expect(await read()).toEqual(['accepted', 'delivered']);
  sandbox.setFaults({});
  expect(await read()).toEqual(['delivered', 'delivered']);
});

test('late receipts arrive later, with their original time', async () => {
  const clock = createClock('2026-11-20T16:40:00Z');
  const { sandbox, report } = await startSandbox({ now: clock.now });
  sandbox.setFaults({ lateReceiptsSeconds: 1800 });
  const newest = async () => (await report(DAY, DAY, { msisdn: '56912345678' })).data.at(-1);
  expect(await newest()).toMatchObject({ status: 'sent', time_dlr: '-' });
  clock.set('2026-11-20T17:10:00Z');
  expect(await newest()).toMatchObject({ status: 'delivered', time_dlr: '2026-11-20 16:30:48+00:00' });
});

test('a slow first byte delays only its own answer', async () => {
  const { sandbox, url } = await startSandbox();
  sandbox.setFaults({ slowFirstByteMs: 600_000, operation: 'info' });
  const leave = new AbortController();
  const slow = fetch(`${url}/sms_info/${DAY}/20261120-0`, { signal: leave.signal });
  const fast = fetch(`${url}/_sandbox/faults`);
  expect(await Promise.race([slow, fast])).toBe(await fast);
  leave.abort();
  await expect(slow).rejects.toThrow('aborted');
});

test('a stalled body falls silent on an open connection', async () => {
  const { sandbox, url, reportResponse } = await startSandbox();
  sandbox.setFaults({ stallAfterBytes: 10, operation: 'report' });
  const reader = (await reportResponse(DAY, DAY)).body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('{"data":[{');
  const next = reader?.read();
  expect(await Promise.race([next, fetch(`${url}/_sandbox/faults`)])).toBeInstanceOf(Response);
  const silent = expect(next).rejects.toThrow('terminated');
  await sandbox.stop();
  await silent;
});

test('a truncated answer ends cleanly or with a broken connection', async () => {
  const { sandbox, reportResponse } = await startSandbox();
  sandbox.setFaults({ truncate: 'clean', operation: 'report' });
  const text = await (await reportResponse(DAY, DAY)).text();
  expect(text).toMatch(/^\{"data":\[\{/);
  expect(() => JSON.parse(text)).toThrow();
  sandbox.setFaults({ truncate: 'connection', operation: 'report' });
  const broken = await reportResponse(DAY, DAY);
  expect(broken.status).toBe(200);
  await expect(broken.text()).rejects.toThrow('terminated');
});

test('the fault html answers with a web page instead of JSON', async () => {
  const { sandbox, reportResponse } = await startSandbox();
  sandbox.setFaults({ html: true, operation: 'report' });
  const response = await reportResponse(DAY, DAY);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html']);
  expect(await response.text()).toContain('<h1>');
});

test('a report can have a wrong total, ignore filters and contain invalid entries', async () => {
  const { sandbox, report } = await startSandbox();
  const filters = { msisdn: '56911110008' };
  const right = await report(DAY, DAY, filters);
  sandbox.setFaults({ wrongTotal: 5 });
  expect(await report(DAY, DAY, filters)).toEqual({ ...right, total: right.total + 5 });
  sandbox.setFaults({ badEntries: 6 });
  const { data, total } = await report(DAY, DAY, filters);
  expect(total).toBe(right.total);
  expect(data.slice(6)).toEqual(right.data.slice(6));
  expect(data.slice(0, 6).filter((entry, turn) => entry === right.data[turn])).toEqual([]);
  expect(data).toContain(null);
  sandbox.setFaults({ ignoreFilters: true });
  expect(await report(DAY, DAY, filters)).toEqual(await report(DAY, DAY));
});
