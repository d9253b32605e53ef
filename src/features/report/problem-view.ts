import { addDaysTo } from '../../domain/time/calendar.ts';
import { type PeriodProblem, type PeriodSpec, resolvePeriod } from '../../domain/time/period.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView, echo, inputAdvice, periodAdvice, rewriteView } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import { periodLabel, senderName } from '../../slack/blocks/view-options.ts';
import { type Suggestion, suggestionButtons } from '../../slack/listeners/typed-command.ts';
import {
  DEFAULT_REPORT_PERIOD,
  MAX_REPORT_DAYS,
  type ReportInputProblem,
  reportText,
  type UnderstoodReport,
} from './input.ts';
import type { ReportTranslations, ReportView } from './locales/index.ts';

export type ReportProblem =
  | ReportInputProblem
  | (PeriodProblem & { readonly understood?: UnderstoodReport; readonly meant?: undefined });

interface ProblemViewOptions extends Pick<ReportView, 't' | 'format' | 'senders'> {
  readonly now: Date;
  readonly seal: (text: string) => string;
  readonly writtenExample?: string;
}

export function reportProblemView(problem: ReportProblem, options: ProblemViewOptions): View {
  const { t, senders, seal, writtenExample } = options;
  const advice = reportProblemAdvice(problem, t, senders);
  const form = { label: t.suggestions.form, text: `form ${reportText(problem.understood ?? {})}`.trim() };
  const buttons = suggestionButtons([...suggestionsFor(problem, options), form], seal);
  if (writtenExample !== undefined) return rewriteView(advice.sentence, writtenExample, t, buttons);
  return adviceView(advice, t, undefined, buttons);
}

export function reportProblemAdvice(
  problem: ReportProblem,
  t: ReportTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  switch (problem.problem) {
    case 'no_number':
      return t.report.missingNumber;
    case 'hours':
      return t.report.wholeDays;
    case 'same_period':
      return t.report.samePeriod;
    case 'compare':
      return t.report.compareWith(echo(problem.text));
    case 'not_understood': {
      const advice = t.report.notUnderstood(echo(problem.text));
      if (problem.meant) return { ...advice, nextStep: t.didYouMean(problem.meant.words) };
      return problem.understood?.spec ? { ...advice, nextStep: t.report.leaveItOut } : advice;
    }
    case 'no_such_date':
    case 'ambiguous_date':
      return periodAdvice(problem, t);
    default:
      return inputAdvice(problem, t, senders, t.report.notUnderstood);
  }
}

const MOST_NAMED_SENDERS = 3;

function suggestionsFor(problem: ReportProblem, options: ProblemViewOptions): Suggestion[] {
  const { understood = {}, meant } = problem;
  const { t, senders } = options;
  const periods = (...specs: PeriodSpec[]) =>
    specs.map((spec) => ({ label: periodLabel(spec, options), text: reportText({ ...understood, spec }) }));
  switch (problem.problem) {
    case 'ambiguous_date':
    case 'several_periods':
      return periods(...problem.readings);
    case 'hours':
      return periods(...wholeDays(problem.hours, options));
    case 'reversed': {
      const { spec } = understood;
      return spec?.kind === 'range' ? periods({ kind: 'range', from: spec.to, to: spec.from }) : [];
    }
    case 'too_long':
      return periods({ kind: 'last_days', days: MAX_REPORT_DAYS });
    case 'same_period':
      return (['before', 'week'] as const).map((compareWith) => ({
        label: t.report.form.comparisons[compareWith],
        text: reportText({ spec: DEFAULT_REPORT_PERIOD, ...understood, compareWith }),
      }));
    case 'is_sender': {
      const label = capitalized(t.answer.from(senderName(problem.text, senders)));
      const request = { spec: DEFAULT_REPORT_PERIOD, ...understood, sender: problem.text };
      return [{ label, text: reportText(request) }];
    }
    case 'sender':
    case 'no_sender':
      return [...senders].slice(0, MOST_NAMED_SENDERS).map(([sender, name]) => ({
        label: name,
        text: reportText({ spec: DEFAULT_REPORT_PERIOD, ...understood, sender }),
      }));
    case 'no_number':
    case 'number':
      return [];
    default:
      if (meant) return [{ label: capitalized(meant.words), text: meant.text }];
      if (understood.spec && ['not_understood', 'compare'].includes(problem.problem))
        return periods(understood.spec);
      return periods({ kind: 'today' }, { kind: 'yesterday' }, DEFAULT_REPORT_PERIOD);
  }
}

function wholeDays(hours: PeriodSpec, { format, now }: ProblemViewOptions): PeriodSpec[] {
  const period = resolvePeriod(hours, format.timeZone, now, { maxDays: MAX_REPORT_DAYS });
  if ('problem' in period) return [{ kind: 'today' }];
  const { firstDay: from, lastDay: to } = period;
  if (from === to) return [{ kind: 'day', day: from }];
  return addDaysTo(from, 1) === to
    ? [from, to].map((day) => ({ kind: 'day', day }))
    : [{ kind: 'range', from, to }];
}
