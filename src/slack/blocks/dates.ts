import type { RichTextElement, RichTextText } from '@slack/types';
import { escapeMarkup } from './text.ts';

/**
 * Unicode's own marks for an annotated text. Text from elsewhere holds none once it is made `visible`, so that only a
 * formatter writes a date.
 */
const [START, ANNOTATION, END] = ['\ufff9', '\ufffa', '\ufffb'];
const DATES = new RegExp(`${START}([^${START}-${END}]*)${ANNOTATION}(\\d+) ([^${START}-${END}]*)${END}`, 'g');
const DATES_IN_MARKUP = /<!date\^\d+\^[^|>]*\|([^>]*)>/g;

/** What Slack could take for style, at either end of a word, or for an emoji. */
const STYLE = /(?<![\p{L}\d])[*_~`]|[*_~`](?![\p{L}\d])|:[\w+-]+:/u;

/**
 * A moment within a sentence, which becomes one of Slack's dates in blocks that can hold one: each reader sees it in
 * their own zone. `format` is written in Slack's tokens, `fallback` stands wherever there are no dates.
 */
export function dateText(at: Date, format: string, fallback: string): string {
  return `${START}${fallback}${ANNOTATION}${Math.floor(at.getTime() / 1000)} ${format}${END}`;
}

/** A text with the fallbacks in place of its dates. */
export function withoutDates(text: string): string {
  return text.replaceAll(DATES, '$1');
}

/** A piece of rich text, in as many as it takes for its dates. */
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

/**
 * A text with dates as markup; `undefined` where it has none, or anything that markup would take for style: such a text
 * stays plain.
 */
export function datedMarkup(text: string): string | undefined {
  const around = text.replaceAll(DATES, '');
  if (around === text || STYLE.test(around)) return undefined;
  return escapeMarkup(text).replaceAll(DATES, '<!date^$2^$3|$1>');
}

/** What `datedMarkup` made, with the fallbacks in place of its dates; it stays markup. */
export function markupWithoutDates(markup: string): string {
  return markup.replaceAll(DATES_IN_MARKUP, '$1');
}
