import { roundedPoints } from '../../domain/routes.ts';
import { operatorName } from '../../slack/charts.ts';
import { LONGEST_WORD } from '../../slack/figures-view.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { untrusted } from '../../slack/untrusted.ts';
import type { ReportComparison } from './aggregate.ts';

/** What changed most, that nothing did, or that there is nothing to compare with, in a sentence. */
export function changeSentence(
  { change, period, totals, isSoFar, isFew }: ReportComparison,
  options: ViewOptions,
): string {
  const { words, formats } = options;
  const { changes, points } = words.report;
  if (totals.submitted === 0) {
    return changes.nothingBefore(formats.days(period.firstDay, period.lastDay), isSoFar);
  }
  if (!change) return isFew ? changes.tooFew : changes.nothing;
  const { from, to, whose } = change;
  const operator = whose.of === 'all' ? undefined : operatorName(whose.operator, options);
  switch (change.kind) {
    case 'delivery_rate':
      return changes.rate(
        operator,
        formats.percent(from),
        formats.percent(to),
        points(formats.signed(roundedPoints(from, to))),
      );
    case 'failures': {
      const word = untrusted(change.word, LONGEST_WORD);
      return changes.failures(operator, word, formats.percent(from), formats.percent(to));
    }
    case 'latency':
      return changes.latency(operator, change.leg, formats.duration(from), formats.duration(to));
    case 'volume':
      return changes.volume(
        operator,
        formats.number(from),
        formats.number(to),
        // From nothing there is no percentage.
        from === 0 ? undefined : formats.signedPercent(to / from - 1),
      );
  }
}
