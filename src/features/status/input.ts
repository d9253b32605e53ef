import { type Msisdn, parseMsisdn, parseSender } from '../../domain/msisdn.ts';
import { type PeriodSpec, parsePeriod, splitTrailingPeriod } from '../../domain/period.ts';

/** What is asked of a number, as typed; instants follow from the spec, a clock and the asker's zone. */
export interface NumberRequest {
  readonly msisdn: Msisdn;
  readonly spec: PeriodSpec;
  readonly sender: string | undefined;
}

/** One message: by its day and transaction reference, or by its identifier. */
export type MessageRequest =
  | { readonly by: 'reference'; readonly day: DaySpec; readonly reference: string }
  | { readonly by: 'id'; readonly id: string };

/** A single day. */
export type DaySpec = Extract<PeriodSpec, { kind: 'today' | 'yesterday' | 'day' }>;

/** What was wrong with the input; `text` is the part in question, as typed. */
export type InputProblem =
  | { readonly problem: 'no_number' | 'no_sender' | 'no_reference' | 'no_id' }
  | {
      readonly problem: 'number' | 'not_understood' | 'no_such_date' | 'sender' | 'reference';
      readonly text: string;
    };

export type StatusInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'number'; readonly request: NumberRequest }
  | { readonly kind: 'message'; readonly request: MessageRequest }
  | InputProblem;

type MessageInput = Extract<StatusInput, { kind: 'message' }> | InputProblem;

export interface InputOptions {
  readonly defaultRegion: string;
  /** Short number → name. */
  readonly senders: ReadonlyMap<string, string>;
}

export const DEFAULT_PERIOD: PeriodSpec = { kind: 'last_days', days: 3 };
const HELP = /^(?:help|ayuda|\?)$/i;
const BY_ID = /^id(?:\s+(.*))?$/is;
const SENDER = /(?:^|\s)(?:from|de)(?:\s+(.*))?$/isu;
export const LONGEST_REFERENCE = 200;

/** Reads what was typed after the command; the order of `[when]` and `[from <sender>]` is free. */
export function parseStatusInput(text: string, options: InputOptions): StatusInput {
  const typed = text.trim();
  if (typed === '') return { kind: 'form' };
  if (HELP.test(typed)) return { kind: 'help' };
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
  const words = typed.split(/\s+/);
  for (const count of [3, 2, 1]) {
    if (count < words.length && parsePeriod(words.slice(0, count).join(' '))) {
      return [...words.slice(count), ...words.slice(0, count)].join(' ');
    }
  }
  return typed;
}

function parseByNumber(typed: string, options: InputOptions): StatusInput {
  const last = splitTrailingPeriod(typed);
  const named = splitSender(last.rest);
  const first = last.spec ? undefined : splitTrailingPeriod(named.rest);
  const spec = last.spec ?? first?.spec ?? DEFAULT_PERIOD;
  const number = first?.rest ?? named.rest;

  if (number.trim() === '') return { problem: 'no_number' };
  const msisdn = parseMsisdn(number, options.defaultRegion);
  if (msisdn === undefined) return explainNumber(number, options.defaultRegion);
  if ('problem' in spec) return spec;
  if (named.sender === undefined) return { kind: 'number', request: { msisdn, spec, sender: undefined } };
  if (named.sender === '') return { problem: 'no_sender' };
  const sender = findSender(named.sender, options.senders);
  if (sender === undefined) return { problem: 'sender', text: named.sender };
  return { kind: 'number', request: { msisdn, spec, sender } };
}

export function isDay(spec: PeriodSpec): spec is DaySpec {
  return spec.kind === 'today' || spec.kind === 'yesterday' || spec.kind === 'day';
}

function isOneWord(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && !/\s/.test(text);
}

function splitSender(text: string): { rest: string; sender: string | undefined } {
  const match = SENDER.exec(text);
  if (!match) return { rest: text, sender: undefined };
  return { rest: text.slice(0, match.index), sender: (match[1] ?? '').trim() };
}

/** A sender by its number, or by the name it is known by. */
export function findSender(text: string, senders: ReadonlyMap<string, string>): string | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  for (const [number, name] of senders) if (name.toLocaleLowerCase() === wanted) return number;
  return parseSender(text);
}

/** A readable number followed by something else is not a bad number: what follows was not understood. */
function explainNumber(text: string, defaultRegion: string): InputProblem {
  const typed = asTyped(text);
  const words = typed.split(/\s+/);
  for (let count = words.length - 1; count > 0; count -= 1) {
    if (parseMsisdn(words.slice(0, count).join(' '), defaultRegion) === undefined) continue;
    return { problem: 'not_understood', text: words.slice(count).join(' ') };
  }
  return { problem: 'number', text: typed };
}

/** Slack makes links of telephone numbers, `<tel:…|as typed>`. */
function asTyped(text: string): string {
  return text
    .replaceAll(/<tel:([^|>]*)(?:\|([^>]*))?>/g, (_, digits: string, shown?: string) => shown ?? digits)
    .trim();
}
