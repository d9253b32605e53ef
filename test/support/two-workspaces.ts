import { createApp } from '../../src/app/create-app.ts';
import type { Overrides } from '../../src/app/overrides.ts';
import { loadBotConfig } from '../../src/config.ts';
import type { Installation } from '../../src/domain/installation.ts';
import type { Database } from '../../src/store/database.ts';
import { createSlackServer } from '../../tools/fake-slack/slack-api/slack-server.ts';
import type {
  LocalMessage,
  Person,
  Workspace,
  WorkspaceOptions,
} from '../../tools/fake-slack/workspace/workspace.ts';
import { channels, createTestWorkspace, people, SIGNING_SECRET } from './desk.ts';
import { recordLog } from './log.ts';
import { runningSandbox, settingsFor } from './sandbox.ts';
import {
  installationsOf,
  testInstallation,
  uniqueClientId,
  writeWorkspacesFile,
} from './several-workspaces.ts';
import { uniqueName } from './store.ts';
import { type Surfaces, surfacesOf } from './surfaces.ts';
import { jobsBy, testTimings } from './timings.ts';
import { whenOver } from './when-over.ts';

/** One of the two workspaces of a bot, as its people see it. */
export interface WorkspaceSide extends Surfaces {
  readonly id: string;
  readonly slack: Workspace;
  readonly platform: Awaited<ReturnType<typeof runningSandbox>>;
  /** Types a command and waits until the bot is idle. Resolves with the last message for that person. */
  ask(typed: string, who?: Person): Promise<LocalMessage>;
  /** All texts that people of this workspace see, and all calls for it. */
  everything(): string;
  goTo(replica: number): void;
}

interface TwoOptions {
  readonly database: Database;
  readonly replicas: 1 | 2;
  readonly isSameAccount: boolean;
  readonly overrides?: Overrides;
  readonly workspace?: (id: string) => Partial<WorkspaceOptions>;
  /** Extra settings of each workspace in the list. */
  readonly entry?: Readonly<Record<string, string>>;
  /** Listed instead of the workspaces, such as an organisation. */
  readonly listed?: readonly string[];
  readonly installation?: Partial<Installation>;
  /** The common clock. Default: a stopped clock. */
  readonly now?: () => Date;
}

/** All combinations of the two ways to serve two workspaces. */
export const ways = [
  ['in one process, with the same account', { replicas: 1, isSameAccount: true }],
  ['in two replicas, with accounts of their own', { replicas: 2, isSameAccount: false }],
] as const;

export const SECRET_KEY = Buffer.alloc(32, 'canary');

/** Two workspaces, T1 and T2, with the same ids of people and channels, in one process or two. */
export async function twoWorkspaces(options: TwoOptions) {
  const { database, replicas, isSameAccount, overrides, listed = ['T1', 'T2'] } = options;
  const server = createSlackServer();
  const slacks = ['T1', 'T2'].map((teamId) =>
    createTestWorkspace(
      'http',
      {
        ...{ teamId, teamName: teamId, botToken: `xoxb-${teamId}` },
        ...(options.now ? { now: options.now } : {}),
        ...options.workspace?.(teamId),
      },
      server,
    ),
  );
  const [first = fail()] = slacks;
  const { apiUrl } = await first.start();
  await Promise.all(slacks.map((slack) => slack.start()));

  const platforms = [await aPlatform(80, options.now)];
  platforms.push(isSameAccount ? (platforms[0] ?? fail()) : await aPlatform(50, options.now));
  const clientId = uniqueClientId();
  const installations = installationsOf({ database, clientId, key: SECRET_KEY });
  for (const id of listed) {
    const botToken = `xoxb-${id}`;
    await installations.save({ ...testInstallation(id), botToken, ...options.installation });
  }
  const config = await loadBotConfig({
    WORKSPACES_FILE: writeWorkspacesFile(
      Object.fromEntries(
        listed.map((id, at) => [id, { ...entryOf(platforms[at] ?? fail()), ...options.entry }]),
      ),
    ),
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: 'canary-client-secret',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: 'off',
    DATA_DIR: ':memory:',
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
  const { log, lines } = recordLog();
  const bots = await Promise.all(
    Array.from({ length: replicas }, async () => {
      const bot = await createApp(config, {
        log,
        now: platforms[0]?.now ?? fail(),
        ...jobsBy(platforms[0]?.now),
        database,
        ...overrides,
        timings: { ...testTimings, ...overrides?.timings },
      });
      whenOver(() => bot.stop());
      const { port } = await bot.start();
      return { bot, url: `http://127.0.0.1:${port}/slack/events` };
    }),
  );
  const requestsFinished = async () => {
    for (const { bot } of bots) await bot.requestsFinished();
  };
  const [a = fail(), b = fail()] = slacks.map((slack, at) =>
    sideOf(`T${at + 1}`, slack, {
      platform: platforms[at] ?? fail(),
      urls: bots.map(({ url }) => url),
      requestsFinished,
    }),
  );
  a.goTo(0);
  b.goTo(replicas - 1);
  return {
    ...{ a, b, logLines: lines, requestsFinished },
    bots: bots.map(({ bot }) => bot),
    urls: bots.map(({ url }) => url),
  };
}

function fail(): never {
  throw new Error('there are two workspaces');
}

async function aPlatform(perDay: number, now?: () => Date) {
  const credentials = { email: `${uniqueName()}@example.com` };
  const platform = await runningSandbox({ perDay, credentials, ...(now ? { now } : {}) });
  return now ? { ...platform, now } : platform;
}

function entryOf({ sandbox, url }: Awaited<ReturnType<typeof runningSandbox>>): Record<string, string> {
  return {
    SMS_BASE_URL: url,
    ...settingsFor(sandbox, url),
    SMS_TIMEOUT_SECONDS: '60',
    ALLOWED_CHANNELS: channels.support.id,
    ALLOWED_USERGROUPS: 'S1',
  };
}

interface SideOptions {
  readonly platform: WorkspaceSide['platform'];
  readonly urls: readonly string[];
  readonly requestsFinished: () => Promise<void>;
}

function sideOf(
  id: string,
  slack: Workspace,
  { platform, urls, requestsFinished }: SideOptions,
): WorkspaceSide {
  const surfaces = surfacesOf(slack, { requestsFinished, agent: people.agent, channel: channels.support.id });
  return {
    ...surfaces,
    id,
    slack,
    platform,
    ask(typed, who) {
      const [command = '', ...words] = typed.split(' ');
      return surfaces.type({ command, text: words.join(' ') }, who);
    },
    everything: () =>
      JSON.stringify([
        slack.messages(),
        slack.files(),
        slack.apiCalls,
        slack.respondCalls,
        ...Object.values(people).map((one) => [slack.modal(one.id), slack.home(one.id)]),
      ]),
    goTo: (replica) => slack.connect(urls[replica] ?? ''),
  };
}
