import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../src/i18n/index.ts';
import { errorResponse } from '../../tools/fake-slack/slack-api/responses.ts';
import { channels, people } from '../support/desk.ts';
import { tablesIn } from '../support/queries.ts';
import { numberOf, runningSandbox, settingsFor } from '../support/sandbox.ts';
import { severalDesks, severalSlacks, testInstallation } from '../support/several-workspaces.ts';
import { suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);
const { installation } = translationsFor('en');

/** A platform, and the settings of a workspace that uses it. */
async function createPlatform(own: Record<string, string> = {}) {
  const { sandbox, url, now } = await runningSandbox({ perDay: 50 });
  const settings = {
    SMS_BASE_URL: url,
    ...settingsFor(sandbox, url),
    SMS_TIMEOUT_SECONDS: '60',
    ALLOWED_CHANNELS: channels.support.id,
    ALLOWED_USERGROUPS: 'S1',
    ...own,
  };
  return { sandbox, settings, now };
}

const delivered = numberOf('delivered');
const asked = ({ calls }: { readonly calls: Readonly<Record<string, number>> }) =>
  Object.values(calls).reduce((sum, count) => sum + count, 0);

describe('two workspaces in one process', () => {
  test('are each answered by their own platform in their own Slack', async () => {
    const [one, two] = [await createPlatform(), await createPlatform({ SMS_EMAIL: 'unknown@example.com' })];
    const desks = await severalDesks({
      workspaces: { T1: one.settings, T2: two.settings },
      overrides: { now: one.now, database: database() },
    });
    expect((await desks.ask('T1', delivered)).text).toContain('Delivered');
    expect(desks.slackOf('T2').messages({ person: people.agent.id })).toEqual([]);
    const before = asked(one.sandbox);
    expect((await desks.ask('T2', delivered)).text).not.toContain('Delivered');
    expect(asked(one.sandbox)).toBe(before);
  });

  test('share one client when they have the same platform account', async () => {
    const { sandbox, settings, now } = await createPlatform();
    const desks = await severalDesks({
      workspaces: { T1: settings, T2: settings },
      overrides: { now, database: database() },
    });
    await desks.ask('T1', delivered);
    await desks.ask('T2', delivered);
    expect(sandbox.calls.login).toBe(1);
  });
});

test('a workspace is served from its installation until its removal', async () => {
  const { settings, now } = await createPlatform();
  const { installations, ...desks } = await severalDesks({
    workspaces: { T1: settings, T2: { ...settings, LANGUAGE: 'en' } },
    installed: ['T1'],
    overrides: { now, database: database(), timings: { workspacesEveryMs: 20, installationsTtlMs: 20 } },
  });
  expect((await desks.ask('T2', delivered)).text).toContain(installation.not_installed.sentence);
  await installations.save(testInstallation('T2'));
  await desks.logged('the workspace is served', 2);
  expect((await desks.ask('T2', delivered)).text).toContain('Delivered');

  await installations.remove('T2');
  await desks.logged('the app is no longer installed; the workspace is not served any more', 1);
  expect((await desks.ask('T2', delivered)).text).toContain(installation.not_installed.sentence);
  expect((await desks.ask('T1', delivered)).text).toContain('Delivered');
});

test('a workspace that is not listed gets an answer in both languages, and reaches no platform', async () => {
  const { sandbox, settings, now } = await createPlatform();
  const slacks = await severalSlacks(['T1', 'T9']);
  const desks = await severalDesks({
    workspaces: { T1: settings },
    slacks,
    installed: ['T1', 'T9'],
    overrides: { now, database: database() },
  });
  const { text } = await desks.ask('T9', delivered);
  for (const language of ['en', 'es'] as const)
    expect(text).toContain(translationsFor(language).installation.not_listed.sentence);
  expect(asked(sandbox)).toBe(0);
  expect(desks.audited).toEqual([]);
});

test('a workspace with a refused token or a failed platform does not affect the others', async () => {
  const { settings, now } = await createPlatform();
  const broken = await createPlatform();
  await broken.sandbox.stop();
  const slacks = await severalSlacks(['T1', 'T3']);
  const desks = await severalDesks({
    workspaces: { T1: settings, T2: settings, T3: broken.settings },
    slacks,
    overrides: { now, database: database() },
  });
  expect(desks.logLines).toContainEqual(
    expect.objectContaining({ level: 'error', workspace: 'T2', reason: 'invalid_auth' }),
  );
  await desks.prepare();
  expect((await desks.ask('T1', delivered)).text).toContain('Delivered');
  expect((await desks.ask('T3', delivered)).text).not.toContain('Delivered');
});

