import { isAskingFor } from './announced-codes.ts';
import { SHORTEST_CODE } from './mixed-codes.ts';
import { plainOf, type Span, wordList } from './words.ts';

/** What may stand within one code or number: blanks, dashes, the marks of telephone numbers and amounts. */
const JOINT = String.raw`[\p{Zs}\t\p{Pd}\p{Pc}\p{Cf}\p{M}\u2212.,·:/\\()\[\]'’*|~+#．，：／٫٬]`;
/** A `G-` or `+` before, then numerals at most three joints apart: the longest run there is. */
const NUMERALS = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])\p{L}\p{Pd})?\+?(?:\((?=\p{N}{1,5}\)))?\p{N}(?:${JOINT}{0,3}\p{N})*\p{M}*`,
  'gu',
);
const TIME_OR_DATE = /^(?:\p{L}\p{Pd})?\+?\p{N}{1,2}[:/]\p{N}{1,2}$/u;

/** What stands before a time or a date, without accents. */
const BEFORE_TIME = wordList(`
  las la el los dia dias a as ao aos das de del desde entre y e hasta antes despues para por vence vencimiento valida valido
  at by on until till before after from between and to expires due valid since
  ate apos depois vencimento no dia hora horas hoy hoje today manana amanha tomorrow
  lunes martes miercoles jueves viernes sabado domingo lun mar mie jue vie sab dom
  monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
  segunda terca quarta quinta sexta`);
const AFTER_TIME = /^ ?(?:h|hs|hrs?|horas?|am|pm|a\.m|p\.m)(?!\p{L})/iu;

/**
 * Four numerals, or as many as are told, or more of any script, also across blanks, dashes, dots and the like, but not across a line break.
 * Of four numerals a lone time or date stays, in a text that speaks of codes only where a word says that it is one.
 */
export function findNumerals(text: string, speaksOfCodes: boolean, shortest = SHORTEST_CODE): Span[] {
  return Array.from(text.matchAll(NUMERALS))
    .filter(({ 0: run, index }) => {
      const numerals = run.match(/\p{N}/gu)?.length ?? 0;
      return numerals >= shortest && !(TIME_OR_DATE.test(run) && isTime(text, { run, index }, speaksOfCodes));
    })
    .map(({ 0: run, index }) => ({ start: index, end: index + run.length }));
}

const FURTHEST = 24;

function isTime(
  text: string,
  { run, index }: { run: string; index: number },
  speaksOfCodes: boolean,
): boolean {
  const before = plainOf(text.slice(Math.max(0, index - FURTHEST), index));
  const [, word = ''] = /(\p{L}+)[^\p{L}\p{N}•\n:=]*$/u.exec(before) ?? [];
  const end = index + run.length;
  if (BEFORE_TIME.has(word) || AFTER_TIME.test(text.slice(end, end + FURTHEST))) return true;
  return !speaksOfCodes && !isAskingFor(word);
}
