import { z } from 'zod';
import type { Act } from '../domain/audit.ts';
import { isLanguage, type Language, type Translations } from '../i18n/index.ts';
import { type Sealer, sealedJson } from '../runtime/crypto.ts';
import { refusalView } from '../slack/blocks/advice-view.ts';
import { actions, button, line, richText, type View, view } from '../slack/blocks/blocks.ts';
import { createFormatter } from '../slack/blocks/format.ts';
import type { SlackError } from '../slack/errors.ts';
import {
  ALREADY_SHOWN,
  type BackgroundAnswer,
  type FormReply,
  type RequestContext,
} from '../slack/listeners/context.ts';
import { type ChannelLocaleDeps, channelLanguage } from './channels/settings-form.ts';
import { externalChannelView } from './channels/unavailable-channel.ts';
import type { PostedMessage } from './post.ts';
import { channelToShareIn, notSentView, personRefusalView, type ShareDeps } from './share.ts';

export type SharedAnswer<T extends Translations = Translations> =
  | {
      /** Button value that repeats the request. It contains dates, so it means the same on any later day. */
      readonly request: string;
      readonly numbers: readonly string[];
      readonly shared: View;
      readonly thread?: View | undefined;
      readonly confirmation?: string | undefined;
    }
  | { readonly instead: (context: RequestContext<T>) => View };

interface SharedAnswerOptions<T extends Translations> {
  readonly act: Act;
  readonly context: RequestContext<T>;
  /** Name of the person who shared the answer; `undefined` for an answer in a thread. */
  readonly sharedBy: string | undefined;
}

interface AnsweredThread {
  readonly post: (progress: View) => Promise<PostedMessage | SlackError>;
  readonly againValue: (request: string) => string;
  readonly withRefreshButton: (shared: View, request: string) => View;
}

export interface ShareKind<T extends Translations = Translations> {
  readonly name: 'status' | 'report' | 'check';
  readonly act: Act;
  readonly translations: (language: Language) => T;
  /** Creates an answer; `undefined` if it cannot open `request`. @throws UpstreamError if reading fails */
  readonly createAnswer: (
    request: string,
    options: SharedAnswerOptions<T>,
  ) => Promise<SharedAnswer<T> | undefined>;
  /** Replaces `createAnswer` for answers in threads: a slow answer shows its progress in the thread. */
  readonly createThreadAnswer?: (
    request: string,
    options: SharedAnswerOptions<T>,
    thread: AnsweredThread,
  ) => Promise<SharedAnswer<T> | BackgroundAnswer | undefined>;
}

export interface SharedState {
  readonly request: string;
  readonly language: Language;
  /** IANA zone of the answer’s days, and of times that Slack does not convert to the reader’s zone. */
  readonly timeZone: string;
  readonly sharedBy?: string | undefined;
  /** Slack timestamp of the message with the details, in the thread of the shared message. */
  readonly detailsTs?: string | undefined;
  /** Slack timestamp of the thread in which to post the answer; removed when the answer is posted. */
  readonly threadTs?: string | undefined;
  /** Whether the person agreed that another organisation in the channel reads the answer. */
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
  const { request: a, language: l, timeZone, sharedBy: b, detailsTs: d, threadTs: t, isForExternal } = state;
  return sealedState.seal(sealer, { a, l, z: timeZone, b, d, t, x: isForExternal || undefined });
}

export function openShared(sealer: Sealer, value: string): SharedState | undefined {
  const plain = sealedState.open(sealer, value);
  if (!plain) return undefined;
  const { a: request, l: language, z: timeZone, b: sharedBy, d: detailsTs, t: threadTs, x } = plain;
  return { request, language, timeZone, sharedBy, detailsTs, threadTs, isForExternal: x };
}

export const refreshAction = ({ name }: Pick<ShareKind, 'name'>) => `${name}.share.refresh`;
export const externalAction = ({ name }: Pick<ShareKind, 'name'>) => `${name}.mention.external`;

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

/** Context of the person who presses, but with the language and time zone of the shared answer. */
export function localizedContext<T extends Translations>(
  { language, timeZone }: Pick<SharedState, 'language' | 'timeZone'>,
  context: RequestContext,
  kind: ShareKind<T>,
): RequestContext<T> {
  const t = kind.translations(language);
  const user = { ...context.user, language, timeZone };
  return { ...context, user, t, format: createFormatter(t, timeZone, context.now) };
}

interface ShareRequest {
  readonly request: string;
  readonly channelId: string | undefined;
  readonly isConfirmed: boolean;
}

