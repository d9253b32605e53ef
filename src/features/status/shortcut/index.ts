import { answerThread } from '../../../posting/shared-answer.ts';
import { line, richText, type View, view, withNote } from '../../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import type { FormReply } from '../../../slack/listeners/context.ts';
import type { FeatureRouter } from '../../../slack/listeners/router.ts';
import type { Deps } from '../../dependencies.ts';
import { answerStatus, canAnswerThread, createStatusButtons, openStatusButton } from '../actions.ts';
import { formOptionsOf, STATUS_FORM, statusForm } from '../form.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import type { StatusQuery } from '../lookup.ts';
import { lookUpNamed } from '../lookup-each.ts';
import { createStatusShare } from '../share.ts';
import {
  type MessageQuestion,
  openMessageQuestion,
  periodFor,
  queriesFor,
  readMessage,
  sealMessageQuestion,
} from './input.ts';
import { ASK_AGAIN, namedView, noteOn, nothingNamedView, REPLY, repliedView } from './view.ts';

export const MESSAGE_SHORTCUT = 'status.message';

export function registerShortcuts(router: FeatureRouter<StatusTranslations>, deps: Deps): void {
  const { settings } = deps;
  router.offline.globalShortcut(STATUS_FORM, async ({ t }) => ({
    form: statusForm({}, t, formOptionsOf(deps)),
  }));
  router.messageShortcut<MessageQuestion>(MESSAGE_SHORTCUT, {
    read: (message) => readMessage(message, settings.defaultRegion),
    seal: sealMessageQuestion,
    open: openMessageQuestion,
    async answer(question, context) {
      const queries = queriesFor(question, context);
      const [query, second] = queries;
      if (!query) return nothingView(question, context, deps);
      if (second) return answerNamed(question, queries, context, deps);
      const note = noteOn(question, context);
      const answered = await answerStatus(query, context, deps);
      return note === '' ? answered : withNote(answered, note);
    },
  });
  router.button(REPLY, (sealed, context) => replyInThread(sealed, context, deps), { inPlace: true });
}

async function answerNamed(
  question: MessageQuestion,
  queries: readonly StatusQuery[],
  context: StatusContext,
  deps: Deps,
): Promise<View> {
  const { sealer } = deps.runtime;
  const model = await lookUpNamed('looked_up', queries, context, deps);
  return namedView(model, noteOn(question, context), viewOptionsFor(context, deps.settings), {
    seal: createStatusButtons(sealer).seal,
    sealedQuestion: sealMessageQuestion(sealer, question),
    canReply: canAnswerThread(context),
  });
}

function nothingView(question: MessageQuestion, context: StatusContext, { runtime: { sealer } }: Deps): View {
  const spec = periodFor(question, context);
  const possible = question.possible.map((msisdn): StatusQuery => {
    return { kind: 'number', request: { msisdn, spec, sender: undefined }, page: 0 };
  });
  return nothingNamedView(possible, context.t, createStatusButtons(sealer));
}

async function replyInThread(
  sealed: string,
  context: StatusContext,
  deps: Deps,
): Promise<FormReply | undefined> {
  const { t, threadTs } = context;
  const { sealer } = deps.runtime;
  const isQuery = openStatusButton(sealer, sealed) !== undefined;
  if (threadTs === undefined || !(isQuery || openMessageQuestion(sealer, sealed))) return undefined;
  const reply = await answerThread(createStatusShare(deps), sealed, context, deps);
  const backId = isQuery ? 'status.refresh' : ASK_AGAIN;
  if (!reply || !('text' in reply || 'isShown' in reply)) return reply;
  const answer = 'text' in reply ? reply : view(richText(line(t.post.answered)));
  return repliedView(answer, backId, sealed, t);
}
