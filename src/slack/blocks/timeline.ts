import type { TracedMessage } from '../../domain/messages/status-verdict.ts';
import type { Leg } from '../../domain/messages/timeline.ts';
import { localDay } from '../../domain/time/period.ts';
import type { Translations } from '../../i18n/index.ts';
import type { Formatter } from '../format.ts';

/**
 * A message's way as one line of fixed-width text:
 * `Platform 10:32:05 ──2 s──▶ Operator 10:32:07 ──7 s──▶ Handset 10:32:14   9 s in all`.
 * A stage without a time says so; where the day changes on the way, it is named.
 */
export function timelineView(
  { message, timeline }: TracedMessage,
  t: Translations,
  formatter: Formatter,
  now: Date,
): string {
  const { platformAt, operatorAt, handsetAt } = message;
  const labels = t.timeline;
  if (!platformAt && !operatorAt && !handsetAt) return labels.nothing;

  let shownDay: string | undefined;
  const clock = (at: Date) => {
    const day = localDay(at, formatter.timeZone);
    const isNewDay = shownDay !== undefined && shownDay !== day;
    shownDay = day;
    return isNewDay ? `${formatter.day(at)} ${formatter.time(at)}` : formatter.time(at);
  };
  const stage = (label: string, at: Date | undefined, missing: string) =>
    at ? `${label} ${clock(at)}` : `${label}: ${missing}`;
  const arrow = (leg: Leg | undefined) => {
    if (!leg) return '──▶';
    const duration = formatter.duration(leg.seconds);
    return `──${leg.clockOff ? labels.clockOff(duration) : duration}──▶`;
  };
  const waited = timeline.position
    ? ` (${labels.forHowLong(formatter.duration(Math.max(0, now.getTime() - timeline.position.since.getTime()) / 1000))})`
    : '';

  const parts = [stage(labels.platform, platformAt, labels.noTime)];
  const isOnItsWay = timeline.outcome === 'waiting' || timeline.outcome === 'no_receipt';
  if (isOnItsWay && !operatorAt && !handsetAt) {
    parts.push('──▶', `${labels.noHandOver}${waited}`);
    return parts.join(' ');
  }
  parts.push(arrow(timeline.platformToOperator), stage(labels.operator, operatorAt, labels.notRecorded));
  switch (timeline.outcome) {
    case 'delivered':
      parts.push(arrow(timeline.operatorToHandset), stage(labels.handset, handsetAt, labels.noTime));
      break;
    case 'failed':
      parts.push(
        arrow(timeline.operatorToHandset),
        handsetAt ? stage(labels.failed, handsetAt, '') : labels.failed,
      );
      break;
    case 'waiting':
    case 'no_receipt':
      parts.push(
        '──▶',
        `${timeline.outcome === 'waiting' ? labels.noReceiptYet : labels.noReceipt}${waited}`,
      );
      break;
    default:
      if (handsetAt) parts.push(arrow(timeline.operatorToHandset), stage(labels.handset, handsetAt, ''));
  }
  const whole =
    timeline.outcome === 'delivered' && timeline.total && !timeline.clockOff ? timeline.total : undefined;
  return parts.join(' ') + (whole ? `   ${labels.inAll(formatter.duration(whole.seconds))}` : '');
}
