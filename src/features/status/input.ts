import {
  asTyped,
  codeIn,
  cutSender,
  findSenderByName,
  findWithLetters,
  type InputProblem,
  isHelp,
  isPeriod,
  isShortNumber,
  onePeriod,
  problemOfNumber,
  SEVEN_DIGITS,
  type TypedInputOptions,
  writeApart,
} from '../../domain/input.ts';
import type { MessageKind } from '../../domain/messages/message-kind.ts';
import { type Msisdn, readMsisdn } from '../../domain/messages/msisdn.ts';
import { findNumbers, isRatherReference } from '../../domain/messages/numbers-in-text.ts';
import {
  correctPeriodWords,
  cutKinds,
  mayBeLeftOut,
  periodLikeName,
  readTextAroundNumber,
  withoutFilling,
} from '../../domain/text-around-number.ts';
import { type FoundPeriods, findPeriods } from '../../domain/time/find-period.ts';
import type { PeriodSpec } from '../../domain/time/period.ts';
import {
  type DateClock,
  type PeriodChoice,
  type PeriodReading,
  periodChoice,
  readPeriod,
} from '../../domain/time/period-phrase.ts';

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
  /** Words that were ignored, as typed. */
  readonly leftOut: string;
  /** How a date or hour with two meanings, or with a typing mistake, was read. */
  readonly choice?: PeriodChoice | undefined;
  /** True if the number was written in words. */
  readonly isSpoken?: boolean;
  /** What is wrong with another number in the text. */
  readonly wrong?: InputProblem | undefined;
}

export interface UnderstoodLookup {
  readonly msisdns?: readonly Msisdn[];
  readonly possible?: readonly Msisdn[];
  readonly spec?: PeriodSpec | undefined;
  readonly sender?: string | undefined;
  readonly kinds?: readonly MessageKind[] | undefined;
  readonly reference?: string;
}

export type StatusInputProblem = (
  | InputProblem
  | { readonly problem: 'no_reference' | 'no_id' | 'many_numbers' }
  | { readonly problem: 'reference' | 'which_number' | 'which_day' | 'is_code'; readonly text: string }
) & { readonly understood?: UnderstoodLookup };

export type StatusInput =
  | { readonly kind: 'help' }
  | { readonly kind: 'form' }
  | { readonly kind: 'number'; readonly request: NumberRequest; readonly note?: ReadingNote }
  | { readonly kind: 'numbers'; readonly request: NumbersRequest; readonly note: ReadingNote }
  | { readonly kind: 'message'; readonly request: MessageRequest; readonly note?: ReadingNote }
  | StatusInputProblem;

export type StatusQuestion = Extract<StatusInput, { kind: 'number' | 'numbers' | 'message' }>;

type MessageInput = Extract<StatusInput, { kind: 'message' }> | StatusInputProblem;

export const DEFAULT_STATUS_PERIOD: PeriodSpec = { kind: 'last_days', days: 3 };
export const MOST_NUMBERS = 5;
export const LONGEST_REFERENCE = 200;

