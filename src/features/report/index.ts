import { isChannel } from '../../slack/access.ts';
import type { Asker } from '../../slack/command.ts';
import type { ButtonReply, Desk } from '../../slack/desk.ts';
import { adviceView } from '../../slack/errors.ts';
import { helpView } from '../../slack/question-view.ts';
import { type AnswerDeps, answerTurn, sendCsv, shareTurn } from './answers.ts';
import { FORM, readReportForm, reportForm } from './form.ts';
import { parseReportInput, type ReportRequest } from './input.ts';
import { settleAbandoned } from './long-run.ts';
import { problemView } from './problem-view.ts';
import { openRunId } from './run-request.ts';
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

  const onTurn = (actionId: string, answer: (turn: ReportTurn, asker: Asker) => Promise<ButtonReply>) =>
    desk.button(actionId, async (value, asker) => {
      const turn = openTurn(deps.sealer, value);
      return turn && answer(turn, asker);
    });
  onTurn('report.refresh', (turn, asker) => answerTurn(turn, asker, deps));
  onTurn('report.share', async (turn, asker) => ({ aside: await shareTurn(turn, asker, deps) }));
  onTurn('report.csv', async (turn, asker) => ({ aside: await sendCsv(turn, asker, deps) }));

  desk.button('report.cancel', async (value, { words }) => {
    const id = openRunId(deps.sealer, value);
    if (id === undefined) return undefined;
    const { cancelled, ended } = words.report.long;
    if (await deps.runs.finish(id, 'cancelled')) return adviceView(cancelled, words);
    return { aside: adviceView(ended, words) };
  });
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
  /** Tells those who wait for a report whose maker has died; to be called at the start and now and then. */
  recover: (deps: ReportDeps): Promise<void> => settleAbandoned(deps),
} as const;
