import { findPeriod } from '../time/find-period.ts';
import { MOST_DIGITS, type Msisdn } from './msisdn.ts';
import { findNumbers, isRatherReference, type NumberContext } from './numbers-in-text.ts';

export type NamedInMessage =
  | { readonly by: 'number'; readonly msisdn: Msisdn; readonly isForeign: boolean }
  /** `when` is a period that stands on the same line, as written. */
  | { readonly by: 'reference'; readonly reference: string; readonly when?: string | undefined }
  | { readonly by: 'id'; readonly id: string };

const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{N}_.:#-]{3,99}`;
const BETWEEN = String.raw`(?:\s*[.:=#º°-]+\s*|\s+)`;
const LABELLED = {
  reference: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:ref(?:erence|erencia)?|trx|txn?|transaction|transacci[oó]n)${BETWEEN}(?:id${BETWEEN})?(${NAME})`,
    'giu',
  ),
  id: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:(?:(?:sms|message|mensaje)[\s_-]?)id${BETWEEN}|id\s*[:=#]\s*|(?:identifier|identificador)${BETWEEN})(${NAME})`,
    'giu',
  ),
} as const;
const SMS_ID = /(?<![\p{L}\p{N}_-])sms_[a-z0-9]{6,40}(?![\p{L}\p{N}_-])/giu;
const DATED = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[\p{Pd}_]?\d{1,20})$/u;
/** Matches letters and digits joined by dashes, such as `AB-1234`, which may be a reference. */
const COMPOUND = /^(?=.*\p{L})(?=(?:.*\d){3})[\p{L}\p{N}]{2,}(?:[_-][\p{L}\p{N}]+){1,5}$/u;
/** Matches capitals and digits without a dash, such as `ABC123XYZ`, a reference only on a line with a day. */
const CAPITALS = /^(?=.*\p{Lu})(?=(?:.*\d){3})[\p{Lu}\d]{6,20}$/u;
/** Only the words of a period matter here, so any time does. */
const ANY_CLOCK = { now: new Date('2026-01-01'), zone: 'UTC', mayBeMonthFirst: false };
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** Longer words are ignored, except the start of a link, which may contain a telephone number. */
const LONGEST_WORD = 120;
const LINK = /^[<("“]*(?:https?|whatsapp):\/\//i;
const CHUNK = 400;

/** Finds references and numbers (`named`) or, without any, uncertain numbers (`possible`), line by line. */
export function findNamed(lines: readonly string[], reader: NumberContext) {
  const named = new Map<string, NamedInMessage>();
  const guessed = new Map<string, NamedInMessage>();
  const possible = new Set<Msisdn>();
  for (const line of lines) {
    const { names, rest } = cutNames(withoutLongWords(line), reader);
    for (const piece of rest.flatMap(chunksOf)) {
      const found = findNumbers(piece, reader.region, reader.isPeriod);
      for (const { msisdn, isForeign } of found.numbers) {
        if (!named.has(msisdn)) named.set(msisdn, { by: 'number', msisdn, isForeign });
      }
      for (const { msisdn } of found.possible) possible.add(msisdn);
    }
    const hasName =
      names.some(({ by }) => by === 'reference') || rest.some((text) => /\p{L}\d|\d\p{L}|\p{L}-/u.test(text));
    const period = hasName ? findPeriod(rest.join(' ').slice(0, CHUNK), ANY_CLOCK) : undefined;
    const when = period && 'phrase' in period ? { when: period.phrase } : {};
    for (const name of names) named.set(keyOf(name), name.by === 'reference' ? { ...name, ...when } : name);
    for (const reference of rest.flatMap((text) => compoundsIn(text, 'when' in when))) {
      if (!reader.isPeriod(reference)) guessed.set(reference, { by: 'reference', reference, ...when });
    }
  }
  if (named.size > 0) return { named: [...named.values()], possible: [] };
  return possible.size > 0
    ? { named: [], possible: [...possible] }
    : { named: [...guessed.values()], possible: [] };
}

/** Removes long words, because they make the regular expressions slow. */
function withoutLongWords(line: string): string {
  if (line.length <= LONGEST_WORD) return line;
  return line.replaceAll(/[^\s,;|]+/gu, (word) => {
    if (word.length <= LONGEST_WORD) return word;
    const beginning = word.slice(0, LONGEST_WORD);
    return LINK.test(beginning) ? beginning : ';';
  });
}

function keyOf(name: NamedInMessage): string {
  if (name.by === 'number') return name.msisdn;
  return name.by === 'id' ? `id ${name.id}` : `ref ${name.reference}`;
}

function cutNames(line: string, reader: NumberContext): { names: NamedInMessage[]; rest: string[] } {
  const cuts: { readonly start: number; readonly end: number; readonly name: NamedInMessage }[] = [];
  const add = (pattern: RegExp, named: (match: RegExpExecArray) => NamedInMessage | undefined) => {
    for (const match of line.matchAll(pattern)) {
      const name = named(match);
      const [start, end] = [match.index, match.index + match[0].length];
      if (name && !cuts.some((cut) => start < cut.end && cut.start < end)) cuts.push({ start, end, name });
    }
  };
  const byReference = (reference: string | undefined): NamedInMessage | undefined =>
    reference === undefined ? undefined : { by: 'reference', reference };
  add(LABELLED.id, ([, text]) => {
    const id = nameOf(text, reader);
    return id === undefined ? undefined : { by: 'id', id };
  });
  add(SMS_ID, ([id]) => ({ by: 'id', id }));
  add(LABELLED.reference, ([, text]) => byReference(nameOf(text, reader)));
  add(/[^\s,;|]+/gu, ([word]) => {
    const reference = word.replace(EDGES, '');
    const isReference = DATED.test(reference) && isRatherReference(reference) && !reader.isPeriod(reference);
    return byReference(isReference ? reference : undefined);
  });
  const sorted = cuts.toSorted((one, other) => one.start - other.start);
  const ends = [0, ...sorted.map(({ end }) => end)];
  const rest = ends.map((from, at) => line.slice(from, sorted[at]?.start));
  return { names: sorted.map(({ name }) => name), rest };
}

function nameOf(text: string | undefined, { region, isPeriod }: NumberContext): string | undefined {
  const name = text?.replace(/[^\p{L}\p{N}]+$/u, '') ?? '';
  if (name.length < 4 || !/\d/.test(name) || isPeriod(name)) return undefined;
  return findNumbers(name, region, isPeriod).numbers.length > 0 ? undefined : name;
}

function compoundsIn(text: string, hasDay: boolean): string[] {
  return (text.match(/[^\s,;|]+/gu) ?? [])
    .map((word) => word.replace(EDGES, ''))
    .filter((word) => word.length >= 6 && word.length <= 100)
    .filter((word) => COMPOUND.test(word) || (hasDay && CAPITALS.test(word)));
}

/** Splits a long line only before words without digits, so that no telephone number is split. */
function chunksOf(text: string): string[] {
  if (text.length <= CHUNK) return [text];
  const chunks: string[] = [];
  let chunk = '';
  for (const [word] of text.matchAll(/\S+/gu)) {
    const isApart = !/\p{Nd}/u.test(word) && /\p{L}/u.test(word);
    if (chunk.length + word.length > CHUNK - MOST_DIGITS * 2 && isApart) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += `${chunk === '' ? '' : ' '}${word}`;
  }
  return [...chunks, chunk];
}
