import { describe, expect, test } from 'vitest';
import { finishesWithin } from '../../src/runtime/timeouts.ts';
import { people, startDesk } from '../support/desk.ts';
import { tablesIn } from '../support/queries.ts';
import { startDeskOnSandbox } from '../support/sandbox.ts';
import { closedAddress, json, servePlatform } from '../support/server.ts';
import { suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);
const IS_AT_HAND = 'the baselines of checks were read in advance';

describe('once it has started, the bot', () => {
  test('reads the baseline ahead, so that the first check reads only today', async () => {
    const { sandbox, desk } = await startDeskOnSandbox(
      { bounds: 'exclusive_end' },
      { SMS_REPORT_BOUNDS: 'exclusive_end' },
      { database: database() },
    );
    await desk.prepare();
    expect(desk.logLines.map(({ msg }) => msg)).toContain(IS_AT_HAND);
    // The same afternoon in the last four weeks.
    expect(sandbox.calls.report).toBe(4);
    await desk.slack.command({ person: people.agent.id, channel: 'C1', command: '/sms-check', text: '' });
    await desk.requestsFinished();
    expect(desk.slack.messages().at(-1)?.text).toContain('Delivered within 2 minutes (today · usual)');
    expect(sandbox.calls.report).toBe(5);
  });

  test.each([
    ['no one can use the bot', { ALLOWED_USERGROUPS: '' }],
    ['it is told not to', { READ_AHEAD: 'no' }],
  ])('reads nothing when %s', async (_, env) => {
    const { sandbox, desk } = await startDeskOnSandbox({}, env, { database: database() });
    await desk.prepare();
    expect(sandbox.calls.login).toBe(1);
    expect(sandbox.calls.report).toBe(0);
  });

  test('reads the baseline also when the database fails for Home', async () => {
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
    const { desk } = await startDeskOnSandbox({ perDay: 60 }, {}, { database: { ...database(), db } });
    await desk.prepare();
    expect(failures).toBe(1);
    const logged = desk.logLines.map(({ msg }) => msg);
    expect(logged).toContain('what Home shows first could not be read ahead');
    expect(logged).toContain(IS_AT_HAND);
  });

  test('stops at once while it reads', async () => {
    const platform = await servePlatform({ report: () => undefined });
    const env = { SMS_TIMEOUT_SECONDS: '600', SMS_REPORT_BOUNDS: 'exclusive_end' };
    const desk = await startDesk(platform.url, { env, overrides: { database: database() } });
    const prepared = desk.prepare();
    await expect.poll(() => platform.seen.report.length).toBe(1);
    const stopping = desk.stop();
    // The time limits of a drain, a reading and running jobs are all longer.
    expect(await finishesWithin(3_500, stopping)).toBe(true);
    await prepared;
    expect(desk.logLines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });
});

describe('the log-in to the platform is tried, and one log line says', () => {
  const linesOn = async (url: string) => {
    const desk = await startDesk(url, { env: { ALLOWED_USERGROUPS: '' } });
    await desk.prepare();
    return desk.logLines.filter(({ platform }) => platform !== undefined);
  };

  test('the address of the platform on success', async () => {
    const { url } = await servePlatform();
    expect(await linesOn(url)).toEqual([
      expect.objectContaining({ level: 'info', platform: `${url}/`, msg: 'the platform takes the log-in' }),
    ]);
  });

  test.each([
    ['credentials that it does not accept', 401, {}, 'wrong_credentials', /SMS_EMAIL and SMS_PASSWORD/],
    ['another address', 404, {}, 'not_found', /SMS_BASE_URL has no log-in/],
    ['an error of its own', 503, {}, 'unavailable', /answers with status 503, an error of its own/],
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

  test('nothing when a stop interrupts the log-in', async () => {
    const asked = Promise.withResolvers<void>();
    const { url } = await servePlatform({ login: () => asked.resolve() });
    const desk = await startDesk(url, { env: { ALLOWED_USERGROUPS: '' } });
    const prepared = desk.prepare();
    await asked.promise;
    await desk.stop();
    await prepared;
    expect(desk.logLines.filter(({ platform }) => platform !== undefined)).toEqual([]);
  });

  test('that the platform is unreachable', async () => {
    expect(await linesOn(await closedAddress())).toEqual([
      expect.objectContaining({ level: 'error', code: 'unavailable' }),
    ]);
  });

  test('that the answer does not come from the platform', async () => {
    const { url } = await servePlatform({ login: ({ response }) => json(response, 'hello') });
    expect(await linesOn(url)).toEqual([expect.objectContaining({ level: 'error' })]);
  });
});
