import type { Whose } from '../../domain/changes.ts';
import { WEEK_MS, YOUNGEST_SECONDS } from '../../domain/incident.ts';
import { type Look, type TimeToOperator, timeToOperator } from '../../domain/time-to-operator.ts';
import type { CheckedSubject } from './model.ts';
import type { PastWeek } from './usual.ts';
import { asAt, QUARTER_MS, quarterOf, type Window } from './window.ts';

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
    const now = timeOf([own(recent)]);
    return now && { now, usual: timeOf(then.map(own)) };
  };
}

/** Just when something begins there may be few of the newest: the quarter hour before them is taken, too. */
function timeOf(looks: readonly Look[]): TimeToOperator | undefined {
  return timeToOperator(looks) ?? timeToOperator(looks.flatMap((look) => [look, before(look)]));
}

/** The last whole quarter hour of those that `timeToOperator` leaves out. */
function before({ cells, readAt }: Look): Look {
  const quarter = quarterOf(readAt).getTime();
  const isYoung = readAt.getTime() - quarter < YOUNGEST_SECONDS * 1000;
  return { cells, readAt: new Date(quarter - (isYoung ? QUARTER_MS : 0) - 1_000) };
}
