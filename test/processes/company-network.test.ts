import { describe, expect, test } from 'vitest';
import { settingsWithDatabase, startFailure } from '../support/bot-process.ts';
import { createCompanyCa } from '../support/certificates.ts';
import { overTls, startCompanyProxy } from '../support/company-network.ts';
import { botSettings, createTestWorkspace, people, type Transport } from '../support/desk.ts';
import { start } from '../support/process.ts';
import { closedAddress, servePlatform } from '../support/server.ts';

const CREDENTIALS = 'desk:canary p@ss';

/** Slack and a platform under names that only the company's proxy knows, with certificates of its own CA. */
async function createCompany(transport: Transport = 'http', proxyChanges: { readonly status?: number } = {}) {
  const ca = await createCompanyCa();
  const platform = await servePlatform();
  const slack = createTestWorkspace(transport);
  const { apiUrl } = await slack.start();
  const proxy = await startCompanyProxy({
    hosts: {
      'slack.test:443': await overTls(apiUrl, 'slack.test', ca),
      'platform.test:443': await overTls(platform.url, 'platform.test', ca),
    },
    credentials: CREDENTIALS,
    ...proxyChanges,
  });
  const settings = {
    ...botSettings('https://slack.test/api/', 'https://platform.test'),
    ...(transport === 'socket_mode' ? { SLACK_APP_TOKEN: 'xapp-canary' } : {}),
    ...(await settingsWithDatabase()),
    ALLOWED_CHANNELS: '*',
    ALLOWED_USERGROUPS: '*',
    READ_AHEAD: 'no',
    HTTPS_PROXY: proxy.url,
    HTTP_PROXY: proxy.url,
    NODE_EXTRA_CA_CERTS: ca.path,
  };
  const startBot = async (changes: Record<string, string> = {}) => {
    const bot = start('src/main.js', [], { ...settings, ...changes });
    const [line] = await bot.printed(/\{.*listening for Slack.*\}/);
    const { port } = JSON.parse(line);
    if (transport === 'http') slack.connect(`http://127.0.0.1:${port}/slack/events`);
    return bot;
  };
  const ask = async (text: string, beginning: string, command = '/sms-status') => {
    const said = () => slack.messages().find((message) => message.text.includes(beginning));
    await slack.command({ person: people.agent.id, channel: 'C1', command, text });
    await slack.until(() => said() !== undefined);
    return said();
  };
  return { platform, slack, apiUrl, proxy, settings, startBot, ask };
}

describe('a network with a proxy that opens TLS as the only way out', () => {
  test('carries questions, answers, reports and files over HTTP', async () => {
    const { slack, proxy, startBot, ask, apiUrl } = await createCompany();
    const bot = await startBot();
    const answer = await ask('912345678 2026-11-18', 'Delivered ');
    if (answer)
      await slack.click({ person: people.agent.id, message: answer, actionId: 'status.more', value: 'csv' });
    await slack.until(() => slack.files().length === 1);
    // A separate thread reads the report.
    await ask('2026-11-18', '1 message', '/sms-report');
    // Answers go to the response URL of the command, which uses plain HTTP here.
    const kinds = new Set(proxy.asked.map((asked) => asked.replace(/\/commands\/.*/, '/commands/…')));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['CONNECT slack.test:443', 'CONNECT platform.test:443']),
    );
    expect(proxy.asked.some((asked) => asked.startsWith(`POST ${new URL(apiUrl).origin}/`))).toBe(true);
    bot.child.kill('SIGTERM');
    const { stdout, stderr } = await bot.ended;
    expect(stdout + stderr).not.toMatch(/p@ss|p%40ss|ZGVzazpj/);
  });

  test('carries questions and answers in Socket Mode', async () => {
    const { slack, proxy, startBot, ask } = await createCompany('socket_mode');
    await startBot();
    expect(slack.socketMode.connections()).toHaveLength(1);
    await ask('912345678 2026-11-18', 'Delivered ');
    expect(proxy.asked.filter((asked) => asked === 'CONNECT slack.test:443').length).toBeGreaterThan(1);
  });

  test('is not used for hosts in NO_PROXY', async () => {
    const { proxy, platform, startBot, ask } = await createCompany();
    const { host } = new URL(platform.url);
    await startBot({ SMS_BASE_URL: platform.url, NO_PROXY: `intranet.test, ${host}` });
    await ask('912345678 2026-11-18', 'Delivered ');
    expect(proxy.asked.filter((asked) => asked.includes(host))).toEqual([]);
  });
});

describe('network failures that prevent or affect a start', () => {
  test.each([
    [
      'nobody at the proxy’s address',
      async () => ({ HTTPS_PROXY: await closedAddress() }),
      'it is asked by the proxy in HTTPS_PROXY; check that the proxy is there',
    ],
    [
      'a proxy that does not know the bot',
      async ({ proxy }: Company) => ({ HTTPS_PROXY: proxy.url.replace('canary', 'other-canary') }),
      'the proxy in HTTPS_PROXY wants to know who asks (407)',
    ],
    [
      'a proxy that does not know the host',
      async () => ({ SLACK_API_URL: 'https://elsewhere.test/api/' }),
      'the proxy in HTTPS_PROXY does not let the bot through (502)',
    ],
    [
      'a CA that nobody told of',
      async () => ({ NODE_EXTRA_CA_CERTS: '' }),
      'name the file with its CA in NODE_EXTRA_CA_CERTS',
    ],
  ] as const)('%s', async (_, changesFor, sentence) => {
    const company = await createCompany();
    const said = await startFailure({ ...company.settings, ...(await changesFor(company)) });
    expect(said).toContain(`SMS Desk did not start: Slack cannot be reached: `);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/canary/);
  });

  test('a proxy that blocks only the platform is named in the log', async () => {
    const { startBot } = await createCompany();
    const bot = await startBot({ SMS_BASE_URL: 'https://elsewhere.test' });
    const [line] = await bot.printed(/the platform cannot be asked: [^"]*/);
    expect(line).toContain('the proxy in HTTPS_PROXY does not let the bot through (502)');
  });
});

type Company = Awaited<ReturnType<typeof createCompany>>;
