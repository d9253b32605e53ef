import { type Acknowledgement, deliver } from './delivery.ts';
import type { BeginExchange, ExchangeEnd } from './exchanges.ts';
import { parseJson } from './json.ts';
import { type SigningOverrides, signForm } from './signing.ts';

/** What Slack tells the bot, whichever way it goes. */
export interface BotRequest {
  readonly type: 'slash_commands' | 'interactive';
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether the acknowledgement may say more than that the request came. */
  readonly takesAnswer: boolean;
  /** Does what the acknowledgement says; what it returns is what became of the request. */
  readonly take?: (acknowledgement: Acknowledgement) => Acknowledgement;
  /** Over HTTP only. */
  readonly signing?: SigningOverrides;
}

/** Sends a request to the bot, once, and resolves with its acknowledgement. */
export type Send = (request: BotRequest) => Promise<Acknowledgement>;

/** How a request reaches the bot. */
export interface SenderDeps {
  readonly signingSecret: string;
  readonly acknowledgementTimeoutMs: number;
  /** The bot's address, or nothing where requests go over its sockets. */
  readonly requestUrl: () => string | undefined;
  readonly sendOverSocket: Send;
  readonly begin: BeginExchange;
  /** How often the workspace was emptied: what was asked before that has no effect after it. */
  readonly resets: () => number;
}

/** Creates the sending of requests. */
export function createSender(deps: SenderDeps): Send {
  const carry: Send = async (request) => {
    const url = deps.requestUrl();
    if (url === undefined) return deps.sendOverSocket(request);
    const form = signForm(formOf(request), deps.signingSecret, request.signing);
    return deliver(url, form, deps.acknowledgementTimeoutMs);
  };
  return async (request) => {
    const resets = deps.resets();
    const { payload, take } = request;
    const end = deps.begin({ from: 'slack', name: nameOf(request), request: payload });
    const acknowledgement = await carry(request);
    const isCurrent = deps.resets() === resets;
    const outcome = isCurrent && take !== undefined ? take(acknowledgement) : acknowledgement;
    end(exchangeEnd(outcome, deps.acknowledgementTimeoutMs));
    return outcome;
  };
}

function exchangeEnd(acknowledgement: Acknowledgement, timeoutMs: number): ExchangeEnd {
  const { status, body, timedOut, refused } = acknowledgement;
  const answer = parseJson(body) ?? body;
  const isProblem = status !== 200 || refused !== undefined;
  if (timedOut) return { answer, status, outcome: `no answer in ${timeoutMs / 1000} s`, isProblem };
  if (status === 0) return { answer, status, outcome: 'no connection', isProblem };
  return { answer, status, outcome: refused ?? String(status), isProblem };
}

function nameOf({ type, payload }: BotRequest): string {
  return String(type === 'slash_commands' ? payload.command : payload.type);
}

/** A command is a form of its own, everything else is JSON in a field of one. */
function formOf({ type, payload }: BotRequest): string {
  if (type === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(fields).toString();
}
