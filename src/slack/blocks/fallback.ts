import type { Log } from '../../ops/log.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { View } from './blocks.ts';
import { sanitize } from './text.ts';

export type Sent = Pick<View, 'text' | 'blocks'>;

/** Slack may take different blocks in answers to one person, in posts and in changes of these. */
export type BlockWay = 'answer' | 'post' | 'change';

interface Sending<T> {
  readonly way: BlockWay;
  readonly attempt: (sent: Sent) => Promise<T>;
  readonly refusalIn: (outcome: T) => string | undefined;
}

export type BlockFallback = ReturnType<typeof createBlockFallback>;

/** Slack brings new blocks to workspaces one after another: a refusal is not for good. */
const REMEMBERED_MS = DAY_MS;

const LONGEST_REASON = 300;

export function createBlockFallback(now: () => Date, log: Log) {
  const plainUntilMs = { answer: 0, post: 0, change: 0 };
  return {
    /** Sends the plain blocks where Slack refuses the others, and then for a day in the same way. */
    async send<T>({ text, blocks, plain }: View, { way, attempt, refusalIn }: Sending<T>): Promise<T> {
      if (plain === undefined) return attempt({ text, blocks });
      const leftMs = plainUntilMs[way] - now().getTime();
      // A clock that was set back must not prolong it.
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
