import { emojiNamed } from './emoji.ts';
import { type Line, linesOf, type Span, type Style, span, wrapLine, wrapped } from './spans.ts';

/** Stands before preformatted lines. */
export const INDENT = '    ';
/** Stands before quoted lines. */
export const QUOTE_BAR = '│ ';

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
export function mrkdwnSpans(text: string, style: Style = {}): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) spans.push(span(decoded(text.slice(end, match.index)), style));
    spans.push(...tokenSpans(match.groups ?? {}, style));
    end = match.index + match[0].length;
  }
  if (end < text.length) spans.push(span(decoded(text.slice(end)), style));
  return spans;
}

function tokenSpans(token: Readonly<Record<string, string | undefined>>, style: Style): Span[] {
  if (token.code !== undefined) return [codeSpan(decoded(token.code), style)];
  if (token.control !== undefined) return [span(controlText(token.control), style)];
  if (token.bold !== undefined) return mrkdwnSpans(token.bold, { ...style, bold: true });
  if (token.italic !== undefined) return mrkdwnSpans(token.italic, { ...style, italic: true });
  if (token.strike !== undefined) return struck(mrkdwnSpans(token.strike, style), style);
  return [span(emojiNamed(token.emoji ?? ''), style)];
}

/** Code keeps its backticks: without colours nothing else would set it apart. */
export function codeSpan(text: string, style: Style = {}): Span {
  return span(`\`${text}\``, { ...style, code: true });
}

/** A struck text keeps its tildes: to lose them would turn its meaning around. */
export function struck(spans: Line, style: Style = {}): Span[] {
  return [span('~', style), ...spans, span('~', style)];
}

/** A link as text, with the address beside a label that does not show it. */
export function linkText(url: string, label: string): string {
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
