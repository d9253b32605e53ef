import { elementsIn } from '../elements/placed.ts';
import { initialState, type StateValues } from '../elements/state.ts';
import { isRecord, textIn } from '../json.ts';
import { withIds } from '../modals/view.ts';
import { blockLines, label, textLines } from './blocks.ts';
import { fieldLines } from './fields.ts';
import { type Line, span, wrapped } from './spans.ts';
import { stacked } from './stack.ts';

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
