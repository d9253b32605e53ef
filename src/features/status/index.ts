import { STATUS_MENTION_WORDS } from '../../domain/command-words.ts';
import { registerShared } from '../../posting/refresh.ts';
import { shareAnswer } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import { type View, withNote } from '../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { METADATA_SCOPE } from '../../slack/connection/scopes.ts';
import { type AnswerButton, periodClock, type Reply } from '../../slack/listeners/context.ts';
import { type AnswerMention, writtenTo } from '../../slack/listeners/mentions.ts';
import type { FeatureRouter, Router } from '../../slack/listeners/router.ts';
import type { FeatureDeps } from '../dependencies.ts';
import {
  anew,
  createProblemButtons,
  createStatusButtons,
  openFields,
  openStatusButton,
  registerStatusReveal,
  sendMessagesCsv,
  statusDetails,
} from './actions.ts';
import {
  type FormOptions,
  readStatusForm,
  STATUS_FORM,
  type StatusFormRequest,
  statusForm,
  WAY_CONTROL,
} from './form.ts';
import {
  MAX_LOOKUP_DAYS,
  MOST_NUMBERS,
  type NumbersRequest,
  parseStatusInput,
  type ReadingNote,
} from './input.ts';
import { type StatusContext, type StatusTranslations, statusTranslations } from './locales/index.ts';
import { lookUpFor, type MessageModel, type StatusModel, type StatusQuery } from './lookup.ts';
import { lookUpNumbers } from './lookup-each.ts';
import { type AnswerAlone, answerStatusMention, type StatusQuestion } from './mention.ts';
import { messageView } from './message/view.ts';
import { numbersView } from './numbers-view.ts';
import type { StatusProblem } from './problem/suggestions.ts';
import { fieldsOf, noteText, statusProblemView } from './problem/view.ts';
import { createStatusShare } from './share.ts';
import { canAnswerThread, MESSAGE_SHORTCUT, registerShortcuts } from './shortcut/index.ts';
import { withForm, withReply } from './shortcut/view.ts';
import { registerStep, STATUS_STEP } from './step.ts';
import { registerTracking } from './tracking/index.ts';
import { statusView } from './view.ts';

const COMMAND = '/sms-status';
/** As many as Home shows. */
const MOST_RECENT = 5;

function register(app: Router, deps: FeatureDeps): void {
  const router = app.speaking(statusTranslations);
  const { settings } = deps;
  const formOptions = formOptionsOf(deps);

  router.command(COMMAND, async (text, context): Promise<Reply> => {
    const input = parseStatusInput(text, { ...settings, clock: periodClock(context) });
    if ('problem' in input) return problemView(input, context, deps);
    if (input.kind === 'help') return helpView(context.t.input.help(MAX_LOOKUP_DAYS), context.t, settings);
    if (input.kind === 'form') return { form: statusForm({}, context.t, formOptions) };
    return answerQuestion(input, context, deps);
  });

  router.form<StatusFormRequest>(STATUS_FORM, {
    read: (fields, context) => readStatusForm(fields, context, formOptions),
    answer: (request, context) => answerStatus(firstPage(request), context, deps),
    again: (request) => {
      const value = createStatusButtons(deps.runtime.sealer, undefined).seal(firstPage(request));
      return { blockId: 'status.again', actionId: 'status.refresh', value };
    },
    controls: { [WAY_CONTROL]: (fields, t) => statusForm(fields, t, formOptions) },
  });

  const answerHere: AnswerButton<StatusTranslations, StatusQuery> = (query, context) =>
    answerStatus(query, context, deps);
  const refresh: typeof answerHere = (query, context) => answerStatus(anew(firstPage(query)), context, deps);
  const details: typeof answerHere = async (query, context) => ({
    ephemeral: await statusDetails(query, context, deps),
  });
  const shareKind = createStatusShare(deps);
  const { seal } = createStatusButtons(deps.runtime.sealer, undefined);
  const shareQuery = (query: StatusQuery, context: StatusContext, isConfirmed: boolean) => {
    const { channelId } = context;
    return shareAnswer(shareKind, { asked: seal(query), channelId, isConfirmed }, context, deps);
  };
  const share: typeof answerHere = async (query, context) => ({
    ephemeral: await shareQuery(query, context, false),
  });
  const csv: typeof answerHere = async (query, context) =>
    query.kind === 'number' ? { ephemeral: await sendMessagesCsv(query, context, deps) } : undefined;
  for (const id of ['status.newer', 'status.older', 'status.number', 'status.refresh']) {
    router.sealedButton(id, openStatusButton, answerHere, { inPlace: true });
  }
  router.sealedButton('status.details', openStatusButton, details);
  router.sealedMenu('status.more', openStatusButton, { refresh, share, csv }, { inPlace: ['refresh'] });
  // For requests too long for a menu, and for older messages.
  router.sealedButton('status.share', openStatusButton, share);
  router.sealedButton('status.csv', openStatusButton, csv);
  router.sealedButton('status.share.external', openStatusButton, (query, context) =>
    shareQuery(query, context, true),
  );
  registerWaysOn(router, deps);
  registerTracking(router.offline, deps);
  registerStatusReveal(router, deps);
  const alone: AnswerAlone = {
    answer: (question, context) => answerQuestion(question, context, deps),
    tell: (problem, context) => {
      const write = (words: string) => writtenTo(context.channelId, words);
      const options = viewOptionsFor(context, settings);
      return statusProblemView(problem, options, problemButtons(context, deps), write);
    },
  };
  registerShared(router, shareKind, deps);
  registerStep(router, deps);
  const answer = (query: StatusQuery, context: StatusContext) => answerStatus(query, context, deps);
  registerShortcuts(router, { formOptions, share: shareKind, answer }, deps);
  const answerMention: AnswerMention<StatusTranslations> = (text, context) =>
    answerStatusMention(text, context, { share: shareKind, ...alone }, deps);
  router.mention(answerMention, STATUS_MENTION_WORDS);
  router.mention(answerMention);
}

