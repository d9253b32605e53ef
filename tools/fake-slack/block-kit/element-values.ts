import { isRecord, type JsonObject, recordsIn } from '../json.ts';
import type { Conversations } from '../workspace/conversations.ts';
import type { SlackTexts } from '../workspace/people.ts';
import {
  elementsIn,
  isEmpty,
  type PlacedElement,
  type StateValue,
  type StateValues,
  withValue,
} from './element-state.ts';
import { calendarDate, timeOfDay } from './elements.ts';

/** Entered text, option value, date (`2026-11-18`), time (`09:30`) or channel id; `null` empties a field. */
export type EnteredValue = string | null;

export type EnteredValues = Readonly<Record<string, EnteredValue>>;

export interface ElementAction {
  readonly person: string;
  readonly actionId: string;
  /** Block id of the element; needed only if several blocks have an element with this action id. */
  readonly blockId?: string;
  readonly value?: EnteredValue;
}

type FormState = { readonly blocks: readonly JsonObject[]; readonly values: StateValues };

/** Result of using an element: all values of its form, and the entry for the payload's `actions`. */
export type ElementUse = ReturnType<typeof operateElement>;

/** Returns the form's values after `entered` is filled in. @throws for an invalid value or block id */
export function withEnteredValues(
  form: FormState,
  entered: EnteredValues,
  conversations: Conversations,
): StateValues {
  let state = form.values;
  for (const [blockId, value] of Object.entries(entered)) {
    const [field, another] = elementsIn(form.blocks).filter(
      (placed) => placed.blockId === blockId && state[blockId]?.[placed.actionId] !== undefined,
    );
    if (field === undefined) throw new Error(`The modal has no field \`${blockId}\``);
    if (another !== undefined) throw new Error(`Block \`${blockId}\` has several fields: use act`);
    state = withValue(state, field, stateValueOf(field, value, conversations));
  }
  return state;
}

/** Uses an element. @throws for an invalid value, or for an input block without `dispatch_action` */
export function operateElement(
  values: StateValues,
  placed: PlacedElement,
  entered: EnteredValue | undefined,
  conversations: Conversations,
): { readonly values: StateValues; readonly action: JsonObject } {
  const { block, element, type, blockId, actionId } = placed;
  const ids = { type, action_id: actionId, block_id: blockId };
  if (type === 'button') {
    const { confirm: _, ...shown } = element;
    return { values, action: { ...shown, ...ids } };
  }
  if (type === 'overflow')
    return { values, action: { ...ids, selected_option: offered(placed, entered ?? '') } };
  if (block.type === 'input' && block.dispatch_action !== true) {
    throw new Error(
      `The bot is not told when \`${actionId}\` is filled in: its block has no dispatch_action`,
    );
  }
  const value = stateValueOf(placed, entered ?? null, conversations);
  return { values: withValue(values, placed, value), action: { ...value, ...ids } };
}

/** Slack's client sends no form with an empty or too long field. Returns its error texts by block id. */
export function clientErrors({ blocks, values }: FormState, texts: SlackTexts): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { block, element, blockId, actionId } of elementsIn(blocks)) {
    const value = values[blockId]?.[actionId];
    if (block.type !== 'input' || value === undefined) continue;
    const missing = block.optional === true ? undefined : texts.required;
    const most = Number(element.max_length ?? 3000);
    const tooLong = (value.value ?? '').length > most ? texts.tooLong(most) : undefined;
    const error = isEmpty(value) ? missing : tooLong;
    if (error !== undefined) errors[blockId] = error;
  }
  return errors;
}

function stateValueOf(
  placed: PlacedElement,
  entered: EnteredValue,
  conversations: Conversations,
): StateValue {
  const { type, element, blockId } = placed;
  const text = entered === '' ? null : entered;
  switch (type) {
    case 'plain_text_input':
      return { type, value: text };
    case 'static_select':
    case 'radio_buttons':
      return { type, selected_option: text === null ? null : offered(placed, text) };
    case 'datepicker':
      if (text !== null && !calendarDate.safeParse(text).success)
        throw new Error(`\`${blockId}\` takes dates such as 2026-11-18, not \`${text}\``);
      return { type, selected_date: text };
    case 'timepicker':
      if (text !== null && !timeOfDay.safeParse(text).success)
        throw new Error(`\`${blockId}\` takes times such as 09:30, not \`${text}\``);
      return { type, selected_time: text };
    case 'conversations_select':
      return {
        type,
        selected_conversation: text === null ? null : conversation(placed, text, conversations),
      };
    default:
      throw new Error(`Nothing can be entered into \`${blockId}\`, a ${type} ${String(element.action_id)}`);
  }
}

function offered({ element, blockId }: PlacedElement, value: string): JsonObject {
  const option = recordsIn(element.options).find((one) => one.value === value);
  if (option === undefined) throw new Error(`\`${blockId}\` offers no \`${value}\``);
  return option;
}

/** Returns the chosen channel's id. @throws if it is unknown, archived or excluded by the menu's filter */
function conversation({ element, blockId }: PlacedElement, id: string, conversations: Conversations): string {
  const channel = conversations.find(id);
  const kind = channel?.isDm ? 'im' : 'public';
  const include = isRecord(element.filter) ? element.filter.include : undefined;
  const isIncluded = !Array.isArray(include) || include.includes(kind);
  if (channel === undefined || channel.isArchived || !isIncluded)
    throw new Error(`\`${blockId}\` offers no channel \`${id}\``);
  return id;
}
