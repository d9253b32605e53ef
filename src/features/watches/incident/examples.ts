import { IN_TIME_SECONDS } from '../../../domain/detection/counts.ts';
import type { FindingKind } from '../../../domain/detection/findings.ts';
import { type Incident, operatorFilter } from '../../../domain/detection/incident.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { csvFileName, toCsvFile } from '../../../posting/csv.ts';
import type { FileToSend } from '../../../posting/post.ts';
import { sanitize } from '../../../slack/blocks/text.ts';
import type { MessageQuery, Upstream } from '../../../upstream/index.ts';
import type { ExampleKinds } from '../locales/shapes.ts';

export interface Example {
  readonly message: Message;
  readonly kind: keyof ExampleKinds;
}

export type Examples = Awaited<ReturnType<typeof readExamples>>[number];

const MOST_EXAMPLES = 50;
/** The sample is larger than the number shown, so that the shown examples are spread evenly over time. */
const MOST_SAMPLED = 4 * MOST_EXAMPLES;
const MOST_OPERATORS = 10;
const HAND_OVER_SECONDS = 30;
const OF_DELIVERY: readonly FindingKind[] = ['waiting', 'late', 'slow_hand_over', 'failures'];

/** Reads examples by operator, the most affected first. @throws UpstreamError if the platform is not read */
export async function readExamples(
  incident: Pick<Incident, 'evidence'>,
  time: Pick<MessageQuery, 'start' | 'end' | 'userId'>,
  at: Date,
  upstream: Pick<Upstream, 'messages'>,
) {
  const { evidence } = incident;
  const kinds = new Set((evidence.worst ?? evidence).findings.map(({ kind }) => kind));
  const kindOf = exampleOf(kinds, new Set(evidence.withoutReceipts), at);
  const isMeant = operatorFilter(incident);
  const byOperator = new Map<string | undefined, ReturnType<typeof createSampler>>();
  for await (const message of upstream.messages(time)) {
    const { operator, platformAt } = message;
    if (!isMeant(operator) || (platformAt && (platformAt < time.start || platformAt >= time.end))) continue;
    const kind = kindOf(message);
    if (!kind) continue;
    const own = byOperator.get(operator) ?? createSampler();
    byOperator.set(operator, own);
    own.add(message, kind);
  }
  const most = [...byOperator].sort(([, a], [, b]) => b.of() - a.of()).slice(0, MOST_OPERATORS);
  const shares = sharesOf(most.map(([, own]) => own.of()));
  return most.map(([operator, own], index) => ({
    operator,
    shown: own.shown(shares[index] ?? 0),
    of: own.of(),
    kinds: own.kinds(),
  }));
}

/** Divides the examples equally among operators; what an operator cannot use goes to the others. */
function sharesOf(counts: readonly number[]): number[] {
  let left = MOST_EXAMPLES;
  const fromTheFewest = counts.toReversed().map((count, index) => {
    const share = Math.min(count, Math.floor(left / (counts.length - index)));
    left -= share;
    return share;
  });
  return fromTheFewest.toReversed();
}

function createSampler() {
  let sampled: Example[] = [];
  let [of, every] = [0, 1];
  const kinds = { failed: 0, late: 0, waiting: 0, slow: 0, notHandedOver: 0 };
  return {
    add(message: Message, kind: keyof ExampleKinds): void {
      kinds[kind] += 1;
      if (of % every === 0) sampled.push({ message, kind });
      of += 1;
      // If the sample is too large, every second example is dropped and only half as many are added later.
      if (sampled.length <= MOST_SAMPLED) return;
      sampled = sampled.filter((_, index) => index % 2 === 0);
      every *= 2;
    },
    of: () => of,
    kinds: (): ExampleKinds => kinds,
    shown(most: number): Example[] {
      const parts = Math.min(most, sampled.length);
      const middles = Array.from({ length: parts }, (_, part) =>
        Math.floor(((part + 0.5) * sampled.length) / parts),
      );
      return middles.flatMap((index) => sampled[index] ?? []);
    },
  };
}

function exampleOf(
  kinds: ReadonlySet<FindingKind>,
  withoutReceipts: ReadonlySet<string | null>,
  at: Date,
): (message: Message) => keyof ExampleKinds | undefined {
  const isOfDelivery = kinds.size === 0 || OF_DELIVERY.some((kind) => kinds.has(kind));
  const areWaiting = kinds.size === 0 || kinds.has('waiting') || kinds.has('late');
  const isSlow = kinds.has('slow_hand_over');
  return ({ operator, status, platformAt, operatorAt, handsetAt }) => {
    if (!isOfDelivery) return undefined;
    if (status === 'failed') return 'failed';
    if (!platformAt) return undefined;
    const took = (until: Date | undefined) => (until ? until.getTime() - platformAt.getTime() : 0) / 1000;
    if (isSlow && status === 'pending' && !operatorAt && took(at) > HAND_OVER_SECONDS) return 'notHandedOver';
    if (isSlow && took(operatorAt) > HAND_OVER_SECONDS) return 'slow';
    if (withoutReceipts.has(operator ?? null)) return undefined;
    if (status === 'delivered' && took(handsetAt) > IN_TIME_SECONDS) return 'late';
    return areWaiting && status === 'pending' && took(at) > IN_TIME_SECONDS ? 'waiting' : undefined;
  };
}

const LONGEST_WORD = 60;
const PROBLEMS: Readonly<Record<Example['kind'], string>> = {
  failed: 'failed',
  late: 'delivered_late',
  waiting: 'no_receipt',
  slow: 'handed_over_late',
  notHandedOver: 'not_handed_over',
};

/** Lists example messages as CSV; times are ISO 8601 in UTC, and the texts of messages are left out. */
export function examplesFile(
  subject: string,
  at: Date,
  examples: readonly Example[],
  formatNumber: (msisdn: string) => string,
): FileToSend {
  const content = toCsvFile(examples.map((one) => rowOf(one, formatNumber)));
  return { name: csvFileName(subject, at), content };
}

function rowOf({ message, kind }: Example, formatNumber: (msisdn: string) => string) {
  const { msisdn, operator, status, statusWord, platformAt, operatorAt, handsetAt } = message;
  return {
    number: formatNumber(msisdn),
    operator: operator && sanitize(operator, LONGEST_WORD),
    problem: PROBLEMS[kind],
    outcome: status,
    platform_status: statusWord && sanitize(statusWord, LONGEST_WORD),
    platform_time: platformAt?.toISOString(),
    operator_time: operatorAt?.toISOString(),
    receipt_time: handsetAt?.toISOString(),
  };
}
