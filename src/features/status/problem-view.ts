import type { PeriodProblem } from '../../domain/time/period.ts';
import type { Advice } from '../../i18n/index.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { adviceView } from '../../slack/error-view.ts';
import { echo, questionAdvice } from '../../slack/notices.ts';
import type { InputProblem } from './input.ts';
import type { StatusTranslations } from './locales/index.ts';

/** Whatever can be wrong with a question, as typed or as the day has it. */
export type StatusProblem = InputProblem | PeriodProblem | { readonly problem: 'not_set_up' };

/** What was wrong with the question, and one that would have worked. */
export function statusProblemView(
  problem: StatusProblem,
  t: StatusTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = t.status.help.examples[exampleFor(problem)] ?? [];
  return adviceView(statusProblemAdvice(problem, t, senders), t, example);
}

/** The sentence for what was wrong. */
export function statusProblemAdvice(
  problem: StatusProblem,
  t: StatusTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  switch (problem.problem) {
    case 'no_reference':
      return t.numbers.missingReference;
    case 'no_id':
      return t.numbers.missingId;
    case 'reference':
      return t.numbers.invalidReference(echo(problem.text));
    case 'not_set_up':
      return t.message.notSetUp;
    default:
      return questionAdvice(problem, t, senders, t.status.notUnderstood);
  }
}

/** The example that shows the part in question: in the help text's order, a number, a day, days, dates, a sender. */
function exampleFor(problem: StatusProblem): number {
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
