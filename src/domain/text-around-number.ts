import { closestWord } from './spelling.ts';
import { COMMON_PERIOD_WORDS, isPeriodWord, plainWords } from './time/period-words.ts';

const FILLING = new Set(
  (
    'hi hello the a an this is my his her our for to of with and or please pls check see look up status sms message messages text texts ' +
    'number numbers no n.o nr num phone telephone mobile cell cellphone whatsapp wa tel customer client user caller date time last latest newest code ' +
    'hola buenas el la los las al del de este esta es mi su un una para con y e o u por favor porfa revisa revisar ver mira estado ' +
    'mensaje mensajes numero número numeros números nro n° nº fono teléfono telefono celular cel móvil movil línea linea ' +
    'wsp wasap cliente usuario usuaria fecha hora día dia último ultimo código codigo num'
  ).split(' '),
);
const BRACKETED = /(?:[([{«“"]|<(?=\p{L}))[^()[\]{}«»“”"<>\d]*[)\]}»”">]/gu;
const NAME = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
const EMAIL = /^[^@]+@[^@]+\.[^@]+$/;
const EDGES = /^[^\p{L}\p{N}+#@<]+|(?<![^\p{L}\p{N}>°º])[^\p{L}\p{N}>°º]+$/gu;

/** `names` are the words outside brackets if all of them may be names of people; the bot ignores these. */
export function readTextAroundNumber(text: string) {
  const bracketed = (text.match(BRACKETED) ?? []).filter((part) => !wordsOf(part).some(isOfPeriods));
  const open = bracketed.reduce((rest, part) => rest.replace(part, ' '), text);
  const words = wordsOf(open).filter((word) => !FILLING.has(word.toLowerCase()));
  const areNames = words.every((word) => EMAIL.test(word) || (NAME.test(word) && !isNearPeriod(word)));
  const all = words.join(' ');
  return areNames
    ? { left: '', bare: '', names: all }
    : { left: wordsOf(open).join(' '), bare: all, names: '' };
}

/** Returns a capitalized word in brackets that may also mean a period, such as `Julio` or `April`. */
export function periodLikeName(text: string, isPeriod: (word: string) => boolean): string | undefined {
  const [, name] = /[([{]\s*(\p{Lu}\p{L}+)\s*[)\]}]/u.exec(text) ?? [];
  return name !== undefined && isPeriod(name) ? name : undefined;
}

const PERIODS = COMMON_PERIOD_WORDS.filter((word) => !['pasada', 'since', 'desde'].includes(word));
const EXACT_PERIODS = new Set(COMMON_PERIOD_WORDS.map(plainWords));
const SHORTEST_MISSPELT = 5;

/** True for two or more words without digits or period words; next to a number, the bot ignores such text. */
export function isTalk(text: string): boolean {
  const words = wordsOf(text);
  const mayBePeriod = (word: string) =>
    EXACT_PERIODS.has(plainWords(word)) ||
    (word.length >= SHORTEST_MISSPELT && closestWord(word, PERIODS) !== undefined);
  return words.length > 1 && !/\p{N}/u.test(text) && !words.some(mayBePeriod);
}

const isOfPeriods = (word: string) => isPeriodWord(plainWords(word));

function isNearPeriod(word: string): boolean {
  return isOfPeriods(word) || closestWord(word, ['mañana', 'tomorrow', ...COMMON_PERIOD_WORDS]) !== undefined;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => {
    const bare = word.replace(EDGES, '');
    return /[\p{L}\p{N}]/u.test(bare) ? [bare] : [];
  });
}
