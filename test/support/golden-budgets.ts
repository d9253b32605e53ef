import type { Language } from '../../src/i18n/index.ts';

/** Limits of a message that fits on a phone. Spanish may have 10 % more words. */
interface Budget {
  readonly words: number;
  /** Lines at a phone's width, without buttons. */
  readonly lines?: number;
  readonly linesBeforeButtons?: number;
}

const LOOK_UP: Budget = { words: 100, lines: 30 };
const CHECK: Budget = { words: 110 };
const SUMMARY: Budget = { words: 150 };
/** A line for the verdict, one for the person who shared it; both may wrap once. */
const SHARED: Budget = { words: 30, lines: 5 };

export const BUDGETS: Readonly<Record<string, Budget>> = {
  status: LOOK_UP,
  message: LOOK_UP,
  'status-numbers': LOOK_UP,
  'status-shortcut': LOOK_UP,
  'status-shared': SHARED,
  'status-answered': LOOK_UP,
  'numbers-answered': LOOK_UP,
  check: CHECK,
  'check-answered': CHECK,
  'check-operator': CHECK,
  'check-unreachable': CHECK,
  'check-shared': SHARED,
  incident: { words: 70, linesBeforeButtons: 9 },
  mention: { words: 25, lines: 4 },
  report: SUMMARY,
  'report-answered': SUMMARY,
  'report-shared': SHARED,
  summary: SUMMARY,
  'summary-incidents': SUMMARY,
};

/** Families without limits: details, forms and notices. */
export const UNLIMITED = (
  'audit channel-unavailable check-details check-input check-newest check-thread escalation ' +
  'incident-details home home-preferences incident-thread rehearsal rehearsal-progress ' +
  'report-details reveal-form status-revealed status-step report-form report-input report-progress ' +
  'report-thread status-details status-form status-input subscription subscription-form ' +
  'subscription-input subscriptions summary-details ticket tracking tracking-news watch watches'
).split(' ');

/** Columns of a phone with 390 pixels. */
const PHONE_COLUMNS = 45;
const TERMINAL_COLUMNS = 100;
const MOST_ROWS = 8;
const MOST_COLUMNS = 5;

const MONTHS = 'Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec|ene|abr|ago|dic';
const NO_WORDS = [
  /:[a-z0-9_]+:/g,
  new RegExp(String.raw`\d{1,2} (?:de )?(?:${MONTHS})\b`, 'gi'),
  /(?:today|yesterday|hoy|ayer) (?=\d\d:\d\d)/g,
  /\d (?:min|ms)\b/g,
];

const isButtons = (line: string) => /^\[ .* \]$/.test(line);
/** A row of a chart or a table; preformatted text is indented. */
const isFigures = (line: string) => /^\S.* {2,}/.test(line);
const cellsOf = (line: string) => (isFigures(line) ? line.trim().split(/ {2,}/) : []);

function wordsIn(lines: readonly string[]): number {
  const prose = lines.filter((line) => !isButtons(line) && !isFigures(line)).join(' ');
  const plain = NO_WORDS.reduce((text, pattern) => text.replaceAll(pattern, ' '), prose);
  return (plain.match(/\p{L}{2,}/gu) ?? []).length;
}

function phoneLines(lines: readonly string[]): number {
  const prose = lines.filter((line) => !isButtons(line) && !isFigures(line) && !line.startsWith('──'));
  // The terminal prints the names of unknown emoji, each two columns wide on a phone, and dates in ‹…›.
  const widths = unwrapped(prose).map(
    (line) => line.replaceAll(/:[a-z0-9_]+:/g, '##').replaceAll(/[‹›]/g, '').length,
  );
  return widths.reduce((sum, width) => sum + Math.ceil(width / PHONE_COLUMNS), 0);
}

/** Rejoins the lines that the terminal wrapped: those after which the next word did not fit. */
function unwrapped(lines: readonly string[]): string[] {
  const isBroken = (line: string, above: string) =>
    `${above} ${line.split(' ', 1)[0]}`.length > TERMINAL_COLUMNS;
  const text = lines.map((line, at) => (isBroken(line, lines[at - 1] ?? '') ? ` ${line}` : `\n${line}`));
  return text.join('').trimStart().split('\n');
}

/** Charts have two columns, and bars. */
function tableFaults(lines: readonly string[]): string[] {
  const rows = lines.map((line) => (/[█-▏]/.test(line) ? [] : cellsOf(line)));
  const tables = rows.map((row) => (row.length > 2 ? '#' : ' ')).join('');
  return [
    ...rows.filter((row) => row.length > MOST_COLUMNS).map((row) => `${row.length} columns`),
    ...(tables.match(/#+/g) ?? [])
      .filter((table) => table.length > MOST_ROWS + 1)
      .map((table) => `${table.length - 1} rows`),
  ];
}

/** The violated limits of a rendered message. */
export function budgetFaults(family: string, language: Language, shown: string): string[] {
  const { words, lines: most, linesBeforeButtons } = BUDGETS[family] ?? {};
  if (words === undefined) return [];
  const lines = shown.split('\n').filter((line) => line.trim() !== '');
  const mostWords = language === 'es' ? Math.floor(words * 1.1) : words;
  const count = wordsIn(lines);
  const before = lines.slice(0, lines.findIndex(isButtons));
  const [all, first] = [phoneLines(lines), phoneLines(before)];
  return [
    ...(count > mostWords ? [`${count} words, not ${mostWords}`] : []),
    ...(most !== undefined && all > most ? [`${all} lines, not ${most}`] : []),
    ...(linesBeforeButtons !== undefined && first > linesBeforeButtons
      ? [`${first} lines before its buttons, not ${linesBeforeButtons}`]
      : []),
    ...tableFaults(lines),
  ];
}
