import { expect, test } from 'vitest';
import type { PageMessage } from '../../../../tools/playground/page/contract.ts';
import { stretchesOfDays } from '../../../../tools/playground/page/message/message-list.tsx';

const at = (time: string): PageMessage => ({
  ts: `${Date.parse(time) / 1000}.000100`,
  channel: 'C0SUPPORT',
  author: 'U0ANA',
  isOnlyForYou: false,
  isEdited: false,
  isBroadcast: false,
  files: [],
  text: time,
  blocks: [],
});

const days = (times: readonly string[], zone: string) =>
  stretchesOfDays(times.map(at), zone).map((stretch) => stretch.map(({ text }) => text));

const LATE = '2026-11-18T23:30:00Z';
const EARLY = '2026-11-19T00:30:00Z';
const NOON = '2026-11-19T12:00:00Z';

test('messages are grouped by day in the reader’s time zone', () => {
  expect(days([LATE, EARLY, NOON], 'UTC')).toEqual([[LATE], [EARLY, NOON]]);
  expect(days([LATE, EARLY, NOON], 'America/Santiago')).toEqual([[LATE, EARLY], [NOON]]);
  expect(days([], 'UTC')).toEqual([]);
});

test('a day that repeats after the clock moved back is a separate group', () => {
  expect(days([EARLY, LATE, NOON], 'UTC')).toEqual([[EARLY], [LATE], [NOON]]);
});
