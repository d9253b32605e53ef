import type { Asker } from '../../slack/command.ts';
import type { Desk, Reply } from '../../slack/desk.ts';
import { helpView } from '../../slack/question-view.ts';
import { type AnswerDeps, answerTurn, sendCsv, shareTurn } from './answers.ts';
import { FORM, type FormRequest, readStatusForm, statusForm, WAY_CONTROL } from './form.ts';
import { parseStatusInput } from './input.ts';
import { problemView } from './problem-view.ts';
import { registerSettling, type SettleDeps } from './settle.ts';
import { openTurn, type Turn } from './turn.ts';

export type StatusDeps = AnswerDeps & SettleDeps;

const COMMAND = '/sms-status';

/** Buttons whose answer takes the place of the one they sit under. */
const TURNING = ['status.newer', 'status.older', 'status.refresh'];

function register(desk: Desk, deps: StatusDeps): void {
  const formOptions = { ...deps, hasIds: deps.upstream.sms !== undefined };

  desk.command(COMMAND, async (text, asker) => {
    const input = parseStatusInput(text, deps);
    if ('problem' in input) return problemView(input, asker.words, deps.senders);
    if (input.kind === 'help') return helpView(asker.words.status.help);
    if (input.kind === 'form') return { form: statusForm({}, asker.words, formOptions) };
    return answerTurn(toTurn(input), asker, deps);
  });

  desk.form<FormRequest>(FORM, {
    read: (fields, context) => readStatusForm(fields, context, formOptions),
    answer: (request, asker) => answerTurn(toTurn(request), asker, deps),
    controls: { [WAY_CONTROL]: (fields, words) => statusForm(fields, words, formOptions) },
  });

  const onTurn = (actionId: string, answer: (turn: Turn, asker: Asker) => Promise<Reply | undefined>) =>
    desk.button(actionId, async (value, asker) => {
      const turn = openTurn(deps.sealer, value);
      return turn && answer(turn, asker);
    });
  for (const actionId of TURNING) onTurn(actionId, (turn, asker) => answerTurn(turn, asker, deps));
  onTurn('status.share', async (turn, asker) => ({ aside: await shareTurn(turn, asker, deps) }));
  onTurn('status.csv', async (turn, asker) =>
    turn.kind === 'number' ? { aside: await sendCsv(turn, asker, deps) } : undefined,
  );
  registerSettling(desk.withoutPlatform, deps);
}

function toTurn(input: FormRequest): Turn {
  return input.kind === 'number' ? { ...input, page: 0 } : input;
}

/** `/sms-status`: what happened to a number's messages or to one message, and the buttons under the answer. */
export const status = {
  commands: [COMMAND],
  // The last three only find the bot's own news again, so that none is told twice.
  scopes: ['commands', 'chat:write', 'files:write', 'im:history', 'im:write', 'metadata.message:read'],
  register,
} as const;
