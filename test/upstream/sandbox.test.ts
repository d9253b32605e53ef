import { describe, expect, test } from 'vitest';
import type { MessageQuery } from '../../src/upstream/index.ts';
import { recordLog } from '../support/log.ts';
import { numberOf, openUpstreamOnSandbox } from '../support/sandbox.ts';
import { collect } from '../support/upstream.ts';

const digits = (number: string) => number.replaceAll(/\D/g, '');
/** A day that has passed. */
const aDay: MessageQuery = {
  msisdn: digits(numberOf('delivered')),
  start: new Date('2026-11-17T00:00:00Z'),
  end: new Date('2026-11-18T00:00:00Z'),
};

describe('200 concurrent lookups without a token', () => {
  const ask = (upstream: Awaited<ReturnType<typeof openUpstreamOnSandbox>>['upstream']) =>
    Array.from({ length: 200 }, () => collect(upstream.messages(aDay)));

  test('send exactly one login, and all succeed', async () => {
    const { sandbox, upstream } = await openUpstreamOnSandbox();
    expect((await Promise.all(ask(upstream))).every((messages) => messages.length === 3)).toBe(true);
    expect(sandbox.calls).toMatchObject({ login: 1, report: 200 });
  });

  test('send exactly one more login after the token is revoked', async () => {
    const { sandbox, upstream } = await openUpstreamOnSandbox();
    const asked = ask(upstream);
    await asked[80];
    sandbox.revokeTokens();
    expect((await Promise.all(asked)).every((messages) => messages.length === 3)).toBe(true);
    expect(sandbox.calls.login).toBe(2);
  });
});

test('a token without a known expiry is used until refused, and renewed once per call', async () => {
  const { sandbox, upstream } = await openUpstreamOnSandbox({ loginTokenSeconds: 0 });
  // The sandbox's tokens are opaque, so only a 401 shows their expiry; this one expires at once.
  await expect(collect(upstream.messages(aDay))).rejects.toMatchObject({ code: 'not_allowed' });
  expect(sandbox.calls.login).toBe(2);
});

describe('the last day of a report', () => {
  const bothBounds = ['inclusive', 'exclusive_end'] as const;

  test.each(bothBounds)('is %s: all messages of a number are found', async (bounds) => {
    const { upstream } = await openUpstreamOnSandbox({ bounds });
    expect(await collect(upstream.messages(aDay))).toHaveLength(3);
  });

  test.each(bothBounds)('is %s and configured so: all messages of a day are found', async (bounds) => {
    const { msisdn: _, ...day } = aDay;
    const { upstream } = await openUpstreamOnSandbox({ bounds }, { reportBounds: bounds });
    const messages = await collect(upstream.messages(day));
    const { upstream: reference } = await openUpstreamOnSandbox();
    expect(messages).toEqual(await collect(reference.messages(day)));
    expect(messages.length).toBeGreaterThan(400);
  });
});

describe('a setting of the bounds that does not fit the platform', () => {
  const { msisdn: _, ...day } = aDay;

  test('is logged as an error and checked once, because whole days are missing', async () => {
    const { log, lines } = recordLog();
    const { sandbox, upstream } = await openUpstreamOnSandbox(
      { bounds: 'exclusive_end' },
      { reportBounds: 'inclusive', log },
    );
    for (const _again of [1, 2, 3]) {
      const read = upstream.messages(day);
      expect(await collect(read)).toEqual([]);
      expect(read.counts.daysMissing).toBe(true);
    }
    const errors = lines.filter(({ level }) => level === 'error').map(({ msg }) => msg);
    expect(errors).toEqual([expect.stringContaining('SMS_REPORT_BOUNDS does not fit the platform')]);
    expect(sandbox.calls.report).toBe(2 + 3);
  });

  test.each([
    ['inclusive', 'inclusive'],
    ['exclusive_end', 'exclusive_end'],
    ['inclusive', 'exclusive_end'],
  ] as const)('is not reported for complete days: %s, configured as %s', async (bounds, reportBounds) => {
    const { upstream } = await openUpstreamOnSandbox({ bounds }, { reportBounds });
    const read = upstream.messages(day);
    expect((await collect(read)).length).toBeGreaterThan(400);
    expect(read.counts.daysMissing).toBe(false);
  });
});

describe('days in the user’s time zone', () => {
  test('have the same messages when the platform’s days are in another time zone', async () => {
    const query = { ...aDay, start: new Date('2026-11-16T03:00:00Z'), end: new Date('2026-11-18T03:00:00Z') };
    const answers = [];
    for (const timeZone of ['UTC', 'America/Santiago', 'Pacific/Auckland']) {
      const { upstream } = await openUpstreamOnSandbox({ timeZone }, { reportTimeZone: timeZone });
      answers.push(await collect(upstream.messages(query)));
    }
    expect(answers[0]?.length).toBe(6);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
