import type { Act, ActOutcome, AuditEntry } from '../../domain/audit.ts';
import { maskText } from '../../domain/messages/redaction.ts';
import { visible } from '../blocks/text.ts';

/** What a request does, for the audit, as it is found out: its feature says it before it is done. */
export interface ActNotes {
  /** Says what is done. The same act again adds what it is about. */
  note(act: Act, about?: ActSubject): void;
  /** Says that nothing came of it: it was not allowed, and why in a word. */
  refused(why: string): void;
  failed(why: string): void;
  /** Says that what was asked for was given after all: what failed on the way cost nobody the answer. */
  answered(): void;
}

interface ActSubject {
  /** MSISDNs. */
  readonly numbers?: readonly string[];
  /** As it was typed. */
  readonly reason?: string;
}

type Requested = Pick<AuditEntry, 'surface' | 'person' | 'team' | 'channel' | 'reference'>;

/** Gathers what is noted while a request is answered. */
export function gatherActs(): ActNotes & {
  /** How it ended, in a word of the code's own: of what failed, why. */
  outcome(): string;
  entries(requested: Requested): AuditEntry[];
} {
  const noted = new Map<Act, { readonly numbers: Set<string>; reason: string | undefined }>();
  let ended: { readonly outcome: ActOutcome; readonly why?: string } = { outcome: 'answered' };
  return {
    note(act, { numbers = [], reason } = {}) {
      const about = noted.get(act) ?? { numbers: new Set(), reason: undefined };
      noted.set(act, about);
      for (const number of numbers) if (number !== '') about.numbers.add(number);
      if (reason !== undefined) about.reason = maskText(visible(reason));
    },
    refused(why) {
      ended = { outcome: 'refused', why };
    },
    failed(why) {
      ended = { outcome: 'failed', why };
    },
    answered() {
      ended = { outcome: 'answered' };
    },
    outcome: () => (ended.outcome === 'failed' ? ended.why : ended.outcome) ?? 'failed',
    /** One for each act; one that says so where nothing was done, or it came to nothing before it was known what it was. */
    entries(requested) {
      if (noted.size === 0) return [{ ...requested, ...ended, act: 'asked', numbers: [] }];
      return [...noted].map(([act, { numbers, reason }]) => ({
        ...requested,
        ...ended,
        act,
        reason,
        numbers: [...numbers],
      }));
    },
  };
}
