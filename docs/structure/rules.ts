import { readdirSync } from 'node:fs';
import { isTool, mayImport, PAGE_CONTRACT, rooms } from './rooms.ts';

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
    ...Object.keys(rooms).map((room) => restricted(filesOf(room), patternsFor(room))),
    restricted(
      ['src/features/*/**'],
      [
        ...patternsFor('features'),
        {
          group: featuresAside(),
          message: 'Features never import each other: what a second one needs moves down.',
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
          message: 'The page meets the server by page/contract.ts alone.',
        },
      ],
    ),
  ];
}

function restricted(includes: readonly string[], patterns: readonly Pattern[]) {
  const options = { paths: { 'date-fns': DATE_FNS }, patterns };
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } } };
}

function isFile(room: string): boolean {
  return room === 'main' || room === 'config';
}

/** Path patterns of a room, relative to `src`; of a tool, from the root. `config` is a file and a folder. */
function placesOf(room: string): string[] {
  if (room === 'config') return ['config.ts', 'config/**'];
  return [isFile(room) ? `${room}.ts` : `${room}/**`];
}

function filesOf(room: string): string[] {
  if (isTool(room)) return [`${room}/**`, ...(room === 'tools/sandbox' ? ['!tools/sandbox/main.ts'] : [])];
  const inner = Object.keys(rooms).filter((other) => other.startsWith(`${room}/`));
  return [...placesOf(room).map((place) => `src/${place}`), ...inner.map((other) => `!src/${other}/**`)];
}

function pathIn(room: string): string {
  if (isTool(room)) return `${room}/x.ts`;
  return isFile(room) ? `src/${room}.ts` : `src/${room}/x.ts`;
}

/**
 * Patterns of the imports that the linter forbids in a room. Relative patterns can confuse a room with
 * a subfolder of the same name, so a test also checks every import against the table `rooms`.
 */
function patternsFor(room: string): Pattern[] {
  const { doors = [], packages, because } = rooms[room] ?? { because: '' };
  const forbidden = Object.keys(rooms).filter(
    (other) => other !== room && !mayImport(pathIn(room), pathIn(other)),
  );
  if (isTool(room)) {
    const closed = forbidden.flatMap((other) =>
      isTool(other)
        ? [`**/${other.replace('tools/', '')}/**`]
        : placesOf(other).map((place) => `**/src/${place}`),
    );
    const opened = doors.map((door) => `!**/${door}`);
    return [{ group: [...closed, ...opened], message: because }];
  }
  const up = isFile(room)
    ? ['./', ...(room === 'config' ? ['../'] : [])]
    : room === 'store' || room.includes('/')
      ? ['../../', '../../../']
      : ['../', '../../', '../../../'];
  const group = [
    ...forbidden
      .filter((other) => !isTool(other))
      .flatMap((other) => up.flatMap((prefix) => placesOf(other).map((place) => `${prefix}${place}`))),
    '**/tools/**',
  ];
  const open = doors.flatMap((door) => up.map((prefix) => `!${prefix}${door.replace(/^src\//, '')}`));
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
