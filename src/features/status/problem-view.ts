import type { PeriodProblem } from '../../domain/period.ts';
import { echo, questionAdvice } from '../../slack/advice.ts';
import type { View } from '../../slack/blocks.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Advice, Words } from '../../slack/words/index.ts';
import type { InputProblem } from './input.ts';

/** Whatever can be wrong with a question, as typed or as the day has it. */
export type Problem = InputProblem | PeriodProblem | { readonly problem: 'not_set_up' };

/** What was wrong with the question, and one that would have worked. */
export function problemView(problem: Problem, words: Words, senders: ReadonlyMap<string, string>): View {
  const [example] = words.status.help.examples[exampleFor(problem)] ?? [];
  return adviceView(adviceFor(problem, words, senders), words, example);
}

/** The sentence for what was wrong. */
export function adviceFor(problem: Problem, words: Words, senders: ReadonlyMap<string, string>): Advice {
  switch (problem.problem) {
    case 'no_reference':
      return words.numbers.missingReference;
    case 'no_id':
      return words.numbers.missingId;
    case 'reference':
      return words.numbers.invalidReference(echo(problem.text));
    case 'not_set_up':
      return words.message.notSetUp;
    default:
      return questionAdvice(problem, words, senders, words.status.notUnderstood);
  }
}

/** The example that shows the part in question: in the help text's order, a number, a day, days, dates, a sender. */
function exampleFor(problem: Problem): number {
  switch (problem.problem) {
    case 'no_number':
    case 'number':
      return 0;
    case 'not_understood':
    case 'in_future':
    case 'no_days':
      return 1;
    case 'too_long':
      return 2;
    case 'no_such_date':
    case 'reversed':
      return 3;
    case 'no_sender':
    case 'sender':
      return 4;
    case 'no_reference':
    case 'reference':
    case 'not_set_up':
      return 5;
    case 'no_id':
      return 6;
  }
}
