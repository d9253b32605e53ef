import type { Reply, Router } from '../../slack/listeners/router.ts';
import { helpView } from '../../slack/notices.ts';
import { openStatusButton, type StatusButtonState } from './actions.ts';
import { readStatusForm, STATUS_FORM, type StatusFormRequest, statusForm, WAY_CONTROL } from './form.ts';
import { parseStatusInput } from './input.ts';
import { type StatusContext, statusTranslations } from './locales/index.ts';
import { type AnswerDeps, answerStatus, sendMessagesCsv, shareStatus } from './lookup.ts';
import { statusProblemView } from './problem-view.ts';
import { registerTracking, type SettleDeps } from './tracking/index.ts';

export type StatusDeps = AnswerDeps & SettleDeps;

const COMMAND = '/sms-status';

/** Buttons whose answer takes the place of the one they sit under. */
const TURNING = ['status.newer', 'status.older', 'status.refresh'];

function register(app: Router, deps: StatusDeps): void {
  const router = app.speaking(statusTranslations);
  const formOptions = { ...deps, hasIds: deps.upstream.sms !== undefined };

  router.command(COMMAND, async (text, context) => {
    const input = parseStatusInput(text, deps);
    if ('problem' in input) return statusProblemView(input, context.t, deps.senders);
    if (input.kind === 'help') return helpView(context.t.status.help);
    if (input.kind === 'form') return { form: statusForm({}, context.t, formOptions) };
    return answerStatus(toTurn(input), context, deps);
  });

  router.form<StatusFormRequest>(STATUS_FORM, {
    read: (fields, context) => readStatusForm(fields, context, formOptions),
    answer: (request, context) => answerStatus(toTurn(request), context, deps),
    controls: { [WAY_CONTROL]: (fields, t) => statusForm(fields, t, formOptions) },
  });

  const onTurn = (
    actionId: string,
    answer: (turn: StatusButtonState, context: StatusContext) => Promise<Reply | undefined>,
  ) =>
    router.button(actionId, async (value, context) => {
      const turn = openStatusButton(deps.sealer, value);
      return turn && answer(turn, context);
    });
  for (const actionId of TURNING) onTurn(actionId, (turn, context) => answerStatus(turn, context, deps));
  onTurn('status.share', async (turn, context) => ({ ephemeral: await shareStatus(turn, context, deps) }));
  onTurn('status.csv', async (turn, context) =>
    turn.kind === 'number' ? { ephemeral: await sendMessagesCsv(turn, context, deps) } : undefined,
  );
  registerTracking(router.offline, deps);
}

function toTurn(input: StatusFormRequest): StatusButtonState {
  return input.kind === 'number' ? { ...input, page: 0 } : input;
}

/** `/sms-status`: what happened to a number's messages or to one message, and the buttons under the answer. */
export const status = {
  commands: [COMMAND],
  // The last three only find the bot's own news again, so that none is told twice.
  scopes: ['commands', 'chat:write', 'files:write', 'im:history', 'im:write', 'metadata.message:read'],
  register,
} as const;
