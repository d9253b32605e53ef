import { isOfHours, type Period, type PeriodSpec, periodToText } from '../domain/time/period.ts';
import type { Translations } from '../i18n/index.ts';
import { capitalized, createFormatter, type Formatter, type Localized } from './format.ts';
import type { RequestContext } from './listeners/context.ts';

export interface ViewOptions<T extends Translations = Translations> extends Localized<T> {
  /** Short number → the name people know it by. */
  readonly senders: ReadonlyMap<string, string>;
  /** The platform's own words for failures → what they mean here. */
  readonly failureWords?: ReadonlyMap<string, string> | undefined;
  /** For others than who asked, and for other days: what was typed is masked, days go by their dates. */
  readonly isShared?: boolean;
}

type WordSettings = Pick<ViewOptions, 'senders' | 'failureWords'>;

export function viewOptionsFor<T extends Translations>(
  { t, formatter }: RequestContext<T>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  return { t, formatter, senders, failureWords };
}

/** For what is read on other days, too: times say their day. `now` is what they are told from. */
export function lastingViewOptions<T extends Translations>(
  { t, user, now }: Pick<RequestContext<T>, 't' | 'user' | 'now'>,
  { senders, failureWords }: WordSettings,
): ViewOptions<T> {
  return { t, formatter: createFormatter(t, user.timeZone, now, { isLasting: true }), senders, failureWords };
}

/** A sender with its name where one is known: `OTP (56001)`. */
export function senderName(sender: string, senders: ReadonlyMap<string, string>): string {
  const name = senders.get(sender);
  return name === undefined ? sender : `${name} (${sender})`;
}

/** A period as it was asked for, with its days: `yesterday (17 Nov)`; one of hours with its times. */
export function periodText(
  spec: PeriodSpec,
  period: Period,
  { t, formatter, isShared = false }: Pick<ViewOptions, 't' | 'formatter' | 'isShared'>,
): string {
  const days = isOfHours(spec)
    ? spec.kind === 'hours'
      ? hoursText(period, formatter)
      : t.answer.since(formatter.since(period.start))
    : formatter.days(period.firstDay, period.lastDay);
  const name = isShared ? '' : t.period(spec);
  return name === '' ? days : `${name} (${days})`;
}

/** A period on a button that asks for it: `17 Nov`, `Last 7 days`. */
export function periodLabel(spec: PeriodSpec, { t, formatter }: Localized): string {
  if (spec.kind === 'day') return formatter.days(spec.day, spec.day);
  if (spec.kind === 'range') return formatter.days(spec.from, spec.to);
  if (spec.kind === 'hours')
    return hoursText({ start: new Date(spec.from), end: new Date(spec.to) }, formatter);
  return capitalized(t.period(spec) || periodToText(spec));
}

/** `17 Nov 09:00–12:00`. */
function hoursText(
  { start, end }: Pick<Period, 'start' | 'end'>,
  { day, clock }: Pick<Formatter, 'day' | 'clock'>,
): string {
  const from = `${day(start)} ${clock(start)}`;
  const to = clock(end) === '00:00' ? '24:00' : clock(end);
  const lastDay = day(new Date(end.getTime() - 1));
  return lastDay === day(start) ? `${from}–${to}` : `${from} – ${lastDay} ${to}`;
}
