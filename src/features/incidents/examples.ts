import { type FindingKind, IN_TIME_SECONDS } from '../../domain/incident.ts';
import type { Message } from '../../domain/message.ts';
import type { ExampleKinds } from '../../slack/words/incident/pack-words.ts';
import type { Incident } from '../../store/incidents.ts';
import type { Upstream } from '../../upstream/index.ts';
import { operatorsOf } from './incident-lines.ts';

/** Messages that show what an incident is about, of one operator. */
export interface Examples {
  readonly operator: string | undefined;
  /** Spread over all there were, in order. */
  readonly shown: readonly Message[];
  /** How many there were, and of which kinds. */
  readonly of: number;
  readonly kinds: ExampleKinds;
}

/** More are no better evidence. */
const MOST_EXAMPLES = 50;
const FEWEST_EXAMPLES = 5;
/** Of more operators there are no examples. */
const MOST_OPERATORS = 10;
/** Hand-over takes seconds: what takes longer is found to be slow. */
const HAND_OVER_SECONDS = 30;

/**
 * Reads examples of an incident from the platform: of the operators that it is about, those with the most first, and
 * of messages handed in within that time.
 *
 * @throws UpstreamError
 */
export async function readExamples(
  incident: Pick<Incident, 'whose' | 'evidence'>,
  time: { readonly start: Date; readonly end: Date },
  at: Date,
  upstream: Pick<Upstream, 'messages'>,
): Promise<Examples[]> {
  const { whose, evidence } = incident;
  const kinds = new Set((evidence.worst ?? evidence).findings.map(({ kind }) => kind));
  const kindOf = exampleOf(kinds, at);
  const named = operatorsOf(incident);
  const isMeant = (operator: string | undefined) =>
    whose.of === 'operator'
      ? operator === whose.operator
      : named.length === 0 || named.includes(operator ?? null);
  const byOperator = new Map<string | undefined, ReturnType<typeof sample>>();
  for await (const message of upstream.messages(time)) {
    const { operator, platformAt } = message;
    if (!isMeant(operator) || (platformAt && (platformAt < time.start || platformAt >= time.end))) continue;
    const kind = kindOf(message);
    if (!kind) continue;
    const own = byOperator.get(operator) ?? sample();
    byOperator.set(operator, own);
    own.add(message, kind);
  }
  const most = [...byOperator].sort(([, a], [, b]) => b.of() - a.of()).slice(0, MOST_OPERATORS);
  const each = Math.max(FEWEST_EXAMPLES, Math.floor(MOST_EXAMPLES / Math.max(1, most.length)));
  return most.map(([operator, own]) => ({
    operator,
    shown: own.shown(each),
    of: own.of(),
    kinds: own.kinds(),
  }));
}

/** Keeps some of however many, spread over all of them, and counts the rest. */
function sample() {
  let kept: Message[] = [];
  let [of, every] = [0, 1];
  const kinds = { failed: 0, late: 0, waiting: 0, slow: 0 };
  return {
    add(message: Message, kind: keyof ExampleKinds): void {
      kinds[kind] += 1;
      if (of % every === 0) kept.push(message);
      of += 1;
      // Too many: every second one goes, and from now on as few come.
      if (kept.length <= MOST_EXAMPLES) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      every *= 2;
    },
    of: () => of,
    kinds: (): ExampleKinds => kinds,
    shown(most: number): Message[] {
      const step = Math.ceil(kept.length / most);
      return kept.filter((_, index) => index % step === 0);
    },
  };
}

/**
 * Failed, delivered late, handed over slowly where that was found, or waiting for longer than it should: but for
 * operators that were found to be bad without that, and may send no receipts at all.
 */
function exampleOf(
  kinds: ReadonlySet<FindingKind>,
  at: Date,
): (message: Message) => keyof ExampleKinds | undefined {
  const areWaiting = kinds.size === 0 || kinds.has('waiting') || kinds.has('late');
  const isSlow = kinds.has('slow_hand_over');
  return ({ status, platformAt, operatorAt, handsetAt }) => {
    if (status === 'failed') return 'failed';
    if (!platformAt) return undefined;
    const took = (until: Date | undefined) => (until ? until.getTime() - platformAt.getTime() : 0) / 1000;
    if (status === 'delivered' && took(handsetAt) > IN_TIME_SECONDS) return 'late';
    if (areWaiting && status !== 'delivered' && took(at) > IN_TIME_SECONDS) return 'waiting';
    const handedOver = took(operatorAt ?? (status === 'delivered' ? undefined : at));
    return isSlow && handedOver > HAND_OVER_SECONDS ? 'slow' : undefined;
  };
}
