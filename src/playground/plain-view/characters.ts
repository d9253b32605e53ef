const DRIVING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ASCII = /^[ -~]*$/;
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const WIDE =
  /^(?![\uff61-\uff9f])[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;

/**
 * Text with everything that could drive a terminal or turn the direction of writing made visible: ESC becomes `␛`,
 * a right-to-left override `<U+202E>`. Line breaks stay, a tab becomes four spaces.
 */
export function harmless(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(DRIVING, shownCharacter);
}

function shownCharacter(character: string): string {
  if (character === '\n') return character;
  if (character === '\t') return '    ';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** What a reader takes for single characters: an emoji with its modifiers is one. */
export function graphemes(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** Columns a text takes in a terminal: two for an emoji or an East Asian character, none for what is invisible. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

function graphemeWidth(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
