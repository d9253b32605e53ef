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
import { type PeriodSpec, parsePeriod, splitTrailingPeriod } from '../../domain/time/period.ts';

/** What is asked of a number, as typed; instants follow from the spec, a clock and the asker's zone. */
export interface NumberRequest {
  readonly msisdn: Msisdn;
  readonly spec: PeriodSpec;
  readonly sender: string | undefined;
}

export type MessageRequest =
  | { readonly by: 'reference'; readonly day: DaySpec; readonly reference: string }
  | { readonly by: 'id'; readonly id: string };

type DaySpec = Extract<PeriodSpec, { kind: 'today' | 'yesterday' | 'day' }>;

export type StatusInputProblem =
  | InputProblem
  | { readonly problem: 'no_reference' | 'no_id' }
  | { readonly problem: 'reference'; readonly text: string };

export type StatusInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'number'; readonly request: NumberRequest }
  | { readonly kind: 'message'; readonly request: MessageRequest }
  | StatusInputProblem;

type MessageInput = Extract<StatusInput, { kind: 'message' }> | StatusInputProblem;

export const DEFAULT_STATUS_PERIOD: PeriodSpec = { kind: 'last_days', days: 3 };
const BY_ID = /^id(?:\s+(.*))?$/is;
export const LONGEST_REFERENCE = 200;

/** Reads what was typed after the command; the order of `[when]` and `[from <sender>]` is free. */
export function parseStatusInput(text: string, options: InputOptions): StatusInput {
  const typed = text.trim();
  if (typed === '') return { kind: 'form' };
  if (isHelp(typed)) return { kind: 'help' };
  const byId = BY_ID.exec(typed);
  if (byId) return parseId(asTyped(byId[1] ?? ''));
  return parseByReference(typed) ?? parseByNumber(periodLast(typed), options);
}

export function parseId(text: string): MessageInput {
  const id = text.trim();
  if (id === '') return { problem: 'no_id' };
  return isOneWord(id) ? { kind: 'message', request: { by: 'id', id } } : { problem: 'reference', text: id };
}

export function parseReference(day: DaySpec, text: string): MessageInput {
  const reference = text.trim();
  if (reference === '') return { problem: 'no_reference' };
  if (!isOneWord(reference)) return { problem: 'reference', text: reference };
  return { kind: 'message', request: { by: 'reference', day, reference } };
}

/** `<date> <reference>`; `undefined` where the text does not begin with a day, or a number follows it. */
function parseByReference(typed: string): StatusInput | undefined {
  const [first = '', ...others] = typed.split(/\s+/);
  const rest = others.join(' ');
  const day = parsePeriod(first);
  if (!day) return undefined;
  if ('problem' in day) return day;
  if (!isDay(day) || /^(?:<tel:|\+)|^\d[\d ]* [\d ]*\d$/.test(rest)) return undefined;
  return parseReference(day, rest);
}

/** A period before the number is as good as one after it. */
function periodLast(typed: string): string {
  const t = typed.split(/\s+/);
  for (const count of [3, 2, 1]) {
    if (count < t.length && parsePeriod(t.slice(0, count).join(' '))) {
      return [...t.slice(count), ...t.slice(0, count)].join(' ');
    }
  }
  return typed;
}

function parseByNumber(typed: string, options: InputOptions): StatusInput {
  const last = splitTrailingPeriod(typed);
  const named = splitAt('from', last.rest);
  const first = last.spec ? undefined : splitTrailingPeriod(named.rest);
  const spec = last.spec ?? first?.spec ?? DEFAULT_STATUS_PERIOD;

  const number = readNumber(first?.rest ?? named.rest, options.defaultRegion);
  if ('problem' in number) return number;
  if ('problem' in spec) return spec;
  const { msisdn } = number;
  if (named.clause === undefined) return { kind: 'number', request: { msisdn, spec, sender: undefined } };
  const from = readSender(named.clause, options.senders);
  return 'problem' in from ? from : { kind: 'number', request: { msisdn, spec, sender: from.sender } };
}

export function isDay(spec: PeriodSpec): spec is DaySpec {
  return spec.kind === 'today' || spec.kind === 'yesterday' || spec.kind === 'day';
}

function isOneWord(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && !/\s/.test(text);
}
