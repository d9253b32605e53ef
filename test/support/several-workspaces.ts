import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/app/create-app.ts';
import type { Overrides } from '../../src/app/overrides.ts';
import { secretNames } from '../../src/config/variables.ts';
import { type Environment, loadBotConfig } from '../../src/config.ts';
import type { Installation } from '../../src/domain/installation.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import type { Database } from '../../src/store/database.ts';
import { createInstallations } from '../../src/store/installations/installations.ts';
import { appAccount } from '../../src/store/installations/sealed-tokens.ts';
import type { Workspace, WorkspaceOptions } from '../../tools/fake-slack/workspace/workspace.ts';
import { recordAudit } from './audit.ts';
import { channels, createTestWorkspace, people, SIGNING_SECRET } from './desk.ts';
import { recordLog } from './log.ts';
import { serve } from './server.ts';
import { temporaryDirectory } from './store.ts';
import { jobsBy, testTimings } from './timings.ts';
import { whenOver } from './when-over.ts';

/** Settings of a workspace. Its secrets are written to files. */
type WorkspaceSettings = Readonly<Record<string, string>>;

/** Writes the workspaces file and its secrets. @returns its path */
export function writeWorkspacesFile(workspaces: Readonly<Record<string, WorkspaceSettings>>): string {
  const folder = temporaryDirectory();
  const secrets: readonly string[] = secretNames;
  const lines = Object.entries(workspaces).flatMap(([id, settings]) => [
    `${id}:`,
    ...Object.entries(settings).map(([name, value]) => {
      if (!secrets.includes(name)) return `  ${name}: ${JSON.stringify(value)}`;
      writeFileSync(join(folder, `${id}-${name}`), value, { mode: 0o600 });
      return `  ${name}_FILE: ${id}-${name}`;
    }),
  ]);
  const path = join(folder, 'workspaces.yml');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const botTokenOf = (id: string) => `xoxb-canary-${id}`;

export const testInstallation = (id: string): Installation => ({
  id,
  isOrganization: id.startsWith('E'),
  botToken: botTokenOf(id),
  scopes: [],
});

interface AppOptions {
  readonly database: Pick<Database, 'db'>;
  readonly clientId: string;
  readonly key: Buffer;
}

/** A unique app, so that tests do not share installations. */
export const uniqueClientId = () => `1.${randomInt(2 ** 47)}`;

/** The stored installations of an app. */
export const installationsOf = ({ database: { db }, clientId, key }: AppOptions) =>
  createInstallations({ db, account: appAccount(clientId), sealer: createSealer(key), ttlMs: 0 });

/** One Slack address for several workspaces, selected by token. */
export async function severalSlacks(ids: readonly string[], changes: Partial<WorkspaceOptions> = {}) {
  const slacks = new Map<string, Workspace>();
  /** Workspace by token. */
  const owners = new Map<string, string>();
  const addresses = new Map<string, string>();
  const called: string[] = [];
  for (const id of ids) {
    const slack = createTestWorkspace('http', { ...changes, teamId: id, botToken: botTokenOf(id) });
    slacks.set(id, slack);
    addresses.set(id, (await slack.start()).apiUrl);
    owners.set(botTokenOf(id), id);
  }
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const token = authorization.replace('Bearer ', '');
    const owner = owners.get(token) ?? '';
    const address = addresses.get(owner);
    const method = request.url?.replace(/^\/api\//, '') ?? '';
    called.push(token);
    if (!address) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"ok":false,"error":"invalid_auth"}');
      return;
    }
    const headers = { authorization: `Bearer ${botTokenOf(owner)}`, 'content-type': type };
    const answer = await fetch(new URL(method, address), { method: 'POST', headers, body });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  const slackOf = (id: string) => {
    const slack = slacks.get(id);
    if (!slack) throw new Error(`no workspace ${id}`);
    return slack;
  };
  return {
    apiUrl: `${url}/api/`,
    slackOf,
    callsBy: (token: string) => called.filter((one) => one === token).length,
    /** Reinstalls or removes the app in a workspace, without an event. */
    giveToken(id: string, token: string | undefined) {
      owners.delete(botTokenOf(id));
      if (token !== undefined) owners.set(token, id);
    },
  };
}

interface SeveralOptions {
  readonly workspaces: Readonly<Record<string, WorkspaceSettings>>;
  /** Workspaces of Slack. Default: the configured ones. */
  readonly slacks?: Awaited<ReturnType<typeof severalSlacks>>;
  /** Workspaces with the app. Default: the configured ones. */
  readonly installed?: readonly string[];
  readonly env?: Environment;
  readonly overrides: Overrides & Required<Pick<Overrides, 'database'>>;
}

/** A bot for several workspaces, as in production. */
export async function severalDesks({
  workspaces,
  slacks,
  installed = Object.keys(workspaces),
  env = {},
  overrides,
}: SeveralOptions) {
  const { apiUrl, slackOf } = slacks ?? (await severalSlacks(Object.keys(workspaces)));
  const [clientId, key] = [uniqueClientId(), Buffer.alloc(32, 'canary')];
  const installations = installationsOf({ ...overrides, clientId, key });
  for (const id of installed) await installations.save(testInstallation(id));
  const config = await loadBotConfig({
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: 'canary-client-secret',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: apiUrl,
    WORKSPACES_FILE: writeWorkspacesFile(workspaces),
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: 'off',
    DATA_DIR: ':memory:',
    SECRET_KEY: key.toString('base64'),
    ...env,
  });
  const waiting = new Set<() => void>();
  const { log, lines } = recordLog({
    onLine: () => {
      for (const check of waiting) check();
    },
  });
  const { audit, entries } = recordAudit();
  const bot = await createApp(config, {
    log,
    audit,
    ...overrides,
    ...jobsBy(overrides.now),
    timings: { ...testTimings, ...overrides.timings },
  });
  whenOver(() => bot.stop());
  const { port, opsPort } = await bot.start();
  const url = `http://127.0.0.1:${port}/slack/events`;
  return {
    slackOf,
    installations,
    url,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    logLines: lines,
    async logged(msg: string, count = 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => {
        if (lines.filter((line) => line.msg === msg).length >= count) resolve();
      };
      waiting.add(check);
      check();
      await promise;
      waiting.delete(check);
    },
    audited: entries,
    prepare: bot.prepare,
    requestsFinished: bot.requestsFinished,
    stop: bot.stop,
    /** Types a command in a workspace. Resolves with the newest message for that person. */
    async ask(id: string, text: string, who = people.agent) {
      const slack = slackOf(id);
      slack.connect(url);
      await slack.command({ person: who.id, channel: channels.support.id, command: '/sms-status', text });
      await bot.requestsFinished();
      const message = slack.messages({ person: who.id }).at(-1);
      if (!message) throw new Error('the bot said nothing');
      return message;
    },
  };
}
