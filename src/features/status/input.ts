import {
  asTyped,
  cutSender,
  findSenderByName,
  type InputProblem,
  isHelp,
  isPeriod,
  isShortNumber,
  onePeriod,
  type TypedInputOptions,
} from '../../domain/input.ts';
import type { MessageKind } from '../../domain/messages/message-kind.ts';
import { type Msisdn, readMsisdn } from '../../domain/messages/msisdn.ts';
import { findNumbers, isRatherReference } from '../../domain/messages/numbers-in-text.ts';
import { periodLikeName, readTextAroundNumber } from '../../domain/text-around-number.ts';
import { findPeriods } from '../../domain/time/find-period.ts';
import type { PeriodSpec } from '../../domain/time/period.ts';
import { type PeriodReading, readPeriod } from '../../domain/time/period-phrase.ts';

export const MAX_LOOKUP_DAYS = 31;

export interface NumberRequest {
  readonly msisdn: Msisdn;
  readonly spec: PeriodSpec;
  readonly sender: string | undefined;
  /** Only messages of these kinds are asked for; absent for all. */
  readonly kinds?: readonly MessageKind[] | undefined;
}

export interface NumbersRequest extends Omit<NumberRequest, 'msisdn'> {
  readonly msisdns: readonly Msisdn[];
}

export type MessageRequest =
  | { readonly by: 'reference'; readonly day: DaySpec; readonly reference: string }
  | { readonly by: 'id'; readonly id: string };

type DaySpec = Extract<PeriodSpec, { kind: 'today' | 'yesterday' | 'day' }>;

export interface ReadingNote {
  /** Telephone numbers without a `+` that were read as foreign numbers. */
  readonly foreign: readonly Msisdn[];
  readonly names: string;
}

export interface UnderstoodLookup {
  readonly msisdns?: readonly Msisdn[];
  readonly possible?: readonly Msisdn[];
  readonly spec?: PeriodSpec | undefined;
  readonly sender?: string | undefined;
  readonly reference?: string;
}

export type StatusInputProblem = (
  | InputProblem
  | { readonly problem: 'no_reference' | 'no_id' | 'many_numbers' }
  | { readonly problem: 'reference' | 'which_number' | 'which_day'; readonly text: string }
) & { readonly understood?: UnderstoodLookup };

export type StatusInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'number'; readonly request: NumberRequest; readonly note?: ReadingNote }
  | { readonly kind: 'numbers'; readonly request: NumbersRequest; readonly note: ReadingNote }
  | { readonly kind: 'message'; readonly request: MessageRequest }
  | StatusInputProblem;

export type StatusQuestion = Extract<StatusInput, { kind: 'number' | 'numbers' | 'message' }>;

type MessageInput = Extract<StatusInput, { kind: 'message' }> | StatusInputProblem;

export const DEFAULT_STATUS_PERIOD: PeriodSpec = { kind: 'last_days', days: 3 };
export const MOST_NUMBERS = 5;
export const LONGEST_REFERENCE = 200;

