import { answerThread } from '../../../posting/shared-answer.ts';
import { line, richText, type View, view, withNote } from '../../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../../slack/blocks/view-options.ts';
import type { FormReply } from '../../../slack/listeners/context.ts';
import type { FeatureRouter } from '../../../slack/listeners/router.ts';
import type { FeatureDeps } from '../../dependencies.ts';
import { answerStatus, canAnswerThread, createStatusButtons, openStatusButton } from '../actions.ts';
import { formOptionsOf, STATUS_FORM, statusForm } from '../form.ts';
import type { StatusContext, StatusTranslations } from '../locales/index.ts';
import type { StatusQuery } from '../lookup.ts';
import { lookUpNamed } from '../lookup-each.ts';
import { createStatusShare } from '../share.ts';
import { type AskedInMessage, openAsked, periodFor, queriesFor, readMessage, sealAsked } from './input.ts';
import { ASK_AGAIN, namedView, noteOn, nothingNamedView, REPLY, repliedView } from './view.ts';

export const MESSAGE_SHORTCUT = 'status.message';

export function registerShortcuts(router: FeatureRouter<StatusTranslations>, deps: FeatureDeps): void {
  const { settings } = deps;
  router.offline.globalShortcut(STATUS_FORM, async ({ t }) => ({
    form: statusForm({}, t, formOptionsOf(deps)),
  }));
  router.messageShortcut<AskedInMessage>(MESSAGE_SHORTCUT, {
    read: (message) => readMessage(message, settings.defaultRegion),
    seal: sealAsked,
    open: openAsked,
    async answer(asked, context) {
      const queries = queriesFor(asked, context);
      const [query, second] = queries;
      if (!query) return nothingView(asked, context, deps);
      if (second) return answerNamed(asked, queries, context, deps);
      const note = noteOn(asked, context);
      const answered = await answerStatus(query, context, deps);
      return note === '' ? answered : withNote(answered, note);
    },
  });
  router.button(REPLY, (asked, context) => replyInThread(asked, context, deps), { inPlace: true });
}

async function answerNamed(
  asked: AskedInMessage,
  queries: readonly StatusQuery[],
  context: StatusContext,
  deps: FeatureDeps,
): Promise<View> {
  const { sealer } = deps.runtime;
  const model = await lookUpNamed('looked_up', queries, context, deps);
  return namedView(model, noteOn(asked, context), viewOptionsFor(context, deps.settings), {
    seal: createStatusButtons(sealer).seal,
    asked: sealAsked(sealer, asked),
    canReply: canAnswerThread(context),
  });
}

function nothingView(
  asked: AskedInMessage,
  context: StatusContext,
  { runtime: { sealer } }: FeatureDeps,
): View {
  const spec = periodFor(asked, context);
  const possible = asked.possible.map((msisdn): StatusQuery => {
    return { kind: 'number', request: { msisdn, spec, sender: undefined }, page: 0 };
  });
  return nothingNamedView(possible, context.t, createStatusButtons(sealer));
}

async function replyInThread(
  asked: string,
  context: StatusContext,
  deps: FeatureDeps,
): Promise<FormReply | undefined> {
  const { t, threadTs } = context;
  const { sealer } = deps.runtime;
  const isQuery = openStatusButton(sealer, asked) !== undefined;
  if (threadTs === undefined || !(isQuery || openAsked(sealer, asked))) return undefined;
  const reply = await answerThread(createStatusShare(deps), asked, context, deps);
  const backId = isQuery ? 'status.refresh' : ASK_AGAIN;
  if (!reply || !('text' in reply || 'isShown' in reply)) return reply;
  const said = 'text' in reply ? reply : view(richText(line(t.post.answered)));
  return repliedView(said, backId, asked, t);
}
