import type { Owner } from '../../../domain/incident.ts';
import type { Advice } from '../words.ts';

/**
 * The words of the escalation pack: what is said to whoever asks for it, and what they send on. That stands in both
 * languages, whoever asks.
 */
export interface PackWords {
  readonly reading: string;
  readonly title: string;
  /** Whom it is for; `operators` are named. */
  readonly isFor: Readonly<Record<Owner | 'unknown', (operators: string) => string>>;
  readonly introduction: string;
  readonly statementTitle: string;
  /** `time` is in UTC. */
  readonly examples: (shown: number, of: number, time: string) => string;
  readonly noExamples: string;
  readonly examplesFailed: string;
  readonly noPlatformPack: Advice;
  readonly statement: (facts: StatementFacts) => string;
  /** Messages of one operator. */
  readonly section: (operator: string, of: number, kinds: ExampleKinds) => string;
}

/** How many messages there were of each kind. */
export interface ExampleKinds {
  readonly failed: number;
  /** Delivered, and late. */
  readonly late: number;
  /** Without a receipt for longer than they should be. */
  readonly waiting: number;
  /** Handed to the operator slowly, whenever they came. */
  readonly slow: number;
  /** Not handed to the operator at all. */
  readonly kept: number;
}

/** What the platform or an operator is told; moments carry their zone. */
export interface StatementFacts {
  readonly subject: string;
  readonly from: string;
  /** It may have begun before. */
  readonly isFirstSeen: boolean;
  /** Left out: it goes on. */
  readonly to: string | undefined;
  readonly lasted: string;
  readonly owner: Owner | undefined;
  /** A sentence. */
  readonly affected: string | undefined;
  /** When it was as bad as is said. */
  readonly worstAt: string | undefined;
  /** The findings are of the messages of all operators, and not of those that are named alone. */
  readonly isOfAll: boolean;
  readonly findings: readonly string[];
  /** Left out where there are none. */
  readonly examples:
    | {
        readonly time: string;
        /** What became of the messages is as it was then. */
        readonly readAt: string;
        readonly sections: readonly string[];
        readonly shown: string;
      }
    | undefined;
}
