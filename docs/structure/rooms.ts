/** A folder of `src` or `tools`, a subfolder with its own import rules, or a file of `src`. */
export interface Room {
  readonly purpose: string;
  /** Rooms from which this room may import, in addition to the rooms in `SHARED`. */
  readonly mayImport: readonly string[];
  /** Single files of other rooms that this room may import. */
  readonly doors?: readonly string[];
  /** The only npm packages that this room may import. Default: all packages in `package.json`. */
  readonly packages?: readonly string[];
  readonly because: string;
}

/** Rooms (folders) from which nearly every other room may import. */
const SHARED = ['runtime', 'ops'] as const;

const COMMAND_DOORS = ['src/cli/run-main.ts'];

/** The allowed imports between rooms (folders of the code). The linter's rules are generated from them. */
export const rooms: Readonly<Record<string, Room>> = {
  main: {
    purpose: 'the process edge of the bot',
    mayImport: ['app', 'config'],
    because: 'main.ts starts the app and knows nothing of what it does.',
  },
  cli: {
    purpose: 'the operator’s commands: doctor, move, migrate, audit, erase, health',
    mayImport: [
      'app',
      'config',
      'control',
      'domain',
      'features',
      'i18n',
      'jobs',
      'posting',
      'slack',
      'store',
      'traffic',
    ],
    doors: ['src/upstream/index.ts'],
    because: 'A command uses other rooms by their doors, and none uses it.',
  },
  app: {
    purpose: 'puts the bot together: start, drain, recover, stop',
    mayImport: [
      'ops/health',
      'features',
      'posting',
      'slack',
      'jobs',
      'traffic',
      'control',
      'store',
      'i18n',
      'domain',
      'config',
    ],
    doors: ['src/upstream/index.ts'],
    because: 'app/ puts rooms together by their doors.',
  },
  features: {
    purpose: 'what the bot does, a folder a command',
    mayImport: ['posting', 'slack', 'jobs', 'traffic', 'store', 'i18n', 'domain'],
    doors: ['src/upstream/index.ts'],
    because:
      'A feature names the groups it needs of its Deps; createApp hands them in. upstream/index.ts is the only door to the platform.',
  },
  posting: {
    purpose:
      'messages that exist once, their pace, the progress of long runs, and what is set up for a channel',
    mayImport: ['slack', 'store', 'i18n', 'domain'],
    because: 'posting/ serves features and knows none of them.',
  },
  traffic: {
    purpose: 'figures for a period: what is held, else read from the platform and kept',
    mayImport: ['store', 'domain'],
    doors: ['src/upstream/index.ts'],
    because: 'traffic/ reads by upstream/index.ts, keeps in store/ and speaks to nobody.',
  },
  slack: {
    purpose: 'the kit every feature rests on: connection, listeners, blocks, forms, errors',
    mayImport: ['i18n', 'domain'],
    because: 'slack/ knows i18n/ and domain/ alone: pass what is needed as an argument.',
  },
  control: {
    purpose: 'commands that need the database, beside a bot that has it for itself',
    mayImport: ['store', 'domain'],
    because: 'control/ knows store/ alone: an operation answers from rows.',
  },
  jobs: {
    purpose: 'the runner of durable work; what a job does lives with its feature',
    mayImport: [],
    doors: ['src/store/connection.ts', 'src/store/database.ts'],
    because: 'jobs/ knows the database connection alone. What a job does lives with its feature.',
  },
  upstream: {
    purpose: 'the client of the messaging platform',
    mayImport: ['domain'],
    because: 'upstream/ knows domain/ alone: pass what is needed as an argument.',
  },
  store: {
    purpose: 'what outlives the process',
    mayImport: ['domain'],
    because: 'store/ knows domain/ alone: pass what is needed as an argument.',
  },
  i18n: {
    purpose: 'shared translations',
    mayImport: ['domain'],
    because: 'i18n/ holds what several features say; a feature brings its own translations.',
  },
  config: {
    purpose: 'the settings, read once: config.ts is the door, config/ has the table of variables',
    mayImport: ['i18n', 'domain'],
    doors: ['src/upstream/index.ts'],
    because: 'config.ts reads the settings; nothing is opened there but the files that hold secrets.',
  },
  domain: {
    purpose: 'pure and synchronous: no clock, no network, no Slack',
    mayImport: [],
    packages: ['date-fns', '@date-fns/tz', 'zod', 'libphonenumber-js'],
    because:
      'domain/ is pure: it knows date-fns, @date-fns/tz, zod and libphonenumber-js, and nothing of the outside.',
  },
  runtime: {
    purpose: 'what any program needs',
    mayImport: [],
    because: 'runtime/ is used by every room and uses none.',
  },
  'ops/health': {
    purpose: 'what /readyz says of each part',
    mayImport: ['slack', 'store', 'jobs'],
    doors: ['src/upstream/index.ts'],
    because: 'ops/health looks at rooms by their doors; app/ hands them in.',
  },
  ops: {
    purpose: 'the log, metrics, and a server for whoever runs the bot',
    mayImport: [],
    because: 'ops/ is used by every room and uses runtime/ alone.',
  },
  'tools/playground': {
    purpose: 'the bot on a simulated workspace and platform: a page, and `ask` in the terminal',
    mayImport: ['app', 'config', 'domain', 'tools/fake-slack', 'tools/sandbox'],
    doors: COMMAND_DOORS,
    because: 'tools/playground meets the bot as a stranger would, by createApp and over HTTP.',
  },
  'tools/fake-slack': {
    purpose: 'a Slack workspace, simulated, over HTTP and Socket Mode; the tests stand on it',
    mayImport: [],
    because: 'tools/fake-slack knows nothing of the bot.',
  },
  'tools/sandbox': {
    purpose: 'the messaging platform, simulated',
    mayImport: [],
    because:
      'tools/sandbox is written from the interface alone, so that a mistake in upstream/ cannot hide behind the same mistake here.',
  },
};

/** The only file that the playground's page and its server share: the types of what they exchange. */
export const PAGE_CONTRACT = 'tools/playground/page/contract.ts';
const PAGE_DOORS = ['json', 'dates', 'emoji'].map((name) => `tools/fake-slack/${name}.ts`);

export function isTool(path: string): boolean {
  return path.startsWith('tools/');
}

export function roomOf(path: string): string {
  const [top, first = '', second = ''] = path.split('/');
  if (top === 'tools') return `tools/${first}`;
  const inner = `${first}/${second}`;
  return inner in rooms ? inner : first.replace(/\.(ts|js)$/, '');
}

/** Returns the folder name below `src/features/` that has the file; `undefined` for a file elsewhere. */
function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

export function mayImport(from: string, to: string): boolean {
  const [room, other] = [roomOf(from), roomOf(to)];
  const isPage = (path: string) => path.startsWith('tools/playground/page/');
  if (isPage(from) && !isPage(to)) return PAGE_DOORS.includes(to) || from === PAGE_CONTRACT;
  if (room === other) {
    if (room !== 'features') return true;
    const [feature, otherFeature] = [featureOf(from), featureOf(to)];
    return feature === undefined || feature === otherFeature || to === 'src/features/dependencies.ts';
  }
  if (room === 'ops' || room === 'runtime') return room === 'ops' && other === 'runtime';
  if (room === 'tools/sandbox') return from === 'tools/sandbox/main.ts' && COMMAND_DOORS.includes(to);
  const { mayImport: allowed = [], doors = [] } = rooms[room] ?? {};
  return allowed.includes(other) || doors.includes(to) || (SHARED as readonly string[]).includes(other);
}
