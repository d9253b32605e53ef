import { isChannel } from '../../slack/access.ts';
import { echo } from '../../slack/advice.ts';
import { bold, line, richText, type View, view } from '../../slack/blocks.ts';
import type { Asker } from '../../slack/command.ts';
import type { Desk, Reply } from '../../slack/desk.ts';
import { adviceView, refusalView } from '../../slack/errors.ts';
import { createFormats } from '../../slack/format.ts';
import type { Post } from '../../slack/post.ts';
import { helpView, type ViewOptions } from '../../slack/question-view.ts';
import { ALL_OPERATORS, checkView, noSuchOperatorView, sharedCheckView } from './check-view.ts';
import { MOST_REHEARSED_DAYS, parseCheckInput, rehearsedOf } from './input.ts';
import { operatorOf } from './operators.ts';
import { answerRehearsal, type RehearsalDeps } from './rehearse-run.ts';
import { type RunCheckDeps, runCheck } from './run-check.ts';

export type ChecksDeps = RunCheckDeps &
  RehearsalDeps & {
    readonly post: Pick<Post, 'toChannel'>;
    /** Short number → name. */
    readonly senders: ReadonlyMap<string, string>;
  };

export const COMMAND = '/sms-check';

/** `/sms-check`, alone or with an operator or `rehearse`, and the buttons under its answers. */
export function registerChecks(desk: Desk, deps: ChecksDeps): void {
  desk.command(COMMAND, async (text, asker) => {
    const { words } = asker;
    const input = parseCheckInput(text);
    if ('problem' in input) {
      const say = input.problem === 'days' ? words.check.badDays : words.check.badRehearsal;
      return adviceView(
        say(echo(input.text), MOST_REHEARSED_DAYS),
        words,
        words.check.help.examples[input.problem === 'days' ? 2 : 3]?.[0],
      );
    }
    switch (input.kind) {
      case 'help':
        return helpView(words.check.help);
      case 'rehearse':
        return answerRehearsal(input, asker, deps);
      case 'check':
        return answerCheck(input.operator, asker, deps);
    }
  });

  const onOperator = (
    actionId: string,
    answer: (operator: string | undefined, asker: Asker) => Promise<Reply>,
  ) =>
    desk.button(actionId, async (value, asker) => {
      if (value === ALL_OPERATORS) return answer(undefined, asker);
      const operator = operatorOf(value);
      return operator === undefined ? undefined : answer(operator, asker);
    });
  onOperator('check.refresh', (operator, asker) => answerCheck(operator, asker, deps, true));
  onOperator('check.details', (operator, asker) => answerCheck(operator, asker, deps));
  onOperator('check.share', async (operator, asker) => ({ aside: await shareCheck(operator, asker, deps) }));

  desk.button('check.rehearse', async (value, asker) => {
    const rehearsed = rehearsedOf(value);
    if (!rehearsed) return undefined;
    const reply = await answerRehearsal(rehearsed, asker, deps);
    // The check stays where it is.
    return 'blocks' in reply ? { aside: reply } : reply;
  });
}

async function answerCheck(
  operator: string | undefined,
  asker: Asker,
  deps: ChecksDeps,
  isAnew = false,
): Promise<View> {
  const { now, channelId } = asker;
  const model = await runCheck(deps, { operator, now, channelId, isAnew });
  const options = viewOptions(asker, deps);
  if ('problem' in model) return noSuchOperatorView(model, options);
  return checkView(model, options, { canShare: isChannel(asker.channelId) });
}

/** Posts what is so now, read anew where it is too old, in the channel it was asked in. */
async function shareCheck(operator: string | undefined, asker: Asker, deps: ChecksDeps): Promise<View> {
  const { words, person, now, channelId } = asker;
  if (channelId === undefined || !isChannel(channelId))
    return adviceView(words.post.refused.notMember, words);
  const model = await runCheck(deps, { operator, now, channelId });
  const formats = createFormats(words, person.timeZone, now, { isLasting: true });
  const options: ViewOptions = { ...viewOptions(asker, deps), formats, isShared: true };
  if ('problem' in model) return noSuchOperatorView(model, options);
  const refusal = await deps.post.toChannel(channelId, sharedCheckView(model, options, person.name, now));
  return refusal ? refusalView(refusal, words) : view(richText(line(bold(words.check.shared))));
}

function viewOptions({ words, formats }: Asker, { senders }: Pick<ChecksDeps, 'senders'>): ViewOptions {
  return { words, formats, senders };
}
