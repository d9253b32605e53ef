import { STATUS_MENTION_WORDS } from '../../domain/command-words.ts';
import { registerSharedAnswer } from '../../posting/refresh.ts';
import { shareAnswer } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { METADATA_SCOPE } from '../../slack/connection/scopes.ts';
import { periodClock, type Reply } from '../../slack/listeners/context.ts';
import type { AnswerMention } from '../../slack/listeners/mentions.ts';
import type { FeatureRouter, Router } from '../../slack/listeners/router.ts';
import type { Deps } from '../dependencies.ts';
import {
  answerQuestion,
  answerStatus,
  createStatusButtons,
  firstPage,
  openFields,
  openStatusButton,
  problemView,
  registerStatusReveal,
  STATUS_COMMAND,
  sendMessagesCsv,
  statusDetails,
} from './actions.ts';
import { registerFollow } from './follow/index.ts';
import {
  formOptionsOf,
  readStatusForm,
  STATUS_FORM,
  type StatusFormRequest,
  statusForm,
  WAY_CONTROL,
} from './form.ts';
import { MAX_LOOKUP_DAYS, MOST_NUMBERS, parseStatusInput } from './input.ts';
import { type StatusContext, type StatusTranslations, statusTranslations } from './locales/index.ts';
import type { StatusQuery } from './lookup.ts';
import { answerStatusMention } from './mention.ts';
import { createStatusShare } from './share.ts';
import { MESSAGE_SHORTCUT, registerShortcuts } from './shortcut/index.ts';
import { registerStep, STATUS_STEP } from './step.ts';
import { answerTicket } from './ticket/index.ts';
import { registerTracking } from './tracking/index.ts';

const MOST_RECENT = 5;

function register(app: Router, deps: Deps): void {
  const router = app.withTranslations(statusTranslations);
  const { settings } = deps;
  const formOptions = formOptionsOf(deps);
  const { seal } = createStatusButtons(deps.runtime.sealer);

  router.command(STATUS_COMMAND, async (text, context): Promise<Reply> => {
    const input = parseStatusInput(text, { ...settings, clock: periodClock(context) });
    if ('problem' in input) return problemView(input, context, deps);
    if (input.kind === 'help') return helpView(context.t.input.help(MAX_LOOKUP_DAYS), context.t, settings);
    if (input.kind === 'form') return { form: statusForm({}, context.t, formOptions) };
    return answerQuestion(input, context, deps);
  });

  router.form<StatusFormRequest>(STATUS_FORM, {
    read: (fields, context) => readStatusForm(fields, context, formOptions),
    answer: (request, context) => answerStatus(firstPage(request, true), context, deps),
    again: (request) => {
      return { blockId: 'status.again', actionId: 'status.refresh', value: seal(firstPage(request)) };
    },
    controls: { [WAY_CONTROL]: (fields, t) => statusForm(fields, t, formOptions) },
  });
  router.sealedButton('status.ask.form', openFields, async (fields, { t }) => ({
    form: statusForm(fields, t, formOptions),
  }));

  registerButtons(router, deps);
  registerTracking(router.offline, deps);
  registerFollow(router.offline, deps);
  registerStatusReveal(router, deps);
  registerStep(router, deps);
  registerShortcuts(router, deps);
  const answerMention: AnswerMention<StatusTranslations> = (text, context) =>
    answerStatusMention(text, context, deps);
  router.mention(answerMention, STATUS_MENTION_WORDS);
  router.mention(answerMention);
}

type AnswerQuery = (query: StatusQuery, context: StatusContext) => Promise<View>;

function registerButtons(router: FeatureRouter<StatusTranslations>, deps: Deps): void {
  const shareKind = createStatusShare(deps);
  const shareQuery = (query: StatusQuery, context: StatusContext, isConfirmed: boolean) => {
    const request = createStatusButtons(deps.runtime.sealer).seal(query);
    return shareAnswer(shareKind, { request, channelId: context.channelId, isConfirmed }, context, deps);
  };
  const answer: AnswerQuery = (query, context) => answerStatus(query, context, deps);
  const asEphemeral = (make: AnswerQuery) => async (query: StatusQuery, context: StatusContext) => ({
    ephemeral: await make(query, context),
  });
  const share = asEphemeral((query, context) => shareQuery(query, context, false));
  const csv = async (query: StatusQuery, context: StatusContext) =>
    query.kind === 'number' ? { ephemeral: await sendMessagesCsv(query, context, deps) } : undefined;
  for (const id of ['status.newer', 'status.older', 'status.number', 'status.refresh']) {
    router.sealedButton(id, openStatusButton, answer, { inPlace: true });
  }
  for (let place = 1; place <= MOST_RECENT; place += 1) {
    router.sealedButton(`home.recent.${place}`, openStatusButton, answer);
  }
  for (let place = 1; place <= MOST_NUMBERS; place += 1) {
    // The answer is a new ephemeral message, so that the message with the list of numbers stays.
    router.sealedButton(`status.number.${place}`, openStatusButton, asEphemeral(answer));
  }
  const details = asEphemeral((query, context) => statusDetails(query, context, deps));
  router.sealedButton('status.details', openStatusButton, details);
  const ticket = asEphemeral((query, context) => answerTicket(query, context, deps));
  router.sealedButton('status.ticket', openStatusButton, ticket);
  const refresh: AnswerQuery = (query, context) => answer(firstPage(query), context);
  router.sealedMenu('status.more', openStatusButton, { refresh, share, csv }, { inPlace: ['refresh'] });
  // Requests that are too long for a menu, and older messages, have buttons instead of the menu.
  router.sealedButton('status.share', openStatusButton, share);
  router.sealedButton('status.csv', openStatusButton, csv);
  router.sealedButton('status.share.external', openStatusButton, (query, context) =>
    shareQuery(query, context, true),
  );
  registerSharedAnswer(router, shareKind, deps);
}

export const status = {
  commands: [STATUS_COMMAND],
  events: ['app_mention', 'message.im', 'function_executed'],
  shortcuts: { message: MESSAGE_SHORTCUT, global: STATUS_FORM },
  functions: [STATUS_STEP],
  // The last three scopes let the bot find its posts; the event `message.im` also needs `im:history`.
  scopes: [
    ...['commands', 'app_mentions:read', 'chat:write', 'files:write'],
    ...['im:history', 'im:write', METADATA_SCOPE],
  ],
  register,
} as const;
