import { isRecord } from './json.ts';
import { blockLines } from './plain-view/blocks.ts';
import { mrkdwnLines } from './plain-view/mrkdwn.ts';
import { type Line, paint } from './plain-view/spans.ts';

/** How a message is put on a terminal. */
export interface PlainViewOptions {
  /** Columns, 100 unless told. Preformatted parts and tables may be wider. */
  readonly width?: number;
  /** Whether to use ANSI colours and bold; without them the text alone says everything. */
  readonly color?: boolean;
}

/** Kinds of blocks that belong to what stands above them: no empty line in between. */
const ATTACHED = new Set<unknown>(['context', 'rich_text', 'divider']);

/**
 * A Slack message as text for a terminal, laid out like the message, without a line break at its end. Blocks are
 * shown where there are any, else the text. Control characters and changes of direction become visible, so a
 * message can never drive the terminal.
 */
export function renderMessage(
  message: { readonly text: string; readonly blocks: readonly unknown[] },
  options: PlainViewOptions = {},
): string {
  const { width = 100, color = false } = options;
  const blocks = message.blocks.filter(isRecord);
  const lines = blocks.length === 0 ? mrkdwnLines(message.text, width) : stacked(blocks, width);
  return lines.map((line) => paint(line, color)).join('\n');
}

function stacked(blocks: readonly Readonly<Record<string, unknown>>[], width: number): Line[] {
  return blocks.flatMap((block, index) => {
    const above = blocks[index - 1];
    const isApart = above !== undefined && above.type !== 'divider' && !ATTACHED.has(block.type);
    return [...(isApart ? [[]] : []), ...blockLines(block, width)];
  });
}
