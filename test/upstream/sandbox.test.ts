import { describe, expect, test } from 'vitest';
import type { MessageQuery } from '../../src/upstream/index.ts';
import { recordLog } from '../support/log.ts';
import { anUpstreamOnSandbox, numberOf } from '../support/sandbox.ts';
import { collect } from '../support/upstream.ts';

const digits = (number: string) => number.replaceAll(/\D/g, '');
/** A day that has passed. */
const aDay: MessageQuery = {
  msisdn: digits(numberOf('delivered')),
  start: new Date('2026-11-17T00:00:00Z'),
  end: new Date('2026-11-18T00:00:00Z'),
};

describe('200 look-ups at once on a cold start', () => {
  const ask = (upstream: Awaited<ReturnType<typeof anUpstreamOnSandbox>>['upstream']) =>
    Array.from({ length: 200 }, () => collect(upstream.messages(aDay)));

  test('make exactly one login, and none is lost', async () => {
    const { sandbox, upstream } = await anUpstreamOnSandbox();
    const answers = await Promise.all(ask(upstream));
    expect(answers.every((messages) => messages.length === 3)).toBe(true);
    expect(sandbox.calls).toMatchObject({ login: 1, report: 200 });
  });

  test('make exactly one more when the token is revoked under them', async () => {
    const { sandbox, upstream } = await anUpstreamOnSandbox();
    const asked = ask(upstream);
    await asked[80];
    sandbox.revokeTokens();
    const answers = await Promise.all(asked);
    expect(answers.every((messages) => messages.length === 3)).toBe(true);
    expect(sandbox.calls.login).toBe(2);
  });
});

test('a token whose end is not known serves until it is refused, and is renewed once for a call', async () => {
  const { sandbox, upstream } = await anUpstreamOnSandbox({ loginTokenSeconds: 0 });
  // The sandbox's tokens are opaque, so their end is known only by a 401; this one has ended when it is used.
  await expect(collect(upstream.messages(aDay))).rejects.toMatchObject({ code: 'not_allowed' });
  expect(sandbox.calls.login).toBe(2);
});

describe('whether the last day is part of a report', () => {
  test.each(['inclusive', 'exclusive_end'] as const)(
    'a number’s messages are all there where it is %s',
    async (bounds) => {
      const { upstream } = await anUpstreamOnSandbox({ bounds });
      expect(await collect(upstream.messages(aDay))).toHaveLength(3);
    },
  );

  test.each(['inclusive', 'exclusive_end'] as const)(
    'a day’s messages are all there where it is %s and said so',
    async (bounds) => {
      const { msisdn: _, ...day } = aDay;
      const { upstream } = await anUpstreamOnSandbox({ bounds }, { reportBounds: bounds });
      const messages = await collect(upstream.messages(day));
      const { upstream: reference } = await anUpstreamOnSandbox();
      expect(messages).toEqual(await collect(reference.messages(day)));
      expect(messages.length).toBeGreaterThan(400);
    },
  );
});

describe('a setting of the bounds that the platform does not share', () => {
  const { msisdn: _, ...day } = aDay;

  test('is said, because whole days are missing; checked once, however many days are read', async () => {
    const { log, lines } = recordLog();
    const { sandbox, upstream } = await anUpstreamOnSandbox(
      { bounds: 'exclusive_end' },
      { reportBounds: 'inclusive', log },
    );
    for (const _again of [1, 2, 3]) {
      const read = upstream.messages(day);
      expect(await collect(read)).toEqual([]);
      expect(read.counts.daysMissing).toBe(true);
    }
    const said = lines.filter(({ level }) => level === 'error').map(({ msg }) => msg);
    expect(said).toEqual([expect.stringContaining('SMS_REPORT_BOUNDS does not fit the platform')]);
    expect(sandbox.calls.report).toBe(2 + 3);
  });

  test.each([
    ['inclusive', 'inclusive'],
    ['exclusive_end', 'exclusive_end'],
    ['inclusive', 'exclusive_end'],
  ] as const)('is not said where days are whole: %s, set up as %s', async (bounds, reportBounds) => {
    const { upstream } = await anUpstreamOnSandbox({ bounds }, { reportBounds });
    const read = upstream.messages(day);
    expect((await collect(read)).length).toBeGreaterThan(400);
    expect(read.counts.daysMissing).toBe(false);
  });
});

describe('days in the asker’s zone', () => {
  test('are the same where the platform reckons its own days in another zone', async () => {
    const query = {
      ...aDay,
      start: new Date('2026-11-16T03:00:00Z'),
      end: new Date('2026-11-18T03:00:00Z'),
    };
    const answers = [];
    for (const timeZone of ['UTC', 'America/Santiago', 'Pacific/Auckland']) {
      const { upstream } = await anUpstreamOnSandbox({ timeZone }, { reportTimeZone: timeZone });
      answers.push(await collect(upstream.messages(query)));
    }
    expect(answers[0]?.length).toBe(6);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
