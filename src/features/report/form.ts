import { type InputOptions, readNumber, readSender } from '../../domain/input.ts';
import { periodToText } from '../../domain/time/period.ts';
import { inOneLine } from '../../slack/blocks/advice-view.ts';
import { option } from '../../slack/blocks/blocks.ts';
import {
  focused,
  type PeriodInputOptions,
  periodInputs,
  readPeriodInputs,
  select,
  senderInput,
  textInput,
} from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/forms/modal.ts';
import {
  comparisons,
  DEFAULT_REPORT_PERIOD,
  MAX_REPORT_DAYS,
  type ReportRequest,
  type UnderstoodReport,
} from './input.ts';
import type { ReportTranslations } from './locales/index.ts';
import { type ReportProblem, reportProblemAdvice } from './problem-view.ts';

export const REPORT_FORM = 'report.form';

const PERIOD: PeriodInputOptions = {
  offered: [
    { kind: 'today' },
    { kind: 'yesterday' },
    DEFAULT_REPORT_PERIOD,
    { kind: 'last_days', days: 30 },
    { kind: 'last_days', days: MAX_REPORT_DAYS },
  ],
  initial: DEFAULT_REPORT_PERIOD,
  maxDays: MAX_REPORT_DAYS,
  isOfWholeDays: true,
};

export function formFields({ spec, sender, msisdn, compareWith }: UnderstoodReport): Fields {
  return {
    ...(spec === undefined ? {} : { period: periodToText(spec) }),
    ...(sender === undefined ? {} : { sender }),
    ...(msisdn === undefined ? {} : { number: `+${msisdn}` }),
    ...(typeof compareWith === 'string' ? { compare: compareWith } : {}),
  };
}

export function reportForm(entered: Fields, t: ReportTranslations, { senders }: InputOptions): Form {
  const { fields, report } = t;
  const compared = comparisons.map((known) => option(known, report.form.comparisons[known]));
  const [period, ...days] = periodInputs(entered, t, PERIOD);
  return {
    callbackId: REPORT_FORM,
    title: report.form.title,
    submit: report.form.submit,
    close: fields.close,
    blocks: [
      ...(period ? [focused(period)] : []),
      ...days,
      senderInput(senders, entered.sender, t),
      textInput('number', report.form.number, entered.number, {
        hint: report.form.numberHint,
        longest: 60,
        optional: true,
      }),
      select('compare', report.form.compare, compared, entered.compare ?? comparisons[0]),
    ],
  };
}

export function readReportForm(
  fields: Fields,
  context: FormContext<ReportTranslations>,
  { defaultRegion, senders }: InputOptions,
): { readonly request: ReportRequest } | { readonly errors: FieldErrors } {
  const { t } = context;
  const period = readPeriodInputs(fields, context, PERIOD);
  const errors: Record<string, string> = { ...('errors' in period ? period.errors : {}) };
  const saying = (problem: ReportProblem) =>
    problem.problem === 'is_sender' ? t.fields.isSender : inOneLine(reportProblemAdvice(problem, t, senders));
  const sender = fields.sender === undefined ? undefined : readSender(fields.sender, senders);
  if (sender && 'problem' in sender) errors.sender = saying(sender);
  const number = fields.number === undefined ? undefined : readNumber(fields.number, defaultRegion);
  if (number && 'problem' in number) errors.number = saying(number);

  if ('errors' in period || (sender && 'problem' in sender) || (number && 'problem' in number)) {
    return { errors };
  }
  const compareWith = comparisons.find((known) => known === fields.compare) ?? comparisons[0];
  return { request: { spec: period.spec, sender: sender?.sender, msisdn: number?.msisdn, compareWith } };
}
