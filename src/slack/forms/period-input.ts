import type { InputBlock } from '@slack/types';
import { type PeriodSpec, parsePeriod, periodToText, resolvePeriod } from '../../domain/time/period.ts';
import type { Translations } from '../../i18n/index.ts';
import { inOneLine, periodAdvice } from '../advice-view.ts';
import { option } from '../blocks/blocks.ts';
import { select, textInput } from './inputs.ts';
import type { FieldErrors, Fields, FormContext } from './modal.ts';

/** Which periods a form takes. */
export interface PeriodInputOptions {
  /** To pick from. */
  readonly offered: readonly PeriodSpec[];
  readonly initial: PeriodSpec;
  readonly maxDays: number;
}

/** Two fields: a period to pick, and days to type in its place. */
export function periodInputs(
  { period, days }: Fields,
  t: Translations,
  { offered, initial, maxDays }: PeriodInputOptions,
): InputBlock[] {
  const periods = offered.map((spec) => option(periodToText(spec), t.period(spec)));
  const { fields } = t;
  const hint = fields.daysHint(maxDays);
  return [
    select('period', fields.period, periods, period ?? periodToText(initial)),
    textInput('days', fields.days, days, { hint, longest: 60, optional: true }),
  ];
}

/** Reads the two fields; what is wrong is said beside the one that counts. */
export function readPeriodInputs(
  { period, days }: Fields,
  { t, timeZone, now }: FormContext,
  { initial, maxDays }: Pick<PeriodInputOptions, 'initial' | 'maxDays'>,
): { readonly spec: PeriodSpec } | { readonly errors: FieldErrors } {
  const field = days === undefined ? 'period' : 'days';
  const wrong = (sentence: string) => ({ errors: { [field]: sentence } });
  const spec = parsePeriod(days ?? period ?? periodToText(initial));
  if (spec === undefined) return wrong(t.fields.daysInvalid);
  if ('problem' in spec) return wrong(inOneLine(periodAdvice(spec, t)));
  const resolved = resolvePeriod(spec, timeZone, now, { maxDays });
  return 'problem' in resolved ? wrong(inOneLine(periodAdvice(resolved, t))) : { spec };
}
