import type { Log } from '../../ops/log.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { View } from './blocks.ts';
import { sanitize } from './text.ts';

/** What is sent: a view as far as Slack reads it. */
export type Sent = Pick<View, 'text' | 'blocks'>;

/** What blocks Slack takes may differ between answers to one person, posts and changes of these. */
interface Sending<T> {
  readonly way: 'answer' | 'post' | 'change';
  readonly attempt: (sent: Sent) => Promise<T>;
  /** Slack's reason where it refused the blocks. */
  readonly refusalIn: (outcome: T) => string | undefined;
}

export interface BlockFallback {
  /** Sends the plain blocks where Slack refuses the others, and then, by the same way, for a while. */
  send<T>(view: View, sending: Sending<T>): Promise<T>;
}

/** Slack brings new blocks to workspaces one after another: a refusal of today need not be one of tomorrow. */
const REMEMBERED_MS = DAY_MS;

const LONGEST_REASON = 300;

export function createBlockFallback(now: () => Date, log: Log): BlockFallback {
  const plainUntilMs = { answer: 0, post: 0, change: 0 };
  return {
    async send({ text, blocks, plain }, { way, attempt, refusalIn }) {
      if (plain === undefined) return attempt({ text, blocks });
      const leftMs = plainUntilMs[way] - now().getTime();
      // A clock that was set back must not keep it for longer.
      if (leftMs > 0 && leftMs <= REMEMBERED_MS) return attempt({ text, blocks: plain });
      const outcome = await attempt({ text, blocks });
      const refusal = refusalIn(outcome);
      if (refusal === undefined) return outcome;
      const second = await attempt({ text, blocks: plain });
      if (refusalIn(second) === undefined) {
        plainUntilMs[way] = now().getTime() + REMEMBERED_MS;
        const reason = sanitize(refusal, LONGEST_REASON);
        log.warn(
          { way, reason },
          'Slack does not take the newer blocks; this way, plain ones are sent for a day',
        );
      }
      return second;
    },
  };
}
