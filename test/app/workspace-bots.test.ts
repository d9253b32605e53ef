import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../src/i18n/index.ts';
import { channels, people } from '../support/desk.ts';
import { tablesIn } from '../support/queries.ts';
import { aSandbox, numberOf, settingsFor } from '../support/sandbox.ts';
import { anInstallation, severalDesks, severalSlacks } from '../support/several-workspaces.ts';
import { suiteDatabase } from '../support/store.ts';

const database = suiteDatabase(undefined);
const { installation } = translationsFor('en');

/** A platform, and what a workspace has to know of it. */
async function aPlatform(own: Record<string, string> = {}) {
  const { sandbox, url, now } = await aSandbox({ perDay: 50 });
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
  test('are each answered by their own platform and in their own Slack', async () => {
    const [one, two] = [await aPlatform(), await aPlatform({ SMS_EMAIL: 'unknown@example.com' })];
    const desks = await severalDesks({
      workspaces: { T1: one.settings, T2: two.settings },
      overrides: { now: one.now, database: database() },
    });
    const first = await desks.ask('T1', delivered);
    expect(first.text).toContain('Delivered');
    expect(desks.slackOf('T2').messages({ person: people.agent.id })).toEqual([]);
    const before = asked(one.sandbox);
    const second = await desks.ask('T2', delivered);
    expect(second.text).not.toContain('Delivered');
    expect(asked(one.sandbox)).toBe(before);
  });

  test('with the same platform account share one client of it', async () => {
    const { sandbox, settings, now } = await aPlatform();
    const desks = await severalDesks({
      workspaces: { T1: settings, T2: settings },
      overrides: { now, database: database() },
    });
    await desks.ask('T1', delivered);
    await desks.ask('T2', delivered);
    expect(sandbox.calls.login).toBe(1);
  });
});

test('a workspace is served from when it installs the app until it takes it back', async () => {
  const { settings, now } = await aPlatform();
  const { installations, ...desks } = await severalDesks({
    workspaces: { T1: settings, T2: { ...settings, LANGUAGE: 'en' } },
    installed: ['T1'],
    overrides: {
      now,
      database: database(),
      timings: { workspacesEveryMs: 20, installationsRememberedMs: 20 },
    },
  });
  expect((await desks.ask('T2', delivered)).text).toContain(installation.not_installed.sentence);
  await installations.save(anInstallation('T2'));
  await desks.logged('the workspace is served', 2);
  expect((await desks.ask('T2', delivered)).text).toContain('Delivered');

  await installations.remove('T2');
  await desks.logged('the app is no longer installed; the workspace is not served any more', 1);
  expect((await desks.ask('T2', delivered)).text).toContain(installation.not_installed.sentence);
  expect((await desks.ask('T1', delivered)).text).toContain('Delivered');
});

test('a workspace that is not listed is told so, in both languages, and reaches nobody', async () => {
  const { sandbox, settings, now } = await aPlatform();
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

test('one that Slack does not let in, or whose platform is down, keeps no other from being served', async () => {
  const { settings, now } = await aPlatform();
  const broken = await aPlatform();
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

const REFUSED =
  'Slack no longer takes the token of this installation, so it is asked nothing more by it: open /slack/install in a browser and install the app there again';

describe('a workspace whose token Slack no longer takes, though it told of no uninstallation', () => {
  /** T1 beside T2, which the bot looks at so often that each look can be waited for. */
  async function served(listed: Readonly<Record<string, string>> = {}) {
    const { settings, now } = await aPlatform();
    const slacks = await severalSlacks(['T1', 'T2', 'E1']);
    const looks = { count: 0 };
    const countLooks: KyselyPlugin = {
      transformQuery({ node }) {
        if (tablesIn(node).includes('installations')) looks.count += 1;
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
        database: { ...database(), db: database().db.withPlugin(countLooks) },
        timings: { workspacesEveryMs: 20, installationsRememberedMs: 20 },
      },
    });
    const { installations } = desks;
    const { botToken } = anInstallation('T2');
    const state = async () => {
      const answer = await (await fetch(`${desks.opsUrl}/readyz`)).json();
      return Object(answer).workspaces;
    };
    const refusals = () => desks.logLines.filter(({ msg }) => msg === REFUSED);
    return { desks, slacks, installations, looks, botToken, state, refusals };
  }

  test('is asked nothing more by it, which is told once and shown, until the app is installed anew', async () => {
    const { desks, slacks, installations, looks, botToken, state, refusals } = await served();
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
    const [callsBefore, looksBefore] = [slacks.callsBy(botToken), looks.count];
    await expect.poll(() => looks.count - looksBefore).toBeGreaterThan(20);
    expect(slacks.callsBy(botToken)).toBe(callsBefore);
    expect(refusals()).toHaveLength(1);
    expect((await desks.ask('T2', delivered)).text).toContain(installation.token_refused.sentence);
    expect((await desks.ask('T1', delivered)).text).toContain('Delivered');

    slacks.giveToken('T2', 'xoxb-canary-anew');
    await installations.save({ ...anInstallation('T2'), botToken: 'xoxb-canary-anew' });
    await expect.poll(state).toEqual({ T1: 'running', T2: 'running' });
  });

  test('goes on by its organisation’s installation, where it names that', async () => {
    const { desks, slacks, state, refusals } = await served({ organization: 'E1' });
    const byOrganization = () => slacks.callsBy(anInstallation('E1').botToken);
    expect(byOrganization()).toBe(0);
    slacks.giveToken('T2', undefined);
    await desks.ask('T2', delivered).catch(() => undefined);
    await expect.poll(byOrganization).toBeGreaterThan(0);
    await expect.poll(state).toEqual({ T1: 'running', T2: 'running' });
    expect(refusals()).toHaveLength(1);
  });

  test('is told once of each of its two installations, however often it is asked', async () => {
    const { desks, slacks, refusals } = await served({ organization: 'E1' });
    const ids = ['T2', 'E1'];
    for (const id of ids) slacks.giveToken(id, undefined);
    const calls = () => ids.map((id) => slacks.callsBy(anInstallation(id).botToken));
    const told = () => refusals().map(({ installation: id }) => id);
    const ask = () => desks.ask('T2', delivered).catch(() => undefined);
    await expect.poll(() => ask().then(told)).toEqual(ids);
    // A request is a sign that a token may be good again: both are tried anew.
    const before = calls();
    await expect
      .poll(() => ask().then(calls))
      .toSatisfy((now: number[]) => now.every((count, at) => count > (before[at] ?? 0)));
    expect(told()).toEqual(ids);
  });
});
