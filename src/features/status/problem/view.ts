import { isPeriod, isShortNumber } from '../../../domain/input.ts';
import { countryOf, type Msisdn, maskMsisdn } from '../../../domain/messages/msisdn.ts';
import { closestWord } from '../../../domain/spelling.ts';
import { type PeriodSpec, periodToText } from '../../../domain/time/period.ts';
import { COMMON_PERIOD_WORDS } from '../../../domain/time/period-words.ts';
import type { Advice } from '../../../i18n/index.ts';
import { echo, inputAdvice } from '../../../slack/advice-view.ts';
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
import { capitalized } from '../../../slack/format.ts';
import type { Fields } from '../../../slack/forms/modal.ts';
import { type Suggestion, typedButtons } from '../../../slack/listeners/typed-command.ts';
import { periodLabel, senderName } from '../../../slack/view-options.ts';
import {
  DEFAULT_STATUS_PERIOD,
  isDay,
  type Kept,
  MOST_NUMBERS,
  type ReadingNote,
  type StatusInputProblem,
} from '../input.ts';
import type { StatusTranslations, StatusView } from '../locales/index.ts';
import type { LookupProblem, StatusQuery } from '../lookup.ts';

export type StatusProblem = (StatusInputProblem | LookupProblem) & { readonly kept?: Kept };

/** What buttons carry that lead on from a question that could not be answered. */
export interface ProblemButtons {
  readonly seal: (query: StatusQuery) => string;
  /** Of a button that types a command: what follows the command's name. */
  readonly sealText: (text: string) => string;
  readonly sealFields: (fields: Fields) => string;
}

const OFFERED: readonly PeriodSpec[] = [
  { kind: 'today' },
  { kind: 'yesterday' },
  { kind: 'last_days', days: 7 },
];
const HELP = ['help', 'ayuda'];

/** What was wrong with a question, what was understood of it, and buttons to what was probably meant. */
export function statusProblemView(
  problem: StatusProblem,
  options: StatusView,
  buttons?: ProblemButtons,
): View {
  const { t, senders } = options;
  const { kept = {} } = problem;
  const { sentence, nextStep } = statusProblemAdvice(problem, t, senders);
  const isGuessed = buttons !== undefined && meantWords(problem, options).length > 0;
  const understood = understoodText(kept, options);
  return view(
    richText(line(bold(sentence)), line(isGuessed ? t.input.didYouMean : nextStep)),
    ...(understood === '' ? [] : [contextBlock(t.input.understood(understood))]),
    ...(buttons ? [waysOn(problem, options, buttons)] : []),
  );
}

export function statusProblemAdvice(
  problem: StatusProblem,
  t: StatusTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  const { input } = t;
  switch (problem.problem) {
    case 'no_reference':
      return input.noReference;
    case 'no_id':
      return input.noId;
    case 'reference':
      return input.notAReference(echo(problem.text));
    case 'not_set_up':
      return t.message.notSetUp;
    case 'no_number':
      return input.noNumber;
    case 'number':
      return input.notANumber(echo(problem.text));
    case 'which_number':
      return input.whichNumber(echo(problem.text));
    case 'which_day':
      return input.whichDay(echo(problem.text));
    case 'many_numbers':
      return input.manyNumbers(MOST_NUMBERS);
    case 'no_sender':
      return input.noSender;
    case 'sender':
      return input.notASender(echo(problem.text), [...senders.values()]);
    default:
      return inputAdvice(problem, t, senders, input.notUnderstood);
  }
}

function understoodText({ msisdns = [], sender }: Kept, { t, senders }: StatusView): string {
  const parts = msisdns.map(maskMsisdn);
  if (sender !== undefined) parts.push(t.answer.from(senderName(sender, senders)));
  return parts.join(', ');
}

/** Buttons in one row: what was probably meant, then the form with what was understood in it. */
function waysOn(problem: StatusProblem, options: StatusView, { seal, sealText, sealFields }: ProblemButtons) {
  const { t } = options;
  const { kept = {} } = problem;
  const { possible = [], spec = DEFAULT_STATUS_PERIOD, sender } = kept;
  const numbers = possible.slice(0, MOST_NUMBERS).map((msisdn, place) => {
    const value = seal({ kind: 'number', request: { msisdn, spec, sender }, page: 0 });
    return button(`status.number.${place + 1}`, t.input.asNumber(maskMsisdn(msisdn)), value);
  });
  const suggested = typedButtons(suggestionsFor(problem, options), sealText);
  const form = button('status.ask.form', t.input.form, sealFields(fieldsOf(kept)));
  const isNumberLikely = problem.problem === 'which_number';
  return actions(
    'status.ask',
    ...(isNumberLikely ? [...numbers, ...suggested] : [...suggested, ...numbers]),
    form,
  );
}

