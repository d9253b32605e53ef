import { parseTimeZone } from '../../domain/time/time-input.ts';
import { isLanguage } from '../../i18n/index.ts';
import { OFFERED_ZONES } from '../../posting/channels/settings-form.ts';
import { echo, inOneLine } from '../../slack/blocks/advice-view.ts';
import { option } from '../../slack/blocks/blocks.ts';
import { select, textInput } from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form } from '../../slack/forms/modal.ts';
import type { Preference } from '../../store/people/preferences.ts';
import type { HomeTranslations } from './locales/index.ts';

export const PREFERENCES_FORM = 'home.preferences.form';

const LONGEST_ZONE = 60;
const SLACK = 'slack';

export function preferencesForm({ language, timeZone }: Preference, t: HomeTranslations): Form {
  const { form } = t.home;
  const asInSlack = option(SLACK, form.slack);
  const chosen = timeZone === undefined ? [] : [timeZone];
  const zones = [...new Set([...chosen, ...OFFERED_ZONES])].map((zone) => option(zone, zone));
  const languages = (['en', 'es'] as const).map((known) => option(known, t.channels.languages[known]));
  return {
    callbackId: PREFERENCES_FORM,
    title: form.title,
    submit: form.submit,
    close: t.fields.close,
    blocks: [
      select('language', form.language, [asInSlack, ...languages], language ?? SLACK),
      select('zone', form.zone, [asInSlack, ...zones], timeZone ?? SLACK),
      textInput('otherZone', form.otherZone, undefined, {
        hint: form.otherZoneHint,
        longest: LONGEST_ZONE,
        optional: true,
      }),
    ],
  };
}

/** A typed time zone has priority over the time zone chosen in the menu. */
export function readPreferencesForm(
  { language, zone, otherZone }: Fields,
  t: HomeTranslations,
): { readonly request: Preference } | { readonly errors: FieldErrors } {
  const typed = otherZone ?? (zone === SLACK ? undefined : zone);
  const timeZone = typed === undefined ? undefined : parseTimeZone(typed);
  if (typed !== undefined && timeZone === undefined)
    return { errors: { otherZone: inOneLine(t.channels.badZone(echo(typed))) } };
  return {
    request: {
      ...(isLanguage(language) ? { language } : {}),
      ...(timeZone === undefined ? {} : { timeZone }),
    },
  };
}
