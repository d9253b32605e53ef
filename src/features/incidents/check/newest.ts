import type { Message } from '../../../domain/messages/message.ts';
import { type Timeline, timelineOf } from '../../../domain/messages/timeline.ts';
import { LAST_HOURS_MS } from '../../../traffic/adding-up.ts';
import { receiptlessOperators } from '../../../traffic/receiptless.ts';
import type { FeatureDeps } from '../../dependencies.ts';

export interface NewestMessages {
  readonly operator: string | undefined;
  /** The newest first. */
  readonly messages: readonly { readonly message: Message; readonly timeline: Timeline }[];
}

const MOST_SHOWN = 10;

/** The newest messages at an operator: the platform sends all of its day for them. @throws UpstreamError */
export async function readNewest(
  operator: string | undefined,
  now: Date,
  { platform, traffic, settings: { settleHours, failureWords, platformZone: zone } }: FeatureDeps,
  userId?: string,
): Promise<NewestMessages> {
  const newest: Message[] = [];
  const start = new Date(now.getTime() - LAST_HOURS_MS);
  for await (const message of platform.messages({ start, end: new Date(now.getTime() + 1), userId })) {
    if (message.operator !== operator || !message.platformAt) continue;
    newest.push(message);
    if (newest.length > 2 * MOST_SHOWN) newest.splice(0, newest.length, ...newestOf(newest));
  }
  const named = operator === undefined ? [] : [operator];
  const receiptless = await receiptlessOperators(named, traffic, { now, settleHours, zone });
  const options = { now, settleHours, receiptless, failureWords };
  return {
    operator,
    messages: newestOf(newest).map((message) => ({ message, timeline: timelineOf(message, options) })),
  };
}

function newestOf(messages: readonly Message[]): Message[] {
  const at = ({ platformAt }: Message) => platformAt?.getTime() ?? 0;
  return messages.toSorted((a, b) => at(b) - at(a)).slice(0, MOST_SHOWN);
}
