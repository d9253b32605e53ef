import { expect } from 'vitest';
import type { View } from '../../src/slack/blocks/blocks.ts';
import { blockFaults, blocksLength, type Surface } from '../../tools/fake-slack/block-kit/validation.ts';
import { shownMarkup } from '../../tools/fake-slack/dates.ts';

/** Slack refuses more than about 13,200 characters of blocks in a message, and once refused 11,341. */
const LONGEST_BLOCKS = 10_000;

/** Compares a view and its fallback blocks with Slack's limits, and its text with its blocks. */
export function expectWithinLimits({ text, blocks, plain }: View): void {
  expectBlocksWithinLimits(blocks);
  if (plain !== undefined) expectBlocksWithinLimits(plain, 'older_message');
  expect(text).not.toBe('');
  expect(text.length).toBeLessThanOrEqual(40_000);
  for (const piece of textsOf(blocks)) expect(text).toContain(piece.trim());
  // A placeholder of a date that was not replaced.
  expect(JSON.stringify({ text, blocks, plain })).not.toMatch(/[\ufff9-\ufffb]/);
}

export function expectBlocksWithinLimits(blocks: View['blocks'], surface?: Surface): void {
  expect(blocks).not.toEqual([]);
  expect(blockFaults(blocks, surface)).toEqual([]);
  expect(blocksLength(blocks)).toBeLessThanOrEqual(LONGEST_BLOCKS);
}

export function blocksIn(blocks: View['blocks'], type: string): View['blocks'] {
  return blocks.filter((block) => block.type === type);
}

/** The ids of a message's buttons and menus. */
export function actionIdsIn(blocks: unknown): string[] {
  return [...JSON.stringify(blocks ?? []).matchAll(/"action_id":"([^"]+)"/g)].map(([, id = '']) => id);
}

const CONTROLS = new Set<unknown>(['button', 'static_select', 'overflow']);

/** All visible text of a view's blocks except buttons and menus, as in a message's text. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && CONTROLS.has(value.type)) return [];
  if ('type' in value && value.type === 'mrkdwn' && 'text' in value)
    return shownMarkup(String(value.text), undefined).split(/[‹›]/).map(escaped);
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'text' || key === 'fallback') && typeof inner === 'string' ? [escaped(inner)] : textsOf(inner),
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
