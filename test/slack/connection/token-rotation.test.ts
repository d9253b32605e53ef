import { describe, expect, onTestFinished, test } from 'vitest';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { createTokenRotation, NotInstalledError } from '../../../src/slack/connection/token-rotation.ts';
import { createInstallations } from '../../../src/store/installations/installations.ts';
import { createLeases } from '../../../src/store/leases.ts';
import { CLIENT, startInstallingSlack } from '../../support/installing-slack.ts';
import { recordLog } from '../../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

describe.each(databases)('expiring tokens, %s', (_, url) => {
  const database = suiteDatabase(url);

  /** Installs the app in T1 at noon; `replica` creates replicas that use it. */
  async function installApp() {
    const clock = { now: NOON };
    const now = () => clock.now;
    const slack = await startInstallingSlack({ now, rotatesTokens: true });
    const account = uniqueName();
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

  test('are used unchanged until two hours before their expiry', async () => {
    const { first, token, clock, renewals } = await installApp();
    expect(await first.source()).toBe(token);
    clock.now = hoursLater(9.9);
    expect(await first.source()).toBe(token);
    expect(renewals()).toBe(0);
    expect(await first.asking.auth.test()).toMatchObject({ team_id: 'T1' });
  });

  test('are renewed in the background, once for all replicas', async () => {
    const { first, replica, token, clock, renewals, slack } = await installApp();
    const replicas = [first, replica(), replica()];
    clock.now = hoursLater(10.5);
    const given = await Promise.all(replicas.flatMap(({ source }) => [source(), source(), source()]));
    await Promise.all(replicas.map(({ rotation }) => rotation.ended()));
    expect(renewals()).toBe(1);
    const renewed = await Promise.all(replicas.map(({ source }) => source()));
    expect(new Set(renewed).size).toBe(1);
    // A slow replica may read its token after the renewal.
    expect([token, renewed[0]]).toEqual(expect.arrayContaining(given));
    expect(renewed).not.toContain(token);
    expect(slack.oauth.refusal(renewed[0])).toBeUndefined();
  });

  test('are renewed before the call when expired, once for all replicas', async () => {
    const { first, replica, clock, renewals } = await installApp();
    const replicas = [first, replica()];
    clock.now = hoursLater(13);
    const answers = await Promise.all(
      replicas.flatMap(({ asking }) => [asking.auth.test(), asking.auth.test()]),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(renewals()).toBe(1);
    // The renewed token expires too.
    clock.now = hoursLater(26);
    expect(await first.asking.auth.test()).toMatchObject({ ok: true });
    expect(renewals()).toBe(2);
  });

  test('are renewed when Slack reports them expired, and the call is repeated', async () => {
    const { first, slack, renewals, token } = await installApp();
    slack.fail('auth.test', 'token_expired');
    expect(await first.asking.auth.test()).toMatchObject({ ok: true });
    expect(renewals()).toBe(1);
    expect(await first.source()).not.toBe(token);
  });

  test('are read from the database when another replica has renewed them', async () => {
    const { first, replica, slack, renewals } = await installApp();
    const other = replica();
    await other.source();
    slack.fail('auth.test', 'token_expired');
    await first.asking.auth.test();
    slack.fail('auth.test', 'token_expired');
    expect(await other.asking.auth.test()).toMatchObject({ ok: true });
    expect(renewals()).toBe(1);
  });

  test('are used while valid when renewal fails, which is logged and reported by readiness', async () => {
    const { first, slack, clock, token, lines, renewals } = await installApp();
    clock.now = hoursLater(10.5);
    slack.fail('oauth.v2.access', 'hang_up');
    expect(await first.source()).toBe(token);
    await first.rotation.ended();
    expect(first.rotation.failing()).toEqual(['T1']);
    expect(lines.at(-1)).toMatchObject({ level: 'error', installation: 'T1' });
    expect(lines.at(-1)?.msg).toContain('tried again every minute');
    // Renewal is not repeated with every call.
    expect(await first.source()).toBe(token);
    await first.rotation.ended();
    expect(renewals()).toBe(1);
    clock.now = new Date(clock.now.getTime() + 61_000);
    await first.source();
    await first.rotation.ended();
    expect(await first.source()).not.toBe(token);
    expect(first.rotation.failing()).toEqual([]);
  });

  test('when the answer to a renewal is lost, the log says to install again', async () => {
    const { first, slack, clock, token, lines } = await installApp();
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

  test('are used by one process until the database can store them', async () => {
    const { first, broken, clock, token, lines } = await installApp();
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

  test('are replaced without waiting for a database that cannot store them', async () => {
    const { replica, broken, clock, token, slack } = await installApp();
    const { source, asking } = replica({ patienceMs: 50 });
    clock.now = hoursLater(13);
    broken.writes = true;
    // If Slack answers later than that, the old token is returned and Slack refuses it.
    await source();
    await expect.poll(() => source()).not.toBe(token);
    expect(slack.oauth.refusal(await source())).toBeUndefined();
    expect(await asking.auth.test()).toMatchObject({ ok: true });
  });

  test('are not available after the app is uninstalled', async () => {
    const { first } = await installApp();
    await first.store.remove('T1');
    await expect(first.source()).rejects.toBeInstanceOf(NotInstalledError);
    await expect(first.asking.auth.test()).rejects.toMatchObject({ data: { error: 'account_inactive' } });
  });
});
