import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Leg, Outcome } from '../../domain/messages/timeline.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import type { Translations } from '../../i18n/index.ts';
import type { Formatter } from './format.ts';
import { sanitize } from './text.ts';

/** Words with the same meaning stand next to each: no emoji stands alone. */
export const OUTCOME_EMOJI: Readonly<Record<Outcome, string>> = {
  delivered: 'white_check_mark',
  failed: 'x',
  waiting: 'hourglass_flowing_sand',
  no_receipt: 'grey_question',
  sent: 'outbox_tray',
  unconfirmed: 'grey_question',
  other: 'information_source',
  unknown: 'grey_question',
};

/** Of an operator’s name: its time stands on the same line of a telephone. */
const LONGEST_OPERATOR = 16;

/**
 * A message's way as fixed-width text, a stage a line, narrow enough for a telephone:
 *
 *     Platform  10:32:05
 *     Entel     10:32:07  +2 s
 *     Handset   10:32:14  +7 s, 9 s in all
 *
 * A stage without a time says so; a day is named where it is not today, and where it changes on the way.
 */
export function timelineView(
  { message, timeline }: TracedMessage,
  t: Translations,
  { plain: formatter }: Formatter,
  now: Date,
): string {
  const { platformAt, operatorAt, handsetAt, operator } = message;
  const { outcome, position, platformToOperator, operatorToHandset, total, clockOff } = timeline;
  const labels = t.timeline;
  if (!platformAt && !operatorAt && !handsetAt) return labels.nothing;

  let shownDay = localDay(now, formatter.timeZone);
  const stage = (at: Date | undefined, missing: string, leg?: Leg) => {
    if (!at) return missing;
    const day = localDay(at, formatter.timeZone);
    const named = day === shownDay ? '' : `${formatter.day(at)} `;
    shownDay = day;
    return `${named}${formatter.time(at)}${leg ? `  ${legText(leg, t, formatter)}` : ''}`;
  };
  const isOnItsWay = outcome === 'waiting' || outcome === 'no_receipt';
  const waited = position && formatter.duration(Math.max(0, now.getTime() - position.since.getTime()) / 1000);
  const forSoLong = waited === undefined ? '' : `, ${waited}`;
  const noHandOver = isOnItsWay ? `${labels.noHandOver}${forSoLong}` : labels.notRecorded;

  const handset = () => {
    if (isOnItsWay && !operatorAt) return '–';
    if (outcome === 'waiting') return `${labels.noReceiptYet}${forSoLong}`;
    if (outcome === 'no_receipt') return labels.noReceipt;
    if (outcome === 'sent') return labels.noReceipts;
    const whole =
      outcome === 'delivered' && total && !clockOff ? formatter.duration(total.seconds) : undefined;
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

export function legText({ seconds, clockOff }: Leg, t: Translations, formatter: Formatter): string {
  const duration = formatter.duration(seconds);
  return clockOff ? t.timeline.clockOff(duration) : `+${duration}`;
}
