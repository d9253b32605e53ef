import { hasLetter, hasNumeral, isCapitals, type Word, wordList } from './words.ts';

/** What a text says of time, size, money and order: `10min`, `14h30`, `5GB`, `3rd`, `10x15cm`, `3en1`. */
const AMOUNT = new RegExp(
  String.raw`^\p{N}{1,3}(?:h\p{N}{2}(?:min)?|x\p{N}{1,3}(?:[cm]?m)?|e[nm]\p{N}|` +
    's|segs?|secs?|mins?|h|hs|hrs?|horas?|hours?|minutos?|minutes?|segundos?|seconds?|d|dias?|days?|sem|mes|meses|months?|' +
    'anos?|years?|am|pm|st|nd|rd|th|er|ero|era|ra|ro|do|da|to|ta|mo|ma|vo|va|no|na|' +
    '[kmgt]b|[kmg]bps|[kmg]?hz|[km]?w|kwh|m?ah|v|cm|mm|m|m2|mts?|kms?|kmh|in|ft|px|mp|fps|' +
    'ml|cc|l|lts?|m?g|mcg|gr|grs?|kgs?|oz|lbs?|k|mil|x|clp|usd|eur|mxn|brl|cuotas|off|pts|puntos|pontos)$',
  'u',
);
/** What is called by a word and a figure: `iPhone15`, `Movistar4G`, `Windows-11`, `COVID-19`, `Piso4`. */
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

/** An amount with its unit. */
export function isAmount(word: Word): boolean {
  return AMOUNT.test(word.plain) && hasLetter(word);
}

/** Whether a word of letters and numerals is one that anybody writes, and no code. */
export function isCommon(word: Word): boolean {
  return hasLetter(word) && (isAmount(word) || isCommonName(word.plain));
}

function isCommonName(plain: string): boolean {
  return KNOWN.has(plain) || CALLED_BY_FIGURE.test(plain);
}

/** The same of words joined by marks: `COVID-19`, `1.5GB`, `24-hour`, `3-en-1`. */
export function isCommonCompound(words: readonly Word[]): boolean {
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
