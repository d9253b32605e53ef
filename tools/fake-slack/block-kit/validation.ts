import type { core } from 'zod';
import { isRecord } from '../json.ts';
import { messageBlock, olderMessageBlock, viewBlock } from './blocks.ts';

/** Where blocks are shown. `older_message`: a message in a workspace without charts and data tables. */
export type Surface = 'message' | 'older_message' | 'modal' | 'home';

const MOST_BLOCKS: Readonly<Record<Surface, number>> = {
  message: 50,
  older_message: 50,
  modal: 100,
  home: 100,
};
const SCHEMAS = {
  message: messageBlock,
  older_message: olderMessageBlock,
  modal: viewBlock,
  home: viewBlock,
};
const MOST_TABLE_CHARACTERS = 10_000;
const MOST_CHARTS = 2;

/** Returns faults of blocks (`/blocks/2/text: empty`). Applies a strict limit where Slack's is unclear. */
export function blockFaults(blocks: readonly unknown[], surface: Surface = 'message'): string[] {
  const faults: string[] = [];
  const most = MOST_BLOCKS[surface];
  if (blocks.length > most) faults.push(`/blocks: more than ${most} blocks`);
  for (const [index, block] of blocks.entries()) {
    const result = SCHEMAS[surface].safeParse(block, { error: faultText });
    for (const issue of result.error?.issues ?? []) {
      faults.push(`${jsonPointer(['blocks', index, ...issue.path])}: ${issue.message}`);
    }
  }
  return [...faults, ...repeatedIds(blocks), ...totals(blocks)];
}

/** Counts the characters of all texts. Slack's limit is about 13,200; its way of counting is undocumented. */
export function blocksLength(blocks: unknown): number {
  if (Array.isArray(blocks)) return blocks.reduce<number>((sum, block) => sum + blocksLength(block), 0);
  if (!isRecord(blocks)) return 0;
  return Object.entries(blocks).reduce((sum, [key, value]) => {
    if (typeof value !== 'string') return sum + blocksLength(value);
    return TEXT_KEYS.has(key) ? sum + value.length : sum;
  }, 0);
}

const TEXT_KEYS = new Set(['text', 'fallback', 'format', 'caption', 'title', 'label', 'x_label', 'y_label']);

function repeatedIds(blocks: readonly unknown[]): string[] {
  const faults: string[] = [];
  const blockIds = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    if (!isRecord(block)) continue;
    if (seenBefore(blockIds, block.block_id))
      faults.push(`${jsonPointer(['blocks', index, 'block_id'])}: used before in this message`);
    if (block.type !== 'actions' || !Array.isArray(block.elements)) continue;
    const actionIds = new Set<string>();
    for (const [at, element] of block.elements.entries()) {
      if (isRecord(element) && seenBefore(actionIds, element.action_id)) {
        faults.push(
          `${jsonPointer(['blocks', index, 'elements', at, 'action_id'])}: used before in this block`,
        );
      }
    }
  }
  return faults;
}

function seenBefore(seen: Set<string>, id: unknown): boolean {
  if (typeof id !== 'string') return false;
  if (seen.has(id)) return true;
  seen.add(id);
  return false;
}

function totals(blocks: readonly unknown[]): string[] {
  const faults: string[] = [];
  const ofType = (type: string) => blocks.filter((block) => isRecord(block) && block.type === type);
  if (blocksLength(ofType('data_table')) > MOST_TABLE_CHARACTERS)
    faults.push(`/blocks: data tables together longer than ${MOST_TABLE_CHARACTERS} characters`);
  if (ofType('data_visualization').length > MOST_CHARTS)
    faults.push(`/blocks: more than ${MOST_CHARTS} charts`);
  return faults;
}

export function faultText(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `longer than ${issue.maximum} characters`
        : `more than ${issue.maximum}${plural(issue.origin)}`;
    case 'too_small':
      if (issue.origin === 'string') return 'empty';
      return `fewer than ${issue.minimum}${plural(issue.origin)}`;
    case 'unrecognized_keys':
      return `unknown ${issue.keys.map((key) => `\`${key}\``).join(', ')}`;
    case 'invalid_union': {
      const type = isRecord(issue.input) ? issue.input.type : undefined;
      return type === undefined ? 'missing' : `unknown type ${shown(type)}`;
    }
    case 'invalid_value':
      if (issue.input === undefined) return 'missing';
      return `${shown(issue.input)} is none of ${issue.values.map((value) => String(value)).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? 'missing' : `not ${article(issue.expected)}`;
    default:
      return issue.message ?? 'not as Slack wants it';
  }
}

function plural(origin: string): string {
  return origin === 'array' ? ' elements' : '';
}

function article(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function shown(value: unknown): string {
  return `\`${String(value)}\``;
}

export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
