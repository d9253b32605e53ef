import type { ActionsBlock, InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Language } from '../../src/i18n/index.ts';
import type { Sealer } from '../../src/runtime/crypto.ts';
import type { View } from '../../src/slack/blocks/blocks.ts';
import { type Form, toModal } from '../../src/slack/forms/modal.ts';
import { renderHome, renderMessage, renderModal } from '../../tools/playground/terminal/render.ts';

/** A view in three forms. */
export interface Reviewed {
  readonly text: string;
  /** What a person sees in a terminal. */
  readonly shown: string;
  /** As Block Kit Builder takes it. */
  readonly sent: object;
}

type Element = ActionsBlock['elements'][number] | InputBlock['element'];

/**
 * A message as in the terminal, but with charts as tables, followed by invisible data: a line for each style and each
 * row of buttons, with ids and values.
 */
export function reviewedMessage({ text, blocks }: Pick<View, 'text' | 'blocks'>): Reviewed {
  const brief = renderMessage({ text, blocks: blocks.map(withoutBars) });
  return {
    text: withIds(brief, unseen(blocks)),
    shown: renderMessage({ text, blocks }),
    sent: { text, blocks },
  };
}

type FormModal = ModalView & Pick<Form, 'blocks'>;

/** A form as opened from a channel. Its data is not sealed, because sealed data differs each time. */
export function modalOf(form: Form, language: Language): FormModal {
  const readable: Sealer = {
    seal: (purpose, text) => `${purpose} ${text}`,
    open: () => undefined,
    digest: () => '',
    isDigestOf: () => false,
  };
  const origin = {
    responseUrl: 'https://hooks.slack.com/1',
    channelId: 'C1',
    language,
    timeZone: 'America/Santiago',
    about: undefined,
    replaces: false,
  };
  return { ...toModal(form, origin, readable), blocks: form.blocks };
}

/** A modal like `reviewedMessage`, with the ids of its fields and its metadata. */
export function reviewedModal(modal: FormModal): Reviewed {
  const sealed = [`callback ${modal.callback_id}`, `sealed ${modal.private_metadata}`];
  const shown = renderModal(modal);
  return { text: withIds(shown, [...unseen(modal.blocks), ...sealed]), shown, sent: modal };
}

export function reviewedHome(blocks: readonly KnownBlock[], locale: string): Reviewed {
  const shown = renderHome({ blocks }, { locale });
  return { text: withIds(shown, unseen(blocks)), shown, sent: { type: 'home', blocks } };
}

/** A chart as a table with a line per series, without bars. */
function withoutBars(block: View['blocks'][number]): object {
  if (block.type !== 'data_visualization') return block;
  const { type, axis_config: axes, series } = block.chart;
  const lines = [...(axes.y_label === undefined ? [] : [axes.y_label]), ...series.map(seriesLine)];
  const rows = lines.map((text) => [{ type: 'raw_text', text }]);
  return { type: 'data_table', caption: `${block.title} (${type})`, rows };
}

type Chart = Extract<View['blocks'][number], { type: 'data_visualization' }>['chart'];
type Series = Chart['series'][number];

/** `today 07:15–12:00: 93 93 40` for evenly spaced times, else each label with its value. */
function seriesLine({ name, data }: Series): string {
  const labels = data.map(({ label }) => label);
  if (!areEvenTimes(labels))
    return `${name}: ${data.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
  return `${name} ${labels[0]}–${labels.at(-1)}: ${data.map(({ value }) => value).join(' ')}`;
}

/** Whether these are evenly spaced times of one day. */
function areEvenTimes(labels: readonly string[]): boolean {
  const minutes = labels.map((label) => {
    const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(label) ?? [];
    return 60 * Number(hour) + Number(minute);
  });
  const [first = Number.NaN, second = Number.NaN] = minutes;
  return second > first && minutes.every((minute, at) => minute === first + at * (second - first));
}

function withIds(shown: string, ids: readonly string[]): string {
  return [shown, ...(ids.length === 0 ? [] : ['', ...ids])].join('\n');
}

/** The invisible data of these blocks: ids, and the styles of texts. */
function unseen(blocks: readonly (KnownBlock | View['blocks'][number])[]): string[] {
  const styled = (style: string) => {
    const texts = styledTexts(blocks, style);
    return texts.length === 0 ? [] : [`${style}: ${texts.join(' | ')}`];
  };
  return [...styled('bold'), ...styled('italic'), ...blocks.flatMap(idLines)];
}

/** A styled text is identified by its start only, so that a change of words changes one line. */
const BEGINNING = 16;

function styledTexts(value: unknown, style: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => styledTexts(one, style));
  if (typeof value !== 'object' || value === null) return [];
  const { style: own, text } = value as { readonly style?: unknown; readonly text?: unknown };
  const isStyled = typeof own === 'object' && own !== null && Object.hasOwn(own, style);
  if (!isStyled || typeof text !== 'string') return styledTexts(Object.values(value), style);
  const [line = ''] = text.trim().split('\n');
  return [line.length > BEGINNING ? `${line.slice(0, BEGINNING)}…` : line];
}

function idLines(block: KnownBlock | View['blocks'][number]): string[] {
  if (block.type === 'input') return [`ids of ${block.block_id}: ${elementText(block.element)}`];
  if (block.type !== 'actions') return [];
  const row = block.elements.map(elementText).join('  ');
  return [`ids of ${block.block_id}: ${row}`, ...block.elements.flatMap(questionLines)];
}

function elementText(element: Element): string {
  switch (element.type) {
    case 'button': {
      const style = element.style === undefined ? '' : ` (${element.style})`;
      return `[${element.text.text}] ${element.action_id}=${JSON.stringify(element.value)}${style}`;
    }
    case 'static_select':
    case 'overflow':
    case 'radio_buttons': {
      const options = (element.options ?? []).map(
        ({ text, value }) => `${JSON.stringify(value)} ${text.text}`,
      );
      const label = 'placeholder' in element ? `[${element.placeholder?.text} ▾] ` : '';
      return `${label}${element.action_id}: ${options.join(', ')}`;
    }
    default:
      return `${element.action_id} (${element.type})`;
  }
}

function questionLines(element: Element): string[] {
  if (element.type !== 'button' || element.confirm === undefined) return [];
  const { title, text, confirm, deny } = element.confirm;
  const parts = [title, text, confirm, deny].map((part) => part?.text);
  return [`  ${element.action_id} asks: ${parts.join(' / ')}`];
}
