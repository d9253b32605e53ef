import type { Sealer } from '../../crypto.ts';
import { addDaysTo, localDay } from '../../domain/period.ts';
import { type Access, isChannel } from '../../slack/access.ts';
import { bold, button, line, richText, type View } from '../../slack/blocks.ts';
import { closedView } from '../../slack/closed-view.ts';
import type { Asker, FailureOf } from '../../slack/command.ts';
import type { FormReply } from '../../slack/desk.ts';
import { adviceView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import type { Post, SlackRefusal } from '../../slack/post.ts';
import { type Advice, wordsFor } from '../../slack/words/index.ts';
import type { Subscription, Subscriptions } from '../../store/subscriptions.ts';
import { DEFAULT_TIME } from './form.ts';
import type { SubscriptionProblem, TypedSettings } from './input.ts';
import { oneView } from './list-view.ts';
import { readSummary, type SummaryReadingDeps } from './reading.ts';
import { type SubscriptionRequest, sealRequest } from './turn.ts';
import { summaryView } from './view.ts';

export interface SubscribeDeps extends SummaryReadingDeps {
  readonly subscriptions: Pick<Subscriptions, 'add'>;
  readonly post: Pick<Post, 'canReach' | 'toPerson'>;
  readonly access: Pick<Access, 'refusalFor' | 'allowsChannel'>;
  readonly sealer: Sealer;
  readonly senders: ReadonlyMap<string, string>;
  /** Aborted when the bot stops: a preview is not waited for. */
  readonly stopping?: AbortSignal;
}

/** What was typed, completed from who asks and where. */
export function completed(
  { channel, time, zone, language, sender }: TypedSettings,
  { person, channelId }: Pick<Asker, 'person' | 'channelId'>,
): SubscriptionRequest | SubscriptionProblem {
  const here = isChannel(channelId) ? channelId : undefined;
  const to = channel ?? here;
  if (to === undefined) return { problem: 'no_channel' };
  return {
    channel: to,
    time: time ?? DEFAULT_TIME,
    zone: zone ?? person.timeZone,
    language: language ?? person.language,
    ...(sender === undefined ? {} : { sender }),
  };
}

/** Subscribes a channel where the bot can post and figures may be shown, and has a preview brought to the asker. */
export async function subscribe(
  request: SubscriptionRequest,
  asker: Asker,
  deps: SubscribeDeps,
): Promise<FormReply> {
  const { words, person, now } = asker;
  const closed = await closedTo(request.channel, asker, deps);
  if (closed && 'refused' in closed) {
    const value = sealRequest(deps.sealer, request);
    return closedView(closed, button('subscription.again', words.channels.again, value), words);
  }
  if (closed) return adviceView(closed, words);

  const { subscription, isNew } = await deps.subscriptions.add({ ...request, subscriber: person.id }, now);
  const options = { words, senders: deps.senders, now, timeZone: person.timeZone };
  const { added, there, previewComes } = words.subscription;
  if (!isNew) return oneView(subscription, there, options);
  return {
    meanwhile: oneView(subscription, { sentence: added, nextStep: previewComes }, options),
    replaces: true,
    rest: (failureOf) => bringPreview(subscription, asker, deps, failureOf),
  };
}

/** What stands against figures in a channel: that they may not be asked for there, or that Slack lets nothing in. */
export async function closedTo(
  channel: string,
  { person, words }: Pick<Asker, 'person' | 'words'>,
  { access, post }: Pick<SubscribeDeps, 'access' | 'post'>,
): Promise<Advice | SlackRefusal | undefined> {
  const refusal = await access.refusalFor(person, channel);
  if (!refusal) return post.canReach(channel);
  return refusal.refusal === 'channel'
    ? words.subscription.channelNotAllowed
    : words.refusals[refusal.refusal];
}

/** Yesterday's summary as the channel would read it, to the one who subscribes; what is returned is said here. */
async function bringPreview(
  { zone, language, sender }: Subscription,
  { person, words }: Asker,
  deps: SubscribeDeps,
  failureOf: FailureOf,
): Promise<View | undefined> {
  const { previewFailed, previewRefused } = words.subscription;
  const now = deps.now();
  const question = { day: addDaysTo(localDay(now, zone), -1), zone, sender };
  try {
    const model = await readSummary(question, deps, deps.stopping ? { signal: deps.stopping } : {});
    const spoken = wordsFor(language);
    const formats = createFormats(spoken, zone, now, { isLasting: true });
    const preview = summaryView(model, { words: spoken, formats, senders: deps.senders, isPreview: true });
    const posted = await deps.post.toPerson(person.id, preview);
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
