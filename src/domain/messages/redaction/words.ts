export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word of letters and numerals; `gap` is the text before it, `marks` are password marks after it. */
export interface Word extends Span {
  readonly text: string;
  readonly plain: string;
  readonly gap: string;
  readonly marks: string;
}

const WORD = /•{4,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}]*/gu;

export const PASSWORD_MARKS = String.raw`[@#$%&*!^~=\\]`;
const MARKS_AFTER = new RegExp(`${PASSWORD_MARKS}*`, 'y');

/** The words of a text, each read when it is needed. */
export function eachWord(text: string): IteratorObject<Word> {
  let end = 0;
  return text.matchAll(WORD).map(({ 0: word, index: start }) => {
    const gap = text.slice(end, start);
    end = start + word.length;
    MARKS_AFTER.lastIndex = end;
    const [marks = ''] = MARKS_AFTER.exec(text) ?? [];
    return { start, end, text: word, plain: plainOf(word), gap, marks };
  });
}

export function readWords(text: string): Word[] {
  return [...eachWord(text)];
}

export function plainOf(word: string): string {
  if (/^[ -~]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}

export function wordList(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

export function isRedacted({ text }: Word): boolean {
  return text.startsWith('•');
}

const LETTER = /\p{L}/u;
const NUMERAL = /\p{N}/u;

export function hasLetter({ text }: Word): boolean {
  return LETTER.test(text);
}

export function hasNumeral({ text }: Word): boolean {
  return NUMERAL.test(text);
}

export function countCharacters(words: readonly Word[]): number {
  return words.reduce((size, { text }) => size + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
}

export function isCapitals({ text }: Word): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Marks that join words to one code: `AB12-CD34`, `juan_7`, `A.7.K`. */
const TIGHT = /^[\p{Pd}\p{Pc}\u2212.·*~+]$/u;

export function compoundAt(words: readonly Word[], at: number, most = Number.POSITIVE_INFINITY): Word[] {
  let end = at + 1;
  while (end < words.length && end - at < most && isJoined(words[end - 1], words[end])) end += 1;
  return words.slice(at, end);
}

/** A dot joins only capitals and numerals, because `hoy.20 minutos` is two sentences. */
function isJoined(before: Word | undefined, word: Word | undefined): boolean {
  if (before === undefined || word === undefined || !TIGHT.test(word.gap)) return false;
  if (isRedacted(before) || isRedacted(word)) return false;
  return word.gap !== '.' || [before, word].every((one) => hasNumeral(one) || isCapitals(one));
}

export function spanOfWords(words: readonly Word[]): Span {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
}

/** Replaces each character of the secrets by `•`, so that positions in the text stay the same. */
export function cover(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, ({ start, end }) => '•'.repeat(end - start));
}

/** The spans must be sorted by position, and must not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], replace: (span: Span) => string): string {
  let replaced = '';
  let end = 0;
  for (const span of spans) {
    replaced += text.slice(end, span.start) + replace(span);
    end = span.end;
  }
  return replaced + text.slice(end);
}

export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last === undefined || span.start > last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { start: last.start, end: span.end };
  }
  return joined;
}
