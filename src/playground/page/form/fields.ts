import { isRecord, recordsIn, textIn } from '../../json.ts';
import type { FieldValue, FormValues, PageForm } from '../contract.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An input of a form. */
export interface FormField {
  readonly blockId: string;
  readonly actionId: string;
  /** Of its element, such as `plain_text_input`. */
  readonly type: string;
  readonly element: Fields;
  readonly label: string;
  readonly hint: string;
  readonly isOptional: boolean;
  /** Whether the bot wants to hear of it at once. */
  readonly isDispatched: boolean;
}

/** What a person changed, by block id, and in which field: another field with that id is not concerned. */
export type Edits = Readonly<Record<string, { readonly field: string; readonly value: FieldValue }>>;

/** The inputs of a form, in the order in which they are shown. */
export function fieldsIn(blocks: readonly Fields[]): FormField[] {
  return blocks.filter((block) => block.type === 'input').map(fieldOf);
}

export function fieldOf(block: Fields): FormField {
  const element = isRecord(block.element) ? block.element : {};
  return {
    blockId: textIn(block, 'block_id'),
    actionId: textIn(element, 'action_id'),
    type: textIn(element, 'type'),
    element,
    label: textIn(block.label, 'text'),
    hint: textIn(block.hint, 'text'),
    isOptional: block.optional === true,
    isDispatched: block.dispatch_action === true,
  };
}

/** What stands in a field: what the person entered, as long as it can be; else what the form says. */
export function valueIn(field: FormField, form: Pick<PageForm, 'values'>, edits: Edits): FieldValue {
  const edit = edits[field.blockId];
  if (edit?.field === nameOf(field) && isOffered(field, edit.value)) return edit.value;
  const state = form.values[field.blockId]?.[field.actionId];
  return state === undefined ? firstValue(field.element) : stateValue(state);
}

/** The edits with one more; the earlier ones are not changed. */
export function withEdit(edits: Edits, field: FormField, value: FieldValue): Edits {
  return { ...edits, [field.blockId]: { field: nameOf(field), value } };
}

/** All that is entered in a form, as it is sent. */
export function enteredIn(form: Pick<PageForm, 'blocks' | 'values'>, edits: Edits): FormValues {
  return Object.fromEntries(
    fieldsIn(form.blocks).map((field) => [field.blockId, valueIn(field, form, edits)]),
  );
}

/** What stands in an element before anything is entered. */
export function firstValue(element: Fields): FieldValue {
  return stateValue({
    value: element.initial_value,
    selected_option: element.initial_option,
    selected_options: element.type === 'checkboxes' ? recordsIn(element.initial_options) : undefined,
    selected_date: element.initial_date,
    selected_time: element.initial_time,
    selected_conversation: element.initial_conversation,
    selected_channel: element.initial_channel,
  });
}

/** The options of a menu or of choices, those in groups too. */
export function optionsOf(element: Fields): Fields[] {
  const grouped = recordsIn(element.option_groups).flatMap((group) => recordsIn(group.options));
  return [...recordsIn(element.options), ...grouped];
}

/** A channel as a menu offers it. */
export interface OfferedChannel {
  readonly id: string;
  readonly name: string;
  readonly isDm: boolean;
  readonly isArchived: boolean;
}

/** Those a menu of channels or conversations offers, as options: direct messages only where its filter lets them pass. */
export function channelOptions(
  { type, filter }: Fields,
  channels: readonly OfferedChannel[],
): { readonly value: string; readonly text: string }[] {
  const include = isRecord(filter) && Array.isArray(filter.include) ? filter.include : ['public', 'im'];
  const takesDirect = type === 'conversations_select' && include.includes('im');
  const takesChannels = type === 'channels_select' || include.some((kind) => kind !== 'im');
  return channels
    .filter(({ isDm, isArchived }) => !isArchived && (isDm ? takesDirect : takesChannels))
    .map(({ id, name, isDm }) => ({ value: id, text: isDm ? name : `#${name}` }));
}

/** Reads one entry of Slack's `state.values`. */
function stateValue(state: Fields): FieldValue {
  if (Array.isArray(state.selected_options)) {
    return recordsIn(state.selected_options).map((option) => textIn(option, 'value'));
  }
  const texts = [
    state.value,
    isRecord(state.selected_option) ? state.selected_option.value : undefined,
    state.selected_date,
    state.selected_time,
    state.selected_conversation,
    state.selected_channel,
  ];
  return (texts.find((text) => typeof text === 'string' && text !== '') as string | undefined) ?? null;
}

function nameOf({ actionId, type }: FormField): string {
  return `${type} ${actionId}`;
}

const offering = new Set(['static_select', 'radio_buttons', 'checkboxes']);

function isOffered({ type, element }: FormField, value: FieldValue): boolean {
  if (!offering.has(type) || value === null) return true;
  const offered = new Set(optionsOf(element).map((option) => textIn(option, 'value')));
  return (typeof value === 'string' ? [value] : value).every((one) => offered.has(one));
}
