import { blockLines } from './blocks.ts';
import type { Line } from './spans.ts';

type Block = Readonly<Record<string, unknown>>;

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
