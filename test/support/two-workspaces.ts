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
import { aWorkspace, channels, people, SIGNING_SECRET } from './desk.ts';
import { recordLog } from './log.ts';
import { aSandbox, settingsFor } from './sandbox.ts';
import { aClientId, anInstallation, aWorkspacesFile, installationsOf } from './several-workspaces.ts';
import { aName } from './store.ts';
import { type Surfaces, surfacesOf } from './surfaces.ts';
import { testTimings } from './timings.ts';
import { whenOver } from './when-over.ts';

/** One of two workspaces that a bot serves, as its people see it. */
export interface Side extends Surfaces {
  readonly id: string;
  readonly slack: Workspace;
  readonly platform: Awaited<ReturnType<typeof aSandbox>>;
  /** Types a command and waits until the bot has nothing more to say; the last thing it said to that person. */
  ask(typed: string, who?: Person): Promise<LocalMessage>;
  /** All that people of this workspace see, and all that was asked of Slack for it. */
  everything(): string;
  goTo(replica: number): void;
}

interface TwoOptions {
  readonly database: Database;
  readonly replicas: 1 | 2;
  readonly isSameAccount: boolean;
  readonly overrides?: Overrides;
  readonly workspace?: (id: string) => Partial<WorkspaceOptions>;
  /** What an entry of the list holds beside the platform and who may. */
  readonly entry?: Readonly<Record<string, string>>;
  /** In place of the workspaces themselves, such as an organisation. */
  readonly listed?: readonly string[];
  readonly installation?: Partial<Installation>;
  /** The clock of all, where it is not one that stands still. */
  readonly now?: () => Date;
}

/** How two workspaces may be served: each of the two questions answered in both ways. */
export const ways = [
  ['in one process, with the same account', { replicas: 1, isSameAccount: true }],
  ['in two replicas, with accounts of their own', { replicas: 2, isSameAccount: false }],
] as const;

export const SECRET_KEY = Buffer.alloc(32, 'canary');

/** Two workspaces, T1 and T2, with people and channels of the same ids, in one process or in each of two. */
export async function twoWorkspaces(options: TwoOptions) {
  const { database, replicas, isSameAccount, overrides, listed = ['T1', 'T2'] } = options;
  const server = createSlackServer();
  const slacks = ['T1', 'T2'].map((teamId) =>
    aWorkspace(
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
  const clientId = aClientId();
  const installations = installationsOf({ database, clientId, key: SECRET_KEY });
  for (const id of listed) {
    const botToken = `xoxb-${id}`;
    await installations.save({ ...anInstallation(id), botToken, ...options.installation });
  }
  const config = await loadBotConfig({
    WORKSPACES_FILE: aWorkspacesFile(
      Object.fromEntries(
        listed.map((id, at) => [id, { ...entryOf(platforms[at] ?? fail()), ...options.entry }]),
      ),
    ),
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: 'canary-client-secret',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    OPS_PORT: 'off',
    DATA_DIR: ':memory:',
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
  const { log, lines } = recordLog();
  const bots = await Promise.all(
    Array.from({ length: replicas }, async () => {
      const bot = await createApp(config, {
        host: '127.0.0.1',
        log,
        now: platforms[0]?.now ?? fail(),
        database,
        ...overrides,
        timings: { ...testTimings, ...overrides?.timings },
      });
      whenOver(() => bot.stop());
      const { port } = await bot.start();
      return { bot, url: `http://127.0.0.1:${port}/slack/events` };
    }),
  );
  const settled = async () => {
    for (const { bot } of bots) await bot.settled();
  };
  const [a = fail(), b = fail()] = slacks.map((slack, at) =>
    sideOf(`T${at + 1}`, slack, {
      platform: platforms[at] ?? fail(),
      urls: bots.map(({ url }) => url),
      settled,
    }),
  );
  a.goTo(0);
  b.goTo(replicas - 1);
  return { a, b, logLines: lines, settled, bots: bots.map(({ bot }) => bot) };
}

function fail(): never {
  throw new Error('there are two workspaces');
}

async function aPlatform(perDay: number, now?: () => Date) {
  const credentials = { email: `${aName()}@example.com` };
  const platform = await aSandbox({ perDay, credentials, ...(now ? { now } : {}) });
  return now ? { ...platform, now } : platform;
}

function entryOf({ sandbox, url }: Awaited<ReturnType<typeof aSandbox>>): Record<string, string> {
  return {
    SMS_BASE_URL: url,
    ...settingsFor(sandbox, url),
    SMS_TIMEOUT_SECONDS: '60',
    ALLOWED_CHANNELS: channels.support.id,
    ALLOWED_USERGROUPS: 'S1',
  };
}

interface SideOptions {
  readonly platform: Side['platform'];
  readonly urls: readonly string[];
  readonly settled: () => Promise<void>;
}

function sideOf(id: string, slack: Workspace, { platform, urls, settled }: SideOptions): Side {
  const surfaces = surfacesOf(slack, { settled, agent: people.agent, channel: channels.support.id });
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
