import { z } from 'zod';
import { isRecord, recordsIn } from '../json.ts';
import type { LocalView } from '../modals/view.ts';
import type { Conversations } from '../workspace/conversations.ts';
import type { SlackTexts } from '../workspace/slack-texts.ts';
import { timeOfDay } from './composition.ts';
import {
  elementsIn,
  isEmpty,
  offeredOptions,
  type PlacedElement,
  type StateValue,
  type StateValues,
  withValue,
} from './element-state.ts';

/**
 * What a person enters into one element: text, the value of an option, a date such as `2026-11-18`, a time of
 * day such as `09:30`, the id of a channel; several values for checkboxes; `null` to empty it.
 */
export type EnteredValue = string | readonly string[] | null;

/** Answers by the id of the block they are given in. */
export type EnteredValues = Readonly<Record<string, EnteredValue>>;

/** The state after these answers. @throws for what nobody could enter there, or a block that is not there */
export function withEnteredValues(
  view: LocalView,
  answers: EnteredValues,
  conversations: Conversations,
): StateValues {
  let state = view.values;
  for (const [blockId, answer] of Object.entries(answers)) {
    const fields = elementsIn(view.blocks).filter(
      (placed) => placed.blockId === blockId && state[blockId]?.[placed.actionId] !== undefined,
    );
    const [field, another] = fields;
    if (field === undefined) throw new Error(`The modal has no field \`${blockId}\``);
    if (another !== undefined) throw new Error(`Block \`${blockId}\` has several fields: use act`);
    state = withValue(state, field, stateValueOf(field, answer, conversations));
  }
  return state;
}

/** The state of an element once this is entered. @throws for what nobody could enter there */
function stateValueOf(placed: PlacedElement, answer: EnteredValue, conversations: Conversations): StateValue {
  const { type, element, blockId } = placed;
  const text = typeof answer === 'string' && answer !== '' ? answer : null;
  const isSeveral = Array.isArray(answer);
  if (isSeveral !== (type === 'checkboxes') && answer !== null) {
    throw new Error(`\`${blockId}\` takes ${isSeveral ? 'one value' : 'a list of values'}`);
  }
  switch (type) {
    case 'plain_text_input':
      return { type, value: text };
    case 'static_select':
    case 'radio_buttons':
      return { type, selected_option: text === null ? null : offered(placed, text) };
    case 'checkboxes':
      return { type, selected_options: isSeveral ? answer.map((value) => offered(placed, value)) : [] };
    case 'datepicker':
      if (text !== null && !z.iso.date().safeParse(text).success) {
        throw new Error(`\`${blockId}\` takes dates such as 2026-11-18, not \`${text}\``);
      }
      return { type, selected_date: text };
    case 'timepicker':
      if (text !== null && !timeOfDay.safeParse(text).success) {
        throw new Error(`\`${blockId}\` takes times such as 09:30, not \`${text}\``);
      }
      return { type, selected_time: text };
    case 'conversations_select':
      return {
        type,
        selected_conversation: text === null ? null : conversation(placed, text, conversations),
      };
    case 'channels_select':
      return { type, selected_channel: text === null ? null : conversation(placed, text, conversations) };
    default:
      throw new Error(`Nothing can be entered into \`${blockId}\`, a ${type} ${String(element.action_id)}`);
  }
}

/** What the client says of fields before it sends anything, by block id. */
export function clientErrors(view: LocalView, state: StateValues, words: SlackTexts): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { block, element, blockId, actionId } of elementsIn(view.blocks)) {
    const value = state[blockId]?.[actionId];
    if (block.type !== 'input' || value === undefined) continue;
    const missing = block.optional === true ? undefined : words.required;
    const error = isEmpty(value) ? missing : lengthError(element, value.value ?? '', words);
    if (error !== undefined) errors[blockId] = error;
  }
  return errors;
}

function lengthError(
  element: Readonly<Record<string, unknown>>,
  text: string,
  words: SlackTexts,
): string | undefined {
  if (element.type !== 'plain_text_input') return undefined;
  const { min_length: least = 0, max_length: most = 3000 } = element;
  if (text.length < Number(least)) return words.tooShort(Number(least));
  return text.length > Number(most) ? words.tooLong(Number(most)) : undefined;
}

function offered({ element, blockId }: PlacedElement, value: string): Readonly<Record<string, unknown>> {
  const option = offeredOptions(element).find((one) => one.value === value);
  if (option === undefined) throw new Error(`\`${blockId}\` offers no \`${value}\``);
  return option;
}

/** A menu of channels holds no direct messages; one of conversations holds what its filter lets pass. */
function conversation(placed: PlacedElement, id: string, conversations: Conversations): string {
  const channel = conversations.find(id);
  const kind = channel?.isDm ? 'im' : channel?.isPrivate ? 'private' : 'public';
  if (channel === undefined || channel.isArchived || !kindsOf(placed).includes(kind)) {
    throw new Error(`\`${placed.blockId}\` offers no channel \`${id}\``);
  }
  return id;
}

function kindsOf({ type, element }: PlacedElement): readonly unknown[] {
  if (type === 'channels_select') return ['public'];
  const include = isRecord(element.filter) ? element.filter.include : undefined;
  return Array.isArray(include) ? include : ['im', 'private', 'public'];
}

/** What using an element leads to. */
export interface ElementUse {
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
  answer: EnteredValue | undefined,
  conversations: Conversations,
): ElementUse {
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
  const value = stateValueOf(placed, answer ?? null, conversations);
  return { values: withValue(values, placed, value), action: { ...value, ...ids } };
}