function suggestionsFor(problem: StatusProblem, options: StatusView): Suggestion[] {
  const { t } = options;
  const { msisdns = [], possible = [], reference } = problem.kept ?? {};
  const suggestions = [
    ...meantWords(problem, options),
    ...(msisdns.length > 0 ? periodsFor(problem, options) : []),
  ];
  if (reference !== undefined) {
    const isAsked = problem.problem !== 'which_number' && problem.problem !== 'number';
    const days = problem.problem === 'ambiguous_date' ? problem.readings : OFFERED;
    suggestions.push(
      ...days.filter(isDay).map((day) => ({
        label: isAsked ? periodLabel(day, options) : t.input.asReference(t.period(day)),
        text: `${periodToText(day)} ${reference}`,
      })),
    );
    // Digits alone are rather a number or a reference.
    if (isAsked && /\p{L}/u.test(reference))
      suggestions.push({ label: t.input.asIdentifier, text: `id ${reference}` });
  }
  const isLost = suggestions.length === 0 && possible.length === 0;
  const all = isLost ? [{ label: t.input.showHelp, text: 'help' }] : suggestions;
  return [...new Map(all.map((suggestion) => [suggestion.label, suggestion])).values()];
}

/** What was misspelt, as far as that can be guessed. */
function meantWords(problem: StatusProblem, { t, senders }: StatusView): Suggestion[] {
  if (!('text' in problem) || problem.problem === 'reference') return [];
  const { kept = {}, text } = problem;
  if (problem.problem === 'number') {
    const [first = '', ...others] = text.split(/\s+/);
    if (others.length === 0)
      return closestWord(text, HELP) ? [{ label: t.input.showHelp, text: 'help' }] : [];
    const meant = `id ${others.join(' ')}`;
    return closestWord(first, ['id']) ? [{ label: meant, text: meant }] : [];
  }
  if (problem.problem === 'sender') {
    const name = closestWord(text, [...senders.values()]);
    const sender = [...senders].find(([, known]) => known === name)?.[0];
    return name === undefined ? [] : [{ label: name, text: typedFor({ ...kept, sender }) }];
  }
  const meant = text.replaceAll(/\S+/g, (word) => closestWord(word, COMMON_PERIOD_WORDS) ?? word);
  if (problem.problem !== 'not_understood' || kept.spec || !isPeriod(meant)) return [];
  return [{ label: capitalized(meant), text: `${typedFor({ ...kept, spec: undefined })} ${meant}` }];
}

/** The days that were asked for, those that may have been meant, or the usual ones. */
function periodsFor(problem: StatusProblem, options: StatusView): Suggestion[] {
  const { kept = {} } = problem;
  const { msisdns = [], spec } = kept;
  if (problem.problem === 'many_numbers') {
    return [{ label: options.t.input.firstNumbers(msisdns.length), text: typedFor(kept) }];
  }
  const meant = problem.problem === 'ambiguous_date' ? problem.readings : spec ? [spec, ...OFFERED] : OFFERED;
  return meant.map((period) => ({
    label: periodLabel(period, options),
    text: typedFor({ ...kept, spec: period }),
  }));
}

/** The question as it could have been typed. */
export function typedFor({ msisdns = [], spec, sender }: Kept): string {
  const parts = [msisdns.map(spelled).join(', ')];
  if (spec !== undefined) parts.push(periodToText(spec));
  if (sender !== undefined) parts.push(`from ${sender}`);
  return parts.join(' ');
}

/** With a `+`, so that it is read as it is meant. */
function spelled(msisdn: Msisdn): string {
  return isShortNumber(msisdn) ? msisdn : `+${msisdn}`;
}

/** What of a question a form can begin with. */
export function fieldsOf({ msisdns: [msisdn] = [], spec, sender, reference }: Kept): Fields {
  const fields = {
    way: reference === undefined ? 'number' : 'reference',
    number: msisdn && spelled(msisdn),
    period: spec && periodToText(spec),
    sender,
    reference,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** How numbers were read, where that is not as they were written. */
export function noteText({ foreign, names }: ReadingNote, t: StatusTranslations): string {
  const countries = new Intl.DisplayNames(t.locale, { type: 'region' });
  const read = foreign.map((msisdn) => {
    const { region, prefix } = countryOf(msisdn);
    const country = region === undefined ? `+${prefix}` : `${countries.of(region)} (+${prefix})`;
    return t.input.readAsForeign(maskMsisdn(msisdn), country);
  });
  return [...read, ...(names === '' ? [] : [t.input.leftOut(echo(names))])].join(' ');
}
