import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Installation } from '../../../src/domain/installation.ts';
import { createSealer } from '../../../src/runtime/crypto.ts';
import { createClients } from '../../../src/slack/connection/clients.ts';
import { createHttpConnection } from '../../../src/slack/connection/http.ts';
import { createInstaller } from '../../../src/slack/oauth/installer.ts';
import { CLIENT, startInstallingSlack } from '../../support/installing-slack.ts';
import { recordLog } from '../../support/log.ts';

const KEY = Buffer.alloc(32, 'canary');
const NOON = new Date('2026-11-20T12:00:00Z');

/** Two replicas with a Slack that installs apps; only T1 and E1 are listed. */
async function startInstallers({ rotatesTokens = false } = {}) {
  const clock = { now: NOON };
  const now = () => clock.now;
  const slack = await startInstallingSlack({ now, rotatesTokens });
  const { log, lines } = recordLog();
  const seen = new Set<string>();
  const saved: Installation[] = [];
  const broken = { saves: false };
  const start = async () => {
    const pages = createInstaller({
      ...CLIENT,
      apiUrl: slack.apiUrl,
      scopes: ['commands', 'chat:write'],
      sealer: createSealer(KEY),
      isFirst: async (id) => !seen.has(id) && Boolean(seen.add(id)),
      isListed: ({ id }) => ['T1', 'E1'].includes(id),
      async onInstalled(installation) {
        if (broken.saves) throw new Error('the database is away');
        saved.push(installation);
      },
      client: createClients({ botToken: 'none', apiUrl: slack.apiUrl, log }).asking,
      language: 'en',
      supportContact: 'Ana <b>ana@example.com</b>',
      now,
      log,
    });
    const connection = createHttpConnection({
      signingSecret: 'canary-signing-secret',
      port: 0,
      host: '127.0.0.1',
      log,
      pages,
    });
    const { port } = await connection.start();
    onTestFinished(() => connection.stop());
    return `http://127.0.0.1:${port}`;
  };
  const [url, other] = [await start(), await start()];
  slack.comeBackTo(`${url}/slack/oauth_redirect`);
  return { slack, clock, url, other, saved, broken, lines };
}

/** A browser that follows no redirects and keeps cookies. */
function createBrowser(language = 'en') {
  let cookie = '';
  return {
    async open(url: string) {
      const headers = { 'accept-language': language, ...(cookie ? { cookie } : {}) };
      const response = await fetch(url, { redirect: 'manual', headers });
      const [set] = response.headers.getSetCookie();
      if (set) cookie = set.split(';', 1)[0] ?? '';
      const location = response.headers.get('location') ?? '';
      return {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
        location,
        set,
      };
    },
  };
}

type Browser = ReturnType<typeof createBrowser>;

/** Approves the installation at Slack. Returns the address that Slack redirects to. */
async function approve(browser: Browser, url: string): Promise<string> {
  const { location } = await browser.open(`${url}/slack/install`);
  return (await createBrowser().open(location)).location;
}

