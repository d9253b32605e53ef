import type { Translations } from '../../i18n/index.ts';
import type { FormReply, RequestContext } from '../../slack/listeners/context.ts';
import { answerInThread, type SharedAnswerDeps, type ShareKind } from '../shared-answer.ts';
import { type ChannelReading, channelLanguage } from './defaults.ts';

/** Answers a thread in the language that its channel reads, with days as whoever asks means them. */
export async function answerThread<T extends Translations>(
  kind: ShareKind<T>,
  asked: string,
  context: RequestContext<T>,
  deps: SharedAnswerDeps & ChannelReading,
): Promise<FormReply | undefined> {
  const { user, channelId, threadTs } = context;
  const language = await channelLanguage(channelId, deps);
  const state = { asked, language, timeZone: user.timeZone, threadTs };
  return answerInThread(kind, { state, isConfirmed: false }, context, deps);
}
