import { describe, expect, test } from 'vitest';
import type { InfoAuth } from '../../../src/upstream/index.ts';
import { json, type PlatformHandler, platformRecord, servePlatform } from '../../support/server.ts';
import { openUpstream } from '../../support/upstream.ts';

const query = { day: '2026-11-18', reference: 'canary-reference' };

describe('the Authorization header of a lookup by day and reference', () => {
  const wanting: PlatformHandler = ({ response, token }) =>
    token === undefined ? json(response, {}, 401) : json(response, { data: platformRecord() });
  const wantingWith403: PlatformHandler = ({ response, token }) =>
    token === undefined ? json(response, {}, 403) : json(response, { data: platformRecord() });
  const refusing: PlatformHandler = ({ response, token }) =>
    token === undefined ? json(response, { data: platformRecord() }) : json(response, {}, 401);
  const refusingAll: PlatformHandler = ({ response }) => json(response, {}, 403);

  /** The results of two lookups in a row, and which requests carried a token. */
  async function lookUpTwice(infoAuth: InfoAuth, info: PlatformHandler) {
    const platform = await servePlatform({ info });
    // A fixed clock: durations do not matter.
    const upstream = openUpstream(platform.url, { infoAuth, now: () => new Date('2026-11-18T12:00:00Z') });
    const outcomes = [];
    for (let asked = 0; asked < 2; asked += 1) {
      const outcome = upstream.message(query).then(
        (sent) => sent?.message.status,
        (error) => error.code,
      );
      outcomes.push(await outcome);
    }
    const carried = platform.seen.info.map(({ token }) => token !== undefined);
    return { outcomes, carried, logins: platform.seen.login.length };
  }
  const found = ['delivered', 'delivered'];
  const failed = ['not_allowed', 'not_allowed'];

  test.each([
    ['auto', 'is wanted', wanting, found, [false, true, true], 1],
    ['auto', 'is wanted (403)', wantingWith403, found, [false, true, true], 1],
    ['auto', 'is refused', refusing, found, [false, false], 0],
    ['auto', 'does not help', refusingAll, failed, [false, true, true, false, true, true], 3],
    ['always', 'is wanted', wanting, found, [true, true], 1],
    ['always', 'is refused', refusing, failed, [true, true, true, true], 3],
    ['never', 'is wanted', wanting, failed, [false, false], 0],
    ['never', 'is refused', refusing, found, [false, false], 0],
  ] as const)('is sent as setting %s says when it %s', async (auth, _, info, outcomes, carried, logins) => {
    expect(await lookUpTwice(auth, info)).toEqual({ outcomes, carried, logins });
  });

  test('carries a new token after the first was refused', async () => {
    const platform = await servePlatform({
      info: ({ response, token }) =>
        token !== undefined && platform.valid.has(token)
          ? json(response, { data: platformRecord() })
          : json(response, {}, 401),
    });
    const upstream = openUpstream(platform.url);
    await upstream.message(query);
    platform.valid.clear();
    expect(await upstream.message(query)).toBeDefined();
    expect(platform.seen.info.map(({ token }) => token)).toEqual([
      undefined,
      'canary-token-1',
      'canary-token-1',
      'canary-token-2',
    ]);
  });
});
