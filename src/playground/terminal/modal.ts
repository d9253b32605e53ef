import {
  elementsIn,
  initialState,
  offeredOptions,
  type StateValue,
  type StateValues,
} from '../block-kit/element-state.ts';
import { isRecord, textIn } from '../json.ts';
import { withIds } from '../modals/view.ts';
import { blockLines, label, stacked, textLines } from './blocks.ts';
import { type Line, linesOf, span, type TextSpan, wrapLine, wrapped } from './spans.ts';

type Block = Readonly<Record<string, unknown>>;

/** A modal as a bot sends it, or as it stands open. Titles and buttons are text, or text objects. */
export interface ShownModal {
  readonly title: unknown;
  readonly blocks: readonly unknown[];
  readonly submit?: unknown;
  readonly close?: unknown;
  /** What is entered so far; without it, what the view itself says. */
  readonly values?: StateValues;
  /** By block id. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly trouble?: string;
}

/** Lines of a whole modal. */
export function modalLines(view: ShownModal, width: number): Line[] {
  const blocks = withIds(view.blocks);
  const values = view.values ?? initialState(blocks);
  const errors = view.errors ?? {};
  const trouble = view.trouble === undefined ? [] : [[], ...errorLines(view.trouble, width)];
  const buttons = [view.close ?? 'Cancel', view.submit]
    .filter((button) => button !== undefined)
    .map((button) => `[ ${shown(button)} ]`);
  return [
    ...wrapped([span(shown(view.title), { bold: true })], width),
    [],
    ...stacked(blocks, width, (block) => [
      ...filledLines(block, values, width),
      ...errorLines(errors[textIn(block, 'block_id')], width),
      ...hintLines(block, width),
    ]),
    ...trouble,
    [],
    [span(buttons.join(' '))],
  ];
}

/** A block with what is entered in it; what holds no state is laid out as in a message. */
function filledLines(block: Block, values: StateValues, width: number): Line[] {
  const fields = elementsIn([block]).flatMap(({ element, blockId, actionId }) => {
    const value = values[blockId]?.[actionId];
    return value === undefined ? [] : fieldLines(element, value, width);
  });
  if (block.type === 'input') {
    const suffix = block.optional === true ? ' (optional)' : '';
    return [...wrapped([span(`${label(block.label)}${suffix}`, { bold: true })], width), ...fields];
  }
  if (fields.length === 0) return blockLines(block, width);
  const text = isRecord(block.text) ? textLines(block.text, width) : [];
  const stateless = elementsIn([block]).filter(
    ({ blockId, actionId }) => values[blockId]?.[actionId] === undefined,
  );
  const controls = { type: 'actions', elements: stateless.map(({ element }) => element) };
  return [...text, ...fields, ...(stateless.length === 0 ? [] : blockLines(controls, width))];
}

function errorLines(error: string | undefined, width: number): Line[] {
  return error === undefined ? [] : wrapped([span(`✗ ${error}`, { bold: true })], width);
}

function hintLines(block: Block, width: number): Line[] {
  return block.hint === undefined ? [] : wrapped([span(label(block.hint), { dim: true })], width);
}

function shown(text: unknown): string {
  return typeof text === 'string' ? text : label(text);
}

type Fields = Readonly<Record<string, unknown>>;

/** Stands before the lines of a text of several. */
const MARGIN = '│ ';

/** Lines of a field with what is entered in it, its placeholder where that is nothing, and all it offers. */
function fieldLines(element: Fields, value: StateValue, width: number): Line[] {
  switch (element.type) {
    case 'plain_text_input':
      return textFieldLines(element, value.value ?? '', width);
    case 'radio_buttons':
      return optionLines(element, width, (option) =>
        option.value === value.selected_option?.value ? '(•) ' : '( ) ',
      );
    case 'checkboxes': {
      const chosen = new Set((value.selected_options ?? []).map((option) => option.value));
      return optionLines(element, width, (option) => (chosen.has(option.value) ? '[x] ' : '[ ] '));
    }
    case 'static_select': {
      const { selected_option: chosen } = value;
      const offered = offeredOptions(element).map((option) => label(option.text));
      return [
        ...menuLine(element, isRecord(chosen) ? label(chosen.text) : '', width),
        ...wrapped([span(offered.join(' / '), { dim: true })], width),
      ];
    }
    case 'datepicker':
      return menuLine(element, value.selected_date ?? '', width);
    case 'timepicker':
      return menuLine(element, value.selected_time ?? '', width);
    default: {
      const channel = value.selected_conversation ?? value.selected_channel;
      return menuLine(element, channel ? `#${channel}` : '', width);
    }
  }
}

function textFieldLines(element: Fields, text: string, width: number): Line[] {
  if (text.includes('\n')) {
    return linesOf([span(text)]).flatMap((line) =>
      wrapLine(line, width - MARGIN.length).map((rest) => [span(MARGIN), ...rest]),
    );
  }
  return wrapped([span('[ '), entered(element, text), span(' ]')], width);
}

function menuLine(element: Fields, chosen: string, width: number): Line[] {
  return wrapped([span('[ '), entered(element, chosen), span(' ▾ ]')], width);
}

/** A placeholder is set apart by dots as well, where there are no colours. */
function entered(element: Fields, text: string): TextSpan {
  return text === '' ? span(`${label(element.placeholder)}…`, { dim: true }) : span(text);
}

function optionLines(element: Fields, width: number, mark: (option: Fields) => string): Line[] {
  return offeredOptions(element).flatMap((option) => {
    const description = option.description === undefined ? '' : `  ${label(option.description)}`;
    const before = mark(option);
    const rest = wrapped([span(label(option.text)), span(description, { dim: true })], width - before.length);
    return rest.map((line, index) => [span(index === 0 ? before : ' '.repeat(before.length)), ...line]);
  });
}
