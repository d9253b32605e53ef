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

/** What a channel is shown, or what is said instead to each who asked. */
export type Made<T extends Translations = Translations> =
  | {
      /** What asks for the same again on any other day. */
      readonly asked: string;
      /** MSISDNs that it is about. */
      readonly numbers: readonly string[];
      readonly shared: View;
      /** The rest, for the thread of it. */
      readonly thread?: View | undefined;
      /** What who shares it is told; that it was shared, unless told. */
      readonly posted?: string | undefined;
    }
  | { readonly instead: (context: RequestContext<T>) => View };

/** What a thread is answered with; `undefined` where what was asked for cannot be read any more. */
type MadeForThread<T extends Translations> = Made<T> | BackgroundAnswer | undefined;

interface Making<T extends Translations> {
  readonly act: Act;
  /** In the language and the zone that the channel reads. */
  readonly context: RequestContext<T>;
  /** Left out of what answers words in a thread: all of it is one message. */
  readonly sharedBy: string | undefined;
}

/** The thread that is answered, for an answer that takes long: a message there shows how far it is, and becomes it. */
interface AnsweredThread {
  readonly post: (progress: View) => Promise<Place | SlackError>;
  /** The value of the button that asks for it again. */
  readonly again: (asked: string) => string;
  readonly finished: (shared: View, asked: string) => View;
}

/** What a feature shares: anybody who may ask can have it read again in its place. */
export interface ShareKind<T extends Translations = Translations> {
  /** Begins the ids of its buttons. */
  readonly name: 'status' | 'report' | 'check';
  /** What the audit is told of an answer. */
  readonly act: Act;
  readonly translations: (language: Language) => T;
  /** Reads it anew. `undefined` where `asked` was sealed by another key or version. @throws UpstreamError */
  readonly make: (asked: string, making: Making<T>) => Promise<Made<T> | undefined>;
  /** The same for a thread, where it may take long. */
  readonly makeForThread?: (
    asked: string,
    making: Making<T>,
    thread: AnsweredThread,
  ) => Promise<MadeForThread<T>>;
}

export interface SharedAnswerDeps extends ShareDeps {
  readonly slack: ShareDeps['slack'] & { readonly channelInfo: ChannelInfo };
  readonly runtime: { readonly sealer: Sealer };
}

/** All that is needed to read a shared answer again, by whoever presses the button under it. */
export interface SharedState {
  /** The feature's own, sealed by itself. */
  readonly asked: string;
  readonly language: Language;
  /** IANA zone in which days are meant, and times stand where Slack has no dates. */
  readonly timeZone: string;
  readonly sharedBy?: string | undefined;
  /** The message in its thread that has the rest. */
  readonly detailsTs?: string | undefined;
  /** Of what is not posted yet: the thread it answers. */
  readonly threadTs?: string | undefined;
  /** Whoever shared it knew that people of another organisation read the channel. */
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

/** `undefined` where it was sealed by another key or version. */
export function openShared(sealer: Sealer, value: string): SharedState | undefined {
  const plain = sealedState.open(sealer, value);
  if (!plain) return undefined;
  const { a: asked, l: language, z: timeZone, b: sharedBy, d: detailsTs, t: threadTs, x } = plain;
  return { asked, language, timeZone, sharedBy, detailsTs, threadTs, isForExternal: x };
}

export const refreshAction = ({ name }: Pick<ShareKind, 'name'>) => `${name}.share.refresh`;
export const externalAction = ({ name }: Pick<ShareKind, 'name'>) => `${name}.mention.external`;

/** What is shared, with the button that has it read again. */
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

/** Whoever asks, in the language and the zone of what is shared. */
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
  /** The channel it was asked in. */
  readonly channelId: string | undefined;
  /** Also where people of another organisation read it. */
  readonly isConfirmed: boolean;
}

/** Reads anew and posts to the channel. Says that it was posted, or why not, to who shares it. */
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
  const outcome = await postWithThread(to, { made, state }, kind, deps);
  if (outcome === 'posted') return view(richText(line(made.posted ?? t.post.shared)));
  return outcome.isThere ? refusalView(outcome.refusal, t) : notSentView(outcome.refusal, context);
}

interface ToPost {
  readonly made: Extract<Made<never>, { readonly asked: string }>;
  readonly state: SharedState;
}

type Posted = 'posted' | { readonly refusal: SlackError; readonly isThere: boolean };

async function postWithThread<T extends Translations>(
  channelId: string,
  { made: { shared, thread }, state }: ToPost,
  kind: ShareKind<T>,
  { posting: { post }, runtime: { sealer } }: SharedAnswerDeps,
): Promise<Posted> {
  const refreshable = (of: SharedState) => withRefresh(shared, of, kind, sealer);
  // With the rest comes the button: nobody can press it while the message is about to change by itself.
  const place = await post.toChannel(channelId, thread ? shared : refreshable(state));
  if ('refused' in place) return { refusal: place, isThere: false };
  if (!thread) return 'posted';
  const reply = await post.toChannel(place.channel, thread, place);
  const isRefused = 'refused' in reply;
  await post.settle(place, refreshable(isRefused ? state : { ...state, detailsTs: reply.ts }));
  return isRefused ? { refusal: reply, isThere: true } : 'posted';
}

interface ToAnswer {
  readonly state: SharedState;
  readonly isConfirmed: boolean;
}

/**
 * Answers words in their thread, whole and for everybody there; what is wrong with them, and what people of another
 * organisation would read, is told to who wrote alone.
 */
export async function answerInThread<T extends Translations>(
  kind: ShareKind<T>,
  { state, isConfirmed }: ToAnswer,
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