const FORM = /^(?:form|formulario)$/i;
const BY_ID = /^(?:(?:sms|message|mensaje) )?(?:id|identifier|identificador)(?:[\s:=]+(.*))?$/is;
/** Matches list numbers at the start of a line, such as `1.` and `2)`. */
const LIST_MARK = /^\s*\d{1,2}[.)]\s+/gm;
const REFERENCE_LABEL = /^(?:ref|referencia|reference|transacci[oó]n|transaction|tx|trx|txn)[.:#]*\s+(?=\S)/i;

export function parseStatusInput(text: string, options: TypedInputOptions): StatusInput {
  const typed = asTyped(text);
  if (typed === '' || FORM.test(typed)) return { kind: 'form' };
  if (isHelp(typed)) return { kind: 'help' };
  const byId = BY_ID.exec(typed);
  if (byId) return parseId(byId[1] ?? '');
  const question = readQuestion(typed, options);
  return question.numbers.length > 0 ? parseNumbers(question) : parseWithoutNumber(question, options);
}

export function parseId(text: string): MessageInput {
  const id = extractName(text);
  if (id === '') return { problem: 'no_id' };
  return isValidName(id)
    ? { kind: 'message', request: { by: 'id', id } }
    : { problem: 'reference', text: id };
}

export function parseReference(day: DaySpec, text: string): MessageInput {
  const reference = extractName(text);
  if (reference === '') return { problem: 'no_reference' };
  if (!isValidName(reference)) return { problem: 'reference', text: reference };
  return { kind: 'message', request: { by: 'reference', day, reference } };
}

type Question = ReturnType<typeof readQuestion>;

function readQuestion(typed: string, { defaultRegion, senders, clock }: TypedInputOptions) {
  const clause = cutSender(typed.includes('\n') ? typed.replaceAll(LIST_MARK, '') : typed, senders);
  const isRecipient = isRecipientOf(clause, defaultRegion);
  const text = [clause.before, isRecipient ? clause.senderText : '', clause.after].join(' ');
  const { numbers, possible, rest: around } = findNumbers(text, defaultRegion, isPeriod);
  const rest = around.replaceAll(/(?<=\p{L}):(?=\s|$)/gu, ' ');
  const period = findPeriods(rest, clock);
  const nameLikePeriod = periodLikeName(rest, isPeriod);
  const { left, bare, names } =
    nameLikePeriod === undefined
      ? readTextAroundNumber(period.rest)
      : { left: nameLikePeriod, bare: nameLikePeriod, names: '' };
  // A sender's name next to a number counts without the word “from”.
  const nameText = left === '' ? names : left;
  const named = numbers.length > 0 && senders.has(nameText) ? nameText : findSenderByName(nameText, senders);
  const sender = (isRecipient ? undefined : clause.sender) ?? named;
  const remainder = named === undefined ? { left, bare, names } : { left: '', bare: '', names: '' };
  return { typed, numbers, possible, spec: onePeriod(period), sender, around: period.rest, ...remainder };
}

/** In `mensajes de 912345678`, “de” names the recipient, unless another number precedes it. */
function isRecipientOf(
  { sender, senderText, before }: ReturnType<typeof cutSender>,
  region: string,
): boolean {
  if (sender === undefined || isShortNumber(senderText)) return false;
  return (
    readMsisdn(senderText, region)?.isKnown === true &&
    findNumbers(before, region, isPeriod).numbers.length === 0
  );
}

function parseNumbers({ typed, numbers, spec, sender, around, left, names }: Question): StatusInput {
  const msisdns = numbers.map(({ msisdn }) => msisdn);
  const understood = { msisdns: msisdns.slice(0, MOST_NUMBERS), sender, ...understoodPeriod(spec) };
  if (sender === undefined) {
    const [, word = '', wanted = ''] = /(?:^|\s)(from|de)(?:\s+(.+))?$/iu.exec(around) ?? [];
    if (readTextAroundNumber(wanted).left + readTextAroundNumber(wanted).names !== '')
      return { problem: 'sender', text: wanted, understood };
    if (/^from$/i.test(word) || /\s(?:from|de)$/iu.test(typed)) return { problem: 'no_sender', understood };
  }
  const isList = msisdns.length > MOST_NUMBERS;
  if (left !== '' && !(isList && !/\p{L}/u.test(left)))
    return { problem: 'not_understood', text: left, understood };
  if (spec && 'problem' in spec) return { ...spec, understood };
  if (isList) return { problem: 'many_numbers', understood };
  const criteria = { spec: spec ?? DEFAULT_STATUS_PERIOD, sender };
  const foreign = numbers.filter(({ isForeign }) => isForeign).map(({ msisdn }) => msisdn);
  const [msisdn = '', second] = msisdns;
  if (second !== undefined)
    return { kind: 'numbers', request: { msisdns, ...criteria }, note: { foreign, names } };
  const note = foreign.length > 0 || names !== '' ? { note: { foreign, names } } : {};
  return { kind: 'number', request: { msisdn, ...criteria }, ...note };
}

function parseWithoutNumber(question: Question, options: TypedInputOptions): StatusInput {
  const { typed, spec, sender, left, bare, names } = question;
  const reference = parseByReference(typed, options);
  if (reference) return reference;
  const understood = { sender, ...understoodPeriod(spec) };
  if (spec && 'problem' in spec) return { ...spec, understood };
  const possible = question.possible.map(({ msisdn }) => msisdn);
  if (possible.length === 0 && isShortNumber(bare) && !/[^\p{L}\d\s\p{P}]|%/u.test(question.around)) {
    const short = bare.replaceAll(/\D/g, '');
    return { problem: 'is_sender', text: short, understood: { ...understood, sender: short } };
  }
  const name = typed.replace(REFERENCE_LABEL, '');
  const mayName = isReferenceAlone(name) && !isPeriod(name);
  const candidates = { ...understood, possible, ...(mayName ? { reference: name } : {}) };
  const isReference = mayName && (name !== typed || !/^\d+$/.test(name) || isRatherReference(name));
  if (isReference) return { problem: 'which_day', text: name, understood: candidates };
  if (possible.length > 0) return { problem: 'which_number', text: typed, understood: candidates };
  if (left === '' && names === '') return { problem: 'no_number', understood };
  return { problem: 'number', text: left === '' ? names : left, understood: candidates };
}

const MOST_WORDS_OF_A_DAY = 10;

/** Reads a day with a reference after it, or with a word before it that can only be a reference. */
function parseByReference(typed: string, { clock, senders }: TypedInputOptions): StatusInput | undefined {
  const words = typed.replace(REFERENCE_LABEL, '').split(/\s+/);
  for (let count = Math.min(words.length - 1, MOST_WORDS_OF_A_DAY); count > 0; count -= 1) {
    const day = readPeriod(words.slice(0, count).join(' '), clock);
    const reference = words.slice(count).join(' ').replace(REFERENCE_LABEL, '');
    if (senders.has(reference)) return undefined;
    if (day && 'problem' in day) return isValidName(reference) ? { ...day, understood: { reference } } : day;
    if (day && isDay(day))
      return /^\+|^\d[\d ]* [\d ]*\d$/.test(reference) ? undefined : parseReference(day, reference);
  }
  const [reference = '', ...others] = words;
  const day = others.length > 0 ? readPeriod(others.join(' '), clock) : undefined;
  if (!day || 'problem' in day || !isDay(day) || !isReferenceAlone(reference)) return undefined;
  // Digits before a day are more likely a telephone number than a reference.
  if (/^\d+$/.test(reference) && !isRatherReference(reference)) return undefined;
  return parseReference(day, reference);
}

function isReferenceAlone(text: string): boolean {
  if (!isValidName(text) || !/^[\p{L}\p{N}][\p{L}\p{N}_.:#-]{3,}$/u.test(text) || !/\d/.test(text))
    return false;
  return isRatherReference(text) || /[\p{L}_]|\d-|\d{7}/u.test(text);
}

function understoodPeriod(spec: PeriodReading | InputProblem | undefined): Pick<UnderstoodLookup, 'spec'> {
  return spec === undefined || 'problem' in spec ? {} : { spec };
}

export function isDay(spec: PeriodSpec): spec is DaySpec {
  return spec.kind === 'today' || spec.kind === 'yesterday' || spec.kind === 'day';
}

/** Removes quotes and punctuation around a reference or identifier: `sms_1.`, `«20261122-1»`. */
function extractName(text: string): string {
  const typed = text.trim();
  return typed.replace(/^[«“"'(]+|(?<![»”"'),.;:!?])[»”"'),.;:!?]+$/gu, '') || typed;
}

/** Accepts a name of one word; a name of dots alone is refused, because it would change the path of a URL. */
function isValidName(text: string): boolean {
  return text.length <= LONGEST_REFERENCE && !/\s|^\.+$/.test(text);
}
