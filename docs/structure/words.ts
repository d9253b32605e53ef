import { readFileSync } from 'node:fs';
import { filesUnder, type Source } from './sources.ts';
import { wordsOf } from './vocabulary.ts';

/** Words to avoid in comments. `MOST_OLD_WORDS` limits how often all these words together occur. */
const OLD_WORDS = ['nobody', 'whoever', 'somebody', 'anew', 'nought', 'beside', 'whose'];
export const MOST_OLD_WORDS = 10;

/** Words forbidden in names, except in names that stored data, settings or Slack's messages use. */
const OLD_NAMES = [
  'settle',
  'settled',
  'settles',
  'settling',
  'settlings',
  'unsettled',
  'whose',
  'look',
  'looks',
  'kept',
  'held',
  'told',
  'untold',
  'taken',
  'begun',
  'reckoned',
  'receiptless',
  'nobody',
  'anew',
];
const MAPPINGS = [
  /^src\/store\/migrations\//,
  /^src\/store\/(schema|incidents\/(rows|messages)|posting\/message-tracking|installations\/clean-up)\.ts$/,
  /^src\/store\/(move\/tables|embedded\/moved|channels\/channel-settings)\.ts$/,
  /^src\/(config\/(variables|workspace)|control\/operations|jobs\/queue|cli\/move|ops\/log)\.ts$/,
  /^src\/(domain\/detection\/cusum|slack\/(forms\/modal|listeners\/forms)|features\/status\/actions)\.ts$/,
];
/** Allowed names with a forbidden word: verbs (`lookUp…`, `looksLike…`) and JavaScript's `allSettled`. */
const ALLOWED = /^look(Up|sLike)|^allSettled$/;

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?=[\s/])).*|\s\/\/ .*$/gm;
const TYPE = /^(?:export )?(?:declare )?(?:interface|type|class|abstract class) (\w+)/gm;
const NAME = /\b[a-z_$][\w$]*\b/gi;
const STRING = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;

export function oldWordsInComments(): Map<string, number> {
  const comments = ['src', 'tools', 'test', 'bench']
    .flatMap(filesUnder)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(COMMENT)].map(([text]) => text))
    .join('\n');
  return new Map(
    OLD_WORDS.map((word) => [word, comments.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0]),
  );
}

export function typeNamesTwice(sources: readonly Source[]): Map<string, string[]> {
  return namesInSeveralFiles(
    sources.map(({ path, text }) => [path, [...text.matchAll(TYPE)].map(([, name = '']) => name)]),
  );
}

/** Names that occur more than once, with the files; `named` has the names of each file. */
export function namesInSeveralFiles(named: readonly (readonly [path: string, names: readonly string[]])[]) {
  const pairs = named.flatMap(([path, names]) => names.map((name) => ({ name, path })));
  const places = [...Map.groupBy(pairs, ({ name }) => name)];
  return new Map(
    places
      .filter(([, found]) => found.length > 1)
      .map(([name, found]) => [name, found.map(({ path }) => path)]),
  );
}

/** Names that contain a word of `OLD_NAMES`, as `path: name`; not in files that map stored names. */
export function oldNames(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('src/') && !MAPPINGS.some((mapping) => mapping.test(path)))
    .flatMap(({ path, text }) => {
      const code = text.replaceAll(COMMENT, '').replaceAll(STRING, '');
      const names = new Set(code.match(NAME));
      return [...names]
        .filter((name) => !ALLOWED.test(name) && wordsOf(name).some((word) => OLD_NAMES.includes(word)))
        .map((name) => `${path}: ${name}`);
    });
}
