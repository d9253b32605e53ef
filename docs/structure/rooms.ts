/** A folder of `src` or `tools`, a subfolder with its own import rules, or a file of `src`. */
export interface CodeFolder {
  readonly purpose: string;
  /** Folders from which this one may import, in addition to those in `SHARED`. */
  readonly mayImport: readonly string[];
  /** Single files of other folders that this one may import. */
  readonly entryFiles?: readonly string[];
  /** The only npm packages that this folder may import. Default: all packages in `package.json`. */
  readonly packages?: readonly string[];
  readonly because: string;
}

/** Folders from which nearly every other folder may import. */
const SHARED = ['runtime', 'ops'] as const;

const COMMAND_ENTRY_FILES = ['src/cli/run-main.ts'];

/** The allowed imports between folders of the code. The linter's rules are generated from them. */
export const folders: Readonly<Record<string, CodeFolder>> = {
  main: {
    purpose: 'the bot’s process',
    mayImport: ['app', 'config'],
    because: 'main.ts may import only app/, config/, runtime/ and ops/: app/ has the code of the bot.',
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
    entryFiles: ['src/upstream/index.ts'],
    because:
      'cli/ may not import main.ts, ops/health/ or tools/, and of upstream/ only index.ts. No folder of src/ may import cli/.',
  },
  app: {
    purpose: 'creates the bot from its parts: start, drain, recover, stop',
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
    entryFiles: ['src/upstream/index.ts'],
    because: 'app/ may not import main.ts, cli/ or tools/, and of upstream/ only index.ts.',
  },
  features: {
    purpose: 'what the bot does, one folder per command',
    mayImport: ['posting', 'slack', 'jobs', 'traffic', 'store', 'i18n', 'domain'],
    entryFiles: ['src/upstream/index.ts'],
    because:
      'A feature may not import app/, config/, cli/ or control/: createApp passes it its dependencies as Deps. Of upstream/ it may import only index.ts.',
  },
  posting: {
    purpose: 'messages posted exactly once, their rate limit, progress of long runs, settings of a channel',
    mayImport: ['slack', 'store', 'i18n', 'domain'],
    because:
      'posting/ may import only slack/, store/, i18n/, domain/, runtime/ and ops/: it serves all features, so it may not import one.',
  },
  traffic: {
    purpose: 'figures for a period: stored ones, or read from the platform and then stored',
    mayImport: ['store', 'domain'],
    entryFiles: ['src/upstream/index.ts'],
    because:
      'traffic/ may import only store/, domain/, runtime/, ops/ and upstream/index.ts: it does not use Slack.',
  },
  slack: {
    purpose: 'what all features need of Slack: connection, listeners, blocks, forms, errors',
    mayImport: ['i18n', 'domain'],
    because: 'slack/ may import only i18n/, domain/, runtime/ and ops/: pass anything else as an argument.',
  },
  control: {
    purpose: 'commands that need the embedded database while a bot uses it',
    mayImport: ['store', 'domain'],
    because:
      'control/ may import only store/, domain/, runtime/ and ops/: an operation reads and changes rows.',
  },
  jobs: {
    purpose: 'queue and workers of durable work; the code of a job is in its feature',
    mayImport: [],
    entryFiles: ['src/store/connection.ts', 'src/store/database.ts'],
    because:
      'jobs/ may import only runtime/, ops/, store/connection.ts and store/database.ts. The code of a job is in its feature.',
  },
  upstream: {
    purpose: 'the client of the messaging platform',
    mayImport: ['domain'],
    because: 'upstream/ may import only domain/, runtime/ and ops/: pass anything else as an argument.',
  },
  store: {
    purpose: 'the database: tables, queries, migrations',
    mayImport: ['domain'],
    because: 'store/ may import only domain/, runtime/ and ops/: pass anything else as an argument.',
  },
  i18n: {
    purpose: 'shared translations',
    mayImport: ['domain'],
    because:
      'i18n/ may import only domain/, runtime/ and ops/: a feature has its own translations, and i18n/ those that several features share.',
  },
  config: {
    purpose: 'the settings, read once: config.ts is the entry file, config/ has the table of variables',
    mayImport: ['i18n', 'domain'],
    entryFiles: ['src/upstream/index.ts'],
    because:
      'config.ts and config/ may import only i18n/, domain/, runtime/, ops/ and upstream/index.ts: they read the settings, and open only files that hold secrets.',
  },
  domain: {
    purpose: 'pure and synchronous: no clock, no network, no Slack',
    mayImport: [],
    packages: ['date-fns', '@date-fns/tz', 'zod', 'libphonenumber-js'],
    because:
      'domain/ is pure: it may import only runtime/, ops/ and the packages date-fns, @date-fns/tz, zod and libphonenumber-js.',
  },
  runtime: {
    purpose: 'what any program needs',
    mayImport: [],
    because: 'runtime/ may not import any other folder, because every folder may import it.',
  },
  'ops/health': {
    purpose: 'the state of each part for /readyz',
    mayImport: ['slack', 'store', 'jobs'],
    entryFiles: ['src/upstream/index.ts'],
    because:
      'ops/health/ may import only slack/, store/, jobs/, runtime/, ops/ and upstream/index.ts: app/ passes it the parts.',
  },
  ops: {
    purpose: 'the log, metrics, and a server for whoever runs the bot',
    mayImport: [],
    because: 'ops/ may import only runtime/, because every folder may import ops/.',
  },
  'tools/playground': {
    purpose: 'the bot with simulated Slack and platform: a page, and `ask` in the terminal',
    mayImport: ['app', 'config', 'domain', 'tools/fake-slack', 'tools/sandbox'],
    entryFiles: COMMAND_ENTRY_FILES,
    because:
      'tools/playground may import only app/, config/, domain/, runtime/, ops/, cli/run-main.ts, tools/fake-slack and tools/sandbox: it uses the bot only through createApp and over HTTP.',
  },
  'tools/fake-slack': {
    purpose: 'a simulated Slack workspace: over HTTP and Socket Mode; the tests use it, too',
    mayImport: [],
    because:
      'tools/fake-slack may import only runtime/ and ops/ of the bot: it may not depend on how the bot works.',
  },
  'tools/sandbox': {
    purpose: 'the simulated messaging platform',
    mayImport: [],
    because:
      'tools/sandbox may not import src/: it is written from the platform’s interface alone, so that it does not repeat, and hide, a mistake in upstream/.',
  },
  'tools/release': {
    purpose: 'one version for the package, the image, the chart and the changelog',
    mayImport: [],
    because: 'tools/release may import nothing: `npm version` runs it, with whatever Node is there.',
  },
};

