import type { PeriodProblem } from '../../domain/period.ts';
import type { View } from '../../slack/blocks.ts';
import { adviceView } from '../../slack/errors.ts';
import { untrusted } from '../../slack/untrusted.ts';
import type { Advice, Words } from '../../slack/words/index.ts';
import type { InputProblem } from './input.ts';

const LONGEST_ECHO = 80;

/** What was wrong with the question, and one that would have worked. */
export function problemView(
  problem: InputProblem | PeriodProblem,
  words: Words,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = words.status.help.examples[exampleFor(problem)] ?? [];
  return adviceView(adviceFor(problem, words, senders), words, example);
}

function adviceFor(
  problem: InputProblem | PeriodProblem,
  words: Words,
  senders: ReadonlyMap<string, string>,
): Advice {
  switch (problem.problem) {
    case 'no_number':
      return words.numbers.missing;
    case 'number':
      return words.numbers.invalid(untrusted(problem.text, LONGEST_ECHO));
    case 'not_understood':
      return words.status.notUnderstood(untrusted(problem.text, LONGEST_ECHO));
    case 'no_sender':
      return words.numbers.missingSender;
    case 'sender':
      return words.numbers.invalidSender(untrusted(problem.text, LONGEST_ECHO), [...senders.values()]);
    case 'no_such_date':
      return words.periodProblems.no_such_date(untrusted(problem.text, LONGEST_ECHO));
    case 'too_long':
      return words.periodProblems.too_long(problem.maxDays);
    default:
      return words.periodProblems[problem.problem];
  }
}

/** The example that shows the part in question: in the help text's order, a number, a day, days, dates, a sender. */
function exampleFor(problem: InputProblem | PeriodProblem): number {
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
  }
}
