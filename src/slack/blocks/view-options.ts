import { isTelephone } from '../../domain/input.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import { isOfHours, type Period, type PeriodSpec, periodToText } from '../../domain/time/period.ts';
import type { Translations } from '../../i18n/index.ts';
import type { RequestContext } from '../listeners/context.ts';
import { capitalized, createChannelFormatter, createFormatter, type Localized } from './format.ts';
import { sanitize } from './text.ts';

export interface ViewOptions<T extends Translations = Translations> extends Localized<T> {
  readonly senders: ReadonlyMap<string, string>;
  readonly failureWords?: ReadonlyMap<string, string> | undefined;
  /** True for a post that others read, also later: a person's text is masked, and “today” is a date. */
  readonly isShared?: boolean;
}

type WordSettings = Pick<ViewOptions, 'senders' | 'failureWords'>;

export function viewOptionsFor<T extends Translations>(
  { t, format }: RequestContext<T>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  return { t, format, senders, failureWords };
}

export function lastingViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  return { t, format: createFormatter(t, user.timeZone, now, { isLasting: true }), senders, failureWords };
}

/** For a post in a channel: times in each reader's zone, or in the sharer's where Slack cannot convert. */
export function channelViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  const format = createChannelFormatter(t, user.timeZone, now);
  return { t, format, senders, failureWords, isShared: true };
}

export function senderName(sender: string, senders: ReadonlyMap<string, string>): string {
  const name = senders.get(sender);
  return name === undefined ? maskSender(sender, senders) : `${name} (${sender})`;
}

const LONGEST_SENDER = 40;

export function maskSender(sender: string, senders: ReadonlyMap<string, string>): string {
  if (/^\+?\d+$/.test(sender)) return isTelephone(sender, senders) ? maskMsisdn(sender) : sender;
  return senders.has(sender) ? sender : sanitize(sender, LONGEST_SENDER);
}

/** A period's name with its days or hours, such as `yesterday (17 Nov)`; in shared posts without the name. */
export function periodText(
  spec: PeriodSpec,
  period: Period,
  { t, format, isShared = false }: Pick<ViewOptions, 't' | 'format' | 'isShared'>,
): string {
  const days = isOfHours(spec)
    ? spec.kind === 'hours'
      ? format.hours(period.start, period.end)
      : t.answer.since(format.since(period.start))
    : format.days(period.firstDay, period.lastDay);
  const name = isShared ? '' : t.period(spec);
  return name === '' ? days : `${name} (${days})`;
}

export function periodLabel(spec: PeriodSpec, { t, format }: Localized): string {
  if (spec.kind === 'day') return format.days(spec.day, spec.day);
  if (spec.kind === 'range') return format.days(spec.from, spec.to);
  if (spec.kind === 'hours') return format.hours(new Date(spec.from), new Date(spec.to));
  return capitalized(t.period(spec) || periodToText(spec));
}