const FORM = /^(?:form|formulario)$/i;
const BY_ID =
  /^(?:(?:sms|message|mensaje) )?(?:id|identifier|identificador)(?:[\s:=#]+(?:n(?:[°º]\s*|\.?o?\.?\s+))?(.*))?$/is;
/** Matches list numbers at the start of a line, such as `1.` and `2)`. */
const LIST_MARK = /^\s*\d{1,2}[.)]\s+/gm;
const REFERENCE_LABEL =
  /^(?:n(?:[°º]\s*|\.?o?\.?\s+|ro\.?\s+|[uú]mero\s+(?:de\s+)?))?(?:ref|referencia|reference|transacci[oó]n|transaction|tx|trx|txn)[.:#]*\s+(?=\S)/i;

export function parseStatusInput(text: string, options: TypedInputOptions): StatusInput {
  const typed = asTyped(text);
  if (typed === '' || FORM.test(typed)) return { kind: 'form' };
  if (isHelp(typed)) return { kind: 'help' };
  const byId = BY_ID.exec(typed);
  if (byId) return parseId(byId[1] ?? '');
  const question = readQuestion(writeApart(typed), options);
  const isSpoken = !/\p{Nd}/u.test(typed);
  return question.numbers.length > 0
    ? parseNumbers({ ...question, isSpoken }, options)
    : parseWithoutNumber(question, options);
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
  const { numbers, possible, rest: around, isJoined } = findNumbers(text, defaultRegion, isPeriod);
  const rest = around.replaceAll(/(?<=\p{L}):(?=\s|$)/gu, ' ');
  const period = findMeantPeriods(rest, clock);
  const nameLikePeriod = periodLikeName(rest, isPeriod);
  const isLikePeriod = nameLikePeriod !== undefined && {
    ...{ left: nameLikePeriod, bare: nameLikePeriod },
    ...{ names: '', bracketed: '' },
  };
  const { left, names } = isLikePeriod || readTextAroundNumber(period.rest);
  // A sender's name next to a number counts without the word “from”.
  const nameText = left === '' ? names : left;
  const named = numbers.length > 0 && senders.has(nameText) ? nameText : findSenderByName(nameText, senders);
  const sender = (isRecipient ? undefined : clause.sender) ?? named;
  const { kinds, rest: about } = cutKinds(named === undefined ? period.rest : '');
  return {
    ...{
      typed,
      numbers,
      possible,
      isJoined,
      sender,
      around: about,
      choice: period.choice,
      spec: onePeriod(period),
    },
    ...(kinds.length > 0 ? { asked: { kinds } } : {}),
    ...((named === undefined && isLikePeriod) || readTextAroundNumber(about)),
  };
}

/** Finds periods; without any, also those with one wrong letter, as in `yestarday`. */
function findMeantPeriods(text: string, clock: DateClock): FoundPeriods {
  const found = findPeriods(text, clock);
  const { corrected, wrong } = correctPeriodWords(text);
  if (found.specs.length > 0 || wrong.length === 0) return found;
  const meant = findPeriods(corrected, clock);
  const [spec, second] = meant.specs;
  if (spec === undefined || second !== undefined || 'problem' in spec) return found;
  return { ...meant, choice: { text: wrong.join(' '), spec, others: meant.choice?.others ?? [] } };
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

function parseNumbers(
  question: Question & { readonly isSpoken: boolean },
  { defaultRegion }: TypedInputOptions,
): StatusInput {
  const { typed, numbers, spec, sender, around, left, names, bracketed, choice, asked, isSpoken } = question;
  const msisdns = numbers.map(({ msisdn }) => msisdn);
  const understood = { msisdns: msisdns.slice(0, MOST_NUMBERS), sender, ...asked, ...understoodPeriod(spec) };
  if (sender === undefined) {
    const [, word = '', wanted = ''] = /(?:^|\s)(from|de)(?:\s+(.+))?$/iu.exec(around) ?? [];
    const isNamed = Object.values(readTextAroundNumber(wanted)).some((part) => part !== '');
    // Many words after “from” are a sentence, as in “the SMS from the shop did not come”.
    if (isNamed && !(wanted.split(/\s+/).length > 2 && mayBeLeftOut(wanted, [])))
      return { problem: 'sender', text: wanted, understood };
    if (!isNamed && (/^from$/i.test(word) || /\s(?:from|de)$/iu.test(typed)))
      return { problem: 'no_sender', understood };
  }
  const isList = msisdns.length > MOST_NUMBERS;
  const isUncertain = question.isJoined && SEVEN_DIGITS.test(left);
  if ((isUncertain || !mayBeLeftOut(left, asked?.kinds ?? [])) && !(isList && !/\p{L}/u.test(left)))
    return { problem: 'not_understood', text: left, understood };
  if (spec && 'problem' in spec) return { ...spec, understood };
  if (isList) return { problem: 'many_numbers', understood };
  const criteria = { spec: spec ?? DEFAULT_STATUS_PERIOD, sender, ...asked };
  const foreign = numbers.filter(({ isForeign }) => isForeign).map(({ msisdn }) => msisdn);
  const leftOut = [bracketed, left === '' ? names : withoutFilling(left.split(' '))]
    .filter(Boolean)
    .join(' ');
  const other = problemOfNumber(left, defaultRegion);
  const wrong = other.problem === 'wrong_length' ? other : undefined;
  const note = { foreign, leftOut, choice, isSpoken, wrong };
  const [msisdn = '', second] = msisdns;
  if (second !== undefined) return { kind: 'numbers', request: { msisdns, ...criteria }, note };
  const isSilent = foreign.length === 0 && leftOut === '' && choice === undefined && !isSpoken;
  return { kind: 'number', request: { msisdn, ...criteria }, ...(isSilent ? {} : { note }) };
}

function parseWithoutNumber(question: Question, options: TypedInputOptions): StatusInput {
  const { typed, spec, sender, left, names, asked } = question;
  const { mended, text: asDigits } = findWithLetters(typed, options.defaultRegion);
  const reference = parseByReference(typed, options) ?? (mended ? undefined : parseReferenceInText(question));
  if (reference) return reference;
  const understood = { sender, ...asked, ...understoodPeriod(spec) };
  if (spec && 'problem' in spec) return { ...spec, understood };
  const possible = (mended ?? question.possible).map(({ msisdn }) => msisdn);
  const name = typed.replace(REFERENCE_LABEL, '');
  const mayName = isReferenceAlone(name) && !isPeriod(name);
  const candidates = { ...understood, possible, ...(mayName ? { reference: name } : {}) };
  const isReference = mayName && (name !== typed || !/^\d+$/.test(name) || isRatherReference(name));
  const code =
    possible.length === 0 && !(isReference && /\p{L}{2}/u.test(name))
      ? codeIn(typed, question.around, question.bare, asked !== undefined)
      : undefined;
  if (code !== undefined) {
    const problem = options.senders.has(code) ? 'is_sender' : 'is_code';
    return { problem, text: code, understood: { ...understood, sender: code } };
  }
  if (isReference && !mended) return { problem: 'which_day', text: name, understood: candidates };
  if (possible.length > 0) return { problem: 'which_number', text: asDigits, understood: candidates };
  const isComplaint = asked !== undefined && !/[\d@]/.test(left + names);
  if (left + names === '' || isComplaint) return { problem: 'no_number', understood };
  const problem = problemOfNumber(left === '' ? names : left, options.defaultRegion);
  return { ...problem, understood: candidates };
}

/** Reads a sentence with one word that can only be a reference, such as `can't find TT90ZPQ42 from Monday`. */
function parseReferenceInText({ around, spec, possible, choice }: Question): StatusInput | undefined {
  const words = around.split(/\s+/).map(extractName);
  const references = words.filter(
    (word) => /\d{2}/.test(word) && /\p{Lu}/u.test(word) && isReferenceAlone(word),
  );
  const [reference, second] = references;
  if (reference === undefined || second !== undefined || possible.length > 0 || words.length < 2)
    return undefined;
  const left = words.filter((word) => word !== reference).join(' ');
  if (!mayBeLeftOut(left, [])) return undefined;
  if (spec === undefined) return { problem: 'which_day', text: reference, understood: { reference } };
  if ('problem' in spec || !isDay(spec)) return undefined;
  const leftOut = withoutFilling(left.replace(/\s(?:from|del?)$/iu, '').split(/\s+/));
  const read = parseReference(spec, reference);
  return leftOut === '' && !choice ? read : { ...read, note: { foreign: [], leftOut, choice } };
}

const MOST_WORDS_OF_A_DAY = 10;

/** Reads a day with a reference after it, or with a word before it that can only be a reference. */
function parseByReference(typed: string, { clock, senders }: TypedInputOptions): StatusInput | undefined {
  const words = typed
    .replace(REFERENCE_LABEL, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  for (let count = Math.min(words.length - 1, MOST_WORDS_OF_A_DAY); count > 0; count -= 1) {
    const text = words.slice(0, count).join(' ');
    const day = readPeriod(text, clock);
    const reference = words.slice(count).join(' ').replace(REFERENCE_LABEL, '');
    if (senders.has(reference)) return undefined;
    if (day && 'problem' in day) return isValidName(reference) ? { ...day, understood: { reference } } : day;
    if (day && isDay(day))
      return /^\+|^\d[\d ]* [\d ]*\d$/.test(reference)
        ? undefined
        : onDay(day, reference, periodChoice(text, day, clock));
  }
  const [reference = '', ...others] = words;
  const text = others.join(' ');
  const day = others.length > 0 ? readPeriod(text, clock) : undefined;
  if (!day || 'problem' in day || !isDay(day) || !isReferenceAlone(reference)) return undefined;
  // Digits before a day are more likely a telephone number than a reference.
  if (/^\d+$/.test(reference) && !isRatherReference(reference)) return undefined;
  return onDay(day, reference, periodChoice(text, day, clock));
}

function onDay(day: DaySpec, reference: string, choice: PeriodChoice | undefined): MessageInput {
  const read = parseReference(day, reference);
  return choice === undefined || 'problem' in read
    ? read
    : { ...read, note: { foreign: [], leftOut: '', choice } };
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
