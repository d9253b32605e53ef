import { blockFaults, blocksLength } from './block-kit.ts';
import { isRecord } from './json.ts';

/** What a message says: a text for notifications and plain clients, and blocks that are shown in its place. */
export interface MessageContent {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

/** Why Slack would refuse a message: its own error code, and where in the blocks it is wrong. */
export interface Refusal {
  readonly error:
    | 'no_text'
    | 'msg_blocks_too_long'
    | 'invalid_blocks'
    | 'invalid_blocks_format'
    | 'message_not_found';
  /** JSON pointer and words each; empty unless the blocks are at fault. */
  readonly faults: readonly string[];
}

const MOST_TEXT_CHARACTERS = 40_000;
const MOST_BLOCKS_CHARACTERS = 13_200;

/**
 * Reads `text` and `blocks` of a request as strictly as Slack does; what is wrong comes back as a refusal, and a text
 * that is too long is cut. Without
 * `newerBlocks`, charts and data tables are unknown.
 */
export function parseMessageContent(
  fields: Readonly<Record<string, unknown>>,
  { newerBlocks }: { readonly newerBlocks: boolean },
): MessageContent | Refusal {
  const text = typeof fields.text === 'string' ? fields.text : '';
  const blocks = fields.blocks ?? [];
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', faults: ['/blocks: not an array'] };
  if (text === '' && blocks.length === 0) return { error: 'no_text', faults: [] };
  const faults = blockFaults(blocks, newerBlocks ? 'message' : 'older_message');
  if (faults.length > 0) return { error: 'invalid_blocks', faults };
  const length = blocksLength(blocks);
  if (length > MOST_BLOCKS_CHARACTERS) {
    return { error: 'msg_blocks_too_long', faults: [`/blocks: ${length} characters together`] };
  }
  return { text: text.slice(0, MOST_TEXT_CHARACTERS), blocks };
}

/** Blocks with the ids Slack gives those that came without. They follow from the place, so they stay the same. */
export function withBlockIds(blocks: readonly unknown[]): Record<string, unknown>[] {
  return blocks.filter(isRecord).map((block, index) => ({ block_id: `block-${index}`, ...block }));
}
