import { isRecord, recordsIn, textIn } from '../json.ts';
import { emojiNamed } from './emoji.ts';
import { codeSpan, INDENT, linkText, QUOTE_BAR, struck } from './mrkdwn.ts';
import { type Line, linesOf, type Span, type Style, span, wrapped } from './spans.ts';

/** Lines of a `rich_text` block; preformatted parts are indented and never wrapped. */
export function richTextLines(block: Readonly<Record<string, unknown>>, width: number): Line[] {
  return recordsIn(block.elements).flatMap((element) => {
    switch (element.type) {
      case 'rich_text_preformatted':
        return linesOf(inlineSpans(element)).map((line) => [span(INDENT), ...line]);
      case 'rich_text_quote':
        return behind(QUOTE_BAR, QUOTE_BAR, inlineSpans(element), width);
      case 'rich_text_list':
        return listLines(element, width);
      default:
        return wrapped(inlineSpans(element), width);
    }
  });
}

/** Spans of a `rich_text` block in a row, as in a table's cell. */
export function richTextSpans(block: Readonly<Record<string, unknown>>): Span[] {
  return recordsIn(block.elements).flatMap((element, index) => [
    ...(index > 0 ? [span(' ')] : []),
    ...inlineSpans(element),
  ]);
}

function listLines(list: Readonly<Record<string, unknown>>, width: number): Line[] {
  const indent = '  '.repeat(typeof list.indent === 'number' ? list.indent : 0);
  const offset = typeof list.offset === 'number' ? list.offset : 0;
  return recordsIn(list.elements).flatMap((item, index) => {
    const mark = list.style === 'ordered' ? `${offset + index + 1}. ` : '• ';
    return behind(indent + mark, indent + ' '.repeat(mark.length), inlineSpans(item), width);
  });
}

function behind(first: string, others: string, spans: Line, width: number): Line[] {
  const lines = wrapped(spans, Math.max(1, width - first.length));
  return lines.map((line, index) => [span(index === 0 ? first : others), ...line]);
}

function inlineSpans(container: Readonly<Record<string, unknown>>): Span[] {
  return recordsIn(container.elements).flatMap((element) => {
    const given = isRecord(element.style) ? element.style : {};
    const style: Style = { bold: given.bold === true, italic: given.italic === true };
    const text = inlineText(element);
    const spans = given.code === true ? [codeSpan(text, style)] : [span(text, style)];
    return given.strike === true ? struck(spans, style) : spans;
  });
}

function inlineText(element: Readonly<Record<string, unknown>>): string {
  switch (element.type) {
    case 'link':
      return linkText(textIn(element, 'url'), textIn(element, 'text'));
    case 'emoji':
      return emojiNamed(textIn(element, 'name'));
    case 'user':
      return `@${textIn(element, 'user_id')}`;
    case 'usergroup':
      return `@${textIn(element, 'usergroup_id')}`;
    case 'channel':
      return `#${textIn(element, 'channel_id')}`;
    case 'broadcast':
      return `@${textIn(element, 'range')}`;
    case 'date':
      return textIn(element, 'fallback') || utcText(element.timestamp);
    default:
      return textIn(element, 'text');
  }
}

function utcText(timestamp: unknown): string {
  const date = new Date(Number(timestamp) * 1000);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
