import { isRecord, type JsonObject, recordsIn, textIn } from '../../../fake-slack/json.ts';
import type { FieldValue, FormValues, PageChannel, PageForm } from '../contract.ts';

/** Changed values by block id. `field` (type, action id) shows if another field now has the same block id. */
export type Edits = Readonly<Record<string, { readonly field: string; readonly value: FieldValue }>>;

export function fieldsIn(blocks: readonly JsonObject[]): FormField[] {
  return blocks.filter((block) => block.type === 'input').map(fieldOf);
}

export type FormField = ReturnType<typeof fieldOf>;

export function fieldOf(block: JsonObject) {
  const element = isRecord(block.element) ? block.element : {};
  return {
    blockId: textIn(block, 'block_id'),
    actionId: textIn(element, 'action_id'),
    type: textIn(element, 'type'),
    element,
    label: textIn(block.label, 'text'),
    hint: textIn(block.hint, 'text'),
    isOptional: block.optional === true,
    /** True if the field sends an action to the bot before the form is submitted. */
    isDispatched: block.dispatch_action === true,
  };
}

/** Whether a field sends an action to the bot on change or on Enter. Default of text fields: on Enter. */
export function dispatchesOn(
  { isDispatched, type, element }: FormField,
  moment: 'change' | 'enter',
): boolean {
  if (!isDispatched) return false;
  if (type !== 'plain_text_input') return moment === 'change';
  const { dispatch_action_config: config } = element;
  const wanted = isRecord(config) ? config.trigger_actions_on : undefined;
  const name = moment === 'change' ? 'on_character_entered' : 'on_enter_pressed';
  return Array.isArray(wanted) ? wanted.includes(name) : moment === 'enter';
}

export function valueIn(field: FormField, form: Pick<PageForm, 'values'>, edits: Edits): FieldValue {
  const edit = edits[field.blockId];
  if (edit?.field === nameOf(field) && isOffered(field, edit.value)) return edit.value;
  const state = form.values[field.blockId]?.[field.actionId];
  return state === undefined ? firstValue(field.element) : stateValue(state);
}

export function withEdit(edits: Edits, field: FormField, value: FieldValue): Edits {
  return { ...edits, [field.blockId]: { field: nameOf(field), value } };
}

export function enteredIn(form: Pick<PageForm, 'blocks' | 'values'>, edits: Edits): FormValues {
  return Object.fromEntries(
    fieldsIn(form.blocks).map((field) => [field.blockId, valueIn(field, form, edits)]),
  );
}

export function firstValue(element: JsonObject): FieldValue {
  return stateValue({
    value: element.initial_value,
    selected_option: element.initial_option,
    selected_date: element.initial_date,
    selected_time: element.initial_time,
    selected_conversation: element.initial_conversation,
  });
}

export function optionsOf(element: JsonObject) {
  return recordsIn(element.options).map((option) => ({
    value: textIn(option, 'value'),
    text: textIn(option.text, 'text'),
  }));
}

type OfferedChannel = Pick<PageChannel, 'id' | 'name' | 'isDm' | 'isArchived'>;

/** Returns a conversation menu's options: unarchived channels and direct messages that its filter allows. */
export function channelOptions({ filter }: JsonObject, channels: readonly OfferedChannel[]) {
  const include = isRecord(filter) && Array.isArray(filter.include) ? filter.include : ['public', 'im'];
  return channels
    .filter(({ isDm, isArchived }) => !isArchived && include.includes(isDm ? 'im' : 'public'))
    .map(({ id, name, isDm }) => ({ value: id, text: isDm ? name : `#${name}` }));
}

function stateValue(state: JsonObject): FieldValue {
  const texts = [
    textIn(state, 'value'),
    textIn(state.selected_option, 'value'),
    textIn(state, 'selected_date'),
    textIn(state, 'selected_time'),
    textIn(state, 'selected_conversation'),
  ];
  return texts.find((text) => text !== '') ?? null;
}

function nameOf({ actionId, type }: FormField): string {
  return `${type} ${actionId}`;
}

function isOffered({ type, element }: FormField, value: FieldValue): boolean {
  if (type !== 'static_select' && type !== 'radio_buttons') return true;
  return value === null || optionsOf(element).some((option) => option.value === value);
}
