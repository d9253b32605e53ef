import type { InputBlock, PlainTextOption } from '@slack/types';
import { type PeriodSpec, parsePeriod, periodToText, resolvePeriod } from '../../domain/time/period.ts';
import type { Translations } from '../../i18n/index.ts';
import { inOneLine, periodAdvice } from '../advice-view.ts';
import { option, textObject } from '../blocks/blocks.ts';
import { limits } from '../blocks/text.ts';
import type { FieldErrors, Fields, FormContext } from './modal.ts';

interface TextInputOptions {
  readonly longest: number;
  readonly hint: string;
  readonly placeholder?: string;
  readonly optional?: boolean;
}

export function textInput(
  blockId: string,
  label: string,
  initial: string | undefined,
  options: TextInputOptions,
): InputBlock {
  const { hint, placeholder, longest, optional = false } = options;
  return {
    type: 'input',
    block_id: blockId,
    optional,
    label: textObject(label),
    hint: textObject(hint),
    element: {
      type: 'plain_text_input',
      action_id: 'value',
      max_length: longest,
      ...(initial === undefined ? {} : { initial_value: initial.slice(0, longest) }),
      ...(placeholder === undefined ? {} : { placeholder: textObject(placeholder) }),
    },
  };
}

export function select(
  blockId: string,
  label: string,
  options: PlainTextOption[],
  initial: string | undefined,
): InputBlock {
  const picked = options.find(({ value }) => value === initial);
  return {
    type: 'input',
    block_id: blockId,
    optional: false,
    label: textObject(label),
    element: {
      type: 'static_select',
      action_id: 'value',
      options: options.slice(0, limits.options),
      ...(picked ? { initial_option: picked } : {}),
    },
  };
}

/** A channel of those the person sees; private ones are among them, direct messages are not. */
export function channelSelect(
  blockId: string,
  label: string,
  hint: string,
  initial: string | undefined,
): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: textObject(label),
    hint: textObject(hint),
    element: {
      type: 'conversations_select',
      action_id: 'value',
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      ...(initial === undefined ? {} : { initial_conversation: initial }),
    },
  };
}

export function timeInput(blockId: string, label: string, initial: string): InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: textObject(label),
    element: { type: 'timepicker', action_id: 'value', initial_time: initial },
  };
}

/** A sender to pick, where names are known, or to type. It may be left empty. */
export function senderInput(
  senders: ReadonlyMap<string, string>,
  initial: string | undefined,
  t: Translations,
): InputBlock {
  const { sender, senderHint } = t.fields;
  if (senders.size === 0) {
    return textInput('sender', sender, initial, { hint: senderHint, longest: 60, optional: true });
  }
  const offered = [...senders].map(([number, name]) => option(number, `${name} (${number})`));
  return { ...select('sender', sender, offered, initial), optional: true };
}

export interface PeriodInputOptions {
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
