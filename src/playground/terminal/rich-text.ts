import { isRecord, recordsIn, textIn } from '../json.ts';
import { type Line, linesOf, type Style, span, type TextSpan, wrapLine, wrapped } from './spans.ts';

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
export function richTextSpans(block: Readonly<Record<string, unknown>>): TextSpan[] {
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

function inlineSpans(container: Readonly<Record<string, unknown>>): TextSpan[] {
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

/** Stands before preformatted lines. */
const INDENT = '    ';
/** Stands before quoted lines. */
const QUOTE_BAR = '│ ';

const TOKEN = new RegExp(
  [
    /`(?<code>[^`\n]+)`/,
    /<(?<control>[^<>\n]+)>/,
    /(?<![\p{L}\p{N}*])\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}])/u,
    /(?<![\p{L}\p{N}_])_(?<italic>[^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}])/u,
    /(?<![\p{L}\p{N}~])~(?<strike>[^\s~](?:[^~\n]*[^\s~])?)~(?![\p{L}\p{N}])/u,
    /:(?<emoji>[a-z0-9_+-]+):/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** Lines of a `mrkdwn` text: wrapped, quotes behind bars, preformatted parts indented and never wrapped. */
export function mrkdwnLines(text: string, width: number): Line[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/```\n?([\s\S]+?)\n?```/)
    .flatMap((part, index) => {
      const isPreformatted = index % 2 === 1;
      if (isPreformatted) return linesOf([span(decoded(part))]).map((line) => [span(INDENT), ...line]);
      return part === ''
        ? []
        : part
            .replace(/^\n|\n$/g, '')
            .split('\n')
            .flatMap((line) => textLine(line, width));
    });
}

function textLine(line: string, width: number): Line[] {
  const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line)?.[1];
  if (quoted === undefined) return wrapped(mrkdwnSpans(line), width);
  return wrapLine(mrkdwnSpans(quoted), width - QUOTE_BAR.length).map((rest) => [span(QUOTE_BAR), ...rest]);
}

/** Spans of a `mrkdwn` text without looking for quotes and preformatted parts. */
export function mrkdwnSpans(text: string, style: Style = {}): TextSpan[] {
  const spans: TextSpan[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) spans.push(span(decoded(text.slice(end, match.index)), style));
    spans.push(...tokenSpans(match.groups ?? {}, style));
    end = match.index + match[0].length;
  }
  if (end < text.length) spans.push(span(decoded(text.slice(end)), style));
  return spans;
}

function tokenSpans(token: Readonly<Record<string, string | undefined>>, style: Style): TextSpan[] {
  if (token.code !== undefined) return [codeSpan(decoded(token.code), style)];
  if (token.control !== undefined) return [span(controlText(token.control), style)];
  if (token.bold !== undefined) return mrkdwnSpans(token.bold, { ...style, bold: true });
  if (token.italic !== undefined) return mrkdwnSpans(token.italic, { ...style, italic: true });
  if (token.strike !== undefined) return struck(mrkdwnSpans(token.strike, style), style);
  return [span(emojiNamed(token.emoji ?? ''), style)];
}

/** Code keeps its backticks: without colours nothing else would set it apart. */
function codeSpan(text: string, style: Style = {}): TextSpan {
  return span(`\`${text}\``, { ...style, code: true });
}

/** A struck text keeps its tildes: to lose them would turn its meaning around. */
function struck(spans: Line, style: Style = {}): TextSpan[] {
  return [span('~', style), ...spans, span('~', style)];
}

/** A link as text, with the address beside a label that does not show it. */
function linkText(url: string, label: string): string {
  if (label === '' || label === url) return url.replace(/^(?:tel|mailto):/, '');
  return /^(?:tel|mailto):/.test(url) ? label : `${label} (${url})`;
}

/** What Slack shows for `<…>`: a mention, a date's fallback, a link. */
function controlText(control: string): string {
  const [target = '', label = ''] = decoded(control).split(/\|(.*)/s);
  if (target.startsWith('!date^')) return label;
  if (target.startsWith('!subteam^')) return `@${(label || target.slice(9)).replace(/^@/, '')}`;
  if (target.startsWith('!') || target.startsWith('@')) return `@${label || target.slice(1)}`;
  if (target.startsWith('#')) return `#${label || target.slice(1)}`;
  return linkText(target, label);
}

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

const KNOWN: ReadonlyMap<string, string> = new Map([
  ['white_check_mark', '✅'],
  ['x', '❌'],
  ['warning', '⚠️'],
  ['hourglass_flowing_sand', '⏳'],
  ['question', '❓'],
  ['grey_question', '❔'],
  ['mag', '🔍'],
  ['information_source', 'ℹ️'],
]);

/** The emoji of this name, or the name as Slack writes it where it is not known here. */
function emojiNamed(name: string): string {
  return KNOWN.get(name) ?? `:${name}:`;
}

/** Text with the known emoji names in it replaced. */
export function withEmoji(text: string): string {
  return text.replaceAll(/:([a-z0-9_+-]+):/g, (_, name: string) => emojiNamed(name));
}
