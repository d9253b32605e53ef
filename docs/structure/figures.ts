import { readFileSync } from 'node:fs';
import { folderOf } from './rooms.ts';
import { MOST, sizes } from './sizes.ts';
import { countLines, filesUnder, linesUnder, readSources, type Source } from './sources.ts';
import { namesInSeveralFiles, oldNames, oldWordsInComments, typeNamesTwice } from './words.ts';

/** Lines from which a file counts as long: a longer file must have a single subject. */
const LONG_LINES = 300;
export const LONGEST_LINES = 350;
/** Maximum number of lines of a function, without the lines of functions nested in it. */
const LONGEST_FUNCTION = 60;
const MOST_PARAMETERS = 4;

/** Returns the import cycles between files; imports of types count, too. */
export function circlesIn(sources: readonly Source[]): string[][] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  // Tarjan's algorithm for strongly connected components (SIAM J. Comput. 1, 1972).
  const visit = (path: string) => {
    index.set(path, index.size);
    low.set(path, index.size - 1);
    stack.push(path);
    for (const next of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(path) !== index.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const { path } of sources) if (!index.has(path)) visit(path);
  return circles;
}

/** Names that several files export, with these files; without translations, migrations, commands' `main`. */
export function namesTwice(sources: readonly Source[]): Map<string, string[]> {
  return namesInSeveralFiles(
    sources
      .filter(({ path }) => !/\/(locales|migrations)\//.test(path))
      .map(({ path, exports }) => [
        path,
        /^(src\/cli|tools)\//.test(path) ? exports.filter((name) => name !== 'main') : exports,
      ]),
  );
}

export function heavyFunctions(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !path.includes('/migrations/'))
    .flatMap(({ path, functions }) =>
      functions
        .filter((one) => one.ownLines > LONGEST_FUNCTION || one.parameters > MOST_PARAMETERS)
        .map((one) => `${path}:${one.line} ${one.name}: ${one.ownLines} lines, ${one.parameters} parameters`),
    );
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function figures(): string {
  const sources = readSources('src');
  const sized = (folder: string) =>
    filesUnder(folder).map((path) => ({ path, lines: countLines(readFileSync(path, 'utf8')) }));
  const files = sized('src');
  const sum = (of: readonly { readonly lines: number }[]) =>
    of.reduce((total, { lines }) => total + lines, 0);
  const folders = Map.groupBy([...files, ...sized('tools')], ({ path }) => folderOf(path));
  const longest = files.toSorted((one, other) => other.lines - one.lines);
  const all = sources.map(({ text }) => text).join('\n');
  const count = (pattern: RegExp) => (all.match(pattern) ?? []).length;
  const depsNames = new Set([...all.matchAll(/\b(?:interface|type) (\w*Deps)\b/g)].map(([, name]) => name));
  const twice = [...namesTwice(sources)];
  const circles = circlesIn(sources);
  const heavy = heavyFunctions(sources);
  return [
    `src: ${sum(files)} lines in ${files.length} files`,
    `  TypeScript: median file ${median(sources.map(({ lines }) => lines))} lines`,
    `  over ${LONG_LINES} lines: ${longest.filter(({ lines }) => lines > LONG_LINES).length}; the longest: ${longest
      .slice(0, 5)
      .map(({ path, lines }) => `${path} (${lines})`)
      .join(', ')}`,
    'by folder:',
    ...[...folders]
      .toSorted((one, other) => sum(other[1]) - sum(one[1]))
      .map(([folder, inside]) => `  ${folder}: ${sum(inside)} lines in ${inside.length} files`),
    `functions over ${LONGEST_FUNCTION} lines of their own or ${MOST_PARAMETERS} parameters: ${heavy.length}`,
    ...heavy.map((one) => `  ${one}`),
    `*Deps: ${depsNames.size}; Pick<: ${count(/\bPick</g)}`,
    `exported names that stand twice: ${twice.length}`,
    ...twice.map(([name, paths]) => `  ${name}: ${paths.join(', ')}`),
    `circles of imports, of types too: ${circles.length}`,
    ...circles.map((circle) => `  ${circle.join(', ')}`),
    `golden files: ${linesUnder('test/golden')} lines in ${filesUnder('test/golden').length} files`,
    `old words in comments: ${[...oldWordsInComments()].map(([word, found]) => `${word} ${found}`).join(', ')}`,
    `type names that more than one file declares: ${[...typeNamesTwice(sources).keys()].join(', ') || 'none'}`,
    `old words in names: ${oldNames(sources).join(', ') || 'none'}`,
    'bounds:',
    ...Object.entries(sizes(sources)).map(
      ([what, size]) => `  ${what}: ${size} of at most ${MOST[what as keyof typeof MOST]}`,
    ),
  ].join('\n');
}
