import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/app/create-app.ts';
import { loadBotConfig } from '../../src/config.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import { createInstallations } from '../../src/store/installations/installations.ts';
import { createPreferences } from '../../src/store/people/preferences.ts';
import { signBody } from '../../tools/fake-slack/slack-api/delivery.ts';
import { CLIENT, startInstallingSlack } from '../support/installing-slack.ts';
import { recordLog } from '../support/log.ts';
import { servePlatform } from '../support/server.ts';
import { testInstallation } from '../support/several-workspaces.ts';
import { databases, suiteDatabase, temporaryDirectory } from '../support/store.ts';

const OTHER_INSTALLATION = 'the workspace is served by another installation of the app from now on';
const GONE = 'the data of a workspace that uninstalled the app was deleted';
const SECRET = 'canary-signing-secret';
const WORK = 'parcels';
const KEY = Buffer.alloc(32, 'canary');
const named = z.object({ name: z.string() });
const readiness = z.object({ workspaces: z.record(z.string(), z.string()) });

describe.each(databases)('several workspaces, %s', (_, databaseUrl) => {
  const database = suiteDatabase(databaseUrl);

  /** Replicas for T1 and T2, and for T3 by the installation of its organization E1. */
  async function startReplicas(count = 1) {
    const slack = await startInstallingSlack();
    const { url: platform } = await servePlatform();
    const directory = temporaryDirectory();
    for (const name of ['email', 'password', 'token']) writeFileSync(join(directory, name), `canary-${name}`);
    const entry = (extra = '') =>
      `{SMS_BASE_URL: "${platform}", SMS_EMAIL_FILE: email, SMS_PASSWORD_FILE: password, SMS_REPORT_TOKEN_FILE: token, ALLOWED_CHANNELS: "*", ALLOWED_USERGROUPS: "*", READ_AHEAD: no${extra}}`;
    const file = join(directory, 'workspaces.yml');
    writeFileSync(file, `T1: ${entry()}\nT2: ${entry()}\nT3: ${entry(', organization: E1')}\n`);
    const { log, lines } = recordLog();
    const start = async () => {
      const config = await loadBotConfig({
        WORKSPACES_FILE: file,
        SLACK_CLIENT_ID: CLIENT.clientId,
        SLACK_CLIENT_SECRET: CLIENT.clientSecret,
        SLACK_SIGNING_SECRET: SECRET,
        SLACK_API_URL: slack.apiUrl,
        SECRET_KEY: KEY.toString('base64'),
        SUPPORT_CONTACT: '#help-sms',
        DATA_DIR: directory,
        PORT: '0',
        HOST: '127.0.0.1',
        OPS_PORT: '0',
      });
      const bot = await createApp(config, {
        log,
        database: database(),
        timings: { workspacesEveryMs: 50, installationsTtlMs: 50 },
      });
      onTestFinished(() => bot.stop());
      const { port, opsPort } = await bot.start();
      return { url: `http://127.0.0.1:${port}`, opsUrl: `http://127.0.0.1:${opsPort}` };
    };
    const started = await Promise.all(Array.from({ length: count }, start));
    const [first] = started;
    if (!first) throw new Error('none started');
    slack.comeBackTo(`${first.url}/slack/oauth_redirect`);
    onTestFinished(() =>
      database()
        .db.deleteFrom('installations')
        .execute()
        .then(() => undefined),
    );

    const installationsUnder = (key: Buffer) =>
      createInstallations({
        db: database().db,
        account: `app.${CLIENT.clientId}`,
        sealer: createSealer(key),
        ttlMs: 0,
      });
    const states = async ({ opsUrl }: { readonly opsUrl: string }) =>
      readiness.parse(await (await fetch(`${opsUrl}/readyz`)).json()).workspaces;
    return {
      slack,
      lines,
      first,
      others: started.slice(1),
      states,
      installations: installationsUnder(KEY),
      /** Installations sealed with a key that the bot does not have. */
      unopened: installationsUnder(Buffer.alloc(32, 'another')),
      /** Installs the app through Slack. @returns the text of the final page */
      async install(place: { teamId: string; enterpriseId?: string; isOrganization?: boolean }) {
        slack.oauth.approve({ userId: 'U1', ...place });
        const installPage = await fetch(`${first.url}/slack/install`, { redirect: 'manual' });
        const at = await fetch(String(installPage.headers.get('location')), { redirect: 'manual' });
        const cookie = installPage.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
        return (await fetch(String(at.headers.get('location')), { headers: { cookie } })).text();
      },
      /** Sends an event as Slack does. */
      async tell(event: object, fields: object, at = new Date()) {
        const body = { type: 'event_callback', event_id: `Ev${randomUUID()}`, event, ...fields };
        const text = JSON.stringify({ ...body, event_time: Math.floor(at.getTime() / 1_000) });
        const signed = signBody({ contentType: 'application/json', text }, SECRET);
        return fetch(`${first.url}/slack/events`, { method: 'POST', ...signed });
      },
      /** A job of a workspace that is due tomorrow. */
      work: {
        async send(workspace: string) {
          const jobs = createJobs({ database: async () => database(), account: `${workspace}.any`, log });
          onTestFinished(() => jobs.stop());
          jobs.work(WORK, { schema: z.object({}), handle: async () => undefined });
          // The bot may be creating its tables.
          await jobs.start();
          await jobs.send(WORK, [{ data: {}, at: new Date(Date.now() + 86_400_000) }]);
        },
        async left() {
          const { rows } = await database().run(
            `select name from ${database().schema}_jobs.job where name like '${WORK}.%' order by name`,
          );
          return rows.map((row) => named.parse(row).name.split('.')[1]);
        },
      },
      /** Stored data of a workspace. */
      preferences: (workspace: string) =>
        createPreferences({ db: database().db, account: `${workspace}.any` }),
    };
  }

  test('are served by each replica while they are installed, and leave nothing behind', async () => {
    const { first, others, slack, states, install, tell, installations, preferences, work } =
      await startReplicas(2);
    expect(await states(first)).toEqual({ T1: 'not_installed', T2: 'not_installed', T3: 'not_installed' });
    expect(await install({ teamId: 'T1' })).toContain('SMS Desk is installed.');
    for (const replica of [first, ...others])
      await expect.poll(async () => (await states(replica)).T1).toBe('running');
    expect(await installations.find('T1')).toMatchObject({
      installedBy: 'U1',
      botUserId: expect.any(String),
    });
    expect((await installations.find('T1'))?.scopes).toContain('chat:write');

    await preferences('T1').choose('U1', { language: 'es' });
    await preferences('T2').choose('U1', { language: 'es' });
    for (const id of ['T1', 'T2']) await work.send(id);
    expect(await work.left()).toEqual(['T1', 'T2']);
    slack.oauth.uninstall({ teamId: 'T1' });
    const bot = (await installations.find('T1'))?.botUserId;
    for (const event of [
      { type: 'tokens_revoked', tokens: { oauth: [], bot: [bot] } },
      { type: 'app_uninstalled' },
      { type: 'app_uninstalled' },
    ])
      expect((await tell(event, { team_id: 'T1' })).status).toBe(200);
    for (const replica of [first, ...others])
      await expect.poll(async () => (await states(replica)).T1, { timeout: 20_000 }).toBe('not_installed');
    await expect.poll(() => preferences('T1').find('U1')).toEqual({});
    expect(await preferences('T2').find('U1')).toEqual({ language: 'es' });
    expect(await installations.find('T1')).toBeUndefined();
    await expect.poll(work.left).toEqual(['T2']);
  });

  test('continue after an event of an earlier installation or of another token', async () => {
    const { first, states, install, tell, installations, preferences } = await startReplicas();
    const before = new Date(Date.now() - 60_000);
    await install({ teamId: 'T2' });
    await expect.poll(async () => (await states(first)).T2).toBe('running');
    await preferences('T2').choose('U1', { language: 'es' });
    const bot = (await installations.find('T2'))?.botUserId;
    await tell({ type: 'app_uninstalled' }, { team_id: 'T2' }, before);
    await tell({ type: 'tokens_revoked', tokens: { bot: [bot] } }, { team_id: 'T2' }, before);
    // The token is valid: another token of the bot was revoked, as in a renewal.
    await tell({ type: 'tokens_revoked', tokens: { bot: [bot] } }, { team_id: 'T2' });
    await tell({ type: 'tokens_revoked', tokens: { bot: ['USOMEBODY'] } }, { team_id: 'T2' });
    await tell({ type: 'tokens_revoked', tokens: { oauth: ['U1'] } }, { team_id: 'T2' });
    expect(await installations.find('T2')).toBeDefined();
    expect(await preferences('T2').find('U1')).toEqual({ language: 'es' });
  });

  test('start without old data when they are installed again', async () => {
    const { slack, install, tell, installations, preferences } = await startReplicas();
    await install({ teamId: 'T1' });
    slack.oauth.uninstall({ teamId: 'T1' });
    await tell({ type: 'app_uninstalled' }, { team_id: 'T1' });
    // As a replica may write before it learns of the event.
    await preferences('T1').choose('U1', { language: 'es' });
    await install({ teamId: 'T1' });
    expect(await installations.find('T1')).toBeDefined();
    expect(await preferences('T1').find('U1')).toEqual({});
  });

  test('prefer their own installation to their organization’s, each while it lasts', async () => {
    const { first, others, slack, states, install, tell, installations, preferences, lines } =
      await startReplicas(2);
    const organization = { teamId: 'T7', enterpriseId: 'E1', isOrganization: true };
    const own = { teamId: 'T3', enterpriseId: 'E1' };
    const all = [first, ...others];
    const isServed = async (state: string) => {
      for (const replica of all)
        await expect.poll(async () => (await states(replica)).T3, { timeout: 20_000 }).toBe(state);
    };
    const changes = () => lines.filter(({ msg }) => msg === OTHER_INSTALLATION).length;
    await install(organization);
    await isServed('running');
    await preferences('T3').choose('U1', { language: 'es' });

    await install(own);
    await expect.poll(changes).toBe(2);
    await isServed('running');
    expect(slack.lastAskedBy()).toMatchObject({ teamId: 'T3', isOrganization: false });

    slack.oauth.uninstall(own);
    await tell({ type: 'app_uninstalled' }, { team_id: 'T3', enterprise_id: 'E1' });
    expect(await installations.find('T3')).toBeUndefined();
    await expect.poll(changes).toBe(4);
    await isServed('running');
    expect(slack.lastAskedBy()).toMatchObject({ enterpriseId: 'E1', isOrganization: true });
    // It is still served, so its data stays.
    expect(await preferences('T3').find('U1')).toEqual({ language: 'es' });

    await install(own);
    await expect.poll(changes).toBe(6);
    slack.oauth.uninstall(organization);
    const authorizations = [{ enterprise_id: 'E1', team_id: null, is_enterprise_install: true }];
    await tell({ type: 'app_uninstalled' }, { team_id: 'T7', enterprise_id: 'E1', authorizations });
    expect(await installations.find('E1')).toBeUndefined();
    await isServed('running');
    expect(await preferences('T3').find('U1')).toEqual({ language: 'es' });

    slack.oauth.uninstall(own);
    await tell({ type: 'app_uninstalled' }, { team_id: 'T3', enterprise_id: 'E1' });
    await isServed('not_installed');
    await expect.poll(() => preferences('T3').find('U1')).toEqual({});
  });

  test('lose no data when SECRET_KEY does not open an existing installation', async () => {
    const { unopened, preferences, lines } = await startReplicas();
    await unopened.save(testInstallation('E1'));
    for (const id of ['T3', 'T1']) {
      await preferences(id).choose('U1', { language: 'es' });
      await unopened.save(testInstallation(id));
      await unopened.remove(id);
    }
    // A second check of T1 comes after one of T3.
    await expect.poll(() => preferences('T1').find('U1')).toEqual({});
    const gone = () => lines.filter(({ msg }) => msg === GONE).map(({ installation }) => installation);
    await preferences('T1').choose('U1', { language: 'es' });
    await expect.poll(gone).toEqual(['T1', 'T1']);
    expect(await preferences('T3').find('U1')).toEqual({ language: 'es' });
  });
});
