import { earliestTime, type Message } from '../../domain/message.ts';
import type { Others } from '../../domain/others.ts';
import type { Period } from '../../domain/period.ts';
import {
  countOutcomes,
  type OutcomeCounts,
  type Traced,
  traceAll,
  type Verdict,
  verdictOf,
} from '../../domain/verdict.ts';
import { pageOf } from '../../slack/pages.ts';
import type { ReadCounts, Upstream } from '../../upstream/index.ts';
import type { NumberRequest } from './input.ts';

/** Which part of the answer to show. */
export interface PageRequest {
  /** From 0, the newest messages first. */
  readonly page: number;
  /** Later messages are left out, so that pages do not shift while somebody turns them; left out: all there are. */
  readonly asOf?: Date | undefined;
}

/** Everything an answer says of a number. */
export interface StatusModel {
  readonly request: NumberRequest;
  readonly period: Period;
  /** What the pages are made of: messages up to then. */
  readonly asOf: Date;
  /** When the platform was read. */
  readonly now: Date;
  readonly total: number;
  readonly counts: OutcomeCounts;
  readonly verdict: Verdict;
  /** The newest message, which the verdict speaks of. */
  readonly newest: Traced | undefined;
  /** Newest first. */
  readonly all: readonly Traced[];
  readonly shown: readonly Traced[];
  readonly page: number;
  readonly pages: number;
  /** Entries of the platform's answer that could not be read. */
  readonly unreadable: number;
  /** Entries about other numbers than the one asked for, left out. */
  readonly otherNumbers: number;
  /** Messages without any time, which may belong to another period. */
  readonly undated: number;
  readonly shortfall: ReadCounts['shortfalls'][number] | undefined;
  /** How others fared, where the newest messages are in trouble and that is known. */
  readonly others?: Others;
}

export interface LookupDeps {
  readonly upstream: Pick<Upstream, 'messages'>;
  readonly settleHours: number;
  readonly now: () => Date;
}

const PAGE_SIZE = 5;

/** Asks the platform for a number's messages and judges them. @throws UpstreamError */
export async function lookUp(
  request: NumberRequest,
  period: Period,
  { page, asOf }: PageRequest,
  { upstream, settleHours, now: clock }: LookupDeps,
): Promise<StatusModel> {
  const { msisdn, sender } = request;
  const read = upstream.messages({ msisdn, sender, start: period.start, end: period.end });
  const messages: Message[] = [];
  for await (const message of read) {
    const time = earliestTime(message);
    if (!asOf || !time || time <= asOf) messages.push(message);
  }
  const now = clock();
  const traced = traceAll(messages, { now, settleHours });
  return {
    request,
    period,
    asOf: asOf ?? latestOf(now, traced[0]),
    now,
    total: traced.length,
    counts: countOutcomes(traced),
    verdict: verdictOf(traced, now),
    newest: traced[0],
    all: traced,
    ...pageOf(traced, page, PAGE_SIZE),
    unreadable: read.counts.unreadable,
    otherNumbers: read.counts.otherNumbers,
    undated: messages.filter((message) => !earliestTime(message)).length,
    shortfall: read.counts.shortfalls[0],
  };
}

/** The platform's clock may run ahead of ours; what it has sent is part of the answer. */
function latestOf(now: Date, newest: Traced | undefined): Date {
  const newestAt = newest && earliestTime(newest.message);
  return newestAt && newestAt > now ? newestAt : now;
}
