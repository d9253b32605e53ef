import { describe, expect, test } from 'vitest';
import { type StoryName, stories } from '../../tools/sandbox/index.ts';
import { createClock, type Entry, startSandbox } from './client.ts';

const MOMENTS = Array.from({ length: 24 }, (_, hour) => `2026-11-20T${String(hour).padStart(2, '0')}:04:30Z`);

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/** Assertions on a number's messages of the last three days, oldest first, at any moment. */
const expectations: Record<StoryName, (entries: readonly Entry[], now: string) => void> = {
  delivered(entries) {
    expect(entries.length).toBeGreaterThanOrEqual(6);
    for (const { operator, status, time_platform, time_dlr } of entries) {
      expect([operator, status]).toEqual(['Entel', 'delivered']);
      expect(secondsBetween(time_platform, time_dlr)).toBeLessThan(15);
    }
  },
  failed(entries) {
    expect(new Set(entries.map(({ status }) => status))).toEqual(new Set(['sent_failed', 'undeliverable']));
    expect(entries.every(({ time_operator }) => time_operator !== '-')).toBe(true);
  },
  waiting(entries, now) {
    const newest = entries.at(-1);
    expect(newest).toMatchObject({ status: 'enroute', time_dlr: '-' });
    expect(newest?.time_operator).not.toBe('-');
    expect(secondsBetween(newest?.time_platform ?? '', now)).toBeLessThanOrEqual(600);
    const completed = entries.at(-3);
    expect(completed?.status).toBe('delivered');
    expect(secondsBetween(completed?.time_operator ?? '', completed?.time_dlr ?? '')).toBeLessThan(15);
  },
  stuck(entries) {
    for (const entry of entries) {
      expect(entry).toMatchObject({ status: 'enroute', time_dlr: '-' });
      expect(entry.time_operator).not.toBe('-');
    }
  },
  'no-hand-over'(entries) {
    for (const entry of entries) {
      expect(entry).toMatchObject({ status: 'accepted', time_operator: '-', time_dlr: '-' });
    }
  },
  dashes(entries) {
    for (const { msisdn, ...others } of entries) {
      expect(msisdn).toBe('+56911110005');
      expect(new Set(Object.values(others))).toEqual(new Set(['-']));
    }
  },
  'clock-off'(entries) {
    for (const { status, time_platform, time_operator, time_dlr } of entries) {
      expect(status).toBe('delivered');
      expect(secondsBetween(time_platform, time_operator)).toBeLessThan(-7000);
      expect(secondsBetween(time_platform, time_dlr)).toBeLessThan(-7000);
    }
  },
  hostile(entries) {
    const texts = entries.map(({ text }) => text).join('\n');
    for (const part of ['<!channel>', '<@U1>', '|click>', '`', '*', '&', '\u202e', '=HYPERLINK(']) {
      expect(texts).toContain(part);
    }
    expect(Math.max(...entries.map(({ text }) => text.length))).toBe(4000);
  },
  many: (entries) => expect(entries.length).toBeGreaterThan(300),
  none: (entries) => expect(entries).toEqual([]),
  late(entries) {
    const waits = entries
      .filter(({ time_dlr }) => time_dlr !== '-')
      .map(({ time_platform, time_dlr }) => secondsBetween(time_platform, time_dlr));
    expect(new Set(waits)).toEqual(new Set([8, 1500]));
  },
  'no-receipts'(entries) {
    for (const entry of entries) {
      expect(entry).toMatchObject({ operator: 'Ruta Andina', status: 'sent', time_dlr: '-' });
    }
  },
  foreign(entries) {
    for (const entry of entries) expect(entry).toMatchObject({ msisdn: '+34612345678', status: 'delivered' });
  },
};

describe.each(stories)('$name ($number)', ({ name, number }) => {
  test('behaves as described at any hour', async () => {
    const clock = createClock('2026-11-20T00:00:00Z');
    const { report } = await startSandbox({ now: clock.now });
    for (const now of MOMENTS) {
      clock.set(now);
      const msisdn = number.replaceAll(/\D/g, '');
      const { data } = await report('2026-11-18', '2026-11-20', { msisdn });
      if (name !== 'none') expect(data.length).toBeGreaterThan(0);
      expectations[name](data, now);
    }
  });
});

test('messages without a final status still have none after days', async () => {
  const { report } = await startSandbox();
  const status = async (msisdn: string) =>
    (await report('2026-11-02', '2026-11-02', { msisdn })).data[0]?.status;
  expect(await status('56911110003')).toBe('enroute');
  expect(await status('56911110004')).toBe('accepted');
  expect(await status('56911110011')).toBe('sent');
});
