import {
  compoundAt,
  countCharacters,
  hasLetter,
  hasNumeral,
  isCapitals,
  type Span,
  spanOfWords,
  type Word,
  wordList,
} from './words.ts';

export const SHORTEST_CODE = 4;

export function findMixedCodes(text: string, words: readonly Word[]): Span[] {
  return [...findCompounds(words), ...findChunks(words), ...findSpelled(text)];
}

export function isMixed(words: readonly Word[]): boolean {
  return words.some(hasLetter) && words.some(hasNumeral) && countCharacters(words) >= SHORTEST_CODE;
}

/** Finds secret codes of letters and numerals in one piece: `X7K9`, `AB12-CD34`, `G-482911`. */
function findCompounds(words: readonly Word[]): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < words.length; ) {
    const compound = compoundAt(words, at);
    if (isMixed(compound) && !isCommonCompound(compound)) found.push(spanOfWords(compound));
    at += compound.length;
  }
  return found;
}

const LOOSE = /^(?:[\p{Zs}\u2800]{1,12}|\p{Zs}?[\p{Pd}.·|/,:>]\p{Zs}?)$/u;
const LONGEST_CHUNK = 4;

/** Finds secret codes of short groups with numerals, some with letters: `X7 K9`, `7K9 - 12 - Q2M`. */
function findChunks(words: readonly Word[]): Span[] {
  // `88K` counts only after the start of a secret code, as in `7Q2 88K`; alone it may be an amount.
  const isChunk = (word: Word | undefined, isFirst: boolean) =>
    word !== undefined &&
    hasNumeral(word) &&
    word.text.length <= LONGEST_CHUNK &&
    (!isCommon(word) || (!isFirst && /^\p{N}+\p{Lu}$/u.test(word.text)));
  const found: Span[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at;
    while (isChunk(words[end], end === at) && (end === at || LOOSE.test(words[end]?.gap ?? ''))) end += 1;
    const chunks = words.slice(at, end);
    if (chunks.filter(hasLetter).length > 1 && isMixed(chunks)) found.push(spanOfWords(chunks));
    at = Math.max(end, at + 1);
  }
  return found;
}

const ONE = String.raw`[\p{L}\p{N}]\p{M}*(?![\p{L}\p{N}])`;
/** Matches secret codes of characters with the same separator between them: `X 7 K 9`, `Q.W.E.R`. */
const SPELLED = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])${ONE}(\p{Zs}?[\p{Pd}\p{Pc}.·*/|,+]\p{Zs}?|\p{Zs}{1,3})${ONE}(?:\1${ONE}){2,}`,
  'gu',
);

function findSpelled(text: string): Span[] {
  return Array.from(text.matchAll(SPELLED))
    .filter(([spelled]) => !/\p{Ll}/u.test(spelled) || isSpelledCode(spelled))
    .map(({ 0: spelled, index }) => ({ start: index, end: index + spelled.length }));
}

/** False for words of one letter between numerals, which are no secret code: `de 1 a 2 o 3 a 4`. */
function isSpelledCode(spelled: string): boolean {
  return /\p{N}/u.test(spelled) && /[^aeouyáéàó\P{L}]/u.test(spelled);
}

/** Matches times, sizes, amounts and ordinals, which are no secret codes: `10min`, `5GB`, `3rd`. */
const AMOUNT = new RegExp(
  String.raw`^\p{N}{1,3}(?:h\p{N}{2}(?:min)?|x\p{N}{1,3}(?:[cm]?m)?|e[nm]\p{N}|` +
    's|segs?|secs?|mins?|h|hs|hrs?|horas?|hours?|minutos?|minutes?|segundos?|seconds?|d|dias?|days?|sem|mes|meses|months?|' +
    'anos?|years?|am|pm|st|nd|rd|th|er|ero|era|ra|ro|do|da|to|ta|mo|ma|vo|va|no|na|' +
    '[kmgt]b|[kmg]bps|[kmg]?hz|[km]?w|kwh|m?ah|v|cm|mm|m|m2|mts?|kms?|kmh|in|ft|px|mp|fps|' +
    'ml|cc|l|lts?|m?g|mcg|gr|grs?|kgs?|oz|lbs?|k|mil|x|clp|usd|eur|mxn|brl|cuotas|off|pts|puntos|pontos)$',
  'u',
);
const CALLED_BY_FIGURE = new RegExp(
  '^(?:iphone|ipad|ios|ipados|galaxy|redmi|moto|pixel|android|windows|office|microsoft|xbox|playstation|ps|rtx|mazda|peugeot|' +
    'movistar|claro|entel|wom|tigo|vivo|tim|oi|telcel|wifi|usb|hdmi|ipv|web|mp|tv|canal|cnn|fm|am|covid|sars|kn|spf|fps|uv|' +
    'top|sub|pre|formula|apollo|forever|ruta|local|piso|sala|depto|dpto|torre|casa|lote|km|puerta|modulo|box|anden|terminal|' +
    String.raw`gate|room|floor|portao|andar|apto|bloco|dia|day|nivel|level|plan|plano|fase|etapa|talla)\p{N}{1,3}\p{L}{0,3}$`,
  'u',
);
const KNOWN = wordList(
  '1password 7eleven 365scores h2o co2 h1n1 b2b b2c p2p g20 f1 2g 3g 4g 5g 6g 2k 4k 8k a3 a4 a5',
);

export function isAmount(word: Word): boolean {
  return AMOUNT.test(word.plain) && hasLetter(word);
}

export function isCommon(word: Word): boolean {
  return hasLetter(word) && (isAmount(word) || isCommonName(word.plain));
}

function isCommonName(plain: string): boolean {
  return KNOWN.has(plain) || CALLED_BY_FIGURE.test(plain);
}

function isCommonCompound(words: readonly Word[]): boolean {
  const isFigure = (word: Word | undefined) =>
    word !== undefined && !hasLetter(word) && word.text.length <= 3;
  const isPlainWord = (word: Word | undefined) =>
    word !== undefined && !hasNumeral(word) && !isCapitals(word);
  const [first, second, third] = words;
  if (words.length > 3 || first === undefined) return false;
  if (isCommonName(words.map(({ plain }) => plain).join(''))) return true;
  if (second === undefined) return isCommon(first);
  if (third !== undefined)
    return isFigure(first) && isPlainWord(second) && second.text.length < 4 && isFigure(third);
  if (isFigure(first)) return isCommon(second) || (isPlainWord(second) && second.text.length > 2);
  return isCommon(first) && isCommon(second);
}
