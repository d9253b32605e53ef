import type { MessageKind } from './messages/message-kind.ts';
import { closestWord, plainWord } from './spelling.ts';
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

/** `names` are the words outside brackets if all of them may be names of people; the bot leaves these out. */
export function readTextAroundNumber(text: string) {
  const inBrackets = (text.match(BRACKETED) ?? []).filter((part) => !wordsOf(part).some(isOfPeriods));
  const open = inBrackets.reduce((rest, part) => rest.replace(part, ' '), text);
  const bracketed = inBrackets.flatMap((part) => wordsOf(part.slice(1, -1))).join(' ');
  const all = wordsOf(open);
  const words = all.filter((word) => !FILLING.has(word.toLowerCase()));
  const areNames = words.every((word) => EMAIL.test(word) || (NAME.test(word) && !isNearPeriod(word)));
  return areNames
    ? { left: '', bare: '', names: withoutFilling(all), bracketed }
    : { left: all.join(' '), bare: words.join(' '), names: '', bracketed };
}

const STAYS = /^(?:no|is|es|my|mi|his|her|su)$/;

/** Removes filling words at both ends: `hi please call her` becomes `call her`. Some stay, as in `where is`. */
export function withoutFilling(words: readonly string[]): string {
  const isLeft = (word: string) => STAYS.test(word) || !FILLING.has(word.toLowerCase());
  const first = words.findIndex(isLeft);
  return first < 0 ? '' : words.slice(first, words.findLastIndex(isLeft) + 1).join(' ');
}

const KINDS: ReadonlyMap<string, MessageKind> = new Map([
  ...'code codes codigo codigos clave claves pin otp'.split(' ').map((word) => [word, 'code'] as const),
  ...'link links enlace enlaces'.split(' ').map((word) => [word, 'link'] as const),
]);
const WORD = /(?<![\p{L}\p{N}@._#-])[\p{L}\p{M}]+(?![\p{L}\p{N}@_#-]|\.\p{L})/gu;

const OF_A_CODE =
  /(?<=(?:c[oó]digos?|claves?|pin)\s+)(?:de|of)\s+(?:verif|acce|segur|confirm|autent)\p{L}*|(?:verification|security|access|login)\s+(?=codes?(?!\p{L}))/giu;

/** Cuts out the words for a kind of message, such as “code” and “codgo”. */
export function cutKinds(text: string) {
  const kinds = new Set<MessageKind>();
  const rest = text.replaceAll(OF_A_CODE, ' ').replaceAll(WORD, (word) => {
    const plain = plainWord(word);
    const isMisspelt = plain.startsWith('cod') && closestWord(plain, ['codigo', 'codigos']) !== undefined;
    const kind = KINDS.get(plain) ?? (isMisspelt ? 'code' : undefined);
    if (kind === undefined) return word;
    kinds.add(kind);
    return ' ';
  });
  return { kinds: [...kinds], rest };
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
function isTalk(text: string): boolean {
  const words = wordsOf(text);
  const mayBePeriod = (word: string) =>
    EXACT_PERIODS.has(plainWords(word)) ||
    (word.length >= SHORTEST_MISSPELT && closestWord(word, PERIODS) !== undefined);
  return words.length > 1 && !/\p{N}/u.test(text) && !words.some(mayBePeriod);
}

/** What may stand in a text about a number and is no question: e-mail addresses, identity numbers, other digits. */
const APART = /[^\s<>@]+@[^\s<>@]+|\+?\d[\d.]*\p{Pd}[\dk](?![\p{L}\p{N}])|\+?\(?\d[\d \t.()/\p{Pd}]{5,}\d/giu;
const A_CODE = /(?<![\p{L}\p{N}])\d{4,8}(?![\p{L}\p{N}])/gu;

/** True for text that the bot may leave out next to a number; a short text that may be a period is none. */
export function mayBeLeftOut(text: string, kinds: readonly MessageKind[]): boolean {
  const words = text.replaceAll(APART, ' ');
  const others = kinds.includes('code') ? words.replaceAll(A_CODE, ' ') : words;
  return readTextAroundNumber(others).left === '' || isTalk(others);
}

const MISSPELT =
  'yesterday monday tuesday wednesday thursday friday saturday sunday morning afternoon evening tonight minutes anteayer anoche martes miércoles jueves viernes sábado domingo semana minutos'.split(
    ' ',
  );

/** Corrects long period words that have one wrong letter. Names, with a capital, stay. */
export function correctPeriodWords(text: string) {
  const wrong: string[] = [];
  const corrected = text.replaceAll(/(?<![\p{L}\p{N}])\p{Ll}{5,}(?![\p{L}\p{N}])/gu, (word) => {
    const meant = isOfPeriods(word) ? undefined : closestWord(word, MISSPELT, 1);
    if (meant !== undefined) wrong.push(word);
    return meant ?? word;
  });
  return { corrected, wrong };
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
