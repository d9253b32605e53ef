import { isRecord, type JsonObject, recordsIn, textIn } from '../json.ts';

/** An interactive element and its block. In a view, block id and action id are never empty. */
export interface PlacedElement {
  readonly block: JsonObject;
  readonly element: JsonObject;
  readonly blockId: string;
  readonly actionId: string;
  readonly type: string;
}

/** An element's value in Slack's payloads. A type, not an interface, to be assignable to a record type. */
export type StateValue = {
  readonly type: string;
  readonly value?: string | null;
  readonly selected_option?: JsonObject | null;
  readonly selected_date?: string | null;
  readonly selected_time?: string | null;
  readonly selected_conversation?: string | null;
};

/** Slack's `state.values`: values by block id, then action id. Buttons and overflow menus have no value. */
export type StateValues = Readonly<Record<string, Readonly<Record<string, StateValue>>>>;

export function elementsIn(blocks: readonly JsonObject[]): PlacedElement[] {
  return blocks.flatMap((block) =>
    usable(block).map((element) => ({
      block,
      element,
      blockId: textIn(block, 'block_id'),
      actionId: textIn(element, 'action_id'),
      type: textIn(element, 'type'),
    })),
  );
}

/** Finds an element. @throws unless exactly one has the action id (in the block `blockId`, if given) */
export function elementNamed(
  blocks: readonly JsonObject[],
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

export function initialState(blocks: readonly JsonObject[]): StateValues {
  return collected(blocks, initialValue);
}

/** Returns values for `blocks`: from `before` if ids and type match and the option exists, else initial. */
export function carriedOver(before: StateValues, blocks: readonly JsonObject[]): StateValues {
  return collected(blocks, (placed) => {
    const fresh = initialValue(placed);
    const entered = before[placed.blockId]?.[placed.actionId];
    return fresh !== undefined && entered?.type === fresh.type && isOffered(placed, entered)
      ? entered
      : fresh;
  });
}

export function withValue(state: StateValues, placed: PlacedElement, value: StateValue): StateValues {
  return { ...state, [placed.blockId]: { ...state[placed.blockId], [placed.actionId]: value } };
}

export function isEmpty({ type: _, ...fields }: StateValue): boolean {
  return Object.values(fields).every((value) => value === null);
}

function usable(block: JsonObject): JsonObject[] {
  if (block.type === 'input') return recordsIn([block.element]);
  return block.type === 'actions' ? recordsIn(block.elements) : [];
}

function initialValue({ element, type }: PlacedElement): StateValue | undefined {
  switch (type) {
    case 'plain_text_input':
      return { type, value: textIn(element, 'initial_value') || null };
    case 'static_select':
    case 'radio_buttons':
      return { type, selected_option: isRecord(element.initial_option) ? element.initial_option : null };
    case 'datepicker':
      return { type, selected_date: textIn(element, 'initial_date') || null };
    case 'timepicker':
      return { type, selected_time: textIn(element, 'initial_time') || null };
    case 'conversations_select':
      return { type, selected_conversation: textIn(element, 'initial_conversation') || null };
    default:
      return undefined;
  }
}

function isOffered({ element }: PlacedElement, { selected_option: chosen }: StateValue): boolean {
  return !chosen || recordsIn(element.options).some(({ value }) => value === chosen.value);
}

function collected(
  blocks: readonly JsonObject[],
  stateFor: (placed: PlacedElement) => StateValue | undefined,
): StateValues {
  let state: StateValues = {};
  for (const placed of elementsIn(blocks)) {
    const value = stateFor(placed);
    if (value !== undefined) state = withValue(state, placed, value);
  }
  return state;
}
