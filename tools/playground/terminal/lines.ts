import { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

export type Format = 'bold' | 'italic' | 'dim' | 'cyan';

/** Private-use character that replaces leading spaces while a line is wrapped, which would remove them. */
const LEADING_SPACE = '\ue000';
const DRIVING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Makes control and bidirectional characters visible (ESC as `␛`), so that text is safe to print. */
export function styled(text: string, ...formats: Format[]): string {
  const safe = text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(DRIVING, shownCharacter);
  if (formats.length === 0) return safe;
  return safe
    .split('\n')
    .map((line) => (line === '' ? '' : styleText(formats, line, { validateStream: false })))
    .join('\n');
}

/** Wraps text between words to lines of at most `width` columns. A longer word starts a line and is cut. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (stringWidth(line) <= width) return [line];
    const prepared = line
      .replace(/^ +/, (spaces) => LEADING_SPACE.repeat(spaces.length))
      .replaceAll(/ +([^ ]+)/g, (part, word: string) => (stringWidth(word) > width ? `\n${word}` : part));
    return wrapAnsi(prepared, width, { hard: true }).replaceAll(LEADING_SPACE, ' ').split('\n');
  });
}

export function behind(mark: string, text: string, width: number): string[] {
  return wrapped(text, Math.max(1, width - mark.length)).map((line) => mark + line);
}

export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const missing = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? missing + text : text + missing;
}

function shownCharacter(character: string): string {
  if (character === '\n') return character;
  if (character === '\t') return '    ';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
