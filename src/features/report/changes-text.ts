import { isShort, roundedPoints } from '../../domain/figures/period-figures.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { AnswerLines } from '../../slack/blocks/advice-view.ts';
import { LONGEST_FAILURE_WORD, operatorName } from '../../slack/blocks/figures.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { periodText } from '../../slack/blocks/view-options.ts';
import type { ReportComparison, ReportModel } from './aggregate.ts';
import type { ReportRequest } from './input.ts';
import type { ReportView } from './locales/index.ts';

export function reportVerdict(model: ReportModel, options: ReportView): AnswerLines {
  const { t, formatter } = options;
  const { request, period, totals, comparison, doubts, asOf } = model;
  const { verdicts, acts } = t.report;
  const days = capitalized(periodText(request.spec, period, options));
  if (totals.deliveryRate === undefined) {
    if (isShort(doubts)) return { sign: 'grey_question', verdict: verdicts.unreadable(days) };
    // Where there were messages before, the days, the sender and the number are right.
    const hasStopped = comparison !== undefined && comparison.totals.submitted > 0;
    const sign = hasStopped ? 'warning' : 'information_source';
    return { sign, verdict: verdicts.none(days), act: hasStopped ? acts.stopped : acts.none };
  }
  const turn = comparison && turnOf(comparison, request, options);
  const isWorse = turn?.isWorse === true;
  const rate = formatter.percent(totals.deliveryRate);
  // An older period is history: a check would show other messages.
  const isFresh = asOf.getTime() - period.end.getTime() < DAY_MS;
  return {
    sign: isWorse ? 'warning' : turn ? 'white_check_mark' : 'bar_chart',
    verdict: verdicts.delivered(days, rate, totals.isProvisional) + (turn ? `, ${turn.words}` : ''),
    act: isWorse && isFresh ? acts.worse : undefined,
  };
}

function turnOf(comparison: ReportComparison, { compareWith }: ReportRequest, options: ReportView) {
  const { change, isFew, totals, mayLack } = comparison;
  const { t } = options;
  const { turns } = t.report;
  if (isFew || mayLack || totals.submitted === 0) return undefined;
  if (!change) {
    const isAsked = compareWith !== 'before';
    return { words: isAsked ? asOnText(comparison, options) : turns.asBefore, isWorse: false };
  }
  const { subject } = change;
  const at = subject.of === 'all' ? undefined : operatorName(subject.operator, t);
  const isMore = change.to > change.from;
  const isWorse = change.kind === 'delivery_rate' ? !isMore : change.kind !== 'volume' && isMore;
  return { words: turns[change.kind](isMore, at), isWorse };
}

/** Named days are repeated: “before” would be those right before. */
function asOnText({ period, times }: ReportComparison, { t, formatter }: ReportView): string {
  const { firstDay, lastDay } = period;
  const weekday = firstDay === lastDay ? formatter.weekday(firstDay) : undefined;
  return t.report.turns.asOn(formatter.days(firstDay, lastDay), weekday, times !== 1);
}

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
      return volumeSentence(operator, from, to, options);
  }
}

export function nothingNowSentence({ totals }: ReportComparison, options: ReportView): string {
  return volumeSentence(undefined, totals.submitted, 0, options);
}

function volumeSentence(
  operator: string | undefined,
  from: number,
  to: number,
  { t, formatter }: ReportView,
): string {
  // From nothing there is no percentage.
  const change = from === 0 ? undefined : formatter.signedPercent(to / from - 1);
  return t.report.changes.volume(operator, formatter.number(from), formatter.number(to), change);
}
