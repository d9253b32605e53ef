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
const MAX_DEPTH = 20;
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

/** Fields with what people read in messages, blocks, attachments and files, in this order. */
const READ_FIELDS = [
  ...['pretext', 'title', 'text', 'footer', 'name', 'fields', 'elements', 'rows'],
  ...['blocks', 'attachments', 'message_blocks', 'message', 'files'],
];

function readMessage(value: unknown, addText: AddText, depth: number): void {
  if (isText(value)) addText(asTyped(value.slice(0, MOST_CHARACTERS).replaceAll(NAMED, ' ; ')));
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const item of value) readMessage(item, addText, depth + 1);
  if (!isObject(value) || value.type === 'actions') return;
  const { type, title, value: fieldValue, elements } = value;
  if (isText(type) && RICH_TEXT.has(type)) {
    addText(Array.isArray(elements) ? elements.map(pieceText).join('') : '');
  } else if (isText(fieldValue)) {
    readMessage([title, fieldValue].filter(isText).join(': '), addText, depth);
  } else {
    for (const field of READ_FIELDS) readMessage(value[field], addText, depth + 1);
    if (![value.text, value.blocks, value.message_blocks].some(Boolean))
      readMessage(value.fallback, addText, depth);
  }
}

const RICH_TEXT = new Set(['rich_text_section', 'rich_text_preformatted', 'rich_text_quote']);

/** A name or an emoji in a message becomes ` ; `, to separate the numbers before and after it. */
function pieceText(value: unknown): string {
  if (!isObject(value)) return ' ';
  if (value.type === 'text' && isText(value.text)) return value.text;
  if (value.type !== 'link' || !isText(value.url)) return ' ; ';
  return asTyped(isText(value.text) ? `<${value.url}|${value.text}>` : `<${value.url}>`);
}

function isObject(value: unknown): value is UnknownFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
