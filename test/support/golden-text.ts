import type { ActionsBlock } from '@slack/types';
import { renderMessage } from '../../src/playground/terminal/render.ts';
import type { View } from '../../src/slack/blocks.ts';

/** Columns of JSON beyond which an object is broken over lines. */
const JSON_WIDTH = 110;

type Element = ActionsBlock['elements'][number];

/**
 * A view as a reviewer reads it: as a terminal shows it, and beneath that what is on no screen, a line for each row of
 * buttons, with their ids and what they carry.
 */
export function reviewText({ text, blocks }: View): string {
  const ids = blocks.flatMap((block) => (block.type === 'actions' ? rowLines(block) : []));
  const shown = renderMessage({ text, blocks });
  return [shown, ...(ids.length === 0 ? [] : ['', ...ids])].join('\n');
}

/** A view as Block Kit Builder takes it, with what fits into a line on one line. */
export function reviewJson({ text, blocks }: View): string {
  return `${indented({ text, blocks }, '')}\n`;
}

function rowLines({ block_id, elements }: ActionsBlock): string[] {
  const row = elements.map(elementText).join('  ');
  return [`ids of ${block_id}: ${row}`, ...elements.flatMap(questionLines)];
}

function elementText(element: Element): string {
  switch (element.type) {
    case 'button': {
      const style = element.style === undefined ? '' : ` (${element.style})`;
      return `[${element.text.text}] ${element.action_id}=${JSON.stringify(element.value)}${style}`;
    }
    case 'static_select': {
      const options = (element.options ?? []).map(
        ({ text, value }) => `${JSON.stringify(value)} ${text.text}`,
      );
      return `[${element.placeholder?.text} ▾] ${element.action_id}: ${options.join(', ')}`;
    }
    default:
      throw new Error(`Nothing says yet how a ${element.type} is reviewed.`);
  }
}

/** What is asked before a button does its work. */
function questionLines(element: Element): string[] {
  if (element.type !== 'button' || element.confirm === undefined) return [];
  const { title, text, confirm, deny } = element.confirm;
  const parts = [title, text, confirm, deny].map((part) => part?.text);
  return [`  ${element.action_id} asks: ${parts.join(' / ')}`];
}

function indented(value: unknown, margin: string): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || margin.length + flat.length <= JSON_WIDTH) return flat;
  const inner = `${margin}  `;
  const isList = Array.isArray(value);
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${indented(one, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return [open, lines.join(',\n'), `${margin}${close}`].join('\n');
}
