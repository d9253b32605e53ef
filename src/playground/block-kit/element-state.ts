import { isRecord, recordsIn, textIn } from '../json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is entered or chosen in one element, as Slack sends it. A type, so that it also counts as a record. */
export type StateValue = {
  readonly type: string;
  readonly value?: string | null;
  readonly selected_option?: Fields | null;
  readonly selected_options?: readonly Fields[];
  readonly selected_date?: string | null;
  readonly selected_time?: string | null;
  readonly selected_conversation?: string | null;
  readonly selected_channel?: string | null;
};

/** `state.values`: by block id, then by action id. Buttons and menus of links have no state. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, StateValue>>>>;

/** The state of a view that nobody touched, opened from a channel or not. */
export function initialState(blocks: readonly Fields[], channel?: string): StateValues {
  return collected(blocks, (placed) => initialValue(placed, channel));
}

/** What was entered so far stays, as long as block id, action id and type do, and an option is still offered. */
export function carriedOver(before: StateValues, blocks: readonly Fields[], channel?: string): StateValues {
  return collected(blocks, (placed) => {
    const fresh = initialValue(placed, channel);
    const entered = before[placed.blockId]?.[placed.actionId];
    return fresh !== undefined && entered?.type === fresh.type && isOffered(placed, entered)
      ? entered
      : fresh;
  });
}

/** The state with one element's value replaced. */
export function withValue(state: StateValues, placed: PlacedElement, value: StateValue): StateValues {
  return { ...state, [placed.blockId]: { ...state[placed.blockId], [placed.actionId]: value } };
}

/** Whether nothing is entered or chosen. */
export function isEmpty({ type: _, ...fields }: StateValue): boolean {
  return Object.values(fields).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
}

/** All options of an element, those in groups too. */
export function offeredOptions(element: Fields): Fields[] {
  const grouped = recordsIn(element.option_groups).flatMap((group) => recordsIn(group.options));
  return [...recordsIn(element.options), ...grouped];
}

/** The value before anything is entered; `undefined` for an element without state. */
function initialValue({ element, type }: PlacedElement, channel: string | undefined): StateValue | undefined {
  switch (type) {
    case 'plain_text_input':
      return { type, value: textIn(element, 'initial_value') || null };
    case 'static_select':
    case 'radio_buttons':
      return { type, selected_option: isRecord(element.initial_option) ? element.initial_option : null };
    case 'checkboxes':
      return { type, selected_options: recordsIn(element.initial_options) };
    case 'datepicker':
      return { type, selected_date: textIn(element, 'initial_date') || null };
    case 'timepicker':
      return { type, selected_time: textIn(element, 'initial_time') || null };
    case 'conversations_select': {
      const current = element.default_to_current_conversation === true ? channel : undefined;
      return { type, selected_conversation: textIn(element, 'initial_conversation') || (current ?? null) };
    }
    case 'channels_select':
      return { type, selected_channel: textIn(element, 'initial_channel') || null };
    default:
      return undefined;
  }
}

function isOffered(
  { element }: PlacedElement,
  { selected_option, selected_options = [] }: StateValue,
): boolean {
  const offered = new Set(offeredOptions(element).map((option) => option.value));
  const chosen = [...(selected_option ? [selected_option] : []), ...selected_options];
  return chosen.every(({ value }) => offered.has(value));
}

function collected(
  blocks: readonly Fields[],
  stateFor: (placed: PlacedElement) => StateValue | undefined,
): StateValues {
  let state: StateValues = {};
  for (const placed of elementsIn(blocks)) {
    const value = stateFor(placed);
    if (value !== undefined) state = withValue(state, placed, value);
  }
  return state;
}

/** An element and the block it is in; in a view both have their ids. */
export interface PlacedElement {
  readonly block: Fields;
  readonly element: Fields;
  readonly blockId: string;
  readonly actionId: string;
  readonly type: string;
}

/** Every element of these blocks that can be used, in the order in which it is shown. */
export function elementsIn(blocks: readonly Fields[]): PlacedElement[] {
  return blocks.flatMap((block) =>
    candidates(block)
      .filter(isRecord)
      .filter((element) => element.type !== 'image')
      .map((element) => ({
        block,
        element,
        blockId: textIn(block, 'block_id'),
        actionId: textIn(element, 'action_id'),
        type: textIn(element, 'type'),
      })),
  );
}

/** The element with this action id. @throws where there is none, or several and no block is named */
export function elementNamed(
  blocks: readonly Fields[],
  actionId: string,
  blockId: string | undefined,
): PlacedElement {
  const [first, second] = elementsIn(blocks).filter(
    (placed) => placed.actionId === actionId && (blockId === undefined || placed.blockId === blockId),
  );
  if (first === undefined) throw new Error(`There is no element \`${actionId}\``);
  if (second !== undefined) throw new Error(`There are several elements \`${actionId}\`: name the block`);
  return first;
}

function candidates(block: Fields): unknown[] {
  switch (block.type) {
    case 'input':
      return [block.element];
    case 'section':
      return [block.accessory];
    case 'actions':
      return Array.isArray(block.elements) ? block.elements : [];
    default:
      return [];
  }
}
