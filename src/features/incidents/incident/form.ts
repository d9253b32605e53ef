import { readMomentAhead } from '../../../domain/time/moment-ahead.ts';
import { DAY_MS } from '../../../runtime/durations.ts';
import { focused, textInput } from '../../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../../slack/forms/modal.ts';
import type { IncidentTranslations } from '../locales/index.ts';

export const SNOOZE_FORM = 'incident.snooze.form';

const LONGEST_SNOOZE_MS = 7 * DAY_MS;
const LONGEST_TEXT = 60;

interface SnoozeRequest {
  /** An incident's id. */
  readonly id: string;
  readonly until: Date;
}

/** Asks for how long an incident is snoozed; times of day are in `timeZone`, the zone of whoever asks. */
export function snoozeForm(id: string, timeZone: string, t: IncidentTranslations): Form {
  const { title, submit, until, untilHint } = t.incident.snoozeForm;
  const field = textInput('until', until, undefined, { hint: untilHint(timeZone), longest: LONGEST_TEXT });
  return {
    callbackId: SNOOZE_FORM,
    title,
    submit,
    close: t.fields.close,
    about: id,
    blocks: [focused(field)],
  };
}

export function readSnoozeForm(
  { until = '' }: Fields,
  { t, timeZone: zone, now, about }: FormContext<IncidentTranslations>,
): { readonly request: SnoozeRequest } | { readonly errors: FieldErrors } {
  const at = readMomentAhead(until, { now, zone, mostMs: LONGEST_SNOOZE_MS });
  if (!(at instanceof Date)) return { errors: { until: t.incident.snoozeForm.problems[at] } };
  return { request: { id: about ?? '', until: at } };
}
