import { roundedPoints } from '../../domain/figures/period-figures.ts';
import { LONGEST_FAILURE_WORD, operatorName } from '../../slack/blocks/figures.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import type { ReportComparison } from './aggregate.ts';
import type { ReportView } from './locales/index.ts';

export function changeSentence(
  { change, period, totals, isSoFar, isFew, basis }: ReportComparison,
  options: ReportView,
): string {
  const { t, formatter } = options;
  const { changes } = t.report;
  const { points } = t.figures;
  if (totals.submitted === 0) {
    return changes.nothingBefore(formatter.days(period.firstDay, period.lastDay), isSoFar);
  }
  const isReconstructed = basis === 'reconstructed';
  if (!change) {
    if (isFew) return changes.tooFew;
    return isReconstructed ? changes.nothingButFailures : changes.nothing;
  }
  const { from, to, subject } = change;
  const operator = subject.of === 'all' ? undefined : operatorName(subject.operator, options.t);
  switch (change.kind) {
    case 'delivery_rate': {
      const change = points(formatter.signed(roundedPoints(from, to)));
      const sentence = changes.rate(operator, formatter.percent(from), formatter.percent(to), change);
      return isReconstructed ? `${sentence} ${changes.reconstructed}` : sentence;
    }
    case 'failures': {
      const word = sanitize(change.word, LONGEST_FAILURE_WORD);
      return changes.failures(operator, word, formatter.percent(from), formatter.percent(to));
    }
    case 'latency':
      return changes.latency(operator, change.leg, formatter.duration(from), formatter.duration(to));
    case 'volume':
      return changes.volume(
        operator,
        formatter.number(from),
        formatter.number(to),
        // From nothing there is no percentage.
        from === 0 ? undefined : formatter.signedPercent(to / from - 1),
      );
  }
}

export function nothingNowSentence({ totals }: ReportComparison, { t, formatter }: ReportView): string {
  const before = formatter.number(totals.submitted);
  return t.report.changes.volume(undefined, before, formatter.number(0), formatter.signedPercent(-1));
}
