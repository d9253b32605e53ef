import type { KnownBlock } from '@slack/types';
import { findSender, type InputOptions, readNumber } from '../../domain/input.ts';
import { parsePeriod, resolvePeriod } from '../../domain/time/period.ts';
import { echo, inOneLine, periodAdvice } from '../../slack/blocks/advice-view.ts';
import { option, textObject } from '../../slack/blocks/blocks.ts';
import {
  dateInput,
  focused,
  type PeriodInputOptions,
  periodInputs,
  readPeriodInputs,
  senderInput,
  textInput,
} from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/forms/modal.ts';
import type { Deps } from '../dependencies.ts';
import {
  DEFAULT_STATUS_PERIOD,
  isDay,
  LONGEST_REFERENCE,
  MAX_LOOKUP_DAYS,
  parseId,
  parseReference,
  type StatusInput,
  type StatusInputProblem,
} from './input.ts';
import type { StatusTranslations } from './locales/index.ts';
import { statusProblemAdvice } from './problem/view.ts';

export const STATUS_FORM = 'status.form';
export const WAY_CONTROL = 'status.form.way';

const ways = ['number', 'reference', 'id'] as const;
type Way = (typeof ways)[number];

const PERIOD: PeriodInputOptions = {
  offered: [
    { kind: 'today' },
    { kind: 'yesterday' },
    DEFAULT_STATUS_PERIOD,
    { kind: 'last_days', days: 7 },
    { kind: 'last_days', days: MAX_LOOKUP_DAYS },
  ],
  initial: DEFAULT_STATUS_PERIOD,
  maxDays: MAX_LOOKUP_DAYS,
};

export interface StatusFormOptions extends InputOptions {
  readonly hasIds: boolean;
}

export function formOptionsOf({ settings, platform }: Deps): StatusFormOptions {
  return { ...settings, hasIds: platform.sms !== undefined };
}

export type StatusFormRequest = Extract<StatusInput, { kind: 'number' | 'message' }>;

export function statusForm(fields: Fields, t: StatusTranslations, options: StatusFormOptions): Form {
  const way = wayOf(fields);
  return {
    callbackId: STATUS_FORM,
    title: t.form.title,
    submit: t.form.submit,
    close: t.fields.close,
    storedFields: fields,
    blocks: [wayBlock(way, t, options), ...fieldBlocks[way](fields, t, options)],
  };
}

export function readStatusForm(
  fields: Fields,
  context: FormContext<StatusTranslations>,
  options: StatusFormOptions,
): { readonly request: StatusFormRequest } | { readonly errors: FieldErrors } {
  const way = wayOf(fields);
  if (way === 'number') return readNumberFields(fields, context, options);
  if (way === 'reference') return readReference(fields, context);
  return readMessage('id', parseId(fields.id ?? ''), context.t);
}

function readNumberFields(
  fields: Fields,
  context: FormContext<StatusTranslations>,
  options: StatusFormOptions,
) {
  const { t } = context;
  const errors: Record<string, string> = {};
  const number = readNumber(fields.number ?? '', options.defaultRegion);
  if ('problem' in number) errors.number = numberError(number, t, options);
  const period = readPeriodInputs(fields, context, PERIOD);
  if ('errors' in period) Object.assign(errors, period.errors);
  const sender = fields.sender === undefined ? undefined : findSender(fields.sender, options.senders);
  if (fields.sender !== undefined && sender === undefined) {
    const { sentence } = t.numbers.invalidSender(fields.sender, []);
    errors.sender = `${sentence} ${t.fields.senderHint}`;
  }
  if ('problem' in number || 'errors' in period || Object.keys(errors).length > 0) return { errors };
  return { request: { kind: 'number', request: { ...number, spec: period.spec, sender } } as const };
}

function numberError(
  problem: StatusInputProblem,
  t: StatusTranslations,
  { senders }: StatusFormOptions,
): string {
  if (problem.problem === 'is_sender' && senders.has(problem.text)) return t.fields.isSender;
  if (problem.problem === 'not_understood') return t.input.onlyTheNumber(echo(problem.text));
  return inOneLine(statusProblemAdvice(problem, t, senders));
}

function readReference(fields: Fields, context: FormContext<StatusTranslations>) {
  const day = parsePeriod(fields.date ?? '');
  const { t, timeZone, now } = context;
  if (!day || 'problem' in day || !isDay(day)) return { errors: { date: t.fields.required } };
  const resolved = resolvePeriod(day, timeZone, now, { maxDays: 1 });
  if ('problem' in resolved) return { errors: { date: inOneLine(periodAdvice(resolved, t)) } };
  return readMessage('reference', parseReference(day, fields.reference ?? ''), t);
}

function readMessage(field: string, input: ReturnType<typeof parseId>, t: StatusTranslations) {
  if ('problem' in input) return { errors: { [field]: inOneLine(statusProblemAdvice(input, t, new Map())) } };
  return { request: input };
}

function wayOf({ way }: Fields): Way {
  return ways.find((known) => known === way) ?? 'number';
}

function wayBlock(way: Way, t: StatusTranslations, { hasIds }: StatusFormOptions): KnownBlock {
  const shown = ways.filter((known) => hasIds || known !== 'id');
  const offered = shown.map((known) => option(known, t.form.ways[known]));
  const picked = offered.find(({ value }) => value === way);
  return {
    type: 'input',
    block_id: 'way',
    dispatch_action: true,
    label: textObject(t.form.way),
    element: {
      type: 'radio_buttons',
      action_id: WAY_CONTROL,
      options: offered,
      ...(picked ? { initial_option: picked } : {}),
    },
  };
}

const fieldBlocks: Record<
  Way,
  (fields: Fields, t: StatusTranslations, options: StatusFormOptions) => KnownBlock[]
> = {
  number: (fields, t, { senders }) => [
    focused(textInput('number', t.fields.number, fields.number, { hint: t.fields.numberHint, longest: 60 })),
    ...periodInputs(fields, t, PERIOD),
    senderInput(senders, fields.sender, t),
  ],
  reference: (fields, t) => [
    focused(dateInput('date', t.form.date, fields.date)),
    textInput('reference', t.form.reference, fields.reference, {
      hint: t.form.referenceHint,
      longest: LONGEST_REFERENCE,
    }),
  ],
  id: (fields, t) => [
    focused(textInput('id', t.form.id, fields.id, { hint: t.form.idHint, longest: LONGEST_REFERENCE })),
  ],
};
