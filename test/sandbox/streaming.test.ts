import { expect, test } from 'vitest';
import { startSandbox } from './client.ts';

const MEGABYTE = 2 ** 20;

test('a day of 300,000 messages streams in limited memory, without blocking other requests', async () => {
  const { sandbox, reportResponse, url } = await startSandbox({ perDay: 300_000 });
  const before = process.memoryUsage().rss;
  let peak = before;
  let bytes = 0;
  let tail = '';
  let isAnswered = false;
  let answeredAfter = 0;
  const response = await reportResponse('2026-11-19', '2026-11-19');
  const other = fetch(`${url}/_sandbox/faults`).then(() => {
    isAnswered = true;
  });
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (!isAnswered) answeredAfter = bytes;
    tail = Buffer.from(chunk).toString().slice(-100);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  await other;
  expect(bytes).toBeGreaterThan(50 * MEGABYTE);
  expect(Number(/"total":(\d+)\}$/.exec(tail)?.[1])).toBeGreaterThan(300_000);
  expect(peak - before).toBeLessThan(150 * MEGABYTE);
  expect(answeredAfter).toBeLessThan(bytes / 2);
  expect(sandbox.calls.report).toBe(1);
});

test('another report is served after a client stops reading', async () => {
  const { reportResponse, report } = await startSandbox({ perDay: 1_000_000 });
  const response = await reportResponse('2026-11-19', '2026-11-19');
  await response.body?.cancel();
  expect((await report('2026-11-19', '2026-11-19', { msisdn: '56912345678' })).total).toBe(3);
});
