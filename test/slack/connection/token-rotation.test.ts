import { describe, expect, onTestFinished, test } from 'vitest';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { createTokenRotation, NotInstalledError } from '../../../src/slack/connection/token-rotation.ts';
import { createInstallations } from '../../../src/store/installations/installations.ts';
import { createLeases } from '../../../src/store/leases.ts';
import { anInstallingSlack, CLIENT } from '../../support/installing-slack.ts';
import { recordLog } from '../../support/log.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

describe.each(databases)('tokens that end, %s', (_, url) => {
  const database = suiteDatabase(url);

  /** The app installed in T1 at noon, and replicas that know of it. */
  async function installed() {
    const clock = { now: NOON };
    const now = () => clock.now;
    const slack = await anInstallingSlack({ now, rotatesTokens: true });
    const account = aName();
    const { log, lines } = recordLog();
    const { db } = database();
    const broken = { writes: false };
    const replica = (own: { readonly patienceMs?: number } = {}) => {
      const store = createInstallations({
        db,
        account,
        sealer: createSealer(Buffer.alloc(32, 'canary')),
        log,
      });
      const installations = {
        ...store,
        renew: (...of: Parameters<typeof store.renew>) =>
          broken.writes ? Promise.reject(new Error('the database is away')) : store.renew(...of),
      };
      const stopping = new AbortController();
      onTestFinished(() => stopping.abort());
      const rotation = createTokenRotation({
        installations,
        leases: createLeases({ db, account, pollMs: 5 }),
        client: createClients({ botToken: 'none', apiUrl: slack.apiUrl, log }).posting,
        ...CLIENT,
        now,
        log,
        stopping: stopping.signal,
        ...own,
      });
      const source = rotation.source('T1');
      const clients = createClients({ botToken: source, apiUrl: slack.apiUrl, log });
      return { store, rotation, source, ...clients };
    };
    const first = replica();
    const code = new URL(
      String(slack.oauth.authorize(new URLSearchParams({ client_id: CLIENT.clientId })).headers?.location),
    ).searchParams.get('code');
    const given = slack.oauth.call(
      'oauth.v2.access',
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, code },
      undefined,
    )?.body;
    const fields = Object(given);
    await first.store.save({
      id: 'T1',
      isOrganization: false,
      botToken: fields.access_token,
      refreshToken: fields.refresh_token,
      expiresAt: hoursLater(12),
      scopes: [],
      installedAt: NOON,
    });
    const renewals = () => slack.asked.filter((method) => method === 'oauth.v2.access').length;
    return { clock, slack, replica, first, token: String(fields.access_token), renewals, lines, broken };
  }

  test('are given as they are until two hours before their end', async () => {
    const { first, token, clock, renewals } = await installed();
    expect(await first.source()).toBe(token);
    clock.now = hoursLater(9.9);
    expect(await first.source()).toBe(token);
    expect(renewals()).toBe(0);
    expect(await first.asking.auth.test()).toMatchObject({ team_id: 'T1' });
  });

  test('are renewed behind the calls that come, once by however many replicas', async () => {
    const { first, replica, token, clock, renewals, slack } = await installed();
    const replicas = [first, replica(), replica()];
    clock.now = hoursLater(10.5);
    const given = await Promise.all(replicas.flatMap(({ source }) => [source(), source(), source()]));
    expect(new Set(given)).toEqual(new Set([token]));
    await Promise.all(replicas.map(({ rotation }) => rotation.ended()));
    expect(renewals()).toBe(1);
    const renewed = await Promise.all(replicas.map(({ source }) => source()));
    expect(new Set(renewed).size).toBe(1);
    expect(renewed).not.toContain(token);
    expect(slack.oauth.refusal(renewed[0])).toBeUndefined();
  });

  test('that are over are renewed before the call, once by however many replicas', async () => {
    const { first, replica, clock, renewals } = await installed();
    const replicas = [first, replica()];
    clock.now = hoursLater(13);
    const answers = await Promise.all(
      replicas.flatMap(({ asking }) => [asking.auth.test(), asking.auth.test()]),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(renewals()).toBe(1);
    // And again at the end of that one.
    clock.now = hoursLater(26);
    expect(await first.asking.auth.test()).toMatchObject({ ok: true });
    expect(renewals()).toBe(2);
  });

  test('that Slack says are over are renewed at once, and the call is made again', async () => {
    const { first, slack, renewals, token } = await installed();
    slack.fail('auth.test', 'token_expired');
    expect(await first.asking.auth.test()).toMatchObject({ ok: true });
    expect(renewals()).toBe(1);
    expect(await first.source()).not.toBe(token);
  });

  test('that another replica has renewed are taken from there when Slack says that they are over', async () => {
    const { first, replica, slack, renewals } = await installed();
    const other = replica();
    await other.source();
    slack.fail('auth.test', 'token_expired');
    await first.asking.auth.test();
    slack.fail('auth.test', 'token_expired');
    expect(await other.asking.auth.test()).toMatchObject({ ok: true });
    expect(renewals()).toBe(1);
  });

  test('that are not renewed are used as long as they are good; the log says what to do, and readiness knows', async () => {
    const { first, slack, clock, token, lines, renewals } = await installed();
    clock.now = hoursLater(10.5);
    slack.fail('oauth.v2.access', 'hang_up');
    expect(await first.source()).toBe(token);
    await first.rotation.ended();
    expect(first.rotation.failing()).toEqual(['T1']);
    expect(lines.at(-1)).toMatchObject({ level: 'error', installation: 'T1' });
    expect(lines.at(-1)?.msg).toContain('tried again every minute');
    // Not with every call.
    expect(await first.source()).toBe(token);
    await first.rotation.ended();
    expect(renewals()).toBe(1);
    clock.now = new Date(clock.now.getTime() + 61_000);
    await first.source();
    await first.rotation.ended();
    expect(await first.source()).not.toBe(token);
    expect(first.rotation.failing()).toEqual([]);
  });

  test('whose refresh token Slack has taken without an answer: whoever runs the bot is told to install again', async () => {
    const { first, slack, clock, token, lines } = await installed();
    clock.now = hoursLater(10.5);
    slack.fail('oauth.v2.access', 'lose_answer');
    await first.source();
    await first.rotation.ended();
    clock.now = new Date(clock.now.getTime() + 61_000);
    expect(await first.source()).toBe(token);
    await first.rotation.ended();
    expect(lines.at(-1)).toMatchObject({ reason: 'invalid_refresh_token' });
    expect(lines.at(-1)?.msg).toContain('/slack/install');
    expect(JSON.stringify(lines)).not.toMatch(/xox/);
  });

  test('that the database does not take are used by the process that has them, until it does', async () => {
    const { first, broken, clock, token, lines } = await installed();
    clock.now = hoursLater(10.5);
    broken.writes = true;
    await first.source();
    await expect
      .poll(() => lines.some(({ msg }) => String(msg).includes('in this process alone')))
      .toBe(true);
    const renewed = await first.source();
    expect(renewed).not.toBe(token);
    expect(await first.store.read('T1')).toMatchObject({ botToken: token });
    broken.writes = false;
    await expect.poll(async () => (await first.store.read('T1'))?.botToken).toBe(renewed);
  });

  test('that are over keep nobody waiting for a database that does not take the next one', async () => {
    const { replica, broken, clock, token, slack } = await installed();
    const { source, asking } = replica({ patienceMs: 50 });
    clock.now = hoursLater(13);
    broken.writes = true;
    // Slack may answer later than that: then the old one is given, and Slack says what is wrong with it.
    await source();
    await expect.poll(() => source()).not.toBe(token);
    expect(slack.oauth.refusal(await source())).toBeUndefined();
    expect(await asking.auth.test()).toMatchObject({ ok: true });
  });

  test('are given to nobody once the app is uninstalled', async () => {
    const { first } = await installed();
    await first.store.remove('T1');
    await expect(first.source()).rejects.toBeInstanceOf(NotInstalledError);
    await expect(first.asking.auth.test()).rejects.toMatchObject({ data: { error: 'account_inactive' } });
  });
});
