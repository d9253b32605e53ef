import type { Period, PeriodSpec } from '../domain/time/period.ts';
import type { Translations } from '../i18n/index.ts';
import { contextBlock } from './blocks/blocks.ts';
import { createFormatter, type Localized } from './format.ts';
import type { RequestContext } from './listeners/context.ts';

export interface ViewOptions<T extends Translations = Translations> extends Localized<T> {
  /** Short number → the name people know it by. */
  readonly senders: ReadonlyMap<string, string>;
  /** For others than who asked, and for other days: what was typed is masked, days go by their dates. */
  readonly isShared?: boolean;
}

export function viewOptionsFor<T extends Translations>(
  { t, formatter }: RequestContext<T>,
  { senders }: Pick<ViewOptions, 'senders'>,
): ViewOptions<T> {
  return { t, formatter, senders };
}

/** For what is read on other days, too: times say their day. `now` is what they are told from. */
export function lastingViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders }: Pick<ViewOptions, 'senders'>,
): ViewOptions<T> {
  return { t, formatter: createFormatter(t, user.timeZone, now, { isLasting: true }), senders };
}

/** Under what a channel sees: who shared it, and when. */
export function sharedByBlock(name: string, now: Date, { t, formatter }: Localized) {
  return contextBlock(t.post.sharedBy(name, formatter.moment(now)));
}

/** A sender with its name where one is known: `OTP (56001)`. */
export function senderName(sender: string, senders: ReadonlyMap<string, string>): string {
  const name = senders.get(sender);
  return name === undefined ? sender : `${name} (${sender})`;
}

/** A period as it was asked for, with its days: `yesterday (17 Nov)`. */
export function periodText(
  spec: PeriodSpec,
  period: Period,
  { t, formatter, isShared = false }: Pick<ViewOptions, 't' | 'formatter' | 'isShared'>,
): string {
  const days = formatter.days(period.firstDay, period.lastDay);
  const name = isShared ? '' : t.period(spec);
  return name === '' ? days : `${name} (${days})`;
}
