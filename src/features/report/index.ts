import { REPORT_MENTION_WORDS } from '../../domain/command-words.ts';
import type { Place } from '../../posting/post.ts';
import { type PendingRun, runWithProgress } from '../../posting/progress.ts';
import { registerShared } from '../../posting/refresh.ts';
import { answerThread } from '../../posting/shared-answer.ts';
import { helpView } from '../../slack/blocks/advice-view.ts';
import type { View } from '../../slack/blocks/blocks.ts';
import { viewOptionsFor } from '../../slack/blocks/view-options.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import { type BackgroundAnswer, type FormReply, periodClock } from '../../slack/listeners/context.ts';
import { type MentionContext, writtenTo } from '../../slack/listeners/mentions.ts';
import type { Router } from '../../slack/listeners/router.ts';
import type { FeatureDeps } from '../dependencies.ts';
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
import { createReportShare, REPORT_RUN, shareReport, THREAD_REPORT_RUN } from './share.ts';
import { reportSubject, reportView } from './view.ts';

function register(app: Router, deps: FeatureDeps): void {
  const router = app.speaking(reportTranslations);
  const { settings } = deps;
  router.command(REPORT_COMMAND, async (text, context) => {
    const input = parseReportInput(text, { ...settings, clock: periodClock(context) });
    if ('problem' in input) return reportProblemView(input, problemOptions(context, deps));
    if (input.kind === 'help') return helpView(context.t.report.help(MAX_REPORT_DAYS), context.t, settings);
    if (input.kind === 'form') return { form: reportForm(formFields(input.understood), context.t, settings) };
    return answerReport(askedHere(input.request, context), context, deps);
  });

  router.form<ReportRequest>(REPORT_FORM, {
    read: (fields, context) => readReportForm(fields, context, settings),
    answer: (request, context) => answerReport(askedHere(request, context), context, deps),
    controls: {},
  });

  router.sealedButton('report.refresh', openReportButton, (state, context) =>
    answerReport(state, context, deps),
  );
  const beside =
    (answer: typeof showReportDetails) => async (state: ReportButtonState, context: ReportContext) => ({
      ephemeral: await answer(state, context, deps),
    });
  const shareKind = createReportShare(deps);
  const csv = beside(sendReportCsv);
  const share = async (state: ReportButtonState, context: ReportContext) => ({
    ephemeral: await shareReport({ state, isConfirmed: false }, shareKind, context, deps),
  });
  router.sealedButton('report.details', openReportButton, beside(showReportDetails));
  router.sealedMenu('report.more', openReportButton, { share, csv });
  router.sealedButton('report.share.external', openReportButton, (state, context) =>
    shareReport({ state, isConfirmed: true }, shareKind, context, deps),
  );
  // Of messages from before the menu.
  router.sealedButton('report.share', openReportButton, share);
  router.sealedButton('report.csv', openReportButton, csv);
  registerShared(router, shareKind, deps);
  router.mention((text, context) => answerMention(text, context, deps), REPORT_MENTION_WORDS);
}

async function answerMention(
  text: string,
  context: MentionContext<ReportTranslations>,
  deps: FeatureDeps,
): Promise<FormReply | undefined> {
  const { t, channelId } = context;
  const input = readMention(text, context, deps);
  if ('problem' in input) {
    const written = writtenTo(channelId, t.report.mentionExample);
    return reportProblemView(input, { ...problemOptions(context, deps), written });
  }
  if (input.kind === 'help') return helpView(t.report.help(MAX_REPORT_DAYS), t, deps.settings);
  // `report` alone is no question yet.
  if (input.kind === 'form') return undefined;
  const state = askedHere(input.request, context);
  if (state.channelId === undefined) return answerReport(state, context, deps, context.directThread);
  return answerThread(createReportShare(deps), sealReportButton(deps.runtime.sealer, state), context, deps);
}

/** What may follow “report”: `of yesterday`, `del lunes`. */
const LED_IN = /^(?:of|for|on|about|de|del|sobre)\s+(?=\S)/iu;

function readMention(text: string, context: ReportContext, { settings }: FeatureDeps): ReportInput {
  const options = { ...settings, clock: periodClock(context) };
  const input = parseReportInput(text, options);
  if (!('problem' in input) || !LED_IN.test(text)) return input;
  const led = parseReportInput(text.replace(LED_IN, ''), options);
  return 'problem' in led ? input : led;
}

function askedHere(request: ReportRequest, { channelId }: ReportContext): ReportButtonState {
  // A direct message has no readers to share with.
  return { request, channelId: isChannel(channelId) ? channelId : undefined };
}

async function answerReport(
  state: ReportButtonState,
  context: ReportContext,
  deps: FeatureDeps,
  /** Of a direct message: a slow report stays in it. */
  thread?: Place,
): Promise<View | BackgroundAnswer> {
  const { request } = state;
  const { settings, runtime } = deps;
  noteReport('reported', request, context);
  const period = reportPeriod(request, context);
  if ('problem' in period) {
    return reportProblemView({ ...period, understood: request }, problemOptions(context, deps));
  }
  const options = viewOptionsFor(context, settings);
  const seal = (asked: ReportRequest, seen?: string) =>
    sealReportButton(runtime.sealer, { ...state, request: asked, seen });
  const reading = startReading(request, period, deps, context);
  const run: PendingRun = {
    kind: REPORT_RUN,
    userId: context.user.id,
    channelId: context.channelId,
    acts: context.acts,
    language: context.user.language,
    subject: reportSubject(request, period, options),
    again: seal(request),
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
