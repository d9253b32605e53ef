import { adviceView, echo, helpView, refusalView } from '../../../slack/advice-view.ts';
import { bold, line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { isChannel } from '../../../slack/listeners/access.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { FeatureRouter } from '../../../slack/listeners/router.ts';
import { lastingViewOptions, viewOptionsFor } from '../../../slack/view-options.ts';
import type { IncidentContext, IncidentTranslations, IncidentView } from '../locales/index.ts';
import type { IncidentDeps } from '../model.ts';
import { answerRehearsal } from '../rehearsal/index.ts';
import { runCheck } from './check.ts';
import { MOST_REHEARSED_DAYS, operatorFromValue, parseCheckInput, rehearsedOf } from './input.ts';
import { ALL_OPERATORS, checkView, noSuchOperatorView, sharedCheckView } from './view.ts';

export const COMMAND = '/sms-check';

/** `/sms-check`, alone or with an operator or `rehearse`, and the buttons under its answers. */
export function registerCheck(router: FeatureRouter<IncidentTranslations>, deps: IncidentDeps): void {
  router.command(COMMAND, async (text, context) => {
    const { t } = context;
    const input = parseCheckInput(text);
    if ('problem' in input) {
      const say = input.problem === 'days' ? t.check.badDays : t.check.badRehearsal;
      return adviceView(
        say(echo(input.text), MOST_REHEARSED_DAYS),
        t,
        t.check.help.examples[input.problem === 'days' ? 2 : 3]?.[0],
      );
    }
    switch (input.kind) {
      case 'help':
        return helpView(t.check.help);
      case 'rehearse':
        return answerRehearsal(input, context, deps);
      case 'check':
        return answerCheck(input.operator, context, deps);
    }
  });

  const onOperator = (
    actionId: string,
    answer: (operator: string | undefined, context: IncidentContext) => Promise<Reply>,
  ) =>
    router.button(actionId, async (value, context) => {
      if (value === ALL_OPERATORS) return answer(undefined, context);
      const operator = operatorFromValue(value);
      return operator === undefined ? undefined : answer(operator, context);
    });
  onOperator('check.refresh', (operator, context) => answerCheck(operator, context, deps, true));
  onOperator('check.details', (operator, context) => answerCheck(operator, context, deps));
  onOperator('check.share', async (operator, context) => ({
    ephemeral: await shareCheck(operator, context, deps),
  }));

  router.button('check.rehearse', async (value, context) => {
    const rehearsed = rehearsedOf(value);
    if (!rehearsed) return undefined;
    const reply = await answerRehearsal(rehearsed, context, deps);
    // The check stays where it is.
    return 'blocks' in reply ? { ephemeral: reply } : reply;
  });
}

async function answerCheck(
  operator: string | undefined,
  context: IncidentContext,
  deps: IncidentDeps,
  isAnew = false,
): Promise<View> {
  const { now, channelId } = context;
  const model = await runCheck(deps, { operator, now, channelId, isAnew });
  const options = viewOptionsFor(context, deps.settings);
  if ('problem' in model) return noSuchOperatorView(model, options);
  return checkView(model, options, { canShare: isChannel(context.channelId) });
}

async function shareCheck(
  operator: string | undefined,
  context: IncidentContext,
  deps: IncidentDeps,
): Promise<View> {
  const { t, user, now, channelId } = context;
  if (channelId === undefined || !isChannel(channelId)) return adviceView(t.post.refused.notMember, t);
  const model = await runCheck(deps, { operator, now, channelId });
  const options: IncidentView = { ...lastingViewOptions(context, deps.settings), isShared: true };
  if ('problem' in model) return noSuchOperatorView(model, options);
  const refusal = await deps.posting.post.toChannel(
    channelId,
    sharedCheckView(model, options, user.name, now),
  );
  return refusal ? refusalView(refusal, t) : view(richText(line(bold(t.check.shared))));
}