function formOptionsOf({ settings, platform }: FeatureDeps): FormOptions {
  return { ...settings, hasIds: platform.sms !== undefined };
}

function firstPage(input: StatusFormRequest | StatusQuery): StatusQuery {
  return input.kind === 'number' ? { kind: 'number', request: input.request, page: 0 } : input;
}

function answerQuestion(input: StatusQuestion, context: StatusContext, deps: FeatureDeps): Promise<View> {
  if (input.kind === 'numbers') return answerNumbers(input.request, context, deps, input.note);
  const note = input.kind === 'number' ? input.note : undefined;
  return answerStatus(firstPage(input), context, deps, note);
}

type StatusRouter = FeatureRouter<StatusTranslations>;

function registerWaysOn(router: StatusRouter, deps: FeatureDeps): void {
  for (let place = 1; place <= MOST_RECENT; place += 1) {
    router.sealedButton(`home.recent.${place}`, openStatusButton, async (query, context) =>
      answerStatus(anew(query), context, deps),
    );
  }
  for (let place = 1; place <= MOST_NUMBERS; place += 1) {
    // Below the list, which stays.
    router.sealedButton(`status.number.${place}`, openStatusButton, async (query, context) => ({
      ephemeral: await answerStatus(query, context, deps),
    }));
  }
  const formOptions = formOptionsOf(deps);
  router.sealedButton('status.ask.form', openFields, async (fields, { t }) => ({
    form: statusForm(fields, t, formOptions),
  }));
}

async function answerStatus(
  query: StatusQuery,
  context: StatusContext,
  deps: FeatureDeps,
  note?: ReadingNote,
): Promise<View> {
  const { settings, runtime } = deps;
  const model = await lookUpFor('looked_up', query, context, deps);
  if ('problem' in model) return problemView(model, context, deps);
  const options = viewOptionsFor(context, settings);
  const isReply = canAnswerThread(context);
  // A question about a message is answered in its thread.
  const buttons = createStatusButtons(runtime.sealer, isReply ? undefined : context.channelId);
  const answer =
    'verdict' in model ? statusView(model, options, buttons) : messageView(model, options, buttons);
  const shown =
    context.threadTs === undefined ? answer : aboutMessage(answer, { model, query }, context, deps);
  return noted(shown, note, context);
}

function aboutMessage(
  answer: View,
  { model, query }: { readonly model: StatusModel | MessageModel; readonly query: StatusQuery },
  context: StatusContext,
  deps: FeatureDeps,
): View {
  const { t } = context;
  if ('found' in model && !model.found) {
    const { request, day } = model;
    const fields = request.by === 'id' ? { way: 'id', id: request.id } : fieldsOf(request);
    const dated = day === undefined ? fields : { ...fields, date: day };
    return withForm(answer, problemButtons(context, deps).sealFields(dated), t);
  }
  const asked = createStatusButtons(deps.runtime.sealer, undefined).seal(anew(query));
  return canAnswerThread(context) ? withReply(answer, asked, t) : answer;
}

async function answerNumbers(
  request: NumbersRequest,
  context: StatusContext,
  deps: FeatureDeps,
  note?: ReadingNote,
): Promise<View> {
  const { settings } = deps;
  context.acts.note('looked_up', { numbers: request.msisdns });
  const model = await lookUpNumbers(request, context, deps);
  if ('problem' in model) return problemView(model, context, deps);
  const answer = numbersView(model, viewOptionsFor(context, settings), problemButtons(context, deps));
  return noted(answer, note, context);
}

function noted(answer: View, note: ReadingNote | undefined, { t }: StatusContext): View {
  const text = note === undefined ? '' : noteText(note, t);
  return text === '' ? answer : withNote(answer, text);
}

function problemView(problem: StatusProblem, context: StatusContext, deps: FeatureDeps): View {
  const options = viewOptionsFor(context, deps.settings);
  return statusProblemView(problem, options, problemButtons(context, deps));
}

function problemButtons({ channelId }: StatusContext, { runtime }: FeatureDeps) {
  return createProblemButtons(runtime.sealer, COMMAND, createStatusButtons(runtime.sealer, channelId));
}

export const status = {
  commands: [COMMAND],
  events: ['app_mention', 'message.im', 'function_executed'],
  shortcuts: { message: MESSAGE_SHORTCUT, global: STATUS_FORM },
  functions: [STATUS_STEP],
  // The last three find the bot's own posts again, so that none is posted twice; `message.im` needs the first, too.
  scopes: [
    ...['commands', 'app_mentions:read', 'chat:write', 'files:write'],
    ...['im:history', 'im:write', METADATA_SCOPE],
  ],
  register,
} as const;
