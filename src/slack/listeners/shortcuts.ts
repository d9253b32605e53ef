import type { GlobalShortcut, MessageShortcut } from '@slack/bolt';
import { asTyped } from '../../domain/input.ts';
import type { Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { listenToButton, openingValue } from './buttons.ts';
import type { Reply, RequestContext } from './context.ts';
import { type AskedIn, createModalPlace, type ModalOptions } from './forms.ts';
import { type ListenerOptions, toAnswer, translated } from './listener.ts';

export interface ShownMessage {
  readonly lines: readonly string[];
  readonly at: Date;
}

export interface MessageShortcutHandlers<Asked, T extends Translations = Translations> {
  /** Called after the access check; synchronous. */
  readonly read: (message: ShownMessage) => Asked;
  /** For the retry button: `<callback id>.again`. */
  readonly seal: (sealer: Sealer, asked: Asked) => string;
  readonly open: (sealer: Sealer, value: string) => Asked | undefined;
  readonly answer: (asked: Asked, context: RequestContext<T>) => Promise<Reply>;
}

export type AnswerGlobalShortcut<T extends Translations = Translations> = (
  context: RequestContext<T>,
) => Promise<Reply>;

const MOST_CHARACTERS = 12_000;
const MOST_LINES = 400;
const DEEPEST = 8;
const NAMED = /<[@#!][^<>]*>/g;

export function listenToMessageShortcut<Asked, T extends Translations>(
  callbackId: string,
  { read, seal, open, answer }: MessageShortcutHandlers<Asked, T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  const again = `${callbackId}.again`;
  app.shortcut({ type: 'message_action', callback_id: callbackId }, ({ shortcut, ack, context }) => {
    let known: Asked | undefined;
    // Long messages are read after the acknowledgement, and only with access.
    const asked = () => {
      known ??= read({ lines: linesOfMessage(shortcut.message), at: sentAt(shortcut) });
      return known;
    };
    const origin = { name: callbackId, channelId: shortcut.channel.id, threadTs: threadOf(shortcut) };
    return handleRequest({
      ...answeredInModal(origin, shortcut, options),
      requestId: context.requestId,
      ack: () => ack(),
      again: { blockId: again, actionId: again, value: () => seal(sealer, asked()) },
      answer: async (context) =>
        toAnswer(await answerTranslated(asked(), context), { replaces: true }, context, sealer),
    });
  });
  listenToButton(again, openingValue(open, answer, sealer), options, { inPlace: true });
}

export function listenToGlobalShortcut<T extends Translations>(
  callbackId: string,
  answer: AnswerGlobalShortcut<T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, handleRequest } = options;
  const answerTranslated = translated((_: undefined, context: RequestContext<T>) => answer(context), options);
  app.shortcut({ type: 'shortcut', callback_id: callbackId }, ({ shortcut, ack, context }) => {
    // A form may have the same id.
    const origin = { name: `${callbackId}.shortcut`, channelId: undefined, threadTs: undefined };
    return handleRequest({
      ...answeredInModal(origin, shortcut, options),
      requestId: context.requestId,
      ack: () => ack(),
      answer: async (context) =>
        toAnswer(await answerTranslated(undefined, context), { replaces: true }, context, sealer),
    });
  });
}

function answeredInModal(
  origin: AskedIn,
  { user, trigger_id: triggerId }: MessageShortcut | GlobalShortcut,
  options: ModalOptions,
) {
  const place = createModalPlace({ triggerId }, origin, options);
  return { ...origin, userId: user.id, answerTo: place, open: place.show, replaces: true };
}

/** Seconds with six decimals, which make Slack's timestamps unique. */
function sentAt({ message_ts }: MessageShortcut): Date {
  return new Date(Number(message_ts) * 1_000);
}

function threadOf({ message, message_ts }: MessageShortcut): string {
  return typeof message.thread_ts === 'string' ? message.thread_ts : message_ts;
}

/** Lines from text, blocks, attachments, forwarded messages and file names. */
export function linesOfMessage(message: unknown): string[] {
  const lines: string[] = [];
  let left = MOST_CHARACTERS;
  const say = (text: string) => {
    if (left === 0 || lines.length >= MOST_LINES) return;
    for (const line of text.slice(0, MOST_CHARACTERS).split(/[\r\n]+/, MOST_LINES)) {
      const shown = line.slice(0, left).trim();
      if (shown === '' || lines.length >= MOST_LINES) continue;
      left -= shown.length;
      lines.push(shown);
    }
  };
  readMessage(message, say, 0);
  return [...new Set(lines)];
}

type Say = (text: string) => void;
type Fields = Readonly<Record<string, unknown>>;

function readMessage(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  sayMarkup(value.text, say);
  each(value.blocks, (block) => readBlock(block, say, depth + 1));
  each(value.attachments, (attachment) => readAttachment(attachment, say, depth + 1));
  each(value.files, (file) => {
    if (isFields(file)) for (const name of [file.title, file.name]) sayMarkup(name, say);
  });
}

function readAttachment(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  for (const key of ['pretext', 'title', 'text', 'footer']) sayMarkup(value[key], say);
  each(value.fields, (field) => {
    if (isFields(field)) sayMarkup([field.title, field.value].filter(isText).join(': '), say);
  });
  each(value.blocks, (block) => readBlock(block, say, depth + 1));
  each(value.message_blocks, (inner) => {
    if (isFields(inner)) readMessage(inner.message, say, depth + 1);
  });
  each(value.files, (file) => {
    if (isFields(file)) sayMarkup(file.title, say);
  });
  if (![value.text, value.blocks, value.message_blocks].some(Boolean)) sayMarkup(value.fallback, say);
}

function readBlock(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  if (value.type === 'rich_text') each(value.elements, (part) => readRichText(part, say, depth + 1));
  if (isFields(value.text)) sayMarkup(value.text.text, say);
  else sayMarkup(value.text, say);
  sayMarkup(isFields(value.title) ? value.title.text : value.title, say);
  each(value.fields, (field) => isFields(field) && sayMarkup(field.text, say));
  if (value.type === 'context')
    each(value.elements, (element) => isFields(element) && sayMarkup(element.text, say));
  each(value.rows, (row) => each(row, (cell) => readCell(cell, say, depth + 1)));
}

function readCell(value: unknown, say: Say, depth: number): void {
  if (!isFields(value)) return;
  if (value.type === 'rich_text') readBlock(value, say, depth + 1);
  else sayMarkup(value.text, say);
}

/** A line for each break in a section, quote or preformatted text, and for each entry of a list. */
function readRichText(value: unknown, say: Say, depth: number): void {
  if (!isFields(value) || depth > DEEPEST) return;
  if (value.type === 'rich_text_list') {
    each(value.elements, (entry) => readRichText(entry, say, depth + 1));
  } else {
    const pieces: string[] = [];
    each(value.elements, (piece) => pieces.push(pieceText(piece)));
    say(pieces.join(''));
  }
}

/** Plain pieces are joined; a name or an emoji separates them. */
function pieceText(value: unknown): string {
  if (!isFields(value)) return ' ';
  if (value.type === 'text' && isText(value.text)) return value.text;
  if (value.type !== 'link' || !isText(value.url)) return ' ; ';
  return asTyped(isText(value.text) ? `<${value.url}|${value.text}>` : `<${value.url}>`);
}

/** Slack makes such links only from web addresses. */
function sayMarkup(value: unknown, say: Say): void {
  if (isText(value)) say(asTyped(value.slice(0, MOST_CHARACTERS).replaceAll(NAMED, ' ; ')));
}

function each(value: unknown, read: (item: unknown) => unknown): void {
  if (Array.isArray(value)) for (const item of value) read(item);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
