import { isRecord, recordsIn, textIn } from '../json.ts';
import { chartLines, dataTableLines, tableLines } from './data-blocks.ts';
import { mrkdwnLines, mrkdwnSpans, richTextLines, withEmoji } from './rich-text.ts';
import { type Line, lineWidth, padded, type Style, span, type TextSpan, wrapped } from './spans.ts';

type Block = Readonly<Record<string, unknown>>;

const GAP = '  ';
const NARROW = 40;

/** Lines of one block, laid out as in a message. A block of a kind that is not known here shows its type only. */
export function blockLines(block: Block, width: number): Line[] {
  switch (block.type) {
    case 'header':
      return wrapped(textSpans(block.text, { bold: true }), width);
    case 'section':
      return sectionLines(block, width);
    case 'context':
      return wrapped(joined(recordsIn(block.elements).map(contextSpans)), width);
    case 'actions':
      return packed(recordsIn(block.elements).map(controlSpan), width);
    case 'divider':
      return [[span('─'.repeat(width))]];
    case 'rich_text':
      return richTextLines(block, width);
    case 'image':
      return wrapped([imageSpan(block)], width);
    case 'markdown':
      return wrapped([span(textIn(block, 'text'))], width);
    case 'table':
      return tableLines(block);
    case 'data_table':
      return dataTableLines(block, width);
    case 'data_visualization':
      return chartLines(block, width);
    case 'alert':
      return alertLines(block, width);
    default:
      return [[span(`[${textIn(block, 'type')}]`, { dim: true })]];
  }
}

function sectionLines(block: Block, width: number): Line[] {
  const { text, accessory } = block;
  const besides = isRecord(accessory) ? [[accessorySpan(accessory)]] : [];
  return [
    ...(isRecord(text) ? textLines(text, width) : []),
    ...fieldLines(recordsIn(block.fields), width),
    ...besides,
  ];
}

/** The level is said in words: a colour alone is seen by few. */
function alertLines(block: Block, width: number): Line[] {
  const level = textIn(block, 'level');
  const [first = [], ...others] = isRecord(block.text) ? textLines(block.text, width) : [];
  const mark = level === '' || level === 'default' ? [] : [span(`[${level}] `, { bold: true })];
  return [...wrapped([...mark, ...first], width), ...others];
}

/** Fields stand in two columns, read row by row; under one another where there is little room. */
function fieldLines(fields: readonly Block[], width: number): Line[] {
  if (width < NARROW) return fields.flatMap((field) => textLines(field, width));
  const column = Math.floor((width - GAP.length) / 2);
  const cells = fields.map((field) => textLines(field, column));
  return cells.flatMap((left, index) => {
    if (index % 2 === 1) return [];
    const right = cells[index + 1] ?? [];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [
      ...padded(left[row] ?? [], column),
      span(GAP),
      ...(right[row] ?? []),
    ]);
  });
}

/** Lines of either text object. */
export function textLines(text: Block, width: number): Line[] {
  return text.type === 'mrkdwn' ? mrkdwnLines(textIn(text, 'text'), width) : wrapped(textSpans(text), width);
}

function textSpans(text: unknown, style: Style = {}): TextSpan[] {
  if (isRecord(text) && text.type === 'mrkdwn') return mrkdwnSpans(textIn(text, 'text'), style);
  const shown = textIn(text, 'text');
  return [span(isRecord(text) && text.emoji === false ? shown : withEmoji(shown), style)];
}

function contextSpans(element: Block): TextSpan[] {
  return element.type === 'image' ? [imageSpan(element)] : textSpans(element, { dim: true });
}

function imageSpan(image: Block): TextSpan {
  return span(`[image: ${textIn(image, 'alt_text')}]`, { dim: true });
}

function accessorySpan(accessory: Block): TextSpan {
  return accessory.type === 'image' ? imageSpan(accessory) : controlSpan(accessory);
}

/** What can be clicked, in brackets. */
function controlSpan(element: Block): TextSpan {
  const choices = recordsIn(element.options)
    .map((option) => label(option.text))
    .join(' / ');
  const menu = `${label(element.placeholder) || 'Choose'} ▾`;
  const labels: Readonly<Record<string, string>> = {
    button: label(element.text),
    overflow: `⋯ ${choices}`,
    static_select: menu,
    conversations_select: menu,
    channels_select: menu,
    datepicker: menu,
    timepicker: menu,
    radio_buttons: choices,
    checkboxes: choices,
  };
  const type = textIn(element, 'type');
  return span(`[ ${labels[type] ?? type} ]`);
}

/** A text object on one line. */
export function label(text: unknown): string {
  return textSpans(text)
    .map((one) => one.text.replaceAll('\n', ' '))
    .join('');
}

function joined(groups: readonly (readonly TextSpan[])[]): TextSpan[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [span(GAP), ...group]));
}

/** Puts as many controls in a line as fit, none broken apart. */
function packed(controls: readonly TextSpan[], width: number): Line[] {
  const lines: TextSpan[][] = [];
  for (const control of controls) {
    const line = lines.at(-1);
    if (line !== undefined && lineWidth([...line, span(' '), control]) <= width)
      line.push(span(' '), control);
    else lines.push([control]);
  }
  return lines;
}

/** Kinds of blocks that belong to what stands above them: no empty line in between. */
const ATTACHED = new Set<unknown>(['context', 'rich_text', 'divider']);

/** Blocks under one another, with empty lines where Slack leaves room. */
export function stacked(
  blocks: readonly Block[],
  width: number,
  linesOf: (block: Block, width: number) => Line[] = blockLines,
): Line[] {
  return blocks.flatMap((block, index) => {
    const above = blocks[index - 1];
    const isApart = above !== undefined && above.type !== 'divider' && !ATTACHED.has(block.type);
    return [...(isApart ? [[]] : []), ...linesOf(block, width)];
  });
}
