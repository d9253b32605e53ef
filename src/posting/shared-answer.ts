import { z } from 'zod';
import type { Act } from '../domain/audit.ts';
import { isLanguage, type Language, type Translations } from '../i18n/index.ts';
import { type Sealer, sealedJson } from '../runtime/crypto.ts';
import { refusalView } from '../slack/blocks/advice-view.ts';
import { actions, button, line, richText, type View, view } from '../slack/blocks/blocks.ts';
import { createFormatter } from '../slack/blocks/format.ts';
import type { ChannelInfo } from '../slack/connection/channel-info.ts';
import type { SlackError } from '../slack/errors.ts';
import {
  type BackgroundAnswer,
  type FormReply,
  type RequestContext,
  SHOWN_THERE,
} from '../slack/listeners/context.ts';
import { type ChannelReading, channelLanguage } from './channels/settings-form.ts';
import { externalChannelView } from './channels/unavailable-channel.ts';
import type { Place } from './post.ts';
import { channelToShareIn, notSentView, personRefusalView, type ShareDeps } from './share.ts';

export type Made<T extends Translations = Translations> =
  | {
      /** Asks the same on any other day. */
      readonly asked: string;
      readonly numbers: readonly string[];
      readonly shared: View;
      readonly thread?: View | undefined;
      /** The confirmation for the person, in place of the usual one. */
      readonly posted?: string | undefined;
    }
  | { readonly instead: (context: RequestContext<T>) => View };

interface Making<T extends Translations> {
  readonly act: Act;
  readonly context: RequestContext<T>;
  /** Left out in a thread, which has all of it in one message. */
  readonly sharedBy: string | undefined;
}

/** A thread with a message for progress, which becomes the answer. */
interface AnsweredThread {
  readonly post: (progress: View) => Promise<Place | SlackError>;
  readonly again: (asked: string) => string;
  readonly finished: (shared: View, asked: string) => View;
}

/** An answer that a feature shares; each person with access can have it read again. */
export interface ShareKind<T extends Translations = Translations> {
  /** Begins the ids of its buttons. */
  readonly name: 'status' | 'report' | 'check';
  readonly act: Act;
  readonly translations: (language: Language) => T;
  /** `undefined` where `asked` was sealed by another key or version. @throws UpstreamError */
  readonly make: (asked: string, making: Making<T>) => Promise<Made<T> | undefined>;
  /** The same for a thread, where it may take long. */
  readonly makeForThread?: (
    asked: string,
    making: Making<T>,
    thread: AnsweredThread,
  ) => Promise<Made<T> | BackgroundAnswer | undefined>;
}

export interface SharedAnswerDeps extends ShareDeps {
  readonly slack: ShareDeps['slack'] & { readonly channelInfo: ChannelInfo };
  readonly runtime: { readonly sealer: Sealer };
}

export interface SharedState {
  readonly asked: string;
  readonly language: Language;
  /** IANA zone of days, and of times where Slack has no dates. */
  readonly timeZone: string;
  readonly sharedBy?: string | undefined;
  /** The message in its thread with the rest. */
  readonly detailsTs?: string | undefined;
  /** The thread to answer, before it is posted. */
  readonly threadTs?: string | undefined;
  /** The person confirmed that another organisation reads the channel. */
  readonly isForExternal?: boolean | undefined;
}

const sealedState = sealedJson(
  'shared.answer',
  z.object({
    a: z.string(),
    l: z.string().refine(isLanguage),
    z: z.string(),
    b: z.string().optional(),
    d: z.string().optional(),
    t: z.string().optional(),
    x: z.boolean().optional(),
  }),
);

export function sealShared(sealer: Pick<Sealer, 'seal'>, state: SharedState): string {
  const { asked: a, language: l, timeZone, sharedBy: b, detailsTs: d, threadTs: t, isForExternal } = state;
  return sealedState.seal(sealer, { a, l, z: timeZone, b, d, t, x: isForExternal || undefined });
}

export function openShared(sealer: Sealer, value: string): SharedState | undefined {
  const plain = sealedState.open(sealer, value);
  if (!plain) return undefined;
  const { a: asked, l: language, z: timeZone, b: sharedBy, d: detailsTs, t: threadTs, x } = plain;
  return { asked, language, timeZone, sharedBy, detailsTs, threadTs, isForExternal: x };
}

export const refreshAction = ({ name }: Pick<ShareKind, 'name'>) => `${name}.share.refresh`;
export const externalAction = ({ name }: Pick<ShareKind, 'name'>) => `${name}.mention.external`;

