import { helpView } from '../../slack/advice-view.ts';
import { isChannel } from '../../slack/listeners/access.ts';
import type { Reply } from '../../slack/listeners/context.ts';
import type { Router } from '../../slack/listeners/router.ts';
import { openReportButton, type ReportButtonState } from './actions.ts';
import { answerReport, type ReportAnswerDeps, sendReportCsv, shareReport } from './answers.ts';
import { REPORT_FORM, readReportForm, reportForm } from './form.ts';
import { parseReportInput, type ReportRequest } from './input.ts';
import { type ReportContext, reportTranslations } from './locales/index.ts';
import { REPORT_RUN } from './long.ts';
import { reportProblemView } from './problem-view.ts';

export type ReportDeps = ReportAnswerDeps;

const COMMAND = '/sms-report';

function register(app: Router, deps: ReportDeps): void {
  const router = app.speaking(reportTranslations);
  router.command(COMMAND, async (text, context) => {
    const input = parseReportInput(text, deps);
    if ('problem' in input) return reportProblemView(input, context.t, deps.senders);
    if (input.kind === 'help') return helpView(context.t.report.help);
    if (input.kind === 'form') return { form: reportForm(context.t, deps) };
    return answerReport(toTurn(input.request, context), context, deps);
  });

  router.form<ReportRequest>(REPORT_FORM, {
    read: (fields, context) => readReportForm(fields, context, deps),
    answer: (request, context) => answerReport(toTurn(request, context), context, deps),
    controls: {},
  });

  const onTurn = (
    actionId: string,
    answer: (turn: ReportButtonState, context: ReportContext) => Promise<Reply>,
  ) =>
    router.button(actionId, async (value, context) => {
      const turn = openReportButton(deps.sealer, value);
      return turn && answer(turn, context);
    });
  onTurn('report.refresh', (turn, context) => answerReport(turn, context, deps));
  onTurn('report.share', async (turn, context) => ({ ephemeral: await shareReport(turn, context, deps) }));
  onTurn('report.csv', async (turn, context) => ({ ephemeral: await sendReportCsv(turn, context, deps) }));
}

function toTurn(request: ReportRequest, { channelId }: ReportContext): ReportButtonState {
  // A direct message has nobody to share with.
  return { request, channelId: isChannel(channelId) ? channelId : undefined };
}

/** `/sms-report`: how messages were delivered in a period, and the buttons under the answer. */
export const report = {
  commands: [COMMAND],
  scopes: ['commands', 'chat:write', 'files:write'],
  register,
  runKind: REPORT_RUN,
} as const;
