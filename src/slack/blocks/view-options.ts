import { isTelephone } from '../../domain/input.ts';
import { maskMsisdn } from '../../domain/messages/msisdn.ts';
import { isOfHours, type Period, type PeriodSpec, periodToText } from '../../domain/time/period.ts';
import type { Translations } from '../../i18n/index.ts';
import type { RequestContext } from '../listeners/context.ts';
import { capitalized, createChannelFormatter, createFormatter, type Localized } from './format.ts';
import { sanitize } from './text.ts';

export interface ViewOptions<T extends Translations = Translations> extends Localized<T> {
  readonly senders: ReadonlyMap<string, string>;
  /** The platform’s own words for failures → their meaning. */
  readonly failureWords?: ReadonlyMap<string, string> | undefined;
  /** For others and for other days: typed text is masked, days go by their dates. */
  readonly isShared?: boolean;
}

type WordSettings = Pick<ViewOptions, 'senders' | 'failureWords'>;

export function viewOptionsFor<T extends Translations>(
  { t, formatter }: RequestContext<T>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  return { t, formatter, senders, failureWords };
}

export function lastingViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  return { t, formatter: createFormatter(t, user.timeZone, now, { isLasting: true }), senders, failureWords };
}

/** For a channel: readers see times in their own zones, and in the sharer’s where there are no dates. */
export function channelViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  const formatter = createChannelFormatter(t, user.timeZone, now);
  return { t, formatter, senders, failureWords, isShared: true };
}

/** A sender with its name where one is known: `OTP (56001)`; else masked. */
export function senderName(sender: string, senders: ReadonlyMap<string, string>): string {
  const name = senders.get(sender);
  return name === undefined ? maskSender(sender, senders) : `${name} (${sender})`;
}

const LONGEST_SENDER = 40;

/** A sender without a telephone number, and masked where it has words. */
export function maskSender(sender: string, senders: ReadonlyMap<string, string>): string {
  if (/^\+?\d+$/.test(sender)) return isTelephone(sender, senders) ? maskMsisdn(sender) : sender;
  return senders.has(sender) ? sender : sanitize(sender, LONGEST_SENDER);
}

/** A period as it was typed, with its days: `yesterday (17 Nov)`; one of hours with its times. */
export function periodText(
  spec: PeriodSpec,
  period: Period,
  { t, formatter, isShared = false }: Pick<ViewOptions, 't' | 'formatter' | 'isShared'>,
): string {
  const days = isOfHours(spec)
    ? spec.kind === 'hours'
      ? formatter.hours(period.start, period.end)
      : t.answer.since(formatter.since(period.start))
    : formatter.days(period.firstDay, period.lastDay);
  const name = isShared ? '' : t.period(spec);
  return name === '' ? days : `${name} (${days})`;
}

/** A period on a button: `17 Nov`, `Last 7 days`. */
export function periodLabel(spec: PeriodSpec, { t, formatter }: Localized): string {
  if (spec.kind === 'day') return formatter.days(spec.day, spec.day);
  if (spec.kind === 'range') return formatter.days(spec.from, spec.to);
  if (spec.kind === 'hours') return formatter.hours(new Date(spec.from), new Date(spec.to));
  return capitalized(t.period(spec) || periodToText(spec));
}
