import { isChannel } from '../../slack/access.ts';
import type { Asker } from '../../slack/command.ts';
import type { Desk, Reply } from '../../slack/desk.ts';
import { helpView } from '../../slack/question-view.ts';
import { type AnswerDeps, answerTurn, sendCsv, shareTurn } from './answers.ts';
import { FORM, readReportForm, reportForm } from './form.ts';
import { parseReportInput, type ReportRequest } from './input.ts';
import { REPORT_RUN } from './long.ts';
import { problemView } from './problem-view.ts';
import { openTurn, type ReportTurn } from './turn.ts';

export type ReportDeps = AnswerDeps;

const COMMAND = '/sms-report';

function register(desk: Desk, deps: ReportDeps): void {
  desk.command(COMMAND, async (text, asker) => {
    const input = parseReportInput(text, deps);
    if ('problem' in input) return problemView(input, asker.words, deps.senders);
    if (input.kind === 'help') return helpView(asker.words.report.help);
    if (input.kind === 'form') return { form: reportForm(asker.words, deps) };
    return answerTurn(toTurn(input.request, asker), asker, deps);
  });

  desk.form<ReportRequest>(FORM, {
    read: (fields, context) => readReportForm(fields, context, deps),
    answer: (request, asker) => answerTurn(toTurn(request, asker), asker, deps),
    controls: {},
  });

  const onTurn = (actionId: string, answer: (turn: ReportTurn, asker: Asker) => Promise<Reply>) =>
    desk.button(actionId, async (value, asker) => {
      const turn = openTurn(deps.sealer, value);
      return turn && answer(turn, asker);
    });
  onTurn('report.refresh', (turn, asker) => answerTurn(turn, asker, deps));
  onTurn('report.share', async (turn, asker) => ({ aside: await shareTurn(turn, asker, deps) }));
  onTurn('report.csv', async (turn, asker) => ({ aside: await sendCsv(turn, asker, deps) }));
}

function toTurn(request: ReportRequest, { channelId }: Asker): ReportTurn {
  // A direct message has nobody to share with.
  return { request, channelId: isChannel(channelId) ? channelId : undefined };
}

/** `/sms-report`: how messages were delivered in a period, and the buttons under the answer. */
export const report = {
  commands: [COMMAND],
  scopes: ['commands', 'chat:write', 'files:write'],
  register,
  takesLong: REPORT_RUN,
} as const;
