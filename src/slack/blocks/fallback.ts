import type { Log } from '../../ops/log.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import type { View } from './blocks.ts';
import { sanitize } from './text.ts';

export type SendableMessage = Pick<View, 'text' | 'blocks'>;

export type SendMethod = 'answer' | 'post' | 'change';

interface SendOptions<T> {
  readonly way: SendMethod;
  readonly attempt: (sent: SendableMessage) => Promise<T>;
  readonly refusalIn: (outcome: T) => string | undefined;
}

export type BlockFallback = ReturnType<typeof createBlockFallback>;

/** A day after Slack refused tables and charts, they are tried again: Slack enables them by workspace. */
const PLAIN_BLOCKS_MS = DAY_MS;

const LONGEST_REASON = 300;

export function createBlockFallback(now: () => Date, log: Log) {
  const plainUntilMs = { answer: 0, post: 0, change: 0 };
  return {
    /** If Slack refuses tables and charts, sends plain text in their place, now and for a day. */
    async send<T>({ text, blocks, plain }: View, { way, attempt, refusalIn }: SendOptions<T>): Promise<T> {
      if (plain === undefined) return attempt({ text, blocks });
      const leftMs = plainUntilMs[way] - now().getTime();
      // If more than a day is left, the clock was set back; then tables and charts are tried again.
      if (leftMs > 0 && leftMs <= PLAIN_BLOCKS_MS) return attempt({ text, blocks: plain });
      const outcome = await attempt({ text, blocks });
      const refusal = refusalIn(outcome);
      if (refusal === undefined) return outcome;
      const second = await attempt({ text, blocks: plain });
      if (refusalIn(second) === undefined) {
        plainUntilMs[way] = now().getTime() + PLAIN_BLOCKS_MS;
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
