import { join } from 'node:path';
import { expect } from 'vitest';
import { blockFaults, blocksLength } from '../../src/playground/block-kit.ts';
import type { View } from '../../src/slack/blocks.ts';

/** Slack refuses more than about 13,200 characters of blocks in a message, and has been seen to refuse 11,341. */
const LONGEST_BLOCKS = 10_000;

const GOLDEN = join(import.meta.dirname, '../golden');

/** Holds a view against Slack's limits, and against the file of its name, which can be pasted into Block Kit Builder. */
export async function expectGolden(view: View, name: string): Promise<void> {
  expectWithinLimits(view);
  await expectFile(view, name);
}

/** Holds what is sent in place of newer blocks against the same; its bars are for the eye, and not in the text. */
export async function expectPlainGolden({ text, plain = [] }: View, name: string): Promise<void> {
  expectBlocksWithinLimits(plain);
  await expectFile({ text, blocks: plain }, name);
}

async function expectFile(view: View, name: string): Promise<void> {
  await expect(`${JSON.stringify({ text: view.text, blocks: view.blocks }, null, 2)}\n`).toMatchFileSnapshot(
    join(GOLDEN, `${name}.json`),
  );
}

export function expectWithinLimits({ text, blocks }: View): void {
  expectBlocksWithinLimits(blocks);
  expect(text).not.toBe('');
  expect(text.length).toBeLessThanOrEqual(40_000);
  for (const piece of textsOf(blocks)) expect(text).toContain(escaped(piece).trim());
}

function expectBlocksWithinLimits(blocks: View['blocks']): void {
  expect(blocks).not.toEqual([]);
  expect(blockFaults(blocks)).toEqual([]);
  expect(blocksLength(blocks)).toBeLessThanOrEqual(LONGEST_BLOCKS);
}

/** The blocks of one type. */
export function blocksIn(blocks: View['blocks'], type: string): View['blocks'] {
  return blocks.filter((block) => block.type === type);
}

/** All text of a view's blocks that a person reads, buttons and menus aside. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && (value.type === 'button' || value.type === 'static_select')) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' && typeof inner === 'string' ? [inner] : textsOf(inner),
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
