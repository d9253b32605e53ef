import { echo } from '../../slack/advice.ts';
import type { View } from '../../slack/blocks.ts';
import { adviceView } from '../../slack/errors.ts';
import type { Advice, Words } from '../../slack/words/index.ts';
import type { WatchProblem } from './watch-input.ts';

/** Of those about ending one. */
const TO_END: readonly WatchProblem['problem'][] = ['which', 'which_name', 'which_one'];

/** What was wrong with what was typed, and something that would have worked. */
export function watchProblemView(problem: WatchProblem, words: Words): View {
  const { watch } = words.incident;
  const [example] = watch.help.examples[TO_END.includes(problem.problem) ? 2 : 1] ?? [];
  return adviceView(adviceFor(problem, words), words, example);
}

function adviceFor(problem: WatchProblem, words: Words): Advice {
  const { watch } = words.incident;
  switch (problem.problem) {
    case 'not_understood':
      return watch.notUnderstood(echo(problem.text));
    case 'channel_name':
    case 'which_name':
      return watch.channelName(echo(problem.text));
    case 'which':
      return { ...watch.notUnderstood(echo(problem.text)), nextStep: watch.whichOne.nextStep };
    case 'twice':
      return watch.twice(echo(problem.text));
    case 'no_channel':
      return watch.noChannel;
    case 'which_one':
      return watch.whichOne;
  }
}
