import { REPORT_MENTION_WORDS } from '../../domain/command-words.ts';
import type { PostedMessage } from '../../posting/post.ts';
import { type PendingRun, runWithProgress } from '../../posting/progress.ts';
import { registerSharedAnswer } from '../../posting/refresh.ts';
import { answerThread, shareAnswer } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { type BackgroundAnswer, type FormReply, periodClock } from '../../slack/listeners/context.ts';
import { type MentionContext, withBotName } from '../../slack/listeners/mentions.ts';
import type { Router } from '../../slack/listeners/router.ts';
import type { Deps } from '../dependencies.ts';
import {
  noteReport,
  openReportButton,
  problemOptions,
  REPORT_COMMAND,
  type ReportButtonState,
  reportPeriod,
  sealReportButton,
  sendReportCsv,
  showReportDetails,
} from './actions.ts';
import { startReading } from './aggregate.ts';
import { formFields, REPORT_FORM, readReportForm, reportForm } from './form.ts';
import { MAX_REPORT_DAYS, parseReportInput, type ReportInput, type ReportRequest } from './input.ts';
import { type ReportContext, type ReportTranslations, reportTranslations } from './locales/index.ts';
import { reportProblemView } from './problem-view.ts';
import { createReportShare, REPORT_RUN, THREAD_REPORT_RUN } from './share.ts';
import { reportSubject, reportView } from './view.ts';

function register(app: Router, deps: Deps): void {
  const router = app.withTranslations(reportTranslations);
  const { settings } = deps;
  router.command(REPORT_COMMAND, async (text, context) => {
    const input = parseReportInput(text, { ...settings, clock: periodClock(context) });
    if ('problem' in input) return reportProblemView(input, problemOptions(context, deps));
    if (input.kind === 'help') return helpView(context.t.report.help(MAX_REPORT_DAYS), context.t, settings);
    if (input.kind === 'form') return { form: reportForm(formFields(input.understood), context.t, settings) };
    return answerReport(toState(input.request, context), context, deps);
  });

  router.form<ReportRequest>(REPORT_FORM, {
    read: (fields, context) => readReportForm(fields, context, settings),
    answer: (request, context) => answerReport(toState(request, context), context, deps),
    controls: {},
  });

  router.sealedButton('report.refresh', openReportButton, (state, context) =>
    answerReport(state, context, deps),
  );
  const asEphemeral =
    (answer: typeof showReportDetails) => async (state: ReportButtonState, context: ReportContext) => ({
      ephemeral: await answer(state, context, deps),
    });
  const shareKind = createReportShare(deps);
  const csv = asEphemeral(sendReportCsv);
  /** `isConfirmed`: the person agreed that people of another organisation read the report. */
  const shareTo = (isConfirmed: boolean) => (state: ReportButtonState, context: ReportContext) => {
    const request = sealReportButton(deps.runtime.sealer, state);
    return shareAnswer(shareKind, { request, channelId: state.channelId, isConfirmed }, context, deps);
  };
  const share = asEphemeral(shareTo(false));
  router.sealedButton('report.details', openReportButton, asEphemeral(showReportDetails));
  router.sealedMenu('report.more', openReportButton, { share, csv });
  router.sealedButton('report.share.external', openReportButton, shareTo(true));
  // Older messages have a Share button instead of a menu.
  router.sealedButton('report.share', openReportButton, share);
  router.sealedButton('report.csv', openReportButton, csv);
  registerSharedAnswer(router, shareKind, deps);
  router.mention((text, context) => answerMention(text, context, deps), REPORT_MENTION_WORDS);
}

async function answerMention(
  text: string,
  context: MentionContext<ReportTranslations>,
  deps: Deps,
): Promise<FormReply | undefined> {
  const { t, channelId } = context;
  const input = readMention(text, context, deps);
  if ('problem' in input) {
    const writtenExample = withBotName(channelId, t.report.mentionExample);
    return reportProblemView(input, { ...problemOptions(context, deps), writtenExample });
  }
  if (input.kind === 'help') return helpView(t.report.help(MAX_REPORT_DAYS), t, deps.settings);
  // The word `report` alone gets no answer, because it may be part of a conversation.
  if (input.kind === 'form') return undefined;
  const state = toState(input.request, context);
  if (state.channelId === undefined) return answerReport(state, context, deps, context.directThread);
  return answerThread(createReportShare(deps), sealReportButton(deps.runtime.sealer, state), context, deps);
}

const PREPOSITION = /^(?:of|for|on|about|de|del|sobre)\s+(?=\S)/iu;

function readMention(text: string, context: ReportContext, { settings }: Deps): ReportInput {
  const options = { ...settings, clock: periodClock(context) };
  const input = parseReportInput(text, options);
  if (!('problem' in input) || !PREPOSITION.test(text)) return input;
  const stripped = parseReportInput(text.replace(PREPOSITION, ''), options);
  return 'problem' in stripped ? input : stripped;
}

function toState(request: ReportRequest, { channelId }: ReportContext): ReportButtonState {
  // A direct message has no other readers, so a report there cannot be shared.
  return { request, channelId: isChannel(channelId) ? channelId : undefined };
}

async function answerReport(
  state: ReportButtonState,
  context: ReportContext,
  deps: Deps,
  /** Thread of a direct message in which a slow report is posted. */
  thread?: PostedMessage,
): Promise<View | BackgroundAnswer> {
  const { request } = state;
  const { settings, runtime } = deps;
  noteReport('reported', request, context);
  const period = reportPeriod(request, context);
  if ('problem' in period) {
    return reportProblemView({ ...period, understood: request }, problemOptions(context, deps));
  }
  const options = viewOptionsFor(context, settings);
  const seal = (requested: ReportRequest, seenTotals?: string) =>
    sealReportButton(runtime.sealer, { ...state, request: requested, seenTotals });
  const reading = startReading(request, period, deps, context);
  const run: PendingRun = {
    kind: REPORT_RUN,
    userId: context.user.id,
    acts: context.acts,
    language: context.user.language,
    subject: reportSubject(request, period, options),
    againValue: seal(request),
    task: { ended: reading.model, progress: reading.progress, stop: reading.stop },
    post: thread && ((progress) => deps.posting.post.toChannel(thread.channel, progress, thread)),
    toView: async () =>
      reportView(await reading.model, options, { seal, canShare: state.channelId !== undefined }),
  };
  return runWithProgress(run, deps);
}

export const report = {
  commands: [REPORT_COMMAND],
  scopes: ['commands', 'chat:write', 'files:write'],
  register,
  runKind: REPORT_RUN,
  threadRunKind: THREAD_REPORT_RUN,
} as const;
