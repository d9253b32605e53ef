import type { MessageShortcut } from '@slack/bolt';
import type { Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { linesOfMessage } from '../blocks/message-lines.ts';
import { listenToSealedButton } from './buttons.ts';
import type { AnswerButton, Reply, RequestContext } from './context.ts';
import { type ListenerOptions, toAnswer, translated } from './listener.ts';
import { createModalPlace } from './modal-place.ts';

/** A message that a shortcut was used on. */
export interface ShownMessage {
  readonly lines: readonly string[];
  readonly at: Date;
}

/** Answers what is asked about a message, in a modal. */
export interface MessageShortcutHandlers<Asked, T extends Translations = Translations> {
  /** Reads what is asked about, once it is known that the person may ask. It waits for nothing. */
  readonly read: (message: ShownMessage) => Asked;
  /** Of the button that asks the same again: `<callback id>.again`. */
  readonly seal: (sealer: Sealer, asked: Asked) => string;
  readonly open: (sealer: Sealer, value: string) => Asked | undefined;
  readonly answer: (asked: Asked, context: RequestContext<T>) => Promise<Reply>;
}

/** Answers what was asked from anywhere: in a modal. */
export type AnswerGlobalShortcut<T extends Translations = Translations> = (
  context: RequestContext<T>,
) => Promise<Reply>;

export function listenToMessageShortcut<Asked, T extends Translations>(
  callbackId: string,
  { read, seal, open, answer }: MessageShortcutHandlers<Asked, T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  const again = `${callbackId}.again`;
  app.shortcut({ type: 'message_action', callback_id: callbackId }, ({ shortcut, ack, context }) => {
    const { user, channel, trigger_id: triggerId } = shortcut;
    let known: Asked | undefined;
    // A message may be long: Slack hears first that it was asked, and nothing is read for whoever may not ask.
    const asked = () => {
      known ??= read({ lines: linesOfMessage(shortcut.message), at: sentAt(shortcut) });
      return known;
    };
    const origin = { channelId: channel.id, threadTs: threadOf(shortcut) };
    const place = createModalPlace({ triggerId }, { name: callbackId, ...origin }, options);
    return handleRequest({
      ...origin,
      name: callbackId,
      requestId: context.requestId,
      userId: user.id,
      ack: () => ack(),
      answerTo: place,
      open: place.show,
      replaces: true,
      again: { blockId: again, actionId: again, value: () => seal(sealer, asked()) },
      answer: async (context) =>
        toAnswer(await answerTranslated(asked(), context), { replaces: true }, context, sealer),
    });
  });
  const answerAgain: AnswerButton<T, Asked> = (asked, context) => answer(asked, context);
  listenToSealedButton(again, { open, answer: answerAgain, inPlace: true }, options);
}

export function listenToGlobalShortcut<T extends Translations>(
  callbackId: string,
  answer: AnswerGlobalShortcut<T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, handleRequest } = options;
  // A form may have the same id.
  const name = `${callbackId}.shortcut`;
  const answerTranslated = translated((_: undefined, context: RequestContext<T>) => answer(context), options);
  app.shortcut({ type: 'shortcut', callback_id: callbackId }, ({ shortcut, ack, context }) => {
    const { user, trigger_id: triggerId } = shortcut;
    const origin = { channelId: undefined, threadTs: undefined };
    const place = createModalPlace({ triggerId }, { name, ...origin }, options);
    return handleRequest({
      ...origin,
      name,
      requestId: context.requestId,
      userId: user.id,
      ack: () => ack(),
      answerTo: place,
      open: place.show,
      replaces: true,
      answer: async (context) =>
        toAnswer(await answerTranslated(undefined, context), { replaces: true }, context, sealer),
    });
  });
}

/** A timestamp of Slack's is in seconds, and has six decimals that tell messages apart. */
function sentAt({ message_ts }: MessageShortcut): Date {
  return new Date(Number(message_ts) * 1_000);
}

function threadOf({ message, message_ts }: MessageShortcut): string {
  return typeof message.thread_ts === 'string' ? message.thread_ts : message_ts;
}
