import type { Conversations } from '../conversations.ts';
import { recordsIn } from '../json.ts';
import { type Answer, answerValue } from './answers.ts';
import type { PlacedElement } from './placed.ts';
import { type StateValues, withValue } from './state.ts';

/** What using an element leads to. */
export interface Use {
  /** The state afterwards. */
  readonly values: StateValues;
  /** The entry of `actions` that tells the bot of it, without its time. */
  readonly action: Record<string, unknown>;
}

/**
 * Presses a button, or chooses or enters something where the bot is told at once.
 *
 * @throws for what nobody could choose there, and for a field the bot is not told of
 */
export function operateElement(
  values: StateValues,
  placed: PlacedElement,
  answer: Answer | undefined,
  conversations: Conversations,
): Use {
  const { block, element, type, blockId, actionId } = placed;
  const ids = { type, action_id: actionId, block_id: blockId };
  if (type === 'button') {
    const { confirm: _, ...shown } = element;
    return { values, action: { ...shown, ...ids } };
  }
  if (type === 'overflow') {
    const chosen = recordsIn(element.options).find((option) => option.value === answer);
    if (chosen === undefined) throw new Error(`\`${actionId}\` offers no \`${String(answer)}\``);
    return { values, action: { ...ids, selected_option: chosen } };
  }
  if (block.type === 'input' && block.dispatch_action !== true) {
    throw new Error(
      `The bot is not told when \`${actionId}\` is filled in: its block has no dispatch_action`,
    );
  }
  const value = answerValue(placed, answer ?? null, conversations);
  return { values: withValue(values, placed, value), action: { ...value, ...ids } };
}
