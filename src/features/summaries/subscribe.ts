import { z } from 'zod';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import { isLanguage } from '../../i18n/index.ts';
import { channelDefaults } from '../../posting/channels/settings-form.ts';
import type { SettingSelector } from '../../posting/channels/settings-input.ts';
import { channelRefusalView, externalChannelView } from '../../posting/channels/unavailable-channel.ts';
import { personRefusalView } from '../../posting/share.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import { adviceView, refusalAdvice } from '../../slack/blocks/advice-view.ts';
import { bold, button, line, richText, type View } from '../../slack/blocks/blocks.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { FailureOf, FormReply } from '../../slack/listeners/context.ts';
import type { NewSubscription, Subscription } from '../../store/channels/subscriptions.ts';
import type { Deps } from '../dependencies.ts';
import { DEFAULT_TIME, type SubscriptionProblem, type TypedSettings } from './input.ts';
import type { SummaryContext } from './locales/index.ts';
import {
  addedView,
  alreadyThereView,
  type ListOptions,
  subscriptionsView,
  unsubscribedView,
} from './subscription-view.ts';
import { readIncidents, readSummary } from './summarize.ts';
import { channelView, summaryView } from './view.ts';

export async function withDefaults(
  { channel, time, zone, language, sender }: TypedSettings,
  { channelId }: SummaryContext,
  { stores, settings }: Deps,
): Promise<SubscriptionRequest | SubscriptionProblem> {
  const to = channel ?? (isChannel(channelId) ? channelId : undefined);
  if (to === undefined) return { problem: 'no_channel' };
  const locale = await channelDefaults(to, stores, settings.defaults);
  return {
    channel: to,
    time: time ?? DEFAULT_TIME,
    zone: zone ?? locale.zone,
    language: language ?? locale.language,
    sender,
  };
}

/**
 * Subscribes, and sends a preview as direct message; if Slack refuses that, shows it where the person asked.
 * `isConfirmed`: the person agreed that people of another organisation read the channel.
 */
export async function subscribe(
  request: SubscriptionRequest,
  context: SummaryContext,
  deps: Deps,
  isConfirmed = false,
): Promise<FormReply> {
  const { t, user, now, acts } = context;
  const { stores, settings, runtime, slack } = deps;
  const { channel, time, zone, language, sender } = request;
  // The button value is encrypted: every Slack client can read it, and a sender may be private.
  const plain = { c: channel, t: time, z: zone, l: language, s: sender };
  const value = sealedRequest.seal(runtime.sealer, plain);
  const again = button('subscription.again', t.channels.again, value);
  const refusal = await channelRefusalView(channel, again, context, deps);
  if (refusal) {
    acts.note('subscribed');
    return refusal;
  }
  const confirmation = { actionId: 'subscription.external', value, isConfirmed };
  const external = await externalChannelView(channel, confirmation, t, slack.channelInfo);
  if (external) return external;
  acts.note('subscribed');

  const { subscription, isNew } = await stores.subscriptions.add({ ...request, subscriber: user.id }, now);
  const options = { t, senders: settings.senders, now, timeZone: user.timeZone };
  if (!isNew) return alreadyThereView(subscription, options);
  return {
    interim: addedView(subscription, options),
    replaces: true,
    async finish(failureOf) {
      const preview = await createPreview(subscription, context, deps, failureOf);
      const shown = (await personRefusalView(context, slack)) ?? preview;
      const posted = await deps.posting.post.toPerson(user.id, shown);
      return 'refused' in posted ? withHeading(refusalAdvice(posted, t).sentence, shown) : undefined;
    },
  };
}

async function createPreview(
  { channel, zone, language, sender }: Subscription,
  { t }: SummaryContext,
  deps: Deps,
  failureOf: FailureOf,
): Promise<View> {
  const now = deps.runtime.now();
  const { senders } = deps.settings;
  try {
    const question = { day: addDaysTo(localDay(now, zone), -1), zone, sender };
    const model = await readSummary(question, deps, deps.runtime.stopping);
    const incidents = await readIncidents({ channel, ...question }, deps);
    return summaryView(model, {
      ...channelView({ language, zone }, now, senders),
      incidents,
      isPreview: true,
    });
  } catch (error) {
    return withHeading(t.subscription.previewFailed, failureOf(error));
  }
}

function withHeading(sentence: string, { text, blocks, plain }: View): View {
  const above = richText(line(bold(sentence)));
  const headed = { text: `${sentence}\n${text}`, blocks: [above, ...blocks] };
  return plain ? { ...headed, plain: [above, ...plain] } : headed;
}

export type SubscriptionRequest = Omit<NewSubscription, 'subscriber'>;

const text = z.string();
const sealedRequest = sealedJson(
  'subscription.request',
  z.object({ c: text.refine(isChannel), t: text, z: text, l: text.refine(isLanguage), s: text.optional() }),
);

export function openSubscriptionRequest(sealer: Sealer, value: string): SubscriptionRequest | undefined {
  const plain = sealedRequest.open(sealer, value);
  if (!plain) return undefined;
  const { c: channel, t: time, z: zone, l: language, s: sender } = plain;
  return { channel, time, zone, language, sender };
}

/** Removes a subscription by its number, or the only one of a channel; lists them if there are several. */
export async function unsubscribe(
  selector: SettingSelector,
  options: ListOptions,
  { t, acts }: SummaryContext,
  { stores }: Deps,
): Promise<View> {
  const { subscriptions } = stores;
  const { noneHere, noSuchNumber, done } = t.subscription;
  const found =
    'number' in selector
      ? [await subscriptions.findByNumber(selector.number)].filter((one) => one !== undefined)
      : (await subscriptions.list()).filter(({ channel }) => channel === selector.channel);
  const [one, another] = found;
  if (another) return subscriptionsView(found, { page: 0, note: done.several }, options);
  acts.note('unsubscribed');
  if (!one) return adviceView('number' in selector ? noSuchNumber(selector.number) : noneHere, t);
  const isGone = !(await subscriptions.remove(one.id));
  return unsubscribedView(one, (isGone ? done.gone : done.removed)(one.number), options);
}
