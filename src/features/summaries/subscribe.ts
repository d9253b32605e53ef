import { unavailableChannelView } from '../../channels/unavailable-channel.ts';
import { addDaysTo, localDay } from '../../domain/time/period.ts';
import type { Advice } from '../../i18n/index.ts';
import type { Post } from '../../posting/post.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { adviceView } from '../../slack/advice-view.ts';
import { bold, button, line, richText, type View } from '../../slack/blocks/blocks.ts';
import type { SlackError } from '../../slack/errors.ts';
import { createFormatter } from '../../slack/format.ts';
import { type Access, isChannel } from '../../slack/listeners/access.ts';
import type { FailureOf, FormReply } from '../../slack/listeners/context.ts';

import type { Subscription } from '../../store/channels/subscription-rows.ts';
import type { Subscriptions } from '../../store/channels/subscriptions.ts';
import { type SubscriptionRequest, sealSubscriptionRequest } from './actions.ts';
import { DEFAULT_TIME } from './form.ts';
import type { SubscriptionProblem, TypedSettings } from './input.ts';
import { oneView } from './list-view.ts';
import { type SummaryContext, summaryTranslations } from './locales/index.ts';
import { readSummary, type SummaryReadingDeps } from './summarize.ts';
import { summaryView } from './view.ts';

export interface SubscribeDeps extends SummaryReadingDeps {
  readonly subscriptions: Pick<Subscriptions, 'add'>;
  readonly post: Pick<Post, 'canPost' | 'toPerson'>;
  readonly access: Pick<Access, 'refusalFor' | 'allowsChannel'>;
  readonly sealer: Sealer;
  readonly senders: ReadonlyMap<string, string>;
  /** Aborted when the bot stops: a preview is not waited for. */
  readonly stopping?: AbortSignal;
}

/** What was typed, completed from who asks and where. */
export function completed(
  { channel, time, zone, language, sender }: TypedSettings,
  { user, channelId }: Pick<SummaryContext, 'user' | 'channelId'>,
): SubscriptionRequest | SubscriptionProblem {
  const here = isChannel(channelId) ? channelId : undefined;
  const to = channel ?? here;
  if (to === undefined) return { problem: 'no_channel' };
  return {
    channel: to,
    time: time ?? DEFAULT_TIME,
    zone: zone ?? user.timeZone,
    language: language ?? user.language,
    ...(sender === undefined ? {} : { sender }),
  };
}

/** Subscribes a channel where the bot can post and figures may be shown, and has a preview brought to the asker. */
export async function subscribe(
  request: SubscriptionRequest,
  context: SummaryContext,
  deps: SubscribeDeps,
): Promise<FormReply> {
  const { t, user, now } = context;
  const closed = await closedTo(request.channel, context, deps);
  if (closed && 'refused' in closed) {
    const value = sealSubscriptionRequest(deps.sealer, request);
    return unavailableChannelView(closed, button('subscription.again', t.channels.again, value), t);
  }
  if (closed) return adviceView(closed, t);

  const { subscription, isNew } = await deps.subscriptions.add({ ...request, subscriber: user.id }, now);
  const options = { t, senders: deps.senders, now, timeZone: user.timeZone };
  const { added, there, previewComes } = t.subscription;
  if (!isNew) return oneView(subscription, there, options);
  return {
    interim: oneView(subscription, { sentence: added, nextStep: previewComes }, options),
    replaces: true,
    finish: (failureOf) => bringPreview(subscription, context, deps, failureOf),
  };
}

/** What stands against figures in a channel: that they may not be asked for there, or that Slack lets nothing in. */
export async function closedTo(
  channel: string,
  { user, t }: Pick<SummaryContext, 'user' | 't'>,
  { access, post }: Pick<SubscribeDeps, 'access' | 'post'>,
): Promise<Advice | SlackError | undefined> {
  const refusal = await access.refusalFor(user, channel);
  if (!refusal) return post.canPost(channel);
  return refusal.refusal === 'channel' ? t.subscription.channelNotAllowed : t.refusals[refusal.refusal];
}

/** Yesterday's summary as the channel would read it, to the one who subscribes; what is returned is said here. */
async function bringPreview(
  { zone, language, sender }: Subscription,
  { user, t }: SummaryContext,
  deps: SubscribeDeps,
  failureOf: FailureOf,
): Promise<View | undefined> {
  const { previewFailed, previewRefused } = t.subscription;
  const now = deps.now();
  const question = { day: addDaysTo(localDay(now, zone), -1), zone, sender };
  try {
    const model = await readSummary(question, deps, deps.stopping ? { signal: deps.stopping } : {});
    const spoken = summaryTranslations(language);
    const formatter = createFormatter(spoken, zone, now, { isLasting: true });
    const preview = summaryView(model, { t: spoken, formatter, senders: deps.senders, isPreview: true });
    const posted = await deps.post.toPerson(user.id, preview);
    return 'refused' in posted ? under(previewRefused, preview) : undefined;
  } catch (error) {
    return under(previewFailed, failureOf(error));
  }
}

/** A view with a sentence above it. */
function under(sentence: string, { text, blocks, plain }: View): View {
  const above = richText(line(bold(sentence)));
  return {
    text: `${sentence}\n${text}`,
    blocks: [above, ...blocks],
    ...(plain ? { plain: [above, ...plain] } : {}),
  };
}