/** The view with a button that reads it again. */
export function withRefresh<T extends Translations>(
  shared: View,
  state: SharedState,
  kind: Pick<ShareKind<T>, 'name' | 'translations'>,
  sealer: Pick<Sealer, 'seal'>,
): View {
  const { refresh } = kind.translations(state.language).answer;
  const row = actions('share', button(refreshAction(kind), refresh, sealShared(sealer, state)));
  const { blocks, plain } = shared;
  return { ...shared, blocks: [...blocks, row], ...(plain ? { plain: [...plain, row] } : {}) };
}

/** The present person, in the language and zone of the shared answer. */
export function readAs<T extends Translations>(
  { language, timeZone }: Pick<SharedState, 'language' | 'timeZone'>,
  context: RequestContext,
  kind: ShareKind<T>,
): RequestContext<T> {
  const t = kind.translations(language);
  const user = { ...context.user, language, timeZone };
  return { ...context, user, t, formatter: createFormatter(t, timeZone, context.now) };
}

interface ToShare {
  readonly asked: string;
  readonly channelId: string | undefined;
  readonly isConfirmed: boolean;
}

/** Reads again and posts to the channel. @returns the confirmation or the refusal, for the person */
export async function shareAnswer<T extends Translations>(
  kind: ShareKind<T>,
  { asked, channelId, isConfirmed }: ToShare,
  context: RequestContext<T>,
  deps: SharedAnswerDeps,
): Promise<View> {
  const { t, user } = context;
  const to = channelToShareIn(channelId, deps, t);
  if (typeof to !== 'string') return to;
  const goingOn = { actionId: `${kind.name}.share.external`, value: asked, isConfirmed };
  const external = await externalChannelView(to, goingOn, t, deps.slack.channelInfo);
  if (external) return external;
  const made = await kind.make(asked, { act: 'shared', context, sharedBy: user.name });
  if (!made) throw new Error('what is shared was asked for just now');
  if ('instead' in made) return made.instead(context);
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const { language, timeZone } = user;
  const state = { asked: made.asked, language, timeZone, sharedBy: user.name, isForExternal: isConfirmed };
  const outcome = await postWithThread(to, { ...made, state }, kind, deps);
  if (outcome === 'posted') return view(richText(line(made.posted ?? t.post.shared)));
  return outcome.isThere ? refusalView(outcome.refusal, t) : notSentView(outcome.refusal, context);
}

async function postWithThread<T extends Translations>(
  channelId: string,
  { shared, thread, state }: { shared: View; thread?: View | undefined; state: SharedState },
  kind: ShareKind<T>,
  { posting: { post }, runtime: { sealer } }: SharedAnswerDeps,
): Promise<'posted' | { readonly refusal: SlackError; readonly isThere: boolean }> {
  const refreshable = (of: SharedState) => withRefresh(shared, of, kind, sealer);
  // The button comes with the rest: a press must not meet the change.
  const place = await post.toChannel(channelId, thread ? shared : refreshable(state));
  if ('refused' in place) return { refusal: place, isThere: false };
  if (!thread) return 'posted';
  const reply = await post.toChannel(place.channel, thread, place);
  const isRefused = 'refused' in reply;
  await post.settle(place, refreshable(isRefused ? state : { ...state, detailsTs: reply.ts }));
  return isRefused ? { refusal: reply, isThere: true } : 'posted';
}

/** Answers words in their thread, for all; faults, and the warning of another organisation, go to the author alone. */
export async function answerInThread<T extends Translations>(
  kind: ShareKind<T>,
  { state, isConfirmed }: { readonly state: SharedState; readonly isConfirmed: boolean },
  context: RequestContext<T>,
  deps: SharedAnswerDeps,
): Promise<FormReply | undefined> {
  const { t, channelId } = context;
  const { threadTs, ...ofButton } = state;
  const kept = { ...ofButton, isForExternal: isConfirmed };
  const { sealer } = deps.runtime;
  const to = channelToShareIn(channelId, deps, t);
  if (typeof to !== 'string') return to;
  if (threadTs === undefined) return undefined;
  const goingOn = { actionId: externalAction(kind), value: sealShared(sealer, state), isConfirmed };
  const external = await externalChannelView(to, goingOn, t, deps.slack.channelInfo);
  if (external) return external;
  const making = { act: kind.act, context: readAs(state, context, kind), sharedBy: undefined };
  const thread: AnsweredThread = {
    post: (progress) => deps.posting.post.toChannel(to, progress, { channel: to, ts: threadTs }),
    again: (asked) => sealShared(sealer, { ...kept, asked }),
    finished: (shared, asked) => withRefresh(shared, { ...kept, asked }, kind, sealer),
  };
  const made = await (kind.makeForThread?.(state.asked, making, thread) ?? kind.make(state.asked, making));
  if (!made || 'finish' in made) return made;
  if ('instead' in made) return made.instead(context);
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const place = await thread.post(thread.finished(made.shared, made.asked));
  return 'refused' in place ? notSentView(place, context) : SHOWN_THERE;
}

/** In the language of the channel, with days as the person means them. */
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
