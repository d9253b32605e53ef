import type { InputBlock, PlainTextOption } from '@slack/types';
import { isCalendarDay } from '../../domain/time/calendar.ts';
import {
  isOfHours,
  type NoSuchDate,
  type PeriodSpec,
  parsePeriod,
  periodToText,
  resolvePeriod,
} from '../../domain/time/period.ts';
import { readPeriod } from '../../domain/time/period-phrase.ts';
import { mayWriteMonthFirst } from '../../domain/time/time-input.ts';
import type { Translations } from '../../i18n/index.ts';
import { inOneLine, periodAdvice } from '../blocks/advice-view.ts';
import { option, textObject } from '../blocks/blocks.ts';
import { limits } from '../blocks/text.ts';
import type { FieldErrors, Fields, FormContext } from './modal.ts';

interface TextInputOptions {
  readonly longest: number;
  readonly hint: string;
  readonly optional?: boolean;
}

function input(
  blockId: string,
  label: string,
  element: InputBlock['element'],
  more: Pick<InputBlock, 'optional' | 'hint'> = {},
): InputBlock {
  return { type: 'input', block_id: blockId, label: textObject(label), ...more, element };
}

export function textInput(
  blockId: string,
  label: string,
  initial: string | undefined,
  { hint, longest, optional = false }: TextInputOptions,
): InputBlock {
  const element = {
    type: 'plain_text_input',
    action_id: 'value',
    max_length: longest,
    ...(initial === undefined ? {} : { initial_value: initial.slice(0, longest) }),
  } as const;
  return input(blockId, label, element, { optional, hint: textObject(hint) });
}

export function select(
  blockId: string,
  label: string,
  options: PlainTextOption[],
  initial: string | undefined,
): InputBlock {
  const picked = options.find(({ value }) => value === initial);
  const element = {
    type: 'static_select' as const,
    action_id: 'value',
    options: options.slice(0, limits.options),
    ...(picked ? { initial_option: picked } : {}),
  };
  return input(blockId, label, element, { optional: false });
}

export function channelSelect(
  blockId: string,
  label: string,
  hint: string,
  initial: string | undefined,
): InputBlock {
  const element = {
    type: 'conversations_select' as const,
    action_id: 'value',
    filter: { include: ['public' as const, 'private' as const], exclude_bot_users: true },
    ...(initial === undefined ? {} : { initial_conversation: initial }),
  };
  return input(blockId, label, element, { hint: textObject(hint) });
}

export function timeInput(blockId: string, label: string, initial: string): InputBlock {
  return input(blockId, label, { type: 'timepicker', action_id: 'value', initial_time: initial });
}

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

export function dateInput(
  blockId: string,
  label: string,
  initial: string | undefined,
  { optional = false } = {},
): InputBlock {
  const day = initial === undefined ? {} : { initial_date: initial };
  return input(blockId, label, { type: 'datepicker', action_id: 'value', ...day }, { optional });
}

export function focused({ element, ...block }: InputBlock): InputBlock {
  return { ...block, element: Object.assign({}, element, { focus_on_load: true }) };
}

export interface PeriodInputOptions {
  readonly offered: readonly PeriodSpec[];
  readonly initial: PeriodSpec;
  readonly maxDays: number;
  /** True if the person may choose only whole days: then a period with hours is refused. */
  readonly isOfWholeDays?: boolean;
}

export function periodInputs(
  { period, days, firstDay, lastDay }: Fields,
  t: Translations,
  { offered, initial, maxDays, isOfWholeDays = false }: PeriodInputOptions,
): InputBlock[] {
  const periods = offered.map((spec) => option(periodToText(spec), t.period(spec)));
  const isOffered = period === undefined || periods.some(({ value }) => value === period);
  const { fields } = t;
  const hint = (isOfWholeDays ? fields.daysHint : fields.hoursHint)(maxDays);
  return [
    select('period', fields.period, periods, isOffered && period ? period : periodToText(initial)),
    textInput('days', fields.days, days ?? (isOffered ? undefined : period), {
      hint,
      longest: 60,
      optional: true,
    }),
    dateInput('firstDay', fields.firstDay, firstDay, { optional: true }),
    dateInput('lastDay', fields.lastDay, lastDay, { optional: true }),
  ];
}

export function readPeriodInputs(
  fields: Fields,
  { t, timeZone, now }: FormContext,
  { initial, maxDays, isOfWholeDays = false }: Omit<PeriodInputOptions, 'offered'>,
): { readonly spec: PeriodSpec } | { readonly errors: FieldErrors } {
  const { period, days, firstDay, lastDay } = fields;
  const field = days !== undefined ? 'days' : (firstDay ?? lastDay) !== undefined ? 'firstDay' : 'period';
  const wrong = (sentence: string) => ({ errors: { [field]: sentence } });
  if (days !== undefined && (firstDay ?? lastDay) !== undefined) return wrong(t.fields.daysTwice);
  const mayBeMonthFirst = mayWriteMonthFirst(t.locale.slice(0, 2), timeZone);
  const spec =
    days === undefined
      ? (pickedDays(fields) ?? parsePeriod(period ?? periodToText(initial)))
      : readPeriod(days, { now, zone: timeZone, mayBeMonthFirst });
  if (spec === undefined) return wrong(t.fields.daysInvalid);
  if ('problem' in spec) return wrong(inOneLine(periodAdvice(spec, t)));
  if (isOfWholeDays && isOfHours(spec)) return wrong(t.fields.wholeDays);
  const resolved = resolvePeriod(spec, timeZone, now, { maxDays });
  return 'problem' in resolved ? wrong(inOneLine(periodAdvice(resolved, t))) : { spec };
}

function pickedDays({ firstDay, lastDay }: Fields): PeriodSpec | NoSuchDate | undefined {
  const [from, to] = [firstDay ?? lastDay, lastDay ?? firstDay];
  if (from === undefined || to === undefined) return undefined;
  // Slack's date picker offers only valid days, but a forged request may contain others.
  if (!isCalendarDay(from) || !isCalendarDay(to)) return { problem: 'no_such_date', text: from };
  return from === to ? { kind: 'day', day: from } : { kind: 'range', from, to };
}
