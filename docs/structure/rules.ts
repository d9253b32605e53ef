import { readdirSync } from 'node:fs';
import { folders, isTool, mayImport, PAGE_CONTRACT } from './rooms.ts';

const DATE_FNS = 'Import one function by path (date-fns/addDays): the whole package costs a second at start.';

interface Pattern {
  readonly group: readonly string[];
  readonly message: string;
}

/** Returns the content of `biome.rooms.json`: the linter's import rules, one folder per line. */
export function linterRules(): string {
  const lines = overrides().map((one) => JSON.stringify(one));
  return `{ "overrides": [\n${lines.join(',\n')}\n] }\n`;
}

function overrides() {
  return [
    ...Object.keys(folders).map((folder) => restricted(filesOf(folder), patternsFor(folder))),
    restricted(
      ['src/features/*/**'],
      [
        ...patternsFor('features'),
        {
          group: featuresAside(),
          message: 'A feature may not import another feature: move what both need to a lower folder.',
        },
      ],
    ),
    restricted(
      ['tools/playground/page/**', `!${PAGE_CONTRACT}`],
      [
        {
          group: [
            '../../**',
            'node:*',
            '../server/**',
            '../session.ts',
            '../environment.ts',
            '!**/json.ts',
            '!**/dates.ts',
            '!**/emoji.ts',
          ],
          message:
            'The page may import only its own files, and json.ts, dates.ts and emoji.ts of tools/fake-slack. It shares types with the server in page/contract.ts.',
        },
      ],
    ),
  ];
}

function restricted(includes: readonly string[], patterns: readonly Pattern[]) {
  const options = { paths: { 'date-fns': DATE_FNS }, patterns };
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } } };
}

function isFile(folder: string): boolean {
  return folder === 'main' || folder === 'config';
}

/** Path patterns of a folder, relative to `src`; of a tool, from the root. `config` is a file and a folder. */
function placesOf(folder: string): string[] {
  if (folder === 'config') return ['config.ts', 'config/**'];
  return [isFile(folder) ? `${folder}.ts` : `${folder}/**`];
}

function filesOf(folder: string): string[] {
  if (isTool(folder))
    return [`${folder}/**`, ...(folder === 'tools/sandbox' ? ['!tools/sandbox/main.ts'] : [])];
  const inner = Object.keys(folders).filter((other) => other.startsWith(`${folder}/`));
  return [...placesOf(folder).map((place) => `src/${place}`), ...inner.map((other) => `!src/${other}/**`)];
}

function pathIn(folder: string): string {
  if (isTool(folder)) return `${folder}/x.ts`;
  return isFile(folder) ? `src/${folder}.ts` : `src/${folder}/x.ts`;
}

/**
 * Patterns of the imports that the linter forbids in a folder. Relative patterns can confuse a folder with
 * a subfolder of the same name, so a test also checks every import against the table `folders`.
 */
function patternsFor(folder: string): Pattern[] {
  const { entryFiles = [], packages, because } = folders[folder] ?? { because: '' };
  const forbidden = Object.keys(folders).filter(
    (other) => other !== folder && !mayImport(pathIn(folder), pathIn(other)),
  );
  if (isTool(folder)) {
    const closed = forbidden.flatMap((other) =>
      isTool(other)
        ? [`**/${other.replace('tools/', '')}/**`]
        : placesOf(other).map((place) => `**/src/${place}`),
    );
    const opened = entryFiles.map((entryFile) => `!**/${entryFile}`);
    return [{ group: [...closed, ...opened], message: because }];
  }
  const up = isFile(folder)
    ? ['./', ...(folder === 'config' ? ['../'] : [])]
    : folder === 'store' || folder.includes('/')
      ? ['../../', '../../../']
      : ['../', '../../', '../../../'];
  const group = [
    ...forbidden
      .filter((other) => !isTool(other))
      .flatMap((other) => up.flatMap((prefix) => placesOf(other).map((place) => `${prefix}${place}`))),
    '**/tools/**',
  ];
  const open = entryFiles.flatMap((entryFile) =>
    up.map((prefix) => `!${prefix}${entryFile.replace(/^src\//, '')}`),
  );
  const patterns: Pattern[] = [{ group: [...group, ...open], message: because }];
  if (packages) {
    const allowed = packages.flatMap((name) => [`!${name}`, `!${name}/**`]);
    patterns.push({ group: ['**', '!./**', '!../**', ...allowed], message: because });
  }
  return patterns;
}

/** Patterns that forbid a feature's files to import from another feature: relative paths to its folder. */
function featuresAside(): string[] {
  return readdirSync('src/features', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((feature) => ['../', '../../', '../../../'].map((prefix) => `${prefix}${feature}/**`));
}
