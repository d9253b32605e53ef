import { expect, test } from 'vitest';
import { retryAfterMs } from '../../src/runtime/timeouts.ts';

const DAY_MS = 86_400_000;

test.each([
  ['7', 7_000],
  [' 1.5 ', 1_500],
  // Too long for a wait: a timestamp or a mistake.
  ['1795000000', DAY_MS],
  ['1e20', DAY_MS],
  ['Infinity', DAY_MS],
  ['Fri, 31 Dec 9999 23:59:59 GMT', DAY_MS],
  // No wait is requested.
  ...[
    '',
    ' ',
    '0',
    '-0',
    '-5',
    '-1e20',
    'NaN',
    'soon',
    '120, 60',
    '2099-01-01',
    'Sun, 06 Nov 1994 08:49:37 GMT',
  ].map((header) => [header, undefined] as const),
] as const)('reads the header Retry-After: %s', (header, waitMs) => {
  expect(retryAfterMs(header)).toBe(waitMs);
});

test('reads Retry-After with a date as the time until then', () => {
  const wait = retryAfterMs(new Date(Date.now() + 60_000).toUTCString()) ?? 0;
  expect(wait).toBeGreaterThan(50_000);
  expect(wait).toBeLessThanOrEqual(60_000);
});