describe('installing by browser', () => {
  test('redirects to Slack with the scopes and a state, also stored in a cookie', async () => {
    const { url, slack } = await startInstallers();
    const { status, headers, location, set } = await createBrowser().open(`${url}/slack/install`);
    expect(status).toBe(302);
    const to = new URL(location);
    expect(to.origin + to.pathname).toBe(`${new URL(slack.apiUrl).origin}/oauth/v2/authorize`);
    expect(to.searchParams.get('scope')).toBe('commands,chat:write');
    expect(to.searchParams.get('client_id')).toBe(CLIENT.clientId);
    expect(set).toContain(
      `__Host-sms-desk-install=${to.searchParams.get('state')}; Secure; HttpOnly; Path=/`,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('stores the installation and confirms it in the browser’s language', async () => {
    const { url, saved, slack } = await startInstallers({ rotatesTokens: true });
    const browser = createBrowser('fr, es-CL;q=0.8, en;q=0.5');
    const page = await browser.open(await approve(browser, url));
    expect(page.status).toBe(200);
    expect(page.text).toContain('SMS Desk quedó instalado.');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const [installation] = saved;
    expect(installation).toMatchObject({
      id: 'T1',
      isOrganization: false,
      botToken: expect.stringMatching(/^xoxe\.xoxb-/),
      refreshToken: expect.stringMatching(/^xoxe-/),
      scopes: ['commands', 'chat:write'],
      installedBy: 'U1',
      installedAt: NOON,
    });
    const hours = ((installation?.expiresAt?.getTime() ?? 0) - NOON.getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThan(12.1);
    expect(slack.oauth.refusal(installation?.botToken)).toBeUndefined();
  });

  test('stores the installation of an organization under its id', async () => {
    const { url, saved, slack } = await startInstallers();
    slack.oauth.approve({ teamId: 'T7', enterpriseId: 'E1', isOrganization: true, userId: 'U1' });
    const browser = createBrowser();
    expect((await browser.open(await approve(browser, url))).text).toContain('SMS Desk is installed.');
    expect(saved).toMatchObject([{ id: 'E1', isOrganization: true }]);
  });

  test('may start on one replica and finish on another', async () => {
    const { url, other, saved } = await startInstallers();
    const browser = createBrowser();
    const back = (await approve(browser, url)).replace(url, other);
    expect((await browser.open(back)).status).toBe(200);
    expect(saved).toHaveLength(1);
  });

  test('refuses a workspace that is not listed, revokes its token and stores nothing', async () => {
    const { url, saved, slack, lines } = await startInstallers();
    slack.oauth.approve({ teamId: 'T9', userId: 'U9' });
    const browser = createBrowser('es');
    const page = await browser.open(await approve(browser, url));
    expect(page.status).toBe(403);
    expect(page.text).toContain('Pide a Ana &lt;b&gt;ana@example.com&lt;/b&gt; que lo agregue');
    expect(saved).toEqual([]);
    expect(slack.oauth.goodTokens()).toBe(0);
    expect(lines.find(({ installation }) => installation === 'T9')).toMatchObject({ level: 'warn' });

    expect(slack.asked).toContain('auth.revoke');
    expect(slack.asked).not.toContain('apps.uninstall');

    slack.fail('auth.revoke', 'internal_error');
    const again = createBrowser();
    expect((await again.open(await approve(again, url))).status).toBe(403);
    expect(lines.some(({ msg }) => String(msg).includes('have the app removed there by hand'))).toBe(true);
  });

  test('refuses it and revokes its token also when auth.test fails', async () => {
    const { url, saved, slack } = await startInstallers();
    slack.oauth.approve({ teamId: 'T9', userId: 'U9' });
    for (const how of ['internal_error', 'hang_up']) {
      slack.fail('auth.test', how);
      const browser = createBrowser();
      const page = await browser.open(await approve(browser, url));
      expect(page).toMatchObject({ status: 403, text: expect.stringContaining('set up for this workspace') });
      expect(slack.oauth.goodTokens()).toBe(0);
    }
    expect(saved).toEqual([]);
    // An earlier installation of a listed workspace may still use the same token.
    slack.oauth.approve({ teamId: 'T1', userId: 'U1' });
    slack.fail('auth.test', 'internal_error');
    const browser = createBrowser();
    expect((await browser.open(await approve(browser, url))).status).toBe(502);
    expect(slack.oauth.goodTokens()).toBe(1);
    expect(saved).toEqual([]);
  });

  test('logs each kind of failure once, however often the pages are opened', async () => {
    const { url, lines } = await startInstallers();
    const before = lines.length;
    for (let count = 0; count < 5; count += 1) {
      for (const query of ['', '?code=1', '?code=1&state=2', '?error=access_denied'])
        await (await fetch(`${url}/slack/oauth_redirect${query}`)).text();
      await (await fetch(`${url}/slack/install`, { redirect: 'manual' })).text();
    }
    const logged = lines.slice(before);
    expect(logged.map(({ reason }) => reason).toSorted()).toEqual(['denied', 'refused', 'state']);
  });

  test.each(['/slack/install', '/slack/oauth_redirect?code=1'])(
    'returns 400 for an invalid Host header: %s',
    async (path) => {
      const { url, lines } = await startInstallers();
      const before = lines.length;
      const request = get(`${url}${path}`, { headers: { host: '[' } });
      const [answer]: IncomingMessage[] = await once(request, 'response');
      if (!answer) throw new Error('no answer');
      expect(answer.statusCode).toBe(400);
      expect(await text(answer)).toBe('bad Host header');
      expect(lines.slice(before)).toEqual([]);
    },
  );

  type Scene = Awaited<ReturnType<typeof startInstallers>>;
  const cases: readonly (readonly [
    string,
    number,
    string,
    (scene: Scene, browser: Browser) => Promise<string>,
  ])[] = [
    [
      'cancelled at Slack',
      200,
      'Nothing was installed.',
      (scene, browser) => {
        scene.slack.oauth.approve({ teamId: 'T1', userId: 'U1', denies: true });
        return approve(browser, scene.url);
      },
    ],
    [
      'without anything',
      400,
      'Slack refused the installation.',
      async ({ url }) => `${url}/slack/oauth_redirect`,
    ],
    [
      'with another word of Slack’s',
      400,
      'Slack refused the installation.',
      async ({ url }) => `${url}/slack/oauth_redirect?error=invalid_scope`,
    ],
    [
      'without a state',
      400,
      'has expired, or was already opened',
      async (scene, browser) => (await approve(browser, scene.url)).replace(/state=[^&]+&?/, ''),
    ],
    [
      'with a state that was changed',
      400,
      'has expired, or was already opened',
      async (scene, browser) => (await approve(browser, scene.url)).replace('state=', 'state=x'),
    ],
    [
      'in another browser',
      400,
      'has expired, or was already opened',
      (scene) => approve(createBrowser(), scene.url),
    ],
    [
      'after eleven minutes',
      400,
      'has expired, or was already opened',
      async (scene, browser) => {
        const back = await approve(browser, scene.url);
        scene.clock.now = new Date(NOON.getTime() + 11 * 60_000);
        return back;
      },
    ],
    [
      'with a code that Slack does not know',
      400,
      'Slack refused the installation.',
      async (scene, browser) => (await approve(browser, scene.url)).replace('code=', 'code=x'),
    ],
    [
      'while Slack is away',
      502,
      'didn’t work just now',
      (scene, browser) => {
        scene.slack.fail('oauth.v2.access', 'hang_up');
        return approve(browser, scene.url);
      },
    ],
    [
      'while the database is away',
      502,
      'didn’t work just now',
      (scene, browser) => {
        scene.broken.saves = true;
        return approve(browser, scene.url);
      },
    ],
  ];

  test.each(cases)('shows what to do when it fails: %s', async (_, status, sentence, open) => {
    const scene = await startInstallers();
    const browser = createBrowser();
    const page = await browser.open(await open(scene, browser));
    expect(page).toMatchObject({ status, text: expect.stringContaining(sentence) });
    expect(page.text).toContain('<a href="install">Start again</a>');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(scene.saved).toEqual([]);
    expect(JSON.stringify(scene.lines)).not.toMatch(/xox|state=|code=|canary-client/);
  });

  test('accepts each state once over all replicas', async () => {
    const { url, other, saved } = await startInstallers();
    const browser = createBrowser();
    // The first answer deletes the cookie, but an attacker may have copied it.
    const { location, set = '' } = await browser.open(`${url}/slack/install`);
    const back = (await createBrowser().open(location)).location;
    const headers = { cookie: set.split(';', 1)[0] ?? '' };
    expect((await fetch(back, { headers })).status).toBe(200);
    expect((await fetch(back.replace(url, other), { headers })).status).toBe(400);
    expect(saved).toHaveLength(1);
  });

  test('refuses other paths and methods', async () => {
    const { url, lines } = await startInstallers();
    for (const path of ['/slack/install', '/slack/oauth_redirect']) {
      expect((await fetch(`${url}${path}`, { method: 'POST', body: 'x' })).status).toBe(404);
    }
    expect((await fetch(`${url}/slack/other`)).status).toBe(404);
    expect((await fetch(`${url}/slack/events`, { method: 'POST' })).status).toBe(401);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
