import {
  asTyped,
  type InputOptions,
  type InputProblem,
  isHelp,
  readNumber,
  readSender,
  splitAt,
} from '../../domain/input.ts';
import type { Msisdn } from '../../domain/messages/msisdn.ts';
import { type PeriodSpec, splitTrailingPeriod } from '../../domain/time/period.ts';

export const comparisons = ['before', 'week', 'nothing'] as const;
export type Comparison = (typeof comparisons)[number];

/** As typed; instants follow from the spec, a clock and the asker's zone. */
export interface ReportRequest {
  readonly spec: PeriodSpec;
  readonly sender: string | undefined;
  readonly msisdn: Msisdn | undefined;
  readonly compareWith: Comparison;
}

type ReportInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'report'; readonly request: ReportRequest }
  | InputProblem;

export const DEFAULT_REPORT_PERIOD: PeriodSpec = { kind: 'last_days', days: 7 };
export const MAX_REPORT_DAYS = 92;

const TWO_DATES =
  /(?:\b(?:from|de|del|desde)\s+)?(\d{4}-\d{2}-\d{2})\s+(?:to|a|al|hasta|until)\s+(\d{4}-\d{2}-\d{2})/giu;

/** Reads what was typed after the command; `[when]`, `[from <sender>]` and `[to <number>]` come in any order. */
export function parseReportInput(text: string, options: InputOptions): ReportInput {
  const typed = asTyped(text);
  if (typed === '') return { kind: 'form' };
  if (isHelp(typed)) return { kind: 'help' };
  const { when, from, to } = splitClauses(typed.replaceAll(TWO_DATES, '$1..$2'));

  // A period may end any part: "from OTP yesterday".
  const parts = [when, from, to].map((part) => (part === undefined ? undefined : splitTrailingPeriod(part)));
  const [head, fromPart, toPart] = parts;
  const specs = parts.flatMap((part) => (part?.spec ? [part.spec] : []));
  if (head && head.rest !== '') return { problem: 'not_understood', text: head.rest };
  const [spec = DEFAULT_REPORT_PERIOD, second] = specs;
  if ('problem' in spec) return spec;
  if (second) return { problem: 'not_understood', text: typed };
  const sender = fromPart && readSender(fromPart.rest, options.senders);
  if (sender && 'problem' in sender) return sender;
  const number = toPart && readNumber(toPart.rest, options.defaultRegion);
  if (number && 'problem' in number) return number;
  return {
    kind: 'report',
    request: { spec, sender: sender?.sender, msisdn: number?.msisdn, compareWith: 'before' },
  };
}

function splitClauses(text: string) {
  const byFrom = splitAt('from', text);
  const byTo = splitAt('to', text);
  if (byFrom.rest.length <= byTo.rest.length) {
    const inner = byFrom.clause === undefined ? undefined : splitAt('to', byFrom.clause);
    return { when: byFrom.rest.trim(), from: inner?.rest.trim(), to: inner?.clause };
  }
  const inner = splitAt('from', byTo.clause ?? '');
  return { when: byTo.rest.trim(), from: inner.clause, to: inner.rest.trim() };
}
