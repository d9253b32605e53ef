import type { KnownBlock } from '@slack/types';
import { pausedPieces } from '../../channels/paused.ts';
import { bold, channel, line, type Piece, richText } from '../../slack/blocks/blocks.ts';
import { senderName } from '../../slack/view-options.ts';
import { MOST_COUNTED } from '../../store/channels/overview.ts';
import type { Subscription } from '../../store/channels/subscriptions.ts';
import type { Watch } from '../../store/channels/watches.ts';
import type { HomeLocalized } from './locales/index.ts';
import type { HomeModel } from './model.ts';

interface ListsOptions extends HomeLocalized {
  readonly senders: ReadonlyMap<string, string>;
}

/** What is set up for channels in which figures may be shown: when it was last done, and when it is next. */
export function settingsBlocks(model: HomeModel, options: ListsOptions): KnownBlock[] {
  const { subscriptions, watches } = model;
  const { t, formatter } = options;
  const { home } = t;
  const left = (
    { shown, count }: HomeModel['subscriptions'] | HomeModel['watches'],
    say: (count: string) => string,
  ) => {
    const more = formatter.number(count - shown.length);
    if (count <= shown.length) return [];
    return [line(say(count < MOST_COUNTED ? more : home.over(more)))];
  };
  return [
    richText(
      line(bold(home.summaries)),
      ...(subscriptions.count === 0 ? [line(home.noSummaries)] : []),
      ...subscriptions.shown.map((one) => line(...subscriptionPieces(one, options))),
      ...left(subscriptions, home.moreSummaries),
    ),
    richText(
      line(bold(home.watches)),
      ...(watches.count === 0 ? [line(home.noWatches)] : []),
      ...watches.shown.map((one) => line(...watchPieces(one, model, options))),
      ...left(watches, home.moreWatches),
    ),
  ];
}

function subscriptionPieces(subscription: Subscription, options: ListsOptions): Piece[] {
  const { channel: id, sender, state, lastPost, nextDueAt } = subscription;
  const { t, formatter, senders } = options;
  const of = sender === undefined ? [] : [` · ${senderName(sender, senders)}`];
  if (state === 'paused') return [channel(id), ...of, ' · ', ...pausedPieces(subscription, options)];
  const last = lastPost
    ? t.home.lastSummary(formatter.days(lastPost.day, lastPost.day))
    : t.home.noSummaryYet;
  return [channel(id), ...of, ` · ${last} · ${t.home.next(formatter.moment(nextDueAt))}`];
}

function watchPieces(watch: Watch, { checks }: HomeModel, options: ListsOptions): Piece[] {
  const { t, formatter } = options;
  if (watch.state === 'paused') return [channel(watch.channel), ' · ', ...pausedPieces(watch, options)];
  const last = checks.get(watch.sensitivity);
  const said = last
    ? [t.home.checked(formatter.moment(last.at)), t.home.nextAbout(formatter.clock(last.nextAt))]
    : [t.home.notChecked];
  return [channel(watch.channel), ` · ${said.join(' · ')}`];
}
