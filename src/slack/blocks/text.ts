import type { RichTextElement, RichTextText } from '@slack/types';
import { maskLabel, maskText, REDACTED } from '../../domain/messages/redaction.ts';
import { announcesSecret } from '../../domain/messages/secret-label.ts';

/** Slack’s limits that views meet, in characters (UTF-16 units). */
export const limits = {
  buttonText: 75,
  headerText: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  contextElements: 10,
  contextText: 2_000,
  /** Options of a menu, and the text of one of them. */
  options: 100,
  optionText: 75,
  overflowOptions: 5,
  blockId: 255,
  placeholder: 150,
  chartTitle: 50,
  chartLabel: 20,
  chartPoints: 20,
  chartSeries: 6,
  /** Without the header. */
  tableRows: 100,
  /** The top-level text of a message. Slack cuts above it. */
  messageText: 40_000,
  /** The same where a message is changed: Slack refuses more, though it shows the blocks. */
  changedText: 4_000,
} as const;

const LONGEST_NAME = 40;
/** In digits: a year in a name stays. */
const SHORTEST_TELEPHONE = 7;
// The zero-width joiner stays: emoji are built with it.
const INVISIBLE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Unicode’s own marks for annotated text. `visible` removes them, so that only a formatter writes a date. */
const [START, ANNOTATION, END] = ['\ufff9', '\ufffa', '\ufffb'];
const DATES = new RegExp(`${START}([^${START}-${END}]*)${ANNOTATION}(\\d+) ([^${START}-${END}]*)${END}`, 'g');
const DATES_IN_MARKUP = /<!date\^\d+\^[^|>]*\|([^>]*)>/g;
/** Marks that Slack could read as style, at either end of a word, or as an emoji. */
const STYLE = /(?<![\p{L}\d])[*_~`]|[*_~`](?![\p{L}\d])|:[\w+-]+:/u;

/** Cuts a text to at most `max` characters with the ellipsis, never through a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** These three characters begin markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text from elsewhere without controls and characters that turn or hide others. Line breaks stay. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '');
}

/** A name or a word from elsewhere: visible, at most `max` characters, with numbers and links masked. */
export function sanitize(text: string, max: number): string {
  // In this order: an invisible character within a code would hide it from the mask.
  return clip(maskLabel(visible(text)), max);
}

/** The value of a field by its label, masked; hidden whole where the label announces a secret. */
export function sanitizeField(label: string, value: string, max: number): string {
  // An inner value comes as JSON, with labels of its own.
  const labels = [label, ...[...value.matchAll(/"([^"]+)":/g)].map(([, inner = '']) => inner)];
  const says = /[\p{L}\p{N}]/u.test(value);
  if (says && labels.some((one) => announcesSecret(visible(one)))) return REDACTED;
  const before = visible(label).replaceAll('\n', ' ');
  // The label counts for the mask. One word, as a country in capitals, is no code on a line of its own.
  const mask = /\S\s+\S/.test(value) ? maskText : maskLabel;
  const masked = mask(`${before}\n${visible(value)}`);
  const end = masked.indexOf('\n');
  // The value is one long word: nothing of it stays.
  return end < 0 ? '…' : clip(masked.slice(end + 1), max);
}

export function displayName(name: string): string {
  const masked = maskLabel(visible(name.replaceAll(/\s+/g, ' ')), SHORTEST_TELEPHONE);
  const shown = clip(masked, LONGEST_NAME).trim();
  // A joiner alone shows nothing.
  return /[^\s\u200d]/.test(shown) ? shown : '–';
}

/** A moment in a sentence, for one of Slack’s dates: `format` in Slack’s tokens, `fallback` where dates are unknown. */
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

/** A text with dates as markup; `undefined` where it has none, or where markup would read a style in it. */
export function datedMarkup(text: string): string | undefined {
  const around = text.replaceAll(DATES, '');
  if (around === text || STYLE.test(around)) return undefined;
  return escapeMarkup(text).replaceAll(DATES, '<!date^$2^$3|$1>');
}

/** What `datedMarkup` made, with fallbacks in place of dates; it stays markup. */
export function markupWithoutDates(markup: string): string {
  return markup.replaceAll(DATES_IN_MARKUP, '$1');
}
