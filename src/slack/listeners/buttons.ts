import type { BlockAction, BlockElementAction } from '@slack/bolt';
import type { Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { AnswerButton } from './context.ts';
import { buttonTarget } from './forms.ts';
import { type ListenerOptions, toAnswer, translated } from './listener.ts';
import type { ReplyTarget } from './respond.ts';

export interface ButtonOptions {
  /** Whether the answer replaces the button's message; for a menu, the entries with such an answer. */
  readonly inPlace?: boolean | readonly string[];
  /** Posts the answer in the thread of the button's message, which a `response_url` cannot reach. */
  readonly repliesInThread?: boolean;
  /** True for a button that counts toward the usage limits although it does not call the SMS platform. */
  readonly isLimited?: boolean;
}

export function listenToButton<T extends Translations>(
  actionId: string,
  answer: AnswerButton<T>,
  options: ListenerOptions<T>,
  shown: ButtonOptions & { readonly readValue?: (action: BlockElementAction) => string } = {},
): void {
  const { readValue = chosenValue, inPlace = false, repliesInThread = false, isLimited } = shown;
  const { boltListeners, sealer, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  boltListeners.onAction([actionId], (pressed) => {
    const { body, action } = pressed;
    const value = chosenValue(action);
    const replacesMessage = typeof inPlace === 'boolean' ? inPlace : inPlace.includes(value);
    const { responseUrl, ...target } = buttonTarget(pressed, { name: actionId, replacesMessage }, options);
    const origin = { responseUrl, replaces: true };
    return handleRequest({
      ...target,
      ...(repliesInThread ? threadOf(body) : {}),
      replaces: true,
      isLimited,
      messageTs: body.message?.ts,
      ...(replacesMessage ? { again: { blockId: action.block_id, actionId, value } } : {}),
      answer: async (context) => {
        const reply = await answerTranslated(readValue(action), context);
        return reply && toAnswer(reply, origin, context, sealer);
      },
    });
  });
}

function threadOf({ user, channel, message }: BlockAction): { readonly answerTo?: ReplyTarget } {
  const threadTs: unknown = message?.thread_ts;
  if (!channel || typeof threadTs !== 'string' || threadTs === message?.ts) return {};
  return { answerTo: { userId: user.id, channelId: channel.id, threadTs } };
}

export type OpenSealed<Opened> = (sealer: Sealer, value: string) => Opened | undefined;

export function openingValue<T extends Translations, Opened>(
  open: OpenSealed<Opened>,
  answer: AnswerButton<T, Opened>,
  sealer: Sealer,
): AnswerButton<T> {
  return async (value, context) => {
    const opened = open(sealer, value);
    return opened && answer(opened, context);
  };
}

export interface SealedMenu<T extends Translations, Opened> extends ButtonOptions {
  readonly open: OpenSealed<Opened>;
  readonly entries: Readonly<Record<string, AnswerButton<T, Opened>>>;
}

export function listenToSealedMenu<T extends Translations, Opened>(
  actionId: string,
  { open, entries, ...shown }: SealedMenu<T, Opened>,
  options: ListenerOptions<T>,
): void {
  const answerEntry: AnswerButton<T> = async (value, context) => {
    const [, sealed = '', entry = ''] = /^(\S*) (.*)$/.exec(value) ?? [];
    const answer = Object.hasOwn(entries, entry) ? entries[entry] : undefined;
    return answer && openingValue(open, answer, options.sealer)(sealed, context);
  };
  const readValue = (action: BlockElementAction) => `${action.block_id} ${chosenValue(action)}`;
  listenToButton(actionId, answerEntry, options, { readValue, ...shown });
}

export function chosenValue(action: BlockElementAction): string {
  if ('selected_option' in action && action.selected_option) return action.selected_option.value ?? '';
  return 'value' in action && typeof action.value === 'string' ? action.value : '';
}
