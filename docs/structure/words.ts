import { readFileSync } from 'node:fs';
import { filesUnder, type Source } from './sources.ts';
import { wordsOf } from './vocabulary.ts';

/** Words that a plain comment does not need, and how often all of them may stand in comments together. */
const OLD_WORDS = ['nobody', 'whoever', 'somebody', 'anew', 'nought', 'beside', 'whose'];
export const MOST_OLD_WORDS = 68;

/** Words that no name contains, except where stored data, settings or Slack's messages carry them. */
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
];
const MAPPINGS = [
  /^src\/store\/migrations\//,
  /^src\/store\/(schema|incidents\/rows|posting\/message-tracking|installations\/clean-up|move\/tables)\.ts$/,
  /^src\/(config\/(variables|workspace)|control\/operations|jobs\/queue)\.ts$/,
  /^src\/features\/status\/actions\.ts$/,
];
/** `look up` and `look like` are verbs; `allSettled` is JavaScript's. */
const ALLOWED = /^look(Up|sLike)|^allSettled$/;

const COMMENT = /^\s*(?:\/\/|\/?\*)(.*)|\s\/\/ (.*)$/gm;
const TYPE = /^(?:export )?(?:declare )?(?:interface|type|class|abstract class) (\w+)/gm;
const NAME = /\b[a-z_$][\w$]*\b/gi;
const STRING = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;

/** Occurrences of each old word in the comments of `src`, `tools`, `test` and `bench`. */
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

/** Type names that more than one file declares, exported or not, with the files. */
export function typeNamesTwice(sources: readonly Source[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { path, text } of sources)
    for (const [, name = ''] of text.matchAll(TYPE)) places.set(name, [...(places.get(name) ?? []), path]);
  return new Map([...places].filter(([, paths]) => paths.length > 1));
}

/** Names in code that contain an old word, as `path: name`; the files that map stored names are left out. */
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