/** Posts an answer to the channel. Returns a confirmation or refusal for the person who pressed Share. */
export async function shareAnswer<T extends Translations>(
  kind: ShareKind<T>,
  { request, channelId, isConfirmed }: ShareRequest,
  context: RequestContext<T>,
  deps: ShareDeps,
): Promise<View> {
  const { t, user } = context;
  const to = channelToShareIn(channelId, deps, t);
  if (typeof to !== 'string') return to;
  const confirmation = { actionId: `${kind.name}.share.external`, value: request, isConfirmed };
  const external = await externalChannelView(to, confirmation, t, deps.slack.channelInfo);
  if (external) return external;
  const answer = await kind.createAnswer(request, { act: 'shared', context, sharedBy: user.name });
  if (!answer) throw new Error('what is shared was asked for just now');
  if ('instead' in answer) return answer.instead(context);
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const { language, timeZone, name: sharedBy } = user;
  const state = { request: answer.request, language, timeZone, sharedBy, isForExternal: isConfirmed };
  const result = await postWithThread(to, { ...answer, state }, kind, deps);
  if (result === 'posted') return view(richText(line(answer.confirmation ?? t.post.shared)));
  return result.isThere ? refusalView(result.refusal, t) : notSentView(result.refusal, context);
}

async function postWithThread<T extends Translations>(
  channelId: string,
  { shared, thread, state }: { shared: View; thread?: View | undefined; state: SharedState },
  kind: ShareKind<T>,
  { posting: { post }, runtime: { sealer } }: ShareDeps,
): Promise<'posted' | { readonly refusal: SlackError; readonly isThere: boolean }> {
  const refreshable = (of: SharedState) => withRefresh(shared, of, kind, sealer);
  // If details follow in a thread, the Refresh button is added after them, so that no refresh comes between.
  const place = await post.toChannel(channelId, thread ? shared : refreshable(state));
  if ('refused' in place) return { refusal: place, isThere: false };
  if (!thread) return 'posted';
  const reply = await post.toChannel(place.channel, thread, place);
  const isRefused = 'refused' in reply;
  await post.changeWithRetries(place, refreshable(isRefused ? state : { ...state, detailsTs: reply.ts }));
  return isRefused ? { refusal: reply, isThere: true } : 'posted';
}

/** Posts the answer into the thread; failures and warnings are shown only to the author of the request. */
export async function answerInThread<T extends Translations>(
  kind: ShareKind<T>,
  { state, isConfirmed }: { readonly state: SharedState; readonly isConfirmed: boolean },
  context: RequestContext<T>,
  deps: ShareDeps,
): Promise<FormReply | undefined> {
  const { t, channelId } = context;
  const { threadTs, ...rest } = state;
  const buttonState = { ...rest, isForExternal: isConfirmed };
  const { sealer } = deps.runtime;
  const to = channelToShareIn(channelId, deps, t);
  if (typeof to !== 'string') return to;
  if (threadTs === undefined) return undefined;
  const confirmation = { actionId: externalAction(kind), value: sealShared(sealer, state), isConfirmed };
  const external = await externalChannelView(to, confirmation, t, deps.slack.channelInfo);
  if (external) return external;
  const options = { act: kind.act, context: localizedContext(state, context, kind), sharedBy: undefined };
  const thread: AnsweredThread = {
    post: (progress) => deps.posting.post.toChannel(to, progress, { channel: to, ts: threadTs }),
    againValue: (request) => sealShared(sealer, { ...buttonState, request }),
    withRefreshButton: (shared, request) => withRefresh(shared, { ...buttonState, request }, kind, sealer),
  };
  const answer = await (kind.createThreadAnswer?.(state.request, options, thread) ??
    kind.createAnswer(state.request, options));
  if (!answer || 'finish' in answer) return answer;
  if ('instead' in answer) return answer.instead(context);
  const refused = await personRefusalView(context, deps.slack);
  if (refused) return refused;
  const place = await thread.post(thread.withRefreshButton(answer.shared, answer.request));
  return 'refused' in place ? notSentView(place, context) : ALREADY_SHOWN;
}

/** The answer is in the language of the channel, and its days are in the time zone of the person. */
export async function answerThread<T extends Translations>(
  kind: ShareKind<T>,
  request: string,
  context: RequestContext<T>,
  deps: ShareDeps & ChannelLocaleDeps,
): Promise<FormReply | undefined> {
  const { user, channelId, threadTs } = context;
  const language = await channelLanguage(channelId, deps);
  const state = { request, language, timeZone: user.timeZone, threadTs };
  return answerInThread(kind, { state, isConfirmed: false }, context, deps);
}
