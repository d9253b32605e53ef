import type { Sealer } from '../../crypto.ts';
import { resolvePeriod } from '../../domain/period.ts';
import type { View } from '../../slack/blocks.ts';
import type { Asker, Desk } from '../../slack/command.ts';
import { type InputOptions, parseStatusInput, type StatusRequest } from './input.ts';
import { type LookupDeps, lookUp, type PageRequest } from './lookup.ts';
import { problemView } from './problem-view.ts';
import { openTurn, sealTurn } from './turn.ts';
import { helpView, statusView } from './view.ts';

export interface StatusDeps extends LookupDeps, InputOptions {
  readonly sealer: Sealer;
}

const COMMAND = '/sms-status';
const BUTTONS = ['status.newer', 'status.older', 'status.refresh'];

function register(desk: Desk, deps: StatusDeps): void {
  desk.command(COMMAND, async (text, asker) => {
    const input = parseStatusInput(text, deps);
    if ('problem' in input) return problemView(input, asker.words, deps.senders);
    if (input.kind === 'help') return helpView(asker.words);
    return answer(input.request, { page: 0, asOf: asker.now }, asker, deps);
  });
  for (const actionId of BUTTONS) {
    desk.button(actionId, async (value, asker) => {
      const turn = openTurn(deps.sealer, value);
      return turn && answer(turn.request, { page: turn.page, asOf: turn.asOf ?? asker.now }, asker, deps);
    });
  }
}

/** `/sms-status`: what happened to a number's messages, and the buttons under the answer. */
export const status = { commands: [COMMAND], scopes: ['commands'], register } as const;

async function answer(
  request: StatusRequest,
  page: PageRequest,
  asker: Asker,
  deps: StatusDeps,
): Promise<View> {
  const { words, formats, now, person } = asker;
  const period = resolvePeriod(request.spec, person.timeZone, now);
  if ('problem' in period) return problemView(period, words, deps.senders);
  const model = await lookUp(request, period, page, now, deps);
  return statusView(model, {
    words,
    formats,
    senders: deps.senders,
    turn: (to, asOf) => sealTurn(deps.sealer, request, to, asOf),
  });
}
