import type {
  ActionsBlock,
  Button,
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  Overflow,
  RichTextBlock,
  RichTextElement,
  RichTextPreformatted,
  RichTextQuote,
  RichTextSection,
  StaticSelect,
} from '@slack/types';
import type { Mention } from '../../domain/detection/mention.ts';
import type { DataBlock } from './tables-and-charts.ts';
import { clip, datedMarkup, datedPieces, escapeMarkup, limits, undatedMarkup, withoutDates } from './text.ts';

/** The kinds of Slack blocks that the bot uses for texts from outside: Slack reads no markup in them. */
export type ViewBlock = RichText | HeaderBlock | ContextBlock | DividerBlock | ActionsBlock;

interface RichText extends RichTextBlock {
  elements: Part[];
}

type Part = RichTextSection | RichTextPreformatted | RichTextQuote;

export interface View {
  readonly text: string;
  readonly blocks: (ViewBlock | DataBlock['block'])[];
  /** Replaces `blocks` where Slack refuses tables and charts; absent if `blocks` contains none. */
  readonly plain?: ViewBlock[];
  readonly modalAction?: string;
}

export type Piece = string | RichTextElement;

export const bold = (text: string): RichTextElement => ({ type: 'text', text, style: { bold: true } });
export const italic = (text: string): RichTextElement => ({ type: 'text', text, style: { italic: true } });
export const code = (text: string): RichTextElement => ({ type: 'text', text, style: { code: true } });
export const emoji = (name: string): RichTextElement => ({ type: 'emoji', name });
export const channel = (id: string): RichTextElement => ({ type: 'channel', channel_id: id });
/** In a message that only one person sees, Slack does not notify the mentioned person. */
export const userMention = (id: string): RichTextElement => ({ type: 'user', user_id: id });

/** Slack notifies the mentioned people when a message is posted, not when the message is edited. */
export function mentionPiece(mention: Mention): RichTextElement {
  switch (mention.of) {
    case 'person':
      return userMention(mention.id);
    case 'group':
      return { type: 'usergroup', usergroup_id: mention.id };
    case 'here':
      return { type: 'broadcast', range: 'here' };
  }
}

export function line(...pieces: Piece[]): Part {
  return { type: 'rich_text_section', elements: toElements(pieces) };
}

export function preformatted(text: string): Part {
  return { type: 'rich_text_preformatted', elements: [{ type: 'text', text: withoutDates(text) }] };
}

export function quote(text: string): Part {
  return { type: 'rich_text_quote', elements: toElements([text]) };
}

/** Joins adjacent lines into one section, because some Slack clients show two sections on the same line. */
export function richText(...elements: Part[]): RichText {
  const joined: Part[] = [];
  for (const element of elements) {
    const last = joined.at(-1);
    if (element.type === 'rich_text_section' && last?.type === 'rich_text_section') {
      joined[joined.length - 1] = {
        ...last,
        elements: [...last.elements, { type: 'text', text: '\n' }, ...element.elements],
      };
    } else {
      joined.push(element);
    }
  }
  return { type: 'rich_text', elements: joined };
}

/** Small grey texts. Texts with Slack dates become markup, because plain text cannot contain such dates. */
export function contextBlock(...texts: string[]): ContextBlock {
  return {
    type: 'context',
    elements: texts.slice(0, limits.contextElements).map((text) => {
      const markup = datedMarkup(text);
      if (markup === undefined || markup.length > limits.contextText)
        return literalText(text, limits.contextText);
      return { type: 'mrkdwn', text: markup, verbatim: true };
    }),
  };
}

export function header(text: string): HeaderBlock {
  return { type: 'header', text: literalText(text, limits.headerText) };
}

export function divider(): DividerBlock {
  return { type: 'divider' };
}

export function textObject(text: string, max = Number.POSITIVE_INFINITY) {
  return { type: 'plain_text', text: clip(withoutDates(text), max) } as const;
}

function literalText(text: string, max: number) {
  return { ...textObject(text, max), emoji: false };
}

export function button(actionId: string, label: string, value: string): Button {
  return { type: 'button', action_id: actionId, text: literalText(label, limits.buttonText), value };
}

/** Action id of buttons that open a page: the bot only acknowledges them. */
export const OPEN_PAGE = 'open.page';

export function linkButton(label: string, url: string): Button {
  return { type: 'button', action_id: OPEN_PAGE, text: literalText(label, limits.buttonText), url };
}

export function primary(button: Button): Button {
  return { ...button, style: 'primary' };
}

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly deny: string;
}

export function confirmed(button: Button, { title, text, confirm, deny }: Confirmation) {
  return {
    ...button,
    confirm: {
      title: textObject(title, limits.confirmTitle),
      text: textObject(text, limits.confirmText),
      confirm: textObject(confirm, limits.confirmButton),
      deny: textObject(deny, limits.confirmButton),
    },
  } satisfies Button;
}

