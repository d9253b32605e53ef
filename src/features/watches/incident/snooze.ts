import type { Actor, IncidentAction } from '../../../domain/detection/events.ts';
import { readMomentAhead } from '../../../domain/time/moment-ahead.ts';
import { DAY_MS, MINUTE_MS } from '../../../runtime/durations.ts';
import { focused, textInput } from '../../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../../slack/forms/modal.ts';
import type { IncidentTranslations } from '../locales/index.ts';

/** Lengths of a snooze in minutes; `end` lasts until the incident ends. */
export const SNOOZES = [30, 120, 'end'] as const;

/** `wake` ends a snooze; `other` opens a form to enter the end of a snooze. */
export type SnoozeChoice = (typeof SNOOZES)[number] | 'wake' | 'other';

export function snoozeValue(incident: string, snooze: SnoozeChoice): string {
  return `${incident}.${snooze}`;
}

export const SNOOZE_FORM = 'incident.snooze.form';
const LONGEST_SNOOZE_MS = 7 * DAY_MS;
const LONGEST_TEXT = 60;

export function snoozing(snooze: Exclude<SnoozeChoice, 'other'>, by: Actor, now: Date): IncidentAction {
  if (snooze === 'wake') return { kind: 'woken', by };
  if (snooze === 'end') return { kind: 'snoozed', by };
  return { kind: 'snoozed', by, until: new Date(now.getTime() + snooze * MINUTE_MS) };
}

export function snoozeForm(id: string, timeZone: string, t: IncidentTranslations): Form {
  const { title, submit, until, untilHint } = t.incident.snoozeForm;
  const field = textInput('until', until, undefined, { hint: untilHint(timeZone), longest: LONGEST_TEXT });
  const { close } = t.fields;
  return { callbackId: SNOOZE_FORM, title, submit, close, about: id, blocks: [focused(field)] };
}

export function readSnoozeForm(
  { until = '' }: Fields,
  { t, timeZone: zone, now, about }: FormContext<IncidentTranslations>,
): { readonly request: { readonly id: string; readonly until: Date } } | { readonly errors: FieldErrors } {
  const at = readMomentAhead(until, { now, zone, mostMs: LONGEST_SNOOZE_MS });
  if (!(at instanceof Date)) return { errors: { until: t.incident.snoozeForm.problems[at] } };
  return { request: { id: about ?? '', until: at } };
}

export function readSnooze(
  value: string,
): { readonly id: string; readonly snooze: SnoozeChoice } | undefined {
  const [, id, typed] = /^([\w-]{1,40})\.(\w{1,5})$/.exec(value) ?? [];
  const snooze = [...SNOOZES, 'wake' as const, 'other' as const].find((one) => String(one) === typed);
  return id === undefined || snooze === undefined ? undefined : { id, snooze };
}
