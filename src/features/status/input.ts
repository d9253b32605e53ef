import { type Msisdn, parseMsisdn, parseSender } from '../../domain/msisdn.ts';
import { type PeriodSpec, splitTrailingPeriod } from '../../domain/period.ts';

/** What is asked of a number, as typed; instants follow from the spec, a clock and the asker's zone. */
export interface StatusRequest {
  readonly msisdn: Msisdn;
  readonly spec: PeriodSpec;
  readonly sender: string | undefined;
}

/** What was wrong with the input; `text` is the part in question, as typed. */
export type InputProblem =
  | { readonly problem: 'no_number' }
  | { readonly problem: 'number'; readonly text: string }
  | { readonly problem: 'not_understood'; readonly text: string }
  | { readonly problem: 'no_such_date'; readonly text: string }
  | { readonly problem: 'no_sender' }
  | { readonly problem: 'sender'; readonly text: string };

export type StatusInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'request'; readonly request: StatusRequest }
  | InputProblem;

export interface InputOptions {
  readonly defaultRegion: string;
  /** Short number → name. */
  readonly senders: ReadonlyMap<string, string>;
}

const DEFAULT_PERIOD: PeriodSpec = { kind: 'last_days', days: 3 };
const HELP = /^(?:help|ayuda|\?)$/i;
const SENDER = /(?:^|\s)(?:from|de|desde)(?:\s+(.*))?$/iu;
/** What a number can be written with, from the start of the text, Slack's own link included. */
const NUMBER_LIKE = /^(?:<tel:[^>]*>|[+\p{Nd}\s().\-/]+)/u;

/** Reads `<number> [when] [from <sender>]`; the sender may also stand before the period. */
export function parseStatusInput(text: string, options: InputOptions): StatusInput {
  const typed = text.trim();
  if (HELP.test(typed)) return { kind: 'help' };
  if (typed === '') return { problem: 'no_number' };

  const last = splitTrailingPeriod(typed);
  const named = splitSender(last.rest);
  const first = last.spec ? undefined : splitTrailingPeriod(named.rest);
  const spec = last.spec ?? first?.spec ?? DEFAULT_PERIOD;
  const number = first?.rest ?? named.rest;

  if (number.trim() === '') return { problem: 'no_number' };
  const msisdn = parseMsisdn(number, options.defaultRegion);
  if (msisdn === undefined) return explainNumber(number, options.defaultRegion);
  if ('problem' in spec) return spec;
  if (named.sender === undefined) return { kind: 'request', request: { msisdn, spec, sender: undefined } };
  if (named.sender === '') return { problem: 'no_sender' };
  const sender = findSender(named.sender, options.senders);
  if (sender === undefined) return { problem: 'sender', text: named.sender };
  return { kind: 'request', request: { msisdn, spec, sender } };
}

function splitSender(text: string): { rest: string; sender: string | undefined } {
  const match = SENDER.exec(text);
  if (!match) return { rest: text, sender: undefined };
  return { rest: text.slice(0, match.index), sender: (match[1] ?? '').trim() };
}

/** A sender by its number, or by the name it is known by. */
function findSender(text: string, senders: ReadonlyMap<string, string>): string | undefined {
  const wanted = text.toLocaleLowerCase();
  for (const [number, name] of senders) if (name.toLocaleLowerCase() === wanted) return number;
  return parseSender(text);
}

/** A readable number followed by something else is not a bad number: what follows was not understood. */
function explainNumber(text: string, defaultRegion: string): InputProblem {
  const start = NUMBER_LIKE.exec(text)?.[0] ?? '';
  const rest = text.slice(start.length).trim();
  const isNumber = start.trim() !== '' && parseMsisdn(start, defaultRegion) !== undefined;
  return isNumber && rest !== ''
    ? { problem: 'not_understood', text: rest }
    : { problem: 'number', text: text.trim() };
}
