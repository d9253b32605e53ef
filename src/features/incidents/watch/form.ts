import { type Row, readRow, rowValue } from '../../../channels/list-view.ts';
import { readSettingInputs, settingInputs } from '../../../channels/settings-form.ts';
import { channel, line, option, richText } from '../../../slack/blocks/blocks.ts';
import { channelSelect, focused, select } from '../../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../../slack/forms/modal.ts';
import type { Watch, WatchSettings } from '../../../store/channels/watches.ts';
import type { IncidentTranslations } from '../locales/index.ts';
import { sensitivityIn } from './input.ts';

export const WATCH_FORM = 'watch.form';

interface FormOptions {
  readonly t: IncidentTranslations;
  /** That of the one who asks. */
  readonly timeZone: string;
}

export type WatchFormRequest =
  | { readonly kind: 'new'; readonly channel: string; readonly settings: WatchSettings }
  | { readonly kind: 'change'; readonly row: Row; readonly settings: WatchSettings };

export function watchForm(
  id: string | undefined,
  settings: WatchSettings,
  { t, timeZone }: FormOptions,
): Form {
  const { form } = t.incident.watch;
  const { channel: label, channelHint } = t.channels.form;
  return {
    callbackId: WATCH_FORM,
    title: form.title,
    submit: form.submit,
    close: t.fields.close,
    blocks: [
      focused(channelSelect('channel', label, channelHint, id)),
      sensitivitySelect(settings, t),
      ...settingInputs(settings, timeZone, t),
    ],
  };
}

export function changeWatchForm(watch: Watch, page: number, { t, timeZone }: FormOptions): Form {
  const { form } = t.incident.watch;
  const { number } = watch;
  return {
    callbackId: WATCH_FORM,
    title: form.changeTitle,
    submit: t.channels.form.changeSubmit,
    close: t.fields.close,
    about: rowValue({ number, page }),
    blocks: [
      richText(line(`${number} · `, channel(watch.channel))),
      focused(sensitivitySelect(watch, t)),
      ...settingInputs(watch, timeZone, t),
    ],
  };
}

export function readWatchForm(
  fields: Fields,
  { t, about }: FormContext<IncidentTranslations>,
): { readonly request: WatchFormRequest } | { readonly errors: FieldErrors } {
  const read = readSettingInputs(fields, t);
  const sensitivity = sensitivityIn(fields.sensitivity ?? '');
  const row = about === undefined ? undefined : readRow(about);
  const { channel: id } = fields;
  const errors = {
    ...('errors' in read ? read.errors : {}),
    ...(sensitivity === undefined ? { sensitivity: t.fields.required } : {}),
    ...(row === undefined && id === undefined ? { channel: t.fields.required } : {}),
  };
  if ('errors' in read || sensitivity === undefined) return { errors };
  const settings = { sensitivity, ...read.settings };
  if (row) return { request: { kind: 'change', row, settings } };
  return id === undefined ? { errors } : { request: { kind: 'new', channel: id, settings } };
}

function sensitivitySelect({ sensitivity }: Pick<WatchSettings, 'sensitivity'>, t: IncidentTranslations) {
  const { form, sensitivities } = t.incident.watch;
  const options = (['low', 'normal', 'high'] as const).map((one) => option(one, sensitivities[one]));
  return select('sensitivity', form.sensitivity, options, sensitivity);
}
