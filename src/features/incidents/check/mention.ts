import { isPeriod } from '../../../domain/input.ts';
import { findNumbers } from '../../../domain/messages/numbers-in-text.ts';
import { answerThread } from '../../../posting/channels/thread-answer.ts';
import type { ShareKind } from '../../../posting/shared-answer.ts';
import { helpView, typeInsteadView } from '../../../slack/blocks/advice-view.ts';
import type { View } from '../../../slack/blocks/blocks.ts';
import { isChannel } from '../../../slack/listeners/access.ts';
import type { FormReply } from '../../../slack/listeners/context.ts';
import type { MentionContext } from '../../../slack/listeners/mentions.ts';
import type { IncidentContext, IncidentTranslations } from '../locales/index.ts';
import type { IncidentDeps } from '../model.ts';
import { parseCheckInput } from './input.ts';
import { sharedValue } from './share.ts';

interface CheckMention {
  readonly share: ShareKind<IncidentTranslations>;
  /** As the command answers it. */
  readonly answerAlone: (operator: string | undefined, context: IncidentContext) => Promise<View>;
}

/** As many are in no operator's name, even where they are no whole number. */
const DIGITS_OF_A_NUMBER = /(?:\d\D*){4}/;

/** `check …` written to the bot. With a number beside it somebody's messages are meant, and not how SMS works. */
export async function answerCheckMention(
  text: string,
  context: MentionContext<IncidentTranslations>,
  { share, answerAlone }: CheckMention,
  deps: IncidentDeps,
): Promise<FormReply | undefined> {
  const { t, channelId } = context;
  const { settings } = deps;
  const { numbers, possible } = findNumbers(text, settings.defaultRegion, isPeriod);
  if (numbers.length + possible.length > 0) return undefined;
  const input = parseCheckInput(text);
  if ('problem' in input || input.kind === 'rehearse') return typeInsteadView('/sms-check rehearse', t);
  if (input.kind === 'help') return helpView(t.check.help, t, settings);
  if (DIGITS_OF_A_NUMBER.test(text)) return undefined;
  if (!isChannel(channelId)) return answerAlone(input.operator, context);
  return answerThread(share, sharedValue(input.operator), context, deps);
}
