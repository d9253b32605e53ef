import type { PeriodProblem } from '../../domain/period.ts';
import type { QuestionProblem } from '../../domain/question.ts';
import { questionAdvice } from '../../slack/advice.ts';
import type { View } from '../../slack/blocks.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Advice, Words } from '../../slack/words/index.ts';

/** Whatever can be wrong with a question for a report, as typed or as the day has it. */
export type Problem = QuestionProblem | PeriodProblem;

/** What was wrong with the question, and one that would have worked. */
export function problemView(problem: Problem, words: Words, senders: ReadonlyMap<string, string>): View {
  const [example] = words.report.help.examples[EXAMPLES[problem.problem]] ?? [];
  return adviceView(adviceFor(problem, words, senders), words, example);
}

/** The sentence for what was wrong. */
export function adviceFor(problem: Problem, words: Words, senders: ReadonlyMap<string, string>): Advice {
  if (problem.problem === 'no_number') return words.report.missingNumber;
  return questionAdvice(problem, words, senders, words.report.notUnderstood);
}

/** The example that shows the part in question: in the help text's order, days, a day, dates, a sender, a number. */
const EXAMPLES: Readonly<Record<Problem['problem'], number>> = {
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
