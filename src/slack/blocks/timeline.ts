import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Leg, MessageOutcome } from '../../domain/messages/timeline.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import type { Formatter } from './format.ts';
import { sanitize } from './text.ts';

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
  { message, timeline }: TracedMessage,
  t: Translations,
  { plain: format }: Formatter,
  now: Date,
): string {
  const { platformAt, operatorAt, handsetAt, operator } = message;
  const { outcome, position, platformToOperator, operatorToHandset, total, clockOff } = timeline;
  const labels = t.timeline;
  if (!platformAt && !operatorAt && !handsetAt) return labels.nothing;

  let shownDay = localDay(now, format.timeZone);
  const stage = (at: Date | undefined, missing: string, leg?: Leg) => {
    if (!at) return missing;
    const day = localDay(at, format.timeZone);
    const dayText = day === shownDay ? '' : `${format.day(at)} `;
    shownDay = day;
    return `${dayText}${format.time(at)}${leg ? `  ${legText(leg, t, format)}` : ''}`;
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
  const stages = [
    [labels.platform, stage(platformAt, labels.noTime)],
    [name || labels.operator, stage(operatorAt, noHandOver, platformToOperator)],
    [outcome === 'failed' ? labels.failed : labels.handset, handset()],
  ] as const;
  const width = Math.max(...stages.map(([label]) => label.length));
  return stages.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join('\n');
}

export function legText({ seconds, clockOff }: Leg, t: Translations, format: Formatter): string {
  const duration = format.duration(seconds);
  return clockOff ? t.timeline.clockOff(duration) : `+${duration}`;
}
