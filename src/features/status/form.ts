import type { KnownBlock } from '@slack/types';
import { parseMsisdn } from '../../domain/msisdn.ts';
import {
  MAX_PERIOD_DAYS,
  type NoSuchDate,
  type PeriodSpec,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../domain/period.ts';
import { findSender, type QuestionOptions } from '../../domain/question.ts';
import { inOneLine } from '../../slack/advice.ts';
import { option, periodOptions, plain, select, senderInput, textInput } from '../../slack/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/modal.ts';
import type { Words } from '../../slack/words/index.ts';
import {
  DEFAULT_PERIOD,
  isDay,
  LONGEST_REFERENCE,
  parseId,
  parseReference,
  type StatusInput,
} from './input.ts';
import { adviceFor } from './problem-view.ts';

/** The form behind `/sms-status` alone, and the control in it that changes what it asks. */
export const FORM = 'status.form';
export const WAY_CONTROL = 'status.form.way';

const ways = ['number', 'reference', 'id'] as const;
type Way = (typeof ways)[number];

const OFFERED_PERIODS: readonly PeriodSpec[] = [
  { kind: 'today' },
  { kind: 'yesterday' },
  DEFAULT_PERIOD,
  { kind: 'last_days', days: 7 },
  { kind: 'last_days', days: 31 },
];

export interface FormOptions extends QuestionOptions {
  /** Whether messages can be looked up by identifier. */
  readonly hasIds: boolean;
}

/** What the form can ask, as what is typed can. */
export type FormRequest = Extract<StatusInput, { kind: 'number' | 'message' }>;

/** The form for the way to ask that is picked in `fields`, with what was entered before. */
export function statusForm(fields: Fields, words: Words, options: FormOptions): Form {
  const way = wayOf(fields);
  return {
    callbackId: FORM,
    title: words.form.title,
    submit: words.form.submit,
    close: words.fields.close,
    kept: fields,
    blocks: [wayBlock(way, words, options), ...fieldBlocks[way](fields, words, options)],
  };
}

/** Reads the form; what is wrong is said beside the field it is about. */
export function readStatusForm(
  fields: Fields,
  context: FormContext,
  options: FormOptions,
): { readonly request: FormRequest } | { readonly errors: FieldErrors } {
  const way = wayOf(fields);
  if (way === 'number') return readNumber(fields, context, options);
  if (way === 'reference') return readReference(fields, context);
  return readMessage('id', parseId(fields.id ?? ''), context);
}

function readNumber(fields: Fields, context: FormContext, options: FormOptions) {
  const { words } = context;
  const errors: Record<string, string> = {};
  const msisdn = parseMsisdn(fields.number ?? '', options.defaultRegion);
  if (msisdn === undefined)
    errors.number = inOneLine(
      adviceFor({ problem: 'number', text: fields.number ?? '' }, words, options.senders),
    );
  const spec = parsePeriod(fields.days ?? fields.period ?? periodToText(DEFAULT_PERIOD));
  const fault = spec ? faultOf(spec, context) : words.fields.daysInvalid;
  if (fault !== undefined) errors[fields.days === undefined ? 'period' : 'days'] = fault;
  const sender = fields.sender === undefined ? undefined : findSender(fields.sender, options.senders);
  if (fields.sender !== undefined && sender === undefined) {
    errors.sender = inOneLine(adviceFor({ problem: 'sender', text: fields.sender }, words, options.senders));
  }
  if (msisdn === undefined || !spec || 'problem' in spec || Object.keys(errors).length > 0) return { errors };
  return { request: { kind: 'number', request: { msisdn, spec, sender } } as const };
}

function readReference(fields: Fields, context: FormContext) {
  const day = parsePeriod(fields.date ?? '');
  if (!day || 'problem' in day || !isDay(day)) return { errors: { date: context.words.fields.required } };
  const fault = faultOf(day, context);
  if (fault !== undefined) return { errors: { date: fault } };
  return readMessage('reference', parseReference(day, fields.reference ?? ''), context);
}

function readMessage(field: string, input: ReturnType<typeof parseId>, { words }: FormContext) {
  if ('problem' in input) return { errors: { [field]: inOneLine(adviceFor(input, words, new Map())) } };
  return { request: input };
}

/** What is wrong with a period, for the field it was entered in. */
function faultOf(spec: PeriodSpec | NoSuchDate, { words, timeZone, now }: FormContext): string | undefined {
  const resolved = 'problem' in spec ? spec : resolvePeriod(spec, timeZone, now);
  return 'problem' in resolved ? inOneLine(adviceFor(resolved, words, new Map())) : undefined;
}

function wayOf({ way }: Fields): Way {
  return ways.find((known) => known === way) ?? 'number';
}

function wayBlock(way: Way, words: Words, { hasIds }: FormOptions): KnownBlock {
  const offered = ways
    .filter((known) => hasIds || known !== 'id')
    .map((known) => option(known, words.form.ways[known]));
  const picked = offered.find(({ value }) => value === way);
  return {
    type: 'input',
    block_id: 'way',
    dispatch_action: true,
    label: plain(words.form.way),
    element: {
      type: 'radio_buttons',
      action_id: WAY_CONTROL,
      options: offered,
      ...(picked ? { initial_option: picked } : {}),
    },
  };
}

type FieldBlocks = (fields: Fields, words: Words, options: FormOptions) => KnownBlock[];

const fieldBlocks: Readonly<Record<Way, FieldBlocks>> = {
  number: (fields, words, { senders }) => {
    const period = fields.period ?? periodToText(DEFAULT_PERIOD);
    return [
      textInput('number', words.fields.number, fields.number, {
        hint: words.fields.numberHint,
        longest: 60,
        placeholder: '+56 9 1234 5678',
      }),
      select('period', words.fields.period, periodOptions(OFFERED_PERIODS, words), period),
      textInput('days', words.fields.days, fields.days, {
        hint: words.fields.daysHint(MAX_PERIOD_DAYS),
        longest: 60,
        optional: true,
      }),
      senderInput(senders, fields.sender, words),
    ];
  },
  reference: (fields, words) => [
    {
      type: 'input',
      block_id: 'date',
      label: plain(words.form.date),
      element: {
        type: 'datepicker',
        action_id: 'value',
        ...(fields.date === undefined ? {} : { initial_date: fields.date }),
      },
    },
    textInput('reference', words.form.reference, fields.reference, {
      hint: words.form.referenceHint,
      longest: LONGEST_REFERENCE,
    }),
  ],
  id: (fields, words) => [
    textInput('id', words.form.id, fields.id, { hint: words.form.idHint, longest: LONGEST_REFERENCE }),
  ],
};
