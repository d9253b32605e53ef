import type { RichTextElement, RichTextText } from '@slack/types';
import { maskLabel, maskText, REDACTED } from '../../domain/messages/redaction.ts';
import { announcesSecret } from '../../domain/messages/secret-label.ts';

/** Slack's limits: lengths of texts in UTF-16 units, and numbers of elements. */
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
  buttonUrl: 3_000,
  placeholder: 150,
  chartTitle: 50,
  chartLabel: 20,
  chartPoints: 20,
  chartSeries: 6,
  /** Number of rows of a table, without the header row. */
  tableRows: 100,
  /** Length of the field `text` of a new message. Slack cuts a longer text. */
  messageText: 40_000,
  /** Length of the field `text` of an edited message. Slack refuses a longer text instead of cutting it. */
  changedText: 4_000,
} as const;

const LONGEST_NAME = 40;
/** A number in a person's name is masked if it has at least this many digits, so a year is not masked. */
const SHORTEST_TELEPHONE = 7;
// Matches control and invisible characters, except line breaks and the zero-width joiner, which emoji need.
const INVISIBLE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Characters around a date. `visible` removes them from text from outside, so only the bot writes dates. */
const [START, ANNOTATION, END] = ['\ufff9', '\ufffa', '\ufffb'];
const DATES = new RegExp(`${START}([^${START}-${END}]*)${ANNOTATION}(\\d+) ([^${START}-${END}]*)${END}`, 'g');
const DATES_IN_MARKUP = /<!date\^\d+\^[^|>]*\|([^>]*)>/g;
/** Matches what Slack could read as formatting, such as `*` at the start or end of a word, or as an emoji. */
const STYLE = /(?<![\p{L}\d])[*_~`]|[*_~`](?![\p{L}\d])|:[\w+-]+:/u;

/** Cuts a text to at most `max` characters including the ellipsis, never within a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Removes control and invisible characters, except line breaks, from text from outside. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '');
}

/** Makes a name from outside safe to show: at most `max` visible characters, numbers and links masked. */
export function sanitize(text: string, max: number): string {
  // Invisible characters are removed first: with one inside, a secret code would not be recognized.
  return clip(maskLabel(visible(text)), max);
}

/** Masks numbers and links in a field's value; hides the whole value if the label announces a secret. */
export function sanitizeField(label: string, value: string, max: number): string {
  // The value may be JSON; then its keys count as labels, too, because a key may announce a secret.
  const labels = [label, ...[...value.matchAll(/"([^"]+)":/g)].map(([, inner = '']) => inner)];
  const says = /[\p{L}\p{N}]/u.test(value);
  if (says && labels.some((one) => announcesSecret(visible(one)))) return REDACTED;
  const before = visible(label).replaceAll('\n', ' ');
  // A single word, such as a country in capitals, is not masked as a secret code; longer texts may have one.
  const mask = /\S\s+\S/.test(value) ? maskText : maskLabel;
  const masked = mask(`${before}\n${visible(value)}`);
  const end = masked.indexOf('\n');
  // If the line break before the value is gone, the mask has cut off the value, which was one very long word.
  return end < 0 ? '…' : clip(masked.slice(end + 1), max);
}

export function displayName(name: string): string {
  const masked = maskLabel(visible(name.replaceAll(/\s+/g, ' ')), SHORTEST_TELEPHONE);
  const shown = clip(masked, LONGEST_NAME).trim();
  // A name of nothing but spaces and zero-width joiners would be invisible, so a dash replaces it.
  return /[^\s\u200d]/.test(shown) ? shown : '–';
}

/** Marks a date in a text that becomes a date element of Slack. `format` has Slack's tokens (`{time}`). */
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

/** Markup of a text with marked dates; `undefined` without dates, or if Slack would format other words. */
export function datedMarkup(text: string): string | undefined {
  const around = text.replaceAll(DATES, '');
  if (around === text || STYLE.test(around)) return undefined;
  return escapeMarkup(text).replaceAll(DATES, '<!date^$2^$3|$1>');
}

export function undatedMarkup(markup: string): string {
  return markup.replaceAll(DATES_IN_MARKUP, '$1');
}
