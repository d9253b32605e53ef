import { CHECK_MENTION_WORDS, REHEARSE_WORDS } from '../../domain/command-words.ts';
import { isPeriod } from '../../domain/input.ts';
import { findNumbers } from '../../domain/messages/numbers-in-text.ts';
import { registerSharedAnswer } from '../../posting/refresh.ts';
import { answerThread, type ShareKind, shareAnswer } from '../../posting/shared-answer.ts';
import { adviceView, echo, helpView, typeInsteadView } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { capitalized } from '../../slack/blocks/format.ts';
import { channelViewOptions, viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { HISTORY_SCOPES } from '../../slack/connection/scopes.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { AnswerButton, FormReply, Reply } from '../../slack/listeners/context.ts';
import { type MentionContext, withBotName } from '../../slack/listeners/mentions.ts';
import type { Router } from '../../slack/listeners/router.ts';
import { sealCommand, suggestionButtons } from '../../slack/listeners/typed-command.ts';
import { readWeeksAhead } from '../../traffic/baseline.ts';
import type { CheckDeps } from '../dependencies.ts';
import { runCheck } from './check.ts';
import { checkDetailsView } from './details-view.ts';
import {
  ALL_OPERATORS,
  moreValue,
  operatorFromValue,
  parseCheckInput,
  readMore,
  typedOperatorValue,
} from './input.ts';
import {
  type CheckContext,
  type CheckTranslations,
  type CheckViewOptions,
  checkTranslations,
} from './locales/index.ts';
import type { CheckModel } from './model.ts';
import { newestView, readNewest } from './newest.ts';
import { answerRehearsal, REHEARSAL_RUN } from './rehearsal/index.ts';
import { DEFAULT_REHEARSED_DAYS, MOST_REHEARSED_DAYS, readRehearsal } from './rehearsal/input.ts';
import { checkView, chooseOperatorView, fullCheckView, noSuchOperatorView, sharedCheckView } from './view.ts';

const COMMAND = '/sms-check';
/** Text with four or more digits is not the name of an operator. */
const DIGITS_OF_A_NUMBER = /(?:\d\D*){4}/;

function sealFor({ runtime: { sealer } }: Pick<CheckDeps, 'runtime'>) {
  return (text: string) => sealCommand(sealer, COMMAND, text);
}

function register(app: Router, deps: CheckDeps): void {
  const router = app.withTranslations(checkTranslations);
  router.command(COMMAND, async (text, context) => {
    const { t } = context;
    const input = parseCheckInput(text);
    if ('problem' in input) {
      const say = input.problem === 'days' ? t.check.badDays : t.check.badRehearsal;
      const example = t.check.help.examples[input.problem === 'days' ? 2 : 3]?.[0];
      const suggestions = [DEFAULT_REHEARSED_DAYS, MOST_REHEARSED_DAYS].map((days) => ({
        label: capitalized(t.period({ kind: 'last_days', days })),
        text: `rehearse ${days}`,
      }));
      const advice = say(echo(input.text), MOST_REHEARSED_DAYS);
      return adviceView(advice, t, example, suggestionButtons(suggestions, sealFor(deps)));
    }
    switch (input.kind) {
      case 'help':
        return helpView(t.check.help, t, deps.settings);
      case 'rehearse':
        return answerRehearsal(input, context, deps);
      case 'check':
        return answerCheck(input.operator, context, deps);
    }
  });

  const onOperator = (
    actionId: string,
    answer: (operator: string | undefined, context: CheckContext) => Promise<Reply>,
    { inPlace = false } = {},
  ) => {
    const onValue: AnswerButton<CheckTranslations> = async (value, context) => {
      if (value === ALL_OPERATORS) return answer(undefined, context);
      const operator = operatorFromValue(value);
      return operator === undefined ? undefined : answer(operator, context);
    };
    router.button(actionId, onValue, { inPlace });
  };
  const shareKind = createCheckShare(deps);
  const shareCheck = (operator: string | undefined, context: CheckContext, isConfirmed: boolean) =>
    shareAnswer(
      shareKind,
      { request: typedOperatorValue(operator), channelId: context.channelId, isConfirmed },
      context,
      deps,
    );
  const share = async (operator: string | undefined, context: CheckContext) => ({
    ephemeral: await shareCheck(operator, context, false),
  });
  const rehearse = async (value: string, context: CheckContext) => {
    const rehearsed = readRehearsal(value);
    if (!rehearsed) return undefined;
    const reply = await answerRehearsal(rehearsed, context, deps);
    // A repeat of past checks is shown in an ephemeral message, so that the message with the check stays.
    return 'blocks' in reply ? { ephemeral: reply } : reply;
  };
  const inPlace = { inPlace: true };
  onOperator(
    'check.refresh',
    (operator, context) => answerCheck(operator, context, deps, { isRefresh: true }),
    inPlace,
  );
  onOperator('check.details', (operator, context) => answerCheck(operator, context, deps), inPlace);
  onOperator('check.share', share);
  onOperator('check.share.external', (operator, context) => shareCheck(operator, context, true));
  onOperator('check.evidence', async (operator, context) => ({
    ephemeral: await modelView({ operator }, context, deps, checkDetailsView),
  }));
  onOperator('check.newest', async (operator, context) => ({
    ephemeral: await answerNewest(operator, context, deps),
  }));
  router.button('check.rehearse', rehearse);
  const chooseEntry: AnswerButton<CheckTranslations> = async (value, context) => {
    const chosen = readMore(value);
    switch (chosen?.what) {
      case 'rehearse':
        return rehearse(chosen.value, context);
      case 'share':
        return share(operatorFromValue(chosen.value), context);
      case 'show':
        return answerCheck(undefined, context, deps);
      case 'choose':
        return { ephemeral: await modelView({ operator: undefined }, context, deps, chooseOperatorView) };
      default:
        return undefined;
    }
  };
  registerSharedAnswer(router, shareKind, deps);
  router.mention((text, context) => answerCheckMention(text, context, shareKind, deps), CHECK_MENTION_WORDS);
  for (const word of REHEARSE_WORDS)
    router.mention(async (_, { t }) => typeInsteadView(`/sms-check ${word}`, t), [word]);
  router.button('check.more', chooseEntry, { inPlace: [moreValue('show', ALL_OPERATORS)] });
}

interface CheckOptions {
  readonly operator: string | undefined;
  readonly isRefresh?: boolean;
  readonly isWritten?: boolean;
  readonly act?: 'checked' | 'listed';
}

/** Shows a check with `show`, or says that no operator has the name that was typed. */
async function modelView(
  { operator, isRefresh = false, isWritten = false, act = 'checked' }: CheckOptions,
  context: CheckContext,
  deps: CheckDeps,
  show: (model: CheckModel, options: CheckViewOptions) => View | Promise<View>,
): Promise<View> {
  const { user, now, channelId, acts } = context;
  acts.note(act);
  const model = await runCheck(deps, { operator, now, channelId, isRefresh, userId: user.id });
  const options = viewOptionsFor(context, deps.settings);
  if (!('problem' in model)) return show(model, options);
  const write = isWritten ? (words: string) => withBotName(channelId, words) : undefined;
  return noSuchOperatorView(model, options, sealFor(deps), write);
}

/** Lists the newest messages of an operator; `operator` is the start of its name, or the word for no name. */
function answerNewest(operator: string | undefined, context: CheckContext, deps: CheckDeps) {
  const { now, user } = context;
  return modelView({ operator, act: 'listed' }, context, deps, async ({ about }, options) =>
    newestView(await readNewest(about?.operator, now, deps, user.id), now, options),
  );
}

function answerCheck(
  operator: string | undefined,
  context: CheckContext,
  deps: CheckDeps,
  how: Pick<CheckOptions, 'isRefresh' | 'isWritten'> = {},
): Promise<View> {
  const canShare = isChannel(context.channelId);
  return modelView({ operator, ...how }, context, deps, (model, options) =>
    checkView(model, options, { canShare }),
  );
}

function createCheckShare(deps: CheckDeps): ShareKind<CheckTranslations> {
  return {
    name: 'check',
    act: 'checked',
    translations: checkTranslations,
    async createAnswer(request, { act, context, sharedBy }) {
      const operator = operatorFromValue(request);
      if (operator === undefined && request !== ALL_OPERATORS) return undefined;
      context.acts.note(act);
      const { user, now, channelId } = context;
      const isRefresh = act === 'refreshed';
      const model = await runCheck(deps, { operator, now, channelId, isRefresh, userId: user.id });
      if ('problem' in model) {
        const write = sharedBy === undefined ? (words: string) => withBotName(channelId, words) : undefined;
        return {
          instead: (reader) =>
            noSuchOperatorView(model, viewOptionsFor(reader, deps.settings), sealFor(deps), write),
        };
      }
      const options: CheckViewOptions = channelViewOptions(context, deps.settings);
      const answer = { request, numbers: [], confirmation: context.t.check.shared };
      if (sharedBy === undefined) return { ...answer, shared: fullCheckView(model, options) };
      return { ...answer, ...sharedCheckView(model, options, sharedBy) };
    },
  };
}

/** A message `check …` with a telephone number asks about single messages, so it is not answered here. */
async function answerCheckMention(
  text: string,
  context: MentionContext<CheckTranslations>,
  share: ShareKind<CheckTranslations>,
  deps: CheckDeps,
): Promise<FormReply | undefined> {
  const { t, channelId } = context;
  const { settings } = deps;
  const { numbers, possible } = findNumbers(text, settings.defaultRegion, isPeriod);
  if (numbers.length + possible.length > 0) return undefined;
  const input = parseCheckInput(text);
  if ('problem' in input || input.kind === 'rehearse') return typeInsteadView('/sms-check rehearse', t);
  if (input.kind === 'help') return helpView(t.check.help, t, settings);
  if (DIGITS_OF_A_NUMBER.test(text)) return undefined;
  if (!isChannel(channelId)) return answerCheck(input.operator, context, deps, { isWritten: true });
  return answerThread(share, typedOperatorValue(input.operator), context, deps);
}

export const check = {
  commands: [COMMAND] as readonly string[],
  scopes: ['commands', 'chat:write', 'files:write', ...HISTORY_SCOPES],
  register,
  runKind: REHEARSAL_RUN,
  readAhead: readWeeksAhead,
} as const;
