import type { Whose } from '../../domain/changes.ts';
import { WEEK_MS } from '../../domain/incident.ts';
import { type Look, timeToOperator } from '../../domain/time-to-operator.ts';
import type { CheckedSubject } from './model.ts';
import type { PastWeek } from './usual.ts';
import { asAt, type Window } from './window.ts';

/** How long messages take to get to an operator, or to all of them, now and at this hour of the weeks before. */
export function timesToOperator(
  recent: Window,
  weeks: readonly PastWeek[],
): (whose: Whose) => CheckedSubject['toOperator'] {
  const then = weeks.map((week): Look => {
    const readAt = new Date(recent.readAt.getTime() - week.back * WEEK_MS);
    return { readAt, cells: asAt(week, readAt) };
  });
  return (whose) => {
    const own = ({ readAt, cells }: Look): Look => ({
      readAt,
      cells: whose.of === 'all' ? cells : cells.filter(({ operator }) => operator === whose.operator),
    });
    const now = timeToOperator([own(recent)]);
    return now && { now, usual: timeToOperator(then.map(own)) };
  };
}