/** The only file that the playground's page and its server share: the types of what they exchange. */
export const PAGE_CONTRACT = 'tools/playground/page/contract.ts';
const PAGE_ENTRY_FILES = ['json', 'dates', 'emoji'].map((name) => `tools/fake-slack/${name}.ts`);

export function isTool(path: string): boolean {
  return path.startsWith('tools/');
}

export function folderOf(path: string): string {
  const [top, first = '', second = ''] = path.split('/');
  if (top === 'tools') return `tools/${first}`;
  const inner = `${first}/${second}`;
  return inner in folders ? inner : first.replace(/\.(ts|js)$/, '');
}

/** Returns the folder name below `src/features/` that has the file; `undefined` for a file elsewhere. */
function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

export function mayImport(from: string, to: string): boolean {
  const [folder, other] = [folderOf(from), folderOf(to)];
  const isPage = (path: string) => path.startsWith('tools/playground/page/');
  if (isPage(from) && !isPage(to)) return PAGE_ENTRY_FILES.includes(to) || from === PAGE_CONTRACT;
  if (folder === other) {
    if (folder !== 'features') return true;
    const [feature, otherFeature] = [featureOf(from), featureOf(to)];
    return feature === undefined || feature === otherFeature || to === 'src/features/dependencies.ts';
  }
  if (folder === 'ops' || folder === 'runtime') return folder === 'ops' && other === 'runtime';
  if (folder === 'tools/sandbox') return from === 'tools/sandbox/main.ts' && COMMAND_ENTRY_FILES.includes(to);
  const { mayImport: allowed = [], entryFiles = [] } = folders[folder] ?? {};
  return allowed.includes(other) || entryFiles.includes(to) || (SHARED as readonly string[]).includes(other);
}
