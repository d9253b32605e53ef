import type { PeriodProblem } from '../domain/period.ts';
import type { QuestionProblem } from '../domain/question.ts';
import { clip } from './limits.ts';
import { visible } from './untrusted.ts';
import type { Advice, Words } from './words/index.ts';

const LONGEST_ECHO = 80;

/** The sentence for what was wrong with a question. What each command understands is its own to say. */
export function questionAdvice(
  problem: QuestionProblem | PeriodProblem,
  words: Words,
  senders: ReadonlyMap<string, string>,
  notUnderstood: (text: string) => Advice,
): Advice {
  switch (problem.problem) {
    case 'no_number':
      return words.numbers.missing;
    case 'number':
      return words.numbers.invalid(echo(problem.text));
    case 'not_understood':
      return notUnderstood(echo(problem.text));
    case 'no_sender':
      return words.numbers.missingSender;
    case 'sender':
      return words.numbers.invalidSender(echo(problem.text), [...senders.values()]);
    case 'no_such_date':
      return words.periodProblems.no_such_date(echo(problem.text));
    case 'too_long':
      return words.periodProblems.too_long(problem.maxDays);
    default:
      return words.periodProblems[problem.problem];
  }
}

/** What was typed, to the one who typed it: a part that could not be read, so no number either. */
export function echo(text: string): string {
  return clip(visible(text), LONGEST_ECHO);
}

/** For the field of a form. */
export function inOneLine({ sentence, nextStep }: Advice): string {
  return `${sentence} ${nextStep}`;
}
