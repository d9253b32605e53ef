import { type Acknowledgement, deliver } from './delivery.ts';
import { type SigningOverrides, signForm } from './signing.ts';

/** What Slack tells the bot, whichever way it goes. */
export interface BotRequest {
  readonly type: 'slash_commands' | 'interactive';
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether the acknowledgement may say more than that the request came. */
  readonly takesAnswer: boolean;
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
}

/** Creates the sending of requests. */
export function createSender(deps: SenderDeps): Send {
  return async (request) => {
    const url = deps.requestUrl();
    if (url === undefined) return deps.sendOverSocket(request);
    const form = signForm(formOf(request), deps.signingSecret, request.signing);
    return deliver(url, form, deps.acknowledgementTimeoutMs);
  };
}

/** A command is a form of its own, everything else is JSON in a field of one. */
function formOf({ type, payload }: BotRequest): string {
  if (type === 'interactive') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(fields).toString();
}
