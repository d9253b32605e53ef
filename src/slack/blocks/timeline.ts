import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import { isLate, type Leg, type MessageOutcome } from '../../domain/messages/timeline.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import { line, preformatted, type richText } from './blocks.ts';
import type { Formatter } from './format.ts';
import { dateText, sanitize } from './text.ts';

export const OUTCOME_EMOJI: Readonly<Record<MessageOutcome, string>> = {
  delivered: 'white_check_mark',
  failed: 'x',
  waiting: 'hourglass_flowing_sand',
  no_receipt: 'grey_question',
  sent: 'outbox_tray',
  unconfirmed: 'grey_question',
  other: 'information_source',
  unknown: 'grey_question',
};

export const LATE_EMOJI = 'snail';

/** A late delivery has its own sign: a code that comes late is useless. */
export function messageSign({ timeline }: TracedMessage): string {
  return isLate(timeline) ? LATE_EMOJI : OUTCOME_EMOJI[timeline.outcome];
}

/** Longest operator's name in characters: name and time must fit into one line on a telephone. */
const LONGEST_OPERATOR = 16;

/**
 * The stages of a message as fixed-width text, narrow enough for a telephone:
 *
 *     Platform  10:32:05
 *     Entel     10:32:07  +2 s
 *     Handset   10:32:14  +7 s, 9 s in all
 *
 * A stage without a time says so. A date is shown only where it changes, and first if it is not today.
 */
export function timelineView(
  traced: TracedMessage,
  t: Translations,
  { plain: format }: Formatter,
  now: Date,
): string {
  const stages = stagesOf(traced, t, format, now);
  const width = Math.max(...stages.map(([label]) => label.length));
  return stages.map(([label, text]) => (text === '' ? label : `${label.padEnd(width)}  ${text}`)).join('\n');
}

/** In a channel the stages are lines, because fixed-width text cannot show each reader's own time. */
export function timelineLines(
  traced: TracedMessage,
  t: Translations,
  format: Formatter,
  now: Date,
): Parameters<typeof richText> {
  if (format === format.plain) return [preformatted(timelineView(traced, t, format, now))];
  return stagesOf(traced, t, format, now).map(([label, text]) =>
    line(text === '' ? label : `${label}: ${text}`),
  );
}

function stagesOf(
  { message, timeline }: TracedMessage,
  t: Translations,
  format: Formatter,
  now: Date,
): readonly (readonly [label: string, text: string])[] {
  const { platformAt, operatorAt, handsetAt, operator } = message;
  const { outcome, position, platformToOperator, operatorToHandset, total, clockOff } = timeline;
  const labels = t.timeline;
  if (!platformAt && !operatorAt && !handsetAt) return [[labels.nothing, '']];

  let shownDay = format === format.plain ? localDay(now, format.timeZone) : '';
  const stage = (at: Date | undefined, missing: string, leg?: Leg) => {
    if (!at) return missing;
    const day = localDay(at, format.timeZone);
    const stamp = stampText(at, day !== shownDay, t, format);
    shownDay = day;
    return `${stamp}${leg ? `  ${legText(leg, t, format)}` : ''}`;
  };
  const isOnItsWay = outcome === 'waiting' || outcome === 'no_receipt';
  const waited = position && format.duration(Math.max(0, now.getTime() - position.since.getTime()) / 1000);
  const waitText = waited === undefined ? '' : `, ${waited}`;
  const noHandOver = isOnItsWay ? `${labels.noHandOver}${waitText}` : labels.notRecorded;

  const handset = () => {
    if (isOnItsWay && !operatorAt) return '–';
    if (outcome === 'waiting') return `${labels.noReceiptYet}${waitText}`;
    if (outcome === 'no_receipt') return labels.noReceipt;
    if (outcome === 'sent') return labels.noReceipts;
    const whole = outcome === 'delivered' && total && !clockOff ? format.duration(total.seconds) : undefined;
    return stage(handsetAt, labels.noTime, operatorToHandset) + (whole ? `, ${labels.inAll(whole)}` : '');
  };

  const name = sanitize(operator ?? '', LONGEST_OPERATOR)
    .replaceAll('\n', ' ')
    .trim();
  return [
    [labels.platform, stage(platformAt, labels.noTime)],
    [name || labels.operator, stage(operatorAt, noHandOver, platformToOperator)],
    [outcome === 'failed' ? labels.failed : labels.handset, handset()],
  ];
}

/** A time with seconds, with its date if `hasDate`; in a channel in the zone of each reader. */
export function stampText(
  at: Date,
  hasDate: boolean,
  { dateFormat }: Translations,
  format: Formatter,
): string {
  if (!hasDate) return format.time(at);
  const { plain } = format;
  const text = `${plain.day(at)} ${plain.time(at)}`;
  return format === plain ? text : dateText(at, `${dateFormat} {time_secs}`, text);
}

export function legText({ seconds, clockOff }: Leg, t: Translations, format: Formatter): string {
  const duration = format.duration(seconds);
  return clockOff ? t.timeline.clockOff(duration) : `+${duration}`;
}
