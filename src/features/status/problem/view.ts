import { countryOf, type Msisdn } from '../../../domain/messages/msisdn.ts';
import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import { periodToText } from '../../../domain/time/period.ts';
import type { Advice } from '../../../i18n/index.ts';
import { echo, inOneLine, inputAdvice, rewriteView } from '../../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  line,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { senderName } from '../../../slack/blocks/view-options.ts';
import type { Fields } from '../../../slack/forms/modal.ts';
import { typedButtons } from '../../../slack/listeners/typed-command.ts';
import { DEFAULT_STATUS_PERIOD, MOST_NUMBERS, type ReadingNote, type UnderstoodLookup } from '../input.ts';
import type { StatusTranslations, StatusView } from '../locales/index.ts';
import type { StatusQuery } from '../lookup.ts';
import {
  likelyMeanings,
  momentLabel,
  type StatusProblem,
  suggestionsFor,
  typedNumber,
} from './suggestions.ts';

export interface ProblemButtons {
  readonly seal: (query: StatusQuery) => string;
  readonly sealText: (text: string, command?: string) => string;
  readonly sealFields: (fields: Fields) => string;
}

/** The next step of these problems is a question or a hint, which no example replaces. */
const SAID_WHOLE: ReadonlySet<string> = new Set(['is_code', 'is_email', 'wrong_length']);

export function statusProblemView(
  problem: StatusProblem,
  options: StatusView,
  buttons?: ProblemButtons,
  write?: (words: string) => string,
): View {
  const { t, senders } = options;
  const { understood = {} } = problem;
  const { sentence, nextStep } = statusProblemAdvice(problem, t, senders);
  const isGuessed = buttons !== undefined && likelyMeanings(problem, options).length > 0;
  const isNoNumber = problem.problem === 'is_sender' || problem.problem === 'is_code';
  const understoodBlocks = isNoNumber ? [] : understoodBlock(understood, options);
  const below = buttons ? [...understoodBlocks, suggestionActions(problem, options, buttons)] : [];
  const words = SAID_WHOLE.has(problem.problem) ? inOneLine({ sentence, nextStep }) : sentence;
  if (write) return rewriteView(words, write(exampleFor(problem, options)), t, below);
  return view(richText(line(bold(sentence)), line(isGuessed ? t.input.didYouMean : nextStep)), ...below);
}

const A_SENDER = '56001';
const A_REFERENCE = 'abc-123';

function exampleFor(problem: StatusProblem, { t, senders }: StatusView): string {
  const { examples } = t.mention;
  switch (problem.problem) {
    case 'no_id':
      return `id ${A_REFERENCE}`;
    case 'no_reference':
    case 'reference':
      return examples.reference(A_REFERENCE);
    case 'which_day':
      return examples.reference(echo(problem.text));
    case 'is_sender':
      return examples.from(problem.text);
    case 'no_sender':
    case 'sender': {
      const [name = A_SENDER] = senders.values();
      return examples.from(name);
    }
    default:
      return examples.number;
  }
}

export function statusProblemAdvice(
  problem: StatusProblem,
  t: StatusTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  const { input } = t;
  switch (problem.problem) {
    case 'is_code':
      return input.isCode;
    case 'is_sender':
      return senders.has(problem.text) ? t.numbers.isSender(senderName(problem.text, senders)) : input.isCode;
    case 'no_reference':
      return input.noReference;
    case 'no_id':
      return input.noId;
    case 'reference':
      return input.notAReference(echo(problem.text));
    case 'not_set_up':
      return t.message.notSetUp;
    case 'which_number': {
      const countries = new Set((problem.understood?.possible ?? []).map((msisdn) => originText(msisdn, t)));
      const either = new Intl.ListFormat(t.locale, { type: 'disjunction' }).format(countries);
      return input.whichNumber(echo(problem.text), either);
    }
    case 'which_day':
      return input.whichDay(echo(problem.text));
    case 'many_numbers':
      return input.manyNumbers(MOST_NUMBERS);
    default:
      return inputAdvice(problem, t, senders, input.notUnderstood);
  }
}

function understoodBlock({ msisdns = [], sender }: UnderstoodLookup, { t, senders }: StatusView) {
  const parts = msisdns.map(maskMsisdn);
  if (sender !== undefined) parts.push(t.answer.from(senderName(sender, senders)));
  return parts.length > 0 ? [contextBlock(t.input.understood(parts.join(', ')))] : [];
}

function suggestionActions(
  problem: StatusProblem,
  options: StatusView,
  { seal, sealText, sealFields }: ProblemButtons,
) {
  const { t } = options;
  const { understood = {} } = problem;
  const { possible = [], spec = DEFAULT_STATUS_PERIOD, sender } = understood;
  const asked = understood.kinds === undefined ? {} : { kinds: understood.kinds };
  const numbers = possible.slice(0, MOST_NUMBERS).map((msisdn, place) => {
    const value = seal({ kind: 'number', request: { msisdn, spec, sender, ...asked }, page: 0 });
    const { country = '' } = originOf(msisdn, t);
    return button(`status.number.${place + 1}`, `${country} ${maskMsisdn(msisdn)}`.trim(), value);
  });
  const suggested = typedButtons(suggestionsFor(problem, options), sealText);
  const form = button('status.ask.form', t.input.form, sealFields(fieldsOf(understood)));
  const isNumberLikely = problem.problem === 'which_number';
  const meant = isNumberLikely ? [...numbers, ...suggested] : [...suggested, ...numbers];
  return actions('status.ask', ...meant, form);
}

export function fieldsOf({ msisdns: [msisdn] = [], spec, sender, reference }: UnderstoodLookup): Fields {
  const fields = {
    way: reference === undefined ? 'number' : 'reference',
    number: msisdn && typedNumber(msisdn),
    period: spec && periodToText(spec),
    sender,
    reference,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export function noteText(
  { foreign, leftOut, choice, isSpoken, wrong }: ReadingNote,
  { t, format }: Pick<StatusView, 't' | 'format'>,
): string {
  const read = foreign.map((msisdn) => t.input.readAsForeign(maskMsisdn(msisdn), originText(msisdn, t)));
  if (isSpoken) read.push(t.input.spoken);
  if (choice) read.push(t.input.readAs(echo(choice.text), momentLabel(choice.spec, { t, format })));
  if (leftOut !== '') read.push(t.input.leftOut(echo(leftOut)));
  if (wrong?.problem === 'wrong_length') read.push(t.numbers.wrongLength(wrong).sentence);
  return read.join(' ');
}

/** Origin of a telephone number, such as `Spain (+34)`; only the prefix if several countries share it. */
function originText(msisdn: Msisdn, t: StatusTranslations): string {
  const { country, prefix } = originOf(msisdn, t);
  return country === undefined ? `+${prefix}` : `${country} (+${prefix})`;
}

function originOf(msisdn: Msisdn, { locale }: StatusTranslations) {
  const { region, prefix } = countryOf(msisdn);
  const country = region && new Intl.DisplayNames(locale, { type: 'region' }).of(region);
  return { country, prefix };
}
