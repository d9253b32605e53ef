import { describe, expect, test } from 'vitest';
import { settlesWithin } from '../../src/runtime/timeouts.ts';
import { aDesk, people } from '../support/desk.ts';
import { tablesIn } from '../support/queries.ts';
import { aDeskOnSandbox } from '../support/sandbox.ts';
import { closedAddress, json, servePlatform } from '../support/server.ts';
import { suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);
const IS_AT_HAND = 'what checks compare with is at hand';

describe('once it has started, the bot', () => {
  test('reads what checks compare with, so that the first check reads today alone', async () => {
    const { sandbox, desk } = await aDeskOnSandbox(
      { bounds: 'exclusive_end' },
      { SMS_REPORT_BOUNDS: 'exclusive_end' },
      { database: database() },
    );
    await desk.prepare();
    expect(desk.logLines.map(({ msg }) => msg)).toContain(IS_AT_HAND);
    // The same afternoon of four weeks.
    expect(sandbox.calls.report).toBe(4);
    await desk.slack.command({ person: people.agent.id, channel: 'C1', command: '/sms-check', text: '' });
    await desk.settled();
    expect(desk.slack.messages().at(-1)?.text).toContain('Delivered within 2 minutes (today · usual)');
    expect(sandbox.calls.report).toBe(5);
  });

  test.each([
    ['nobody may ask', { ALLOWED_USERGROUPS: '' }],
    ['it is told not to', { READ_AHEAD: 'no' }],
  ])('reads nothing where %s', async (_, env) => {
    const { sandbox, desk } = await aDeskOnSandbox({}, env, { database: database() });
    await desk.prepare();
    expect(sandbox.calls.login).toBe(1);
    expect(sandbox.calls.report).toBe(0);
  });

  test('reads that also where the database fails at what Home shows first', async () => {
    let failures = 0;
    const db = database().db.withPlugin({
      transformQuery({ node }) {
        if (failures === 0 && tablesIn(node).includes('readings')) {
          failures += 1;
          throw new Error('gone for a moment');
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { desk } = await aDeskOnSandbox({ perDay: 60 }, {}, { database: { ...database(), db } });
    await desk.prepare();
    expect(failures).toBe(1);
    const told = desk.logLines.map(({ msg }) => msg);
    expect(told).toContain('what Home shows first could not be read ahead');
    expect(told).toContain(IS_AT_HAND);
  });

  test('is stopped at once while it reads', async () => {
    const platform = await servePlatform({ report: () => undefined });
    const env = { SMS_TIMEOUT_SECONDS: '600', SMS_REPORT_BOUNDS: 'exclusive_end' };
    const desk = await aDesk(platform.url, { env, overrides: { database: database() } });
    const prepared = desk.prepare();
    await expect.poll(() => platform.seen.report.length).toBe(1);
    const stopping = desk.stop();
    // A drain, a reading and work under way are all given longer.
    expect(await settlesWithin(3_500, stopping)).toBe(true);
    await prepared;
    expect(desk.logLines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });
});

describe('the log-in to the platform is tried, and one line says', () => {
  const linesOn = async (url: string) => {
    const desk = await aDesk(url, { env: { ALLOWED_USERGROUPS: '' } });
    await desk.prepare();
    return desk.logLines.filter(({ platform }) => platform !== undefined);
  };

  test('where it is asked', async () => {
    const { url } = await servePlatform();
    expect(await linesOn(url)).toEqual([
      expect.objectContaining({ level: 'info', platform: `${url}/`, msg: 'the platform takes the log-in' }),
    ]);
  });

  test.each([
    ['credentials that it does not accept', 401, {}, 'wrong_credentials', /SMS_EMAIL and SMS_PASSWORD/],
    ['another address', 404, {}, 'not_found', /SMS_BASE_URL has no log-in/],
    ['an error of its own', 503, {}, 'unavailable', /SMS_BASE_URL and the network/],
    [
      'a redirect',
      302,
      { location: 'https://sms.example.com/login_ws' },
      'invalid_answer',
      /points elsewhere/,
    ],
  ])('what to do about %s', async (_, status, headers, code, advice) => {
    const { url } = await servePlatform({
      login: ({ response }) => void response.writeHead(status, headers).end(),
    });
    expect(await linesOn(url)).toEqual([
      expect.objectContaining({
        ...{ level: 'error', code, msg: expect.stringMatching(advice) },
        ...(status === 302 ? { redirectedTo: 'sms.example.com/login_ws' } : {}),
      }),
    ]);
  });

  test('nothing of one that a stop cut off', async () => {
    const asked = Promise.withResolvers<void>();
    const { url } = await servePlatform({ login: () => asked.resolve() });
    const desk = await aDesk(url, { env: { ALLOWED_USERGROUPS: '' } });
    const prepared = desk.prepare();
    await asked.promise;
    await desk.stop();
    await prepared;
    expect(desk.logLines.filter(({ platform }) => platform !== undefined)).toEqual([]);
  });

  test('that nothing is there', async () => {
    expect(await linesOn(await closedAddress())).toEqual([
      expect.objectContaining({ level: 'error', code: 'unavailable' }),
    ]);
  });

  test('that what is there is something else', async () => {
    const { url } = await servePlatform({ login: ({ response }) => json(response, 'hello') });
    expect(await linesOn(url)).toEqual([expect.objectContaining({ level: 'error' })]);
  });
});