export function dangerous(button: Button): Button {
  return { ...button, style: 'danger' };
}

export interface MenuEntry {
  readonly value: string;
  readonly label: string;
}

export function menu(actionId: string, placeholder: string, entries: readonly MenuEntry[]): StaticSelect {
  return {
    type: 'static_select',
    action_id: actionId,
    placeholder: textObject(placeholder, limits.placeholder),
    options: entries.slice(0, limits.options).map(({ value, label }) => option(value, label)),
  };
}

/** A menu “…”. Its values have at most 75 characters, so callers put the encrypted state in the block id. */
export function overflow(actionId: string, entries: readonly MenuEntry[]): Overflow {
  return {
    type: 'overflow',
    action_id: actionId,
    options: entries.slice(0, limits.overflowOptions).map(({ value, label }) => option(value, label)),
  };
}

export function option(value: string, label: string) {
  return { value, text: textObject(label, limits.optionText) };
}

export function actions(blockId: string, ...elements: (Button | StaticSelect | Overflow)[]): ActionsBlock {
  return { type: 'actions', block_id: blockId, elements };
}

export function view(...parts: (ViewBlock | DataBlock)[]): View {
  const text = clip(parts.map(plainTextOf).filter(Boolean).join('\n'), limits.messageText);
  const blocks = parts.map((part) => ('block' in part ? part.block : part));
  if (!parts.some((part) => 'block' in part)) return { text, blocks };
  const plain = parts.map((part) => ('block' in part ? richText(preformatted(part.plain)) : part));
  return { text, blocks, plain };
}

export function withNote(shown: View, note: string): View {
  const [first = contextBlock(note), ...others] = shown.blocks;
  const text = clip(`${escapeMarkup(note)}\n${shown.text}`, limits.messageText);
  return { ...shown, text, blocks: [first, contextBlock(note), ...others] };
}

export function outsideModal({ modalAction, ...shown }: View): View {
  if (modalAction === undefined) return shown;
  const blocks = shown.blocks.flatMap((block): View['blocks'] => {
    if (block.type !== 'actions') return [block];
    const elements = block.elements.filter(
      (element) => !('action_id' in element) || element.action_id !== modalAction,
    );
    return elements.length > 0 ? [{ ...block, elements }] : [];
  });
  return { ...shown, blocks };
}

function plainTextOf(block: ViewBlock | DataBlock): string {
  if ('block' in block) return escapeMarkup(block.text);
  switch (block.type) {
    case 'header':
      return escapeMarkup(block.text.text);
    case 'rich_text':
      return block.elements
        .map(({ elements }) => elements.map(plainTextOfPiece).join('').replaceAll(/^ +/gm, ''))
        .join('\n');
    case 'context':
      return block.elements.map(plainTextOfContext).join(' · ');
    case 'divider':
    case 'actions':
      return '';
  }
}

function plainTextOfContext(element: ContextBlock['elements'][number]): string {
  if (!('text' in element)) return '';
  return element.type === 'mrkdwn' ? undatedMarkup(element.text) : escapeMarkup(element.text);
}

function plainTextOfPiece(piece: RichTextElement): string {
  switch (piece.type) {
    case 'text':
      return escapeMarkup(piece.text);
    case 'date':
      return escapeMarkup(piece.fallback ?? '');
    case 'channel':
      return `<#${piece.channel_id}>`;
    case 'user':
      return `<@${piece.user_id}>`;
    case 'usergroup':
      return `<!subteam^${piece.usergroup_id}>`;
    case 'broadcast':
      return `<!${piece.range}>`;
    default:
      // Plain text leaves out emoji, because the words next to an emoji say the same.
      return '';
  }
}

function toElements(pieces: readonly Piece[]): RichTextElement[] {
  return pieces.flatMap((piece) => {
    const element: RichTextElement = typeof piece === 'string' ? { type: 'text', text: piece } : piece;
    // `datedPieces` leaves out empty texts: Slack refuses a message with an empty text element.
    return element.type === 'text' ? datedPieces(element) : [element];
  });
}

export interface ListPage {
  readonly page: number;
  readonly note?: string | readonly Piece[];
}

export const LIST_PAGE_SIZE = 10;

/** The items of page `requested`, counted from 0, or of the nearest page if that page does not exist. */
export function pageOf<T>(items: readonly T[], requested: number, size: number) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const page = Math.min(Math.max(0, requested), pages - 1);
  return { shown: items.slice(page * size, (page + 1) * size), page, pages };
}

export function pageButtons(
  list: string,
  { page, pages }: { readonly page: number; readonly pages: number },
  labels: { readonly previous: string; readonly next: string },
): Button[] {
  return [
    ...(page > 0 ? [button(`${list}.previous`, labels.previous, String(page - 1))] : []),
    ...(page + 1 < pages ? [button(`${list}.next`, labels.next, String(page + 1))] : []),
  ];
}
