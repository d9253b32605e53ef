import type { RichTextElement, RichTextText } from '@slack/types';
import { maskLabel, maskText, REDACTED } from '../../domain/messages/redaction.ts';
import { announcesSecret } from '../../domain/messages/secret-label.ts';

/** Slack's limits for views, in UTF-16 units. */
export const limits = {
  buttonText: 75,
  headerText: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  contextElements: 10,
  contextText: 2_000,
  options: 100,
  optionText: 75,
  overflowOptions: 5,
  blockId: 255,
  placeholder: 150,
  chartTitle: 50,
  chartLabel: 20,
  chartPoints: 20,
  chartSeries: 6,
  /** Excludes the header. */
  tableRows: 100,
  /** The top-level text of a message. Slack cuts longer ones. */
  messageText: 40_000,
  /** The top-level text of a change. Slack refuses longer ones, although it shows only the blocks. */
  changedText: 4_000,
} as const;

const LONGEST_NAME = 40;
/** In digits. A year in a name is not masked. */
const SHORTEST_TELEPHONE = 7;
// Keeps the zero-width joiner, which emoji need.
const INVISIBLE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Unicode's marks for annotated text. `visible` removes them, so only a formatter can write a date. */
const [START, ANNOTATION, END] = ['\ufff9', '\ufffa', '\ufffb'];
const DATES = new RegExp(`${START}([^${START}-${END}]*)${ANNOTATION}(\\d+) ([^${START}-${END}]*)${END}`, 'g');
const DATES_IN_MARKUP = /<!date\^\d+\^[^|>]*\|([^>]*)>/g;
/** Characters that Slack could read as style, at either end of a word, or as an emoji. */
const STYLE = /(?<![\p{L}\d])[*_~`]|[*_~`](?![\p{L}\d])|:[\w+-]+:/u;

/** Cuts a text to at most `max` characters including the ellipsis, never within a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** These three characters begin markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Removes control and invisible characters, except line breaks, from text from outside. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '');
}

/** For a name or a word from outside: visible characters, at most `max`, with numbers and links masked. */
export function sanitize(text: string, max: number): string {
  // `visible` first: an invisible character within a code would hide it from the mask.
  return clip(maskLabel(visible(text)), max);
}

/** Masks the value of a field, and hides all of it if the label announces a secret. */
export function sanitizeField(label: string, value: string, max: number): string {
  // A nested value is JSON with labels of its own.
  const labels = [label, ...[...value.matchAll(/"([^"]+)":/g)].map(([, inner = '']) => inner)];
  const says = /[\p{L}\p{N}]/u.test(value);
  if (says && labels.some((one) => announcesSecret(visible(one)))) return REDACTED;
  const before = visible(label).replaceAll('\n', ' ');
  // The mask also depends on the label. One word alone, such as a country in capitals, is no code.
  const mask = /\S\s+\S/.test(value) ? maskText : maskLabel;
  const masked = mask(`${before}\n${visible(value)}`);
  const end = masked.indexOf('\n');
  // The value is one long word, which the mask removes.
  return end < 0 ? '…' : clip(masked.slice(end + 1), max);
}

export function displayName(name: string): string {
  const masked = maskLabel(visible(name.replaceAll(/\s+/g, ' ')), SHORTEST_TELEPHONE);
  const shown = clip(masked, LONGEST_NAME).trim();
  // A joiner alone is invisible.
  return /[^\s\u200d]/.test(shown) ? shown : '–';
}

/** Marks a moment in a sentence for Slack's date element. `format` uses Slack's tokens. */
export function dateText(at: Date, format: string, fallback: string): string {
  return `${START}${fallback}${ANNOTATION}${Math.floor(at.getTime() / 1000)} ${format}${END}`;
}

export function withoutDates(text: string): string {
  return text.replaceAll(DATES, '$1');
}

export function datedPieces(piece: RichTextText): RichTextElement[] {
  const pieces: RichTextElement[] = [];
  let end = 0;
  const add = (text: string) => {
    if (text !== '') pieces.push({ ...piece, text });
  };
  for (const { 0: whole, 1: fallback = '', 2: seconds, 3: format = '', index } of piece.text.matchAll(
    DATES,
  )) {
    add(piece.text.slice(end, index));
    const { style } = piece;
    pieces.push({ type: 'date', timestamp: Number(seconds), format, fallback, ...(style && { style }) });
    end = index + whole.length;
  }
  add(piece.text.slice(end));
  return pieces;
}

/** A text with dates as markup; `undefined` if it has no date, or if Slack would read a style in it. */
export function datedMarkup(text: string): string | undefined {
  const around = text.replaceAll(DATES, '');
  if (around === text || STYLE.test(around)) return undefined;
  return escapeMarkup(text).replaceAll(DATES, '<!date^$2^$3|$1>');
}

/** The result of `datedMarkup` with fallback texts in place of dates, still as markup. */
export function markupWithoutDates(markup: string): string {
  return markup.replaceAll(DATES_IN_MARKUP, '$1');
}
