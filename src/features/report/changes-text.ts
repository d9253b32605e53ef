import { isShort } from '../../domain/figures/period-figures.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { changeText, operatorName } from '../../slack/blocks/figures.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import { periodText } from '../../slack/blocks/view-options.ts';
import type { ReportComparison, ReportModel } from './aggregate.ts';
import type { ReportRequest } from './input.ts';
import type { ReportView } from './locales/index.ts';

export function reportVerdict(model: ReportModel, options: ReportView): AnswerLines {
  const { t, format } = options;
  const { request, period, totals, comparison, dataQuality, asOf } = model;
  const { verdicts, acts } = t.report;
  const operator = model.operators[0]?.operator ?? request.operator;
  const about = request.operator === undefined ? [] : [operatorName(operator, t)];
  const days = [capitalized(periodText(request.spec, period, options)), ...about].join(', ');
  if (totals.deliveryRate === undefined) {
    if (isShort(dataQuality)) return { sign: 'grey_question', verdict: verdicts.unreadable(days) };
    // Messages in the earlier period show that the traffic has stopped, not that the request was wrong.
    const hasStopped = comparison !== undefined && comparison.totals.submitted > 0;
    const sign = hasStopped ? 'warning' : 'information_source';
    return { sign, verdict: verdicts.none(days), act: hasStopped ? acts.stopped : acts.none };
  }
  const ending = comparison && verdictEndingOf(comparison, request, options);
  const isWorse = ending?.isWorse === true;
  const rate = format.percent(totals.deliveryRate);
  // A check of current traffic is suggested only if the period ended within the last day.
  const isFresh = asOf.getTime() - period.end.getTime() < DAY_MS;
  return {
    sign: isWorse ? 'warning' : ending ? 'white_check_mark' : 'bar_chart',
    verdict: verdicts.delivered(days, rate, totals.isProvisional) + (ending ? `, ${ending.words}` : ''),
    act: isWorse && isFresh ? acts.worse : undefined,
  };
}

function verdictEndingOf(comparison: ReportComparison, request: ReportRequest, options: ReportView) {
  const { change, isTooFew, totals, mayBeIncomplete, period, until, lengthRatio } = comparison;
  const { t, format } = options;
  const { verdictEndings } = t.report;
  if (isTooFew || mayBeIncomplete || totals.submitted === 0) return undefined;
  const { firstDay, lastDay } = period;
  const weekday = firstDay === lastDay ? format.weekday(firstDay) : undefined;
  const days = format.days(firstDay, lastDay);
  const compared = verdictEndings.compared(days, weekday, {
    until: until && format.clock(until),
    isByDay: lengthRatio !== 1,
  });
  if (!change) return { words: verdictEndings.asOn(compared), isWorse: false };
  const { subject, from, to } = change;
  // A report about one operator has its name before.
  const isNamed = subject.of === 'all' || request.operator !== undefined;
  const at = isNamed ? undefined : operatorName(subject.operator, t);
  const isMore = to > from;
  if (change.kind === 'volume') {
    // A change from zero has no percentage.
    const share = from < 1 ? undefined : format.signedPercent(to / from - 1).replace(/^[+−]/, '');
    return { words: verdictEndings.volume(share, isMore, at, compared), isWorse: false };
  }
  const isWorse = change.kind === 'delivery_rate' ? !isMore : isMore;
  return { words: verdictEndings[change.kind](isMore, at, compared), isWorse };
}

export function changeSentence(
  { change, period, totals, isSoFar, isTooFew, basis }: ReportComparison,
  options: ReportView,
): string {
  const { t, format } = options;
  const { changes } = t.report;
  if (totals.submitted === 0) {
    return changes.nothingBefore(format.days(period.firstDay, period.lastDay), isSoFar);
  }
  const isReconstructed = basis === 'reconstructed';
  if (!change) {
    if (isTooFew) return changes.tooFew;
    return isReconstructed ? changes.nothingButFailures : changes.nothing;
  }
  const sentence = changeText(change, changes, options);
  const isOfRate = change.kind === 'delivery_rate';
  return isOfRate && isReconstructed ? `${sentence} ${changes.reconstructed}` : sentence;
}

export function nothingNowSentence({ totals }: ReportComparison, options: ReportView): string {
  const stopped = {
    kind: 'volume',
    subject: { of: 'all' },
    from: totals.submitted,
    to: 0,
    zScore: 0,
  } as const;
  return changeText(stopped, options.t.report.changes, options);
}
