import type { InputProblem } from '../../domain/input.ts';
import type { PeriodProblem } from '../../domain/time/period.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView, inputAdvice } from '../../slack/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';

import type { ReportTranslations } from './locales/index.ts';

/** Whatever can be wrong with a question for a report, as typed or as the day has it. */
export type ReportProblem = InputProblem | PeriodProblem;

/** What was wrong with the question, and one that would have worked. */
export function reportProblemView(
  problem: ReportProblem,
  t: ReportTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = t.report.help.examples[EXAMPLES[problem.problem]] ?? [];
  return adviceView(reportProblemAdvice(problem, t, senders), t, example);
}

/** The sentence for what was wrong. */
export function reportProblemAdvice(
  problem: ReportProblem,
  t: ReportTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  if (problem.problem === 'no_number') return t.report.missingNumber;
  return inputAdvice(problem, t, senders, t.report.notUnderstood);
}

/** The example that shows the part in question: in the help text's order, days, a day, dates, a sender, a number. */
const EXAMPLES: Readonly<Record<ReportProblem['problem'], number>> = {
  not_understood: 0,
  no_days: 0,
  in_future: 1,
  too_long: 2,
  no_such_date: 2,
  reversed: 2,
  no_sender: 3,
  sender: 3,
  no_number: 4,
  number: 4,
};
