const REDACTED = '••••••';

const ALNUM = String.raw`\p{L}\p{M}\p{N}`;
/** A link goes on to the next blank, angle bracket or quotation mark. */
const ONWARD = '[^\\s<>"“”«»]';
const LINK = new RegExp(String.raw`(?:[a-z][a-z0-9+]{1,15}:\/\/|www\.)${ONWARD}+`, 'giu');
const EMAIL = new RegExp(
  String.raw`(?<![${ALNUM}._%+\-])[${ALNUM}._%+\-]+@[${ALNUM}\-]+(?:\.[${ALNUM}\-]+)+(?:[\/?#:]${ONWARD}*)?`,
  'gu',
);
/** A host is tried only where a run of its characters begins, so that a long run is read once. */
const HOST_AND_PATH = new RegExp(
  String.raw`(?<![${ALNUM}.\-])([${ALNUM}.\-]*[${ALNUM}]\.[\p{L}\p{M}]{2,})(?::\d{1,5})?` +
    String.raw`(?:\/|[?#](?=[\p{L}\p{N}]))${ONWARD}*`,
  'gu',
);
const CLOSING_PUNCTUATION = ".,;:!?…)]}'’";

/** Words that say a text carries a code, compared without accents. */
const CODE_WORD =
  /(?<!\p{L})(?:cod|codes?|codigos?|otps?|pins?|claves?|contrasenas?|passwords?|passcodes?|tokens?|verif\p{L}+)(?!\p{L})/iu;
const WORD = /[\p{L}\p{M}\p{N}]+(?:[\p{Pd}\p{Pc}][\p{L}\p{M}\p{N}]+)*/gu;
/** In every word that mixes letters and numerals one meets the other. Looked for first: most texts have no such word. */
const MIXED = /\p{L}[\p{M}\p{Pd}\p{Pc}]*\p{N}|\p{N}[\p{M}\p{Pd}\p{Pc}]*\p{L}/u;
/** What a text with a code says of time, size and money: `10min`, `5GB`. */
const UNITS =
  's|segs?|secs?|mins?|hs|hrs?|horas?|hours?|minutos?|minutes?|segundos?|seconds?|d[ií]as?|days?|am|pm|th|' +
  '[kmg]b|mbps|kms?|kg|clp|usd|eur';
const AMOUNT_WITH_UNIT = new RegExp(String.raw`^\p{N}{1,3}(?:${UNITS})$`, 'iu');

/** What may stand within one code or number: blanks, dashes, the marks of telephone numbers and amounts. */
const JOINT = String.raw`[\p{Zs}\t\p{Pd}\p{Pc}\p{Cf}\p{M}\u2212.,·:/\\()\[\]'’*|~+．，：／٫٬]`;
/** A `G-` or `+` before, then numerals at most three joints apart: the longest run there is. */
const NUMERALS = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])\p{L}\p{Pd})?\+?(?:\((?=\p{N}{1,5}\)))?\p{N}(?:${JOINT}{0,3}\p{N})*\p{M}*`,
  'gu',
);
const TIME_OR_DATE = /^(?:\p{L}\p{Pd})?\+?\p{N}{1,2}[:/]\p{N}{1,2}$/u;

const SHORTEST_CODE = 4;

/** Whatever is hidden holds one of these characters; most names of operators and statuses hold none. */
const NEEDED = /[\p{N}.:@]/u;

/**
 * Replaces what must not be seen in a message's text by `••••••` and leaves all else as it is:
 * - links, with or without scheme, a bare host only with a path or query; e-mail addresses;
 * - in a text that speaks of a code, every word of four or more that mixes letters and numerals (`X7K9`);
 * - four or more numerals of any script, also across blanks, dashes, dots and the like (`G-123456`, `12 34 56`,
 *   `$12.990`, `+56 9 1234 5678`), but not across a line break.
 *
 * Of four numerals only a lone time or date (`14:30`, `18/11`) stays. It hides too much rather than too
 * little: two numbers with nothing but blanks between them count as one. Codes of letters alone are not seen.
 *
 * Idempotent, and linear in the length of the text.
 */
export function redactText(text: string): string {
  if (!NEEDED.test(text)) return text;
  return hideNumerals(hideMixedCodes(hideLinks(text)));
}

function hideLinks(text: string): string {
  return text
    .replace(LINK, hideLink)
    .replace(EMAIL, hideLink)
    .replace(HOST_AND_PATH, (link: string, host: string) => {
      // Dots in a row end what stands before the host: "more...bit.ly/abc".
      const dots = host.lastIndexOf('..');
      const before = dots < 0 ? '' : host.slice(0, dots + 2);
      return before + hideLink(link);
    });
}

/** The full stop or bracket after a link belongs to the sentence. */
function hideLink(link: string): string {
  let end = link.length;
  while (end > 0 && CLOSING_PUNCTUATION.includes(link.charAt(end - 1))) end -= 1;
  return REDACTED + link.slice(end);
}

function hideMixedCodes(text: string): string {
  if (!MIXED.test(text) || !CODE_WORD.test(withoutAccents(text))) return text;
  return text.replace(WORD, (word) => (isMixedCode(word) ? REDACTED : word));
}

function isMixedCode(word: string): boolean {
  if (!/\p{N}/u.test(word) || !/\p{L}/u.test(word)) return false;
  const characters = word.match(/[\p{L}\p{N}]/gu) ?? [];
  return characters.length >= SHORTEST_CODE && !AMOUNT_WITH_UNIT.test(word);
}

function hideNumerals(text: string): string {
  return text.replace(NUMERALS, (run) => {
    const numerals = run.match(/\p{N}/gu) ?? [];
    return numerals.length < SHORTEST_CODE || TIME_OR_DATE.test(run) ? run : REDACTED;
  });
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}
