import { countryOf, MOST_DIGITS, type NumberReading, readMsisdn, wrongLength } from './msisdn.ts';

export interface NumberContext {
  readonly region: string;
  readonly isPeriod: (word: string) => boolean;
}

/** A word of the text; `spelling` is the part that may belong to a telephone number. */
interface NumberWord {
  readonly start: number;
  readonly end: number;
  readonly spelling: string | undefined;
  readonly begins: boolean;
}

interface NumberMatch {
  readonly readings: readonly NumberReading[];
  readonly words: number;
  readonly isSure: boolean;
  readonly isWhole?: boolean;
}

const NOTHING: NumberMatch = { readings: [], words: 0, isSure: false };
const WORD = /[^\s,;|]+/gu;
const SEPARATOR = /[,;|\r\n]/;
const MOST_GROUPS = 8;
const LONGEST_TEXT = 500;
const SHORTEST_ABROAD = 11;

const WHATSAPP =
  /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|(?:api\.|web\.)?whatsapp\.com\/send\/?\?(?:[^#]*&)?phone=|whatsapp:\/\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2B)?(\d+)/i;
const SCHEME = /^(?:tel|sms|callto):(?:\/\/)?/i;
/** Matches a label directly before a number, such as `cel:`, `n°` or `tel.`. */
const LABEL = /^(?:\p{L}{1,15}[:=#°º]+|(?:tel|telf|fono|cel|m[oó]vil|num|nro|no)\.)(?=[+(\p{Nd}])/iu;
const BEFORE = /^[^\p{L}\p{N}+(]+/u;
const AFTER = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u;
const SPELLING = /^[+(]*(?=\p{Nd})[\p{Nd}\p{Pd}\u2212.()/]+$|^\(?\+\)?$/u;

const DATE = String.raw`20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;
/** Matches references that begin with a date, such as `20261117-2`. */
const BEGINS_WITH_DATE = new RegExp(String.raw`^${DATE}\D*\d`);
/** Matches `12.345.678-9` and `4711-001-22`: no telephone number ends in so short a group. */
const ENDS_SHORT = /^[^+]*(?:\d[\p{Pd}\u2212]\d|\d{3}[\p{Pd}\u2212]\d{2})$/u;

/** Returns certain numbers, else possible numbers that the bot asks about, and the `rest` of the text. */
export function findNumbers(text: string, region: string, isPeriod: NumberContext['isPeriod']) {
  const whole = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  const plain = whole.length > LONGEST_TEXT ? whole.slice(0, LONGEST_TEXT).replace(/\S*$/, '') : whole;
  const later = whole.slice(plain.length);
  const reader = { region, isPeriod };
  const words = wordsOf(plain, reader);
  const numbers = new Map<string, NumberReading>();
  const used: NumberWord[] = [];
  let possible:
    | { readonly readings: readonly NumberReading[]; readonly words: readonly NumberWord[] }
    | undefined;
  for (let at = 0; at < words.length; ) {
    const run = readRun(runFrom(words, at), reader);
    const found = isPart(words[at - 1], words.slice(at, at + run.words)) ? NOTHING : run;
    const own = words.slice(at, at + found.words);
    if (found.isSure) {
      for (const reading of found.readings) numbers.set(reading.msisdn, reading);
      used.push(...own);
    } else if (found.readings.length > 0) {
      const typed = own.map(({ spelling }) => spelling).join(' ');
      const readings = found.readings.filter((reading) => mayBeMeant(reading, typed, region));
      if (readings.length > 0) possible ??= { readings, words: own };
    }
    // After an uncertain `+` number, skips its other groups: alone they may seem another country's number.
    const isLost = !found.isSure && words[at]?.spelling?.includes('+') === true;
    const skipped = isLost ? Math.max(runFrom(words, at).length, 1) : 1;
    at += found.isSure || found.isWhole === true ? found.words : skipped;
  }
  const isFound = numbers.size > 0;
  const isApart = (word: NumberWord, next: NumberWord | undefined) =>
    !next || next.begins || !word.spelling || !next.spelling || used.includes(word) === used.includes(next);
  const rest = without(plain, isFound ? used : (possible?.words ?? []));
  return {
    numbers: [...numbers.values()],
    possible: isFound ? [] : (possible?.readings ?? []),
    rest: `${rest} ${later}`.trim(),
    /** True if other digits stand next to a number, so that its ends are uncertain. */
    isJoined: isFound && words.some((word, place) => !isApart(word, words[place + 1])),
  };
}

/** True for a group of digits before a number in groups, which is perhaps longer: `9 8765 02066`. */
function isPart(before: NumberWord | undefined, [first, ...others]: readonly NumberWord[]): boolean {
  return others.length > 0 && first?.begins === false && /^\d{1,2}$/.test(before?.spelling ?? '');
}

/** False for a number that the plan lacks because of its length, and for one too short to be dialled abroad. */
function mayBeMeant({ isKnown, isForeign, msisdn }: NumberReading, typed: string, region: string): boolean {
  if (isKnown) return !isForeign || msisdn.length >= SHORTEST_ABROAD;
  return wrongLength(typed, region) === undefined;
}

export function isRatherReference(word: string): boolean {
  return ENDS_SHORT.test(word) || BEGINS_WITH_DATE.test(word);
}

function wordsOf(text: string, reader: NumberContext): NumberWord[] {
  let end = 0;
  return [...text.matchAll(WORD)].flatMap((match): NumberWord[] => {
    const [word] = match;
    const start = match.index;
    const begins = SEPARATOR.test(text.slice(end, start));
    end = start + word.length;
    const spelling = spellingOf(word);
    return (
      (spelling === undefined ? undefined : splitPair(word, start, reader)) ?? [
        { start, end, spelling, begins: begins || spelling?.includes('+') === true },
      ]
    );
  });
}

function spellingOf(word: string): string | undefined {
  const [, digits] = WHATSAPP.exec(word) ?? [];
  // The digits of a WhatsApp link are an international number without `+`, or a number as dialled at home.
  if (digits !== undefined) return readMsisdn(`+${digits}`, '')?.isKnown ? `+${digits}` : digits;
  const bare = word.replace(BEFORE, '').replace(SCHEME, '').replace(LABEL, '');
  const spelling = /^\(?\+\)?$/.test(bare) ? bare : bare.replace(AFTER, '');
  return SPELLING.test(spelling) ? spelling : undefined;
}

/** Splits two numbers with a slash or dash between them, such as `912345678/987654321`. */
function splitPair(word: string, start: number, { region }: NumberContext): NumberWord[] | undefined {
  const parts = [...word.matchAll(/[^/\p{Pd}]+/gu)];
  const areNumbers = parts.every(([part]) => isLong(part) && readMsisdn(part, region)?.isKnown === true);
  if (parts.length < 2 || !areNumbers) return undefined;
  return parts.map(({ 0: part, index }) => ({
    start: start + index,
    end: start + index + part.length,
    spelling: part,
    begins: true,
  }));
}

function runFrom(words: readonly NumberWord[], at: number): string[] {
  const run: string[] = [];
  for (const { spelling, begins } of words.slice(at, at + MOST_GROUPS)) {
    if (spelling === undefined || (begins && run.length > 0)) break;
    run.push(spelling);
  }
  return run;
}

interface Candidate {
  readonly reading: NumberReading;
  readonly words: number;
}

function readRun(run: readonly string[], reader: NumberContext): NumberMatch {
  const [first = ''] = run;
  if (reader.isPeriod(first)) return NOTHING;
  const candidates = candidatesIn(run, reader);
  const known = candidates.filter(({ reading }) => reading.isKnown);
  const [alone] = known;
  if (isRatherReference(first)) return alone?.words === 1 ? found([alone], false) : NOTHING;
  if (alone?.words === 1) return found([alone], !alone.reading.isForeign || isAbroad(alone, run));
  const own = known.filter(isOwn);
  const [shortest] = own;
  const longest = own.at(-1);
  if (shortest && longest) {
    const added = run.slice(shortest.words, longest.words);
    return added.every((group) => digitsOf(group).length >= 3) ? found([longest], true) : found(own, false);
  }
  const [foreign] = known;
  if (foreign) {
    const isSure = known.length === 1 && isAbroad(foreign, run);
    // Uncertain if the foreign number contains a number of the region: 34 612 345 678 contains 612 345 678.
    const own = isSure ? candidatesIn(run.slice(1, foreign.words), reader).filter(isOwn) : [];
    return { ...found([...own, ...known], isSure && own.length === 0), isWhole: isSure };
  }
  return found(candidates.slice(-1), false);
}

function found(candidates: readonly Candidate[], isSure: boolean): NumberMatch {
  const readings = candidates.map(({ reading }) => reading);
  return { readings, words: candidates.at(-1)?.words ?? 0, isSure };
}

function candidatesIn(run: readonly string[], { region, isPeriod }: NumberContext): Candidate[] {
  const candidates: Candidate[] = [];
  for (let words = 1; words <= run.length; words += 1) {
    if (words > 1 && isPeriod(run[words - 1] ?? '')) break;
    const spelling = run.slice(0, words).join(' ');
    const reading = isLong(spelling) ? readMsisdn(spelling, region) : undefined;
    if (reading) candidates.push({ reading, words });
  }
  return candidates;
}

function isOwn({ reading }: Candidate): boolean {
  return reading.isKnown && !reading.isForeign;
}

/** Accepts a foreign number in one piece or with its prefix apart; others may be mistyped local numbers. */
function isAbroad({ reading, words }: Candidate, run: readonly string[]): boolean {
  const [first = ''] = run;
  const [prefix] = first.match(/\p{Nd}+/u) ?? [];
  const isInOnePiece = words === 1 && /^\p{Nd}+$/u.test(first);
  return (
    reading.msisdn.length >= SHORTEST_ABROAD && (isInOnePiece || prefix === countryOf(reading.msisdn).prefix)
  );
}

function isLong(spelling: string): boolean {
  const { length } = digitsOf(spelling);
  return length > 6 && length <= MOST_DIGITS;
}

function digitsOf(spelling: string): string {
  return spelling.replace(/\P{Nd}/gu, '');
}

function without(text: string, words: readonly NumberWord[]): string {
  let end = 0;
  const parts = words.map(({ start, end: next }) => {
    const before = text.slice(end, start);
    end = next;
    return before;
  });
  return [...parts, text.slice(end)].join(' ').replaceAll(/\s+/g, ' ').trim();
}
