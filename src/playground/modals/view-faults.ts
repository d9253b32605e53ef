import { z } from 'zod';
import { plainText, textOf } from '../block-kit/composition.ts';
import { faultWords, jsonPointer } from '../block-kit/words.ts';
import { blockFaults } from '../block-kit.ts';
import { isRecord, recordsIn } from '../json.ts';

const modal = z.strictObject({
  type: z.literal('modal'),
  title: plainText(24),
  blocks: z.array(z.unknown()),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  private_metadata: z.string().max(3000).optional(),
  callback_id: textOf(255).optional(),
  external_id: z.string().max(255).optional(),
  clear_on_close: z.boolean().optional(),
  notify_on_close: z.boolean().optional(),
});

/** A modal as a bot sends it, once `viewFaults` found nothing in it. */
export type ModalContent = z.infer<typeof modal>;

/**
 * What Slack would refuse in a modal: the view itself, and its blocks. Each fault is a JSON pointer and words, such
 * as `/view/title/text: longer than 24 characters`; no faults, no entries.
 */
export function viewFaults(view: unknown): string[] {
  const result = modal.safeParse(view, { error: faultWords });
  const own = (result.error?.issues ?? []).map(
    ({ path, message }) => `${jsonPointer(['view', ...path])}: ${message}`,
  );
  if (!isRecord(view) || !Array.isArray(view.blocks)) return own;
  const inBlocks = blockFaults(view.blocks, 'modal').map((fault) => `/view${fault}`);
  return [...own, ...inBlocks, ...withoutSubmit(view), ...focusedTwice(view.blocks)];
}

/** Reads a modal: its content, or what is wrong with it. */
export function parseModal(view: unknown): { content: ModalContent } | { faults: string[] } {
  const faults = viewFaults(view);
  return faults.length === 0 ? { content: modal.parse(view) } : { faults };
}

function withoutSubmit(view: Readonly<Record<string, unknown>>): string[] {
  const at = recordsIn(view.blocks).findIndex(({ type }) => type === 'input');
  if (at === -1 || view.submit !== undefined) return [];
  return [`${jsonPointer(['view', 'blocks', at])}: must define \`submit\` to use an \`input\` block`];
}

function focusedTwice(blocks: readonly unknown[]): string[] {
  const focused = blocks
    .filter(isRecord)
    .flatMap(({ element, accessory, elements }) => [element, accessory, ...recordsIn(elements)])
    .filter((element) => isRecord(element) && element.focus_on_load === true);
  return focused.length > 1 ? ['/view/blocks: more than one element with `focus_on_load`'] : [];
}
