import { roundedPoints } from '../../domain/routes.ts';
import { operatorName } from '../../slack/charts.ts';
import { LONGEST_WORD } from '../../slack/figures-view.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { untrusted } from '../../slack/untrusted.ts';
import type { ReportComparison } from './aggregate.ts';

/** What changed most, that nothing did, or that there is nothing to compare with, in a sentence. */
export function changeSentence(
  { change, period, totals, isSoFar, isFew, basis }: ReportComparison,
  options: ViewOptions,
): string {
  const { words, formats } = options;
  const { changes } = words.report;
  const { points } = words.figures;
  if (totals.submitted === 0) {
    return changes.nothingBefore(formats.days(period.firstDay, period.lastDay), isSoFar);
  }
  const isReconstructed = basis === 'reconstructed';
  if (!change) {
    if (isFew) return changes.tooFew;
    return isReconstructed ? changes.nothingButFailures : changes.nothing;
  }
  const { from, to, whose } = change;
  const operator = whose.of === 'all' ? undefined : operatorName(whose.operator, options);
  switch (change.kind) {
    case 'delivery_rate': {
      const change = points(formats.signed(roundedPoints(from, to)));
      const sentence = changes.rate(operator, formats.percent(from), formats.percent(to), change);
      return isReconstructed ? `${sentence} ${changes.reconstructed}` : sentence;
    }
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

/** That there is nothing where there was something before. */
export function stoppedSentence({ totals }: ReportComparison, { words, formats }: ViewOptions): string {
  const before = formats.number(totals.submitted);
  return words.report.changes.volume(undefined, before, formats.number(0), formats.signedPercent(-1));
}
