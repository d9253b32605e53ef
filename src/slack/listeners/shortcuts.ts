import type { GlobalShortcut, MessageShortcut } from '@slack/bolt';
import { asTyped } from '../../domain/input.ts';
import type { Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { listenToButton, openingValue } from './buttons.ts';
import type { Reply, RequestContext } from './context.ts';
import { createModalTarget, type ModalOptions, type QuestionOrigin } from './forms.ts';
import { type ListenerOptions, toAnswer, translated } from './listener.ts';

export interface MessageLines {
  readonly lines: readonly string[];
  readonly at: Date;
}

export interface MessageShortcutHandlers<Subject, T extends Translations = Translations> {
  readonly read: (message: MessageLines) => Subject;
  /** Encrypts the subject as value of the retry button. That button's action id is `<callback id>.again`. */
  readonly seal: (sealer: Sealer, subject: Subject) => string;
  readonly open: (sealer: Sealer, value: string) => Subject | undefined;
  readonly answer: (subject: Subject, context: RequestContext<T>) => Promise<Reply>;
}

export type AnswerGlobalShortcut<T extends Translations = Translations> = (
  context: RequestContext<T>,
) => Promise<Reply>;

const MOST_CHARACTERS = 12_000;
const MOST_LINES = 400;
const MAX_DEPTH = 8;
const NAMED = /<[@#!][^<>]*>/g;

export function listenToMessageShortcut<Subject, T extends Translations>(
  callbackId: string,
  { read, seal, open, answer }: MessageShortcutHandlers<Subject, T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  const again = `${callbackId}.again`;
  app.shortcut({ type: 'message_action', callback_id: callbackId }, ({ shortcut, ack, context }) => {
    const { message } = shortcut;
    let known: Subject | undefined;
    // The message is parsed only after the access check, so that the acknowledgement does not wait for it.
    const subject = () => {
      // Slack's time stamps are seconds with six decimals; `message_ts` may be absent.
      known ??= read({ lines: linesOfMessage(message), at: new Date(Number(message.ts) * 1_000) });
      return known;
    };
    const threadTs = typeof message.thread_ts === 'string' ? message.thread_ts : message.ts;
    const origin = { name: callbackId, channelId: shortcut.channel.id, threadTs };
    return handleRequest({
      ...answeredInModal(origin, shortcut, options),
      requestId: context.requestId,
      ack: () => ack(),
      again: { blockId: again, actionId: again, value: () => seal(sealer, subject()) },
      answer: async (context) =>
        toAnswer(await answerTranslated(subject(), context), { replaces: true }, context, sealer),
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
    // The request's name gets a suffix, because a form may have the same callback id as the shortcut.
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
  origin: QuestionOrigin,
  { user, trigger_id: triggerId }: MessageShortcut | GlobalShortcut,
  options: ModalOptions,
) {
  const target = createModalTarget({ triggerId }, origin, options);
  return { ...origin, userId: user.id, answerTo: target, open: target.show, replaces: true };
}

export function linesOfMessage(message: unknown): string[] {
  const lines: string[] = [];
  let left = MOST_CHARACTERS;
  const addText = (text: string) => {
    if (left === 0 || lines.length >= MOST_LINES) return;
    for (const line of text.slice(0, MOST_CHARACTERS).split(/[\r\n]+/, MOST_LINES)) {
      const shown = line.slice(0, left).trim();
      if (shown === '' || lines.length >= MOST_LINES) continue;
      left -= shown.length;
      lines.push(shown);
    }
  };
  readMessage(message, addText, 0);
  return [...new Set(lines)];
}

type AddText = (text: string) => void;
type UnknownFields = Readonly<Record<string, unknown>>;

function readMessage(value: unknown, addText: AddText, depth: number): void {
  if (!isObject(value) || depth > MAX_DEPTH) return;
  addMarkup(value.text, addText);
  each(value.blocks, (block) => readBlock(block, addText, depth + 1));
  each(value.attachments, (attachment) => readAttachment(attachment, addText, depth + 1));
  each(value.files, (file) => {
    if (isObject(file)) for (const name of [file.title, file.name]) addMarkup(name, addText);
  });
}

function readAttachment(value: unknown, addText: AddText, depth: number): void {
  if (!isObject(value) || depth > MAX_DEPTH) return;
  for (const key of ['pretext', 'title', 'text', 'footer']) addMarkup(value[key], addText);
  each(value.fields, (field) => {
    if (isObject(field)) addMarkup([field.title, field.value].filter(isText).join(': '), addText);
  });
  each(value.blocks, (block) => readBlock(block, addText, depth + 1));
  each(value.message_blocks, (inner) => {
    if (isObject(inner)) readMessage(inner.message, addText, depth + 1);
  });
  each(value.files, (file) => {
    if (isObject(file)) addMarkup(file.title, addText);
  });
  if (![value.text, value.blocks, value.message_blocks].some(Boolean)) addMarkup(value.fallback, addText);
}

function readBlock(value: unknown, addText: AddText, depth: number): void {
  if (!isObject(value) || depth > MAX_DEPTH) return;
  if (value.type === 'rich_text') each(value.elements, (part) => readRichText(part, addText, depth + 1));
  if (isObject(value.text)) addMarkup(value.text.text, addText);
  else addMarkup(value.text, addText);
  addMarkup(isObject(value.title) ? value.title.text : value.title, addText);
  each(value.fields, (field) => isObject(field) && addMarkup(field.text, addText));
  if (value.type === 'context')
    each(value.elements, (element) => isObject(element) && addMarkup(element.text, addText));
  each(value.rows, (row) => each(row, (cell) => readCell(cell, addText, depth + 1)));
}

function readCell(value: unknown, addText: AddText, depth: number): void {
  if (!isObject(value)) return;
  if (value.type === 'rich_text') readBlock(value, addText, depth + 1);
  else addMarkup(value.text, addText);
}

function readRichText(value: unknown, addText: AddText, depth: number): void {
  if (!isObject(value) || depth > MAX_DEPTH) return;
  if (value.type === 'rich_text_list') {
    each(value.elements, (entry) => readRichText(entry, addText, depth + 1));
  } else {
    const pieces: string[] = [];
    each(value.elements, (piece) => pieces.push(pieceText(piece)));
    addText(pieces.join(''));
  }
}

/** A name or an emoji in a message becomes ` ; `, to separate the numbers before and after it. */
function pieceText(value: unknown): string {
  if (!isObject(value)) return ' ';
  if (value.type === 'text' && isText(value.text)) return value.text;
  if (value.type !== 'link' || !isText(value.url)) return ' ; ';
  return asTyped(isText(value.text) ? `<${value.url}|${value.text}>` : `<${value.url}>`);
}

function addMarkup(value: unknown, addText: AddText): void {
  if (isText(value)) addText(asTyped(value.slice(0, MOST_CHARACTERS).replaceAll(NAMED, ' ; ')));
}

function each(value: unknown, read: (item: unknown) => unknown): void {
  if (Array.isArray(value)) for (const item of value) read(item);
}

function isObject(value: unknown): value is UnknownFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
