import stringWidth from 'string-width';
import { isRecord, type JsonObject, recordsIn, textIn } from '../../fake-slack/json.ts';
import { chartLines, dataTableLines } from './data-blocks.ts';
import { styled, wrapped } from './lines.ts';
import { richTextLines, withEmoji } from './rich-text.ts';

const GAP = '  ';

/** Types of blocks that are printed without an empty line before them. */
const ATTACHED = new Set<unknown>(['context', 'rich_text', 'divider']);

/** Renders a block as terminal lines; a block of an unknown type as the name of its type. */
export function blockLines(block: JsonObject, width: number): string[] {
  switch (block.type) {
    case 'header':
      return wrapped(styled(plainText(block.text), 'bold'), width);
    case 'context': {
      const texts = recordsIn(block.elements).map((element) => styled(plainText(element), 'dim'));
      return wrapped(texts.join(GAP), width);
    }
    case 'actions':
      return packed(recordsIn(block.elements).map(controlText), width);
    case 'divider':
      return ['─'.repeat(width)];
    case 'rich_text':
      return richTextLines(block, width);
    case 'data_table':
      return dataTableLines(block, width);
    case 'data_visualization':
      return chartLines(block, width);
    default:
      return [styled(`[${textIn(block, 'type')}]`, 'dim')];
  }
}

export function stacked(
  blocks: readonly JsonObject[],
  width: number,
  linesOf: (block: JsonObject, width: number) => string[] = blockLines,
): string[] {
  return blocks.flatMap((block, index) => {
    const above = blocks[index - 1];
    const isApart = above !== undefined && above.type !== 'divider' && !ATTACHED.has(block.type);
    return [...(isApart ? [''] : []), ...linesOf(block, width)];
  });
}

export function label(text: unknown): string {
  return plainText(text).replaceAll(/\r\n|\n/g, ' ');
}

export function offeredText(element: JsonObject): string {
  return recordsIn(element.options)
    .map((option) => label(option.text))
    .join(' / ');
}

function plainText(text: unknown): string {
  const shown = textIn(text, 'text');
  return isRecord(text) && text.emoji === false ? shown : withEmoji(shown);
}

function controlText(element: JsonObject): string {
  const type = textIn(element, 'type');
  switch (type) {
    case 'button':
      return styled(`[ ${label(element.text)} ]`, ...(element.style === 'primary' ? ['bold' as const] : []));
    case 'overflow':
      return styled(`[ … ${offeredText(element)} ]`);
    case 'radio_buttons':
      return styled(`[ ${offeredText(element)} ]`);
    case 'static_select':
    case 'conversations_select':
    case 'datepicker':
    case 'timepicker':
      return styled(`[ ${label(element.placeholder) || 'Choose'} ▾ ]`);
    default:
      return styled(`[ ${type} ]`);
  }
}

function packed(controls: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const control of controls) {
    const line = lines.at(-1);
    const longer = `${line} ${control}`;
    if (line !== undefined && stringWidth(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(control);
  }
  return lines;
}
