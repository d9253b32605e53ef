import { LAST_HOURS_MS } from '../../domain/detection/accumulation.ts';
import type { Message } from '../../domain/messages/message.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import { type Timeline, timelineOf } from '../../domain/messages/timeline.ts';
import { bold, contextBlock, emoji, line, richText, type View, view } from '../../slack/blocks/blocks.ts';
import { LONGEST_FAILURE_WORD, operatorName } from '../../slack/blocks/figures.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import { legText, OUTCOME_EMOJI } from '../../slack/blocks/timeline.ts';
import { operatorsWithoutReceipts } from '../../traffic/operators-without-receipts.ts';
import type { Deps } from '../dependencies.ts';
import type { CheckViewOptions } from './locales/index.ts';

export interface NewestMessages {
  readonly operator: string | undefined;
  readonly messages: readonly { readonly message: Message; readonly timeline: Timeline }[];
}

const MOST_SHOWN = 10;

/** Slow, because the platform sends whole days. @throws UpstreamError if the platform cannot be read */
export async function readNewest(
  operator: string | undefined,
  now: Date,
  { platform, traffic, settings: { receiptHours, failureWords, platformZone: zone } }: Deps,
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
  const withoutReceipts = await operatorsWithoutReceipts(named, traffic.storedIfAvailable, {
    now,
    receiptHours,
    zone,
  });
  const options = { now, receiptHours, operatorsWithoutReceipts: withoutReceipts, failureWords };
  return {
    operator,
    messages: newestOf(newest).map((message) => ({ message, timeline: timelineOf(message, options) })),
  };
}

function newestOf(messages: readonly Message[]): Message[] {
  const at = ({ platformAt }: Message) => platformAt?.getTime() ?? 0;
  return messages.toSorted((a, b) => at(b) - at(a)).slice(0, MOST_SHOWN);
}

export function newestView(
  { operator, messages }: NewestMessages,
  now: Date,
  options: CheckViewOptions,
): View {
  const { t, format } = options;
  const { title, none } = t.check.newest;
  const name = operatorName(operator, t);
  if (messages.length === 0) return view(richText(line(bold(none(name)))));
  const lines = messages.map((one) => {
    const { message, timeline } = one;
    const text = [
      message.platformAt ? format.plain.time(message.platformAt) : '',
      maskMsisdn(message.msisdn),
      outcomeText(one, now, options),
    ].join(' · ');
    return line(emoji(OUTCOME_EMOJI[timeline.outcome]), ` ${text}`);
  });
  return view(
    richText(line(bold(title(name)))),
    richText(...lines),
    contextBlock(t.answer.timesIn(format.timeZone)),
  );
}

function outcomeText(
  { message, timeline }: NewestMessages['messages'][number],
  now: Date,
  { t, format }: CheckViewOptions,
): string {
  const { outcome, position, platformToOperator, operatorToHandset } = timeline;
  const legs = [platformToOperator, operatorToHandset]
    .flatMap((leg) => (leg ? [legText(leg, t, format)] : []))
    .join(' ');
  if (outcome === 'delivered') return legs || t.timeline.noTime;
  if (outcome === 'sent') return t.check.newest.unconfirmed;
  if (outcome === 'failed')
    return [t.timeline.failed, sanitize(message.statusWord ?? '', LONGEST_FAILURE_WORD)].join(' ').trim();
  if (!position) return sanitize(message.statusWord ?? '', LONGEST_FAILURE_WORD) || t.timeline.notRecorded;
  const waited = format.duration(Math.max(0, now.getTime() - position.since.getTime()) / 1000);
  const { noHandOver, noReceiptYet } = t.timeline;
  return `${position.at === 'platform' ? noHandOver : noReceiptYet}, ${waited}`;
}
