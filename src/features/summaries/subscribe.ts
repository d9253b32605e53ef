import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import { isLanguage } from '../../i18n/index.ts';
import { channelDefaults } from '../../posting/channels/settings-form.ts';
import { channelRefusalView, externalChannelView } from '../../posting/channels/unavailable-channel.ts';
import type { Place } from '../../posting/post.ts';
import { personRefusalView } from '../../posting/share.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { bold, button, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { isTransient, type SlackError } from '../../slack/errors.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { FailureOf, FormReply } from '../../slack/listeners/context.ts';
import type { NewSubscription, Subscription } from '../../store/channels/subscriptions.ts';
import type { FeatureDeps } from '../dependencies.ts';
import { DEFAULT_TIME, type SubscriptionProblem, type TypedSettings } from './input.ts';
import type { SummaryContext } from './locales/index.ts';
import { addedView, alreadyThereView } from './subscription-view.ts';
import { readSummary } from './summarize.ts';
import { channelView, summaryView } from './view.ts';

export async function completed(
  { channel, time, zone, language, sender }: TypedSettings,
  { channelId }: SummaryContext,
  { stores, settings }: FeatureDeps,
): Promise<SubscriptionRequest | SubscriptionProblem> {
  const to = channel ?? (isChannel(channelId) ? channelId : undefined);
  if (to === undefined) return { problem: 'no_channel' };
  const reads = await channelDefaults(to, stores, settings.defaults);
  return {
    channel: to,
    time: time ?? DEFAULT_TIME,
    zone: zone ?? reads.zone,
    language: language ?? reads.language,
    sender,
  };
}

/** `isConfirmed`: also where people of another organisation read it. */
export async function subscribe(
  request: SubscriptionRequest,
  context: SummaryContext,
  deps: FeatureDeps,
  isConfirmed = false,
): Promise<FormReply> {
  const { t, user, now, acts } = context;
  const { stores, settings, runtime, slack } = deps;
  const { channel, time, zone, language, sender } = request;
  // Sealed, because it may name a sender.
  const plain = { c: channel, t: time, z: zone, l: language, s: sender };
  const value = sealedRequest.seal(runtime.sealer, plain);
  const again = button('subscription.again', t.channels.again, value);
  const refusal = await channelRefusalView(channel, again, context, deps);
  if (refusal) {
    acts.note('subscribed');
    return refusal;
  }
  const goingOn = { actionId: 'subscription.external', value, isConfirmed };
  const external = await externalChannelView(channel, goingOn, t, slack.channelInfo);
  if (external) return external;
  acts.note('subscribed');

  const { subscription, isNew } = await stores.subscriptions.add({ ...request, subscriber: user.id }, now);
  const options = { t, senders: settings.senders, now, timeZone: user.timeZone };
  if (!isNew) return alreadyThereView(subscription, options);
  const { post } = deps.posting;
  const begun = await post.toPerson(user.id, view(richText(line(t.subscription.previewMaking))));
  const isHere = 'refused' in begun && !isTransient(begun.refused);
  return {
    interim: addedView(subscription, options, 'refused' in begun ? begun : undefined),
    replaces: true,
    async finish(failureOf) {
      const made = await makePreview(subscription, context, deps, failureOf);
      if (isHere) return made;
      const refused = await personRefusalView(context, slack);
      return finishPreview(begun, refused ?? made, context, deps);
    },
  };
}

async function makePreview(
  { zone, language, sender }: Subscription,
  { t }: SummaryContext,
  deps: FeatureDeps,
  failureOf: FailureOf,
): Promise<View> {
  const now = deps.runtime.now();
  const { senders } = deps.settings;
  try {
    const question = { day: addDaysTo(localDay(now, zone), -1), zone, sender };
    const model = await readSummary(question, deps, deps.runtime.stopping);
    return summaryView(model, { ...channelView({ language, zone }, now, senders), isPreview: true });
  } catch (error) {
    return under(t.subscription.previewFailed, failureOf(error));
  }
}

/** A longer pause is not waited for. */
const LONGEST_PAUSE_MS = 30_000;

/** @returns what Slack did not accept as a direct message, to be shown here */
async function finishPreview(
  begun: Place | SlackError,
  preview: View,
  { user }: SummaryContext,
  { posting: { post }, runtime: { stopping } }: FeatureDeps,
): Promise<View | undefined> {
  if ('refused' in begun) {
    const { retryAfterMs = 0 } = begun;
    if (retryAfterMs > LONGEST_PAUSE_MS) return preview;
    await pause(retryAfterMs, undefined, { signal: stopping }).catch(() => undefined);
  } else if (!(await post.settle(begun, preview))) return undefined;
  const posted = await post.toPerson(user.id, preview);
  return 'refused' in posted ? preview : undefined;
}

function under(sentence: string, { text, blocks, plain }: View): View {
  const above = richText(line(bold(sentence)));
  const under = { text: `${sentence}\n${text}`, blocks: [above, ...blocks] };
  return plain ? { ...under, plain: [above, ...plain] } : under;
}

export type SubscriptionRequest = Omit<NewSubscription, 'subscriber'>;

const text = z.string();
const sealedRequest = sealedJson(
  'subscription.request',
  z.object({ c: text, t: text, z: text, l: text.refine(isLanguage), s: text.optional() }),
);

export function openSubscriptionRequest(sealer: Sealer, value: string): SubscriptionRequest | undefined {
  const plain = sealedRequest.open(sealer, value);
  if (!plain) return undefined;
  const { c: channel, t: time, z: zone, l: language, s: sender } = plain;
  return { channel, time, zone, language, sender };
}
