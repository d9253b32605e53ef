import {
  elementsIn,
  initialState,
  type StateValue,
  type StateValues,
} from '../../fake-slack/block-kit/element-state.ts';
import { isRecord, type JsonObject, recordsIn, textIn } from '../../fake-slack/json.ts';
import { withIds } from '../../fake-slack/modals/view.ts';
import type { SlackTexts } from '../../fake-slack/workspace/people.ts';
import { blockLines, label, offeredText, stacked } from './blocks.ts';
import { behind, styled, wrapped } from './lines.ts';
import { BAR } from './rich-text.ts';

/** A modal sent by the bot, or an open modal. Title and buttons are strings or Slack's text objects. */
export interface ShownModal {
  readonly title: unknown;
  readonly blocks: readonly unknown[];
  readonly submit?: unknown;
  readonly close?: unknown;
  /** Entered values. Default: the initial values that the blocks give. */
  readonly values?: StateValues;
  readonly errors?: Readonly<Record<string, string>>;
  readonly notice?: string;
}

export function modalLines(view: ShownModal, width: number, texts: SlackTexts): string[] {
  const notice = view.notice === undefined ? [] : ['', ...errorLines(view.notice, width)];
  const buttons = [view.close ?? texts.cancel, view.submit].filter((button) => button !== undefined);
  return [
    ...wrapped(styled(shown(view.title), 'bold'), width),
    '',
    ...homeLines(view, width, texts),
    ...notice,
    '',
    styled(buttons.map((button) => `[ ${shown(button)} ]`).join(' ')),
  ];
}

export function homeLines(view: Omit<ShownModal, 'title'>, width: number, texts: SlackTexts): string[] {
  const blocks = withIds(view.blocks);
  const values = view.values ?? initialState(blocks);
  const errors = view.errors ?? {};
  return stacked(blocks, width, (block) => [
    ...(block.type === 'input' ? inputLines(block, values, { width, texts }) : blockLines(block, width)),
    ...errorLines(errors[textIn(block, 'block_id')], width),
    ...hintLines(block, width),
  ]);
}

function inputLines(
  block: JsonObject,
  values: StateValues,
  { width, texts }: { readonly width: number; readonly texts: SlackTexts },
): string[] {
  const suffix = block.optional === true ? ` (${texts.optional})` : '';
  return [
    ...wrapped(styled(`${label(block.label)}${suffix}`, 'bold'), width),
    ...elementsIn([block]).flatMap(({ element, blockId, actionId }) => {
      const value = values[blockId]?.[actionId];
      return value === undefined ? [] : fieldLines(element, value, width);
    }),
  ];
}

function fieldLines(element: JsonObject, value: StateValue, width: number): string[] {
  const chosen = value.selected_option;
  switch (element.type) {
    case 'plain_text_input': {
      const text = value.value ?? '';
      if (text.includes('\n')) return behind(BAR, styled(text), width);
      return wrapped(`[ ${entered(element, text)} ]`, width);
    }
    case 'radio_buttons':
      return recordsIn(element.options).flatMap((option) =>
        radioLines(option, option.value === chosen?.value, width),
      );
    case 'static_select':
      return [
        ...menuLines(element, isRecord(chosen) ? label(chosen.text) : '', width),
        ...wrapped(styled(offeredText(element), 'dim'), width),
      ];
    case 'datepicker':
      return menuLines(element, value.selected_date ?? '', width);
    case 'timepicker':
      return menuLines(element, value.selected_time ?? '', width);
    default: {
      const channel = value.selected_conversation;
      return menuLines(element, channel ? `#${channel}` : '', width);
    }
  }
}

function menuLines(element: JsonObject, chosen: string, width: number): string[] {
  return wrapped(`[ ${entered(element, chosen)} ▾ ]`, width);
}

/** An empty element shows its placeholder with `…`, which marks it as empty in a terminal without colours. */
function entered(element: JsonObject, text: string): string {
  return text === '' ? styled(`${label(element.placeholder)}…`, 'dim') : styled(text);
}

function radioLines(option: JsonObject, isChosen: boolean, width: number): string[] {
  const mark = isChosen ? '(•) ' : '( ) ';
  return wrapped(styled(label(option.text)), width - mark.length).map(
    (line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line,
  );
}

function errorLines(error: string | undefined, width: number): string[] {
  return error === undefined ? [] : wrapped(styled(`✗ ${error}`, 'bold'), width);
}

function hintLines(block: JsonObject, width: number): string[] {
  return block.hint === undefined ? [] : wrapped(styled(label(block.hint), 'dim'), width);
}

function shown(text: unknown): string {
  return typeof text === 'string' ? text : label(text);
}
