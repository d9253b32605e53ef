import { closestWord } from './spelling.ts';
import { COMMON_PERIOD_WORDS, isPeriodWord, plainWords } from './time/period-words.ts';

/** Words beside a number that say no more than that it is one, or whose: English and Spanish. */
const FILLING = new Set(
  (
    'hi hello the a an this is my his her our for to of with and or please pls check see look up status sms message messages text texts ' +
    'number numbers no n.o nr num phone telephone mobile cell cellphone whatsapp wa tel customer client user caller date time last latest newest code ' +
    'hola buenas el la los las al del de este esta es mi su un una para con y e o u por favor porfa revisa revisar ver mira estado ' +
    'mensaje mensajes numero número numeros números nro n° nº fono teléfono telefono celular cel móvil movil línea linea ' +
    'wsp wasap cliente usuario usuaria fecha hora día dia último ultimo código codigo num'
  ).split(' '),
);
/** `(Ana)`, `“Ana”`: no digit in it. */
const BRACKETED = /(?:[([{«“"]|<(?=\p{L}))[^()[\]{}«»“”"<>\d]*[)\]}»”">]/gu;
const NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
const EMAIL = /^[^@]+@[^@]+\.[^@]+$/;
const EDGES = /^[^\p{L}\p{N}+#@<]+|(?<![^\p{L}\p{N}>°º])[^\p{L}\p{N}>°º]+$/gu;

export interface Beside {
  /** What could not be understood; empty where nothing is left. */
  readonly left: string;
  /** The same without words that say nothing. */
  readonly bare: string;
  /** Names that were left out of account, those in brackets not among them. */
  readonly names: string;
}

/** Tells what stands beside a number and does not matter (a name, a sign, “the number”) from what may. */
export function readBeside(text: string): Beside {
  const bracketed = (text.match(BRACKETED) ?? []).filter((part) => !wordsOf(part).some(isOfPeriods));
  const open = bracketed.reduce((rest, part) => rest.replace(part, ' '), text);
  const words = wordsOf(open).filter((word) => !FILLING.has(word.toLowerCase()));
  const areNames = words.every((word) => EMAIL.test(word) || (NAME.test(word) && !isNearPeriod(word)));
  const all = words.join(' ');
  return areNames
    ? { left: '', bare: '', names: all }
    : { left: wordsOf(open).join(' '), bare: all, names: '' };
}

/** A name in brackets that is a period as well: Julio, April. */
export function periodLikeName(text: string, isPeriod: (word: string) => boolean): string | undefined {
  const [, name] = /[([{]\s*(\p{Lu}\p{L}+)\s*[)\]}]/u.exec(text) ?? [];
  return name !== undefined && isPeriod(name) ? name : undefined;
}

/** Words that say days; what is near one of them may be a period that could not be read. */
const PERIODS = COMMON_PERIOD_WORDS.filter((word) => !['pasada', 'since', 'desde'].includes(word));
const EXACT_PERIODS = new Set(COMMON_PERIOD_WORDS.map(plainWords));
const SHORTEST_MISSPELT = 5;

/** Whether what could not be understood is said around a number, as people talk, and hides no days and no other number. */
export function isTalk(text: string): boolean {
  const words = wordsOf(text);
  const mayBePeriod = (word: string) =>
    EXACT_PERIODS.has(plainWords(word)) ||
    (word.length >= SHORTEST_MISSPELT && closestWord(word, PERIODS) !== undefined);
  return words.length > 1 && !/\p{N}/u.test(text) && !words.some(mayBePeriod);
}

function isOfPeriods(word: string): boolean {
  return isPeriodWord(plainWords(word));
}

function isNearPeriod(word: string): boolean {
  return isOfPeriods(word) || closestWord(word, ['mañana', 'tomorrow', ...COMMON_PERIOD_WORDS]) !== undefined;
}

/** Words without what stands around them; signs and emoji alone are none. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => {
    const bare = word.replace(EDGES, '');
    return /[\p{L}\p{N}]/u.test(bare) ? [bare] : [];
  });
}
