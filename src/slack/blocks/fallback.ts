import type { Log } from '../../ops/log.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { View } from './blocks.ts';

/** What is sent: a view as far as Slack reads it. */
export type Sent = Pick<View, 'text' | 'blocks'>;

export interface BlockFallback {
  /** Sends the plain blocks where Slack refuses the others, and then for a while; `attempt` says what came of it. */
  send<T>(view: View, attempt: (sent: Sent) => Promise<T>, isRefusal: (outcome: T) => boolean): Promise<T>;
}

/** Slack brings new blocks to workspaces one after another: a refusal of today need not be one of tomorrow. */
const REMEMBERED_MS = DAY_MS;

/** A bot has one workspace, so there is one thing to remember. */
export function createBlockFallback(now: () => Date, log: Log): BlockFallback {
  let plainUntilMs = 0;
  return {
    async send(view, attempt, isRefusal) {
      const { text, blocks, plain } = view;
      if (plain === undefined) return attempt({ text, blocks });
      const leftMs = plainUntilMs - now().getTime();
      // A clock that was set back must not keep it for longer.
      if (leftMs > 0 && leftMs <= REMEMBERED_MS) return attempt({ text, blocks: plain });
      const outcome = await attempt({ text, blocks });
      if (!isRefusal(outcome)) return outcome;
      const second = await attempt({ text, blocks: plain });
      if (!isRefusal(second)) {
        plainUntilMs = now().getTime() + REMEMBERED_MS;
        log.warn('Slack does not take the newer blocks in this workspace; plain ones are sent for a day');
      }
      return second;
    },
  };
}