test('a workspace that does not start is logged once, shown in /readyz, and counted when it starts', async () => {
  const { settings, now } = await createPlatform();
  const slacks = await severalSlacks(['T1', 'T2']);
  let isFailing = true;
  let calls = 0;
  slacks.slackOf('T2').intercept((method, args, grant) => {
    if (method === 'auth.test') calls += 1;
    return isFailing ? errorResponse('org_login_required') : grant(args);
  });
  const desks = await severalDesks({
    workspaces: { T1: settings, T2: settings },
    slacks,
    env: { OPS_PORT: '0' },
    overrides: { now, database: database(), timings: { workspacesEveryMs: 20, installationsTtlMs: 20 } },
  });
  const readyz = async () => (await fetch(`${desks.opsUrl}/readyz`)).json();
  await expect.poll(() => calls).toBeGreaterThan(3);
  expect(await readyz()).toMatchObject({ ready: true, workspaces: { T1: 'running', T2: 'not_started' } });
  isFailing = false;
  await desks.logged('the workspace is served', 2);
  const lines = desks.logLines.filter(({ workspace, level }) => workspace === 'T2' && level !== 'debug');
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the workspace did not start; it is tried again',
    'the workspace is served',
  ]);
  expect(lines[1]?.failedStarts).toBeGreaterThanOrEqual(3);
});

const REFUSED =
  'Slack no longer takes the token of this installation, so it is asked nothing more by it: open /slack/install in a browser and install the app there again';

describe('a workspace with a token that Slack refuses, without an uninstallation event', () => {
  /** Serves T1 and T2. The bot reads installations so often that a test can wait for it. */
  async function serveWorkspaces(listed: Readonly<Record<string, string>> = {}) {
    const { settings, now } = await createPlatform();
    const slacks = await severalSlacks(['T1', 'T2', 'E1']);
    const reads = { count: 0 };
    const countReads: KyselyPlugin = {
      transformQuery({ node }) {
        if (tablesIn(node).includes('installations')) reads.count += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const desks = await severalDesks({
      workspaces: { T1: settings, T2: { ...settings, ...listed } },
      slacks,
      installed: ['T1', 'T2', 'E1'],
      env: { OPS_PORT: '0' },
      overrides: {
        now,
        database: { ...database(), db: database().db.withPlugin(countReads) },
        timings: { workspacesEveryMs: 20, installationsTtlMs: 20 },
      },
    });
    const { installations } = desks;
    const { botToken } = testInstallation('T2');
    const state = async () => {
      const answer = await (await fetch(`${desks.opsUrl}/readyz`)).json();
      return Object(answer).workspaces;
    };
    const refusals = () => desks.logLines.filter(({ msg }) => msg === REFUSED);
    return { desks, slacks, installations, reads, botToken, state, refusals };
  }

  test('gets no more calls until a new installation, and is reported once', async () => {
    const { desks, slacks, installations, reads, botToken, state, refusals } = await serveWorkspaces();
    expect(await state()).toEqual({ T1: 'running', T2: 'running' });
    slacks.giveToken('T2', undefined);
    await desks.ask('T2', delivered).catch(() => undefined);
    await desks.logged(REFUSED);
    expect(refusals()).toEqual([
      expect.objectContaining({
        level: 'error',
        workspace: 'T2',
        installation: 'T2',
        reason: 'invalid_auth',
      }),
    ]);
    await expect.poll(state).toEqual({ T1: 'running', T2: 'token_refused' });
    expect(await (await fetch(`${desks.opsUrl}/metrics`)).text()).toContain(
      'sms_desk_workspace_state{workspace="T2",state="token_refused"} 1',
    );
    const [callsBefore, readsBefore] = [slacks.callsBy(botToken), reads.count];
    await expect.poll(() => reads.count - readsBefore).toBeGreaterThan(20);
    expect(slacks.callsBy(botToken)).toBe(callsBefore);
    expect(refusals()).toHaveLength(1);
    expect((await desks.ask('T2', delivered)).text).toContain(installation.token_refused.sentence);
    expect((await desks.ask('T1', delivered)).text).toContain('Delivered');

    slacks.giveToken('T2', 'xoxb-canary-anew');
    await installations.save({ ...testInstallation('T2'), botToken: 'xoxb-canary-anew' });
    await expect.poll(state).toEqual({ T1: 'running', T2: 'running' });
  });

  test('continues with the installation of its organisation, if it names one', async () => {
    const { desks, slacks, state, refusals } = await serveWorkspaces({ organization: 'E1' });
    const byOrganization = () => slacks.callsBy(testInstallation('E1').botToken);
    expect(byOrganization()).toBe(0);
    slacks.giveToken('T2', undefined);
    await desks.ask('T2', delivered).catch(() => undefined);
    await expect.poll(byOrganization).toBeGreaterThan(0);
    await expect.poll(state).toEqual({ T1: 'running', T2: 'running' });
    expect(refusals()).toHaveLength(1);
  });

  test('is reported once for each of its two installations', async () => {
    const { desks, slacks, refusals } = await serveWorkspaces({ organization: 'E1' });
    const ids = ['T2', 'E1'];
    for (const id of ids) slacks.giveToken(id, undefined);
    const calls = () => ids.map((id) => slacks.callsBy(testInstallation(id).botToken));
    const reportedIds = () => refusals().map(({ installation: id }) => id);
    const ask = () => desks.ask('T2', delivered).catch(() => undefined);
    await expect.poll(() => ask().then(reportedIds)).toEqual(ids);
    // A request makes the bot try both tokens again.
    const before = calls();
    await expect
      .poll(() => ask().then(calls))
      .toSatisfy((now: number[]) => now.every((count, at) => count > (before[at] ?? 0)));
    expect(reportedIds()).toEqual(ids);
  });
});
