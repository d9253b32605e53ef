/** How a piece of text is set apart; shown in a terminal that has colours. */
export interface Style {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly dim?: boolean;
  readonly code?: boolean;
}

/** A piece of text in one style, safe to print. Made by `span`. */
export interface TextSpan {
  readonly text: string;
  readonly style: Style;
}

/** A line of a terminal, or one still to be wrapped. */
export type Line = readonly TextSpan[];

const ESC = '\u001b';
const RESET = `${ESC}[0m`;
const [BOLD, DIM, ITALIC, CYAN] = [1, 2, 3, 36];

/** Makes a span; what is not safe to print becomes visible instead. */
export function span(text: string, style: Style = {}): TextSpan {
  return { text: harmless(text), style };
}

/** Splits spans where their text has line breaks. */
export function linesOf(spans: Line): Line[] {
  const lines: TextSpan[][] = [[]];
  for (const { text, style } of spans) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, style });
    }
  }
  return lines;
}

/** Columns a line takes. */
export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

/** Breaks a line between words so that none is wider than `width`; a word that is wider itself is cut. */
export function wrapLine(line: Line, width: number): Line[] {
  const lines: TextSpan[][] = [];
  let current: TextSpan[] = [];
  let used = 0;
  const breakLine = () => {
    lines.push(trimmedEnd(current));
    current = [];
    used = 0;
  };
  for (const word of wordsOf(line)) {
    const wordWidth = lineWidth(word);
    const isSpace = word[0]?.text.startsWith(' ') === true;
    if (used > 0 && used + wordWidth > width) breakLine();
    if (isSpace && used === 0 && lines.length > 0) continue;
    for (const piece of wordWidth > width ? characterSpans(word) : word) {
      const pieceWidth = displayWidth(piece.text);
      if (used > 0 && used + pieceWidth > width) breakLine();
      current.push(piece);
      used += pieceWidth;
    }
  }
  lines.push(trimmedEnd(current));
  return lines;
}

/** Splits spans at their line breaks and wraps each line. */
export function wrapped(spans: Line, width: number): Line[] {
  return linesOf(spans).flatMap((line) => wrapLine(line, width));
}

/** Fills a line with spaces up to a width; where they go follows from the alignment. */
export function padded(line: Line, width: number, align: 'left' | 'center' | 'right' = 'left'): Line {
  const missing = Math.max(0, width - lineWidth(line));
  const before = align === 'left' ? 0 : align === 'right' ? missing : Math.floor(missing / 2);
  return [span(' '.repeat(before)), ...line, span(' '.repeat(missing - before))];
}

/** A line as a string, with ANSI colours where asked for, without spaces at its end. */
export function paint(line: Line, color: boolean): string {
  let codes = '';
  let painted = '';
  for (const { text, style } of trimmedEnd(line)) {
    const wanted = color ? sgrCodes(style) : '';
    if (wanted !== codes)
      painted += `${codes === '' ? '' : RESET}${wanted === '' ? '' : `${ESC}[${wanted}m`}`;
    codes = wanted;
    painted += text;
  }
  return codes === '' ? painted : painted + RESET;
}

function sgrCodes(style: Style): string {
  return [style.bold && BOLD, style.dim && DIM, style.italic && ITALIC, style.code && CYAN]
    .filter(Boolean)
    .join(';');
}

/** Words and the spaces between them, in turn. A word may run through several spans. */
function wordsOf(line: Line): Line[] {
  const words: TextSpan[][] = [];
  let wasSpace: boolean | undefined;
  for (const { text, style } of line) {
    for (const part of text.split(/( +)/)) {
      if (part === '') continue;
      const isSpace = part.startsWith(' ');
      if (isSpace !== wasSpace) words.push([]);
      wasSpace = isSpace;
      words.at(-1)?.push({ text: part, style });
    }
  }
  return words;
}

function characterSpans(word: Line): TextSpan[] {
  return word.flatMap(({ text, style }) => graphemes(text).map((character) => ({ text: character, style })));
}

function trimmedEnd(line: Line): TextSpan[] {
  const last = line.findLastIndex(({ text }) => text.trimEnd() !== '');
  return line
    .slice(0, last + 1)
    .map((one, index) => (index === last ? { ...one, text: one.text.trimEnd() } : one));
}

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
function harmless(text: string): string {
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
function graphemes(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** Columns a text takes in a terminal: two for an emoji or an East Asian character, none for what is invisible. */
function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

function graphemeWidth(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
