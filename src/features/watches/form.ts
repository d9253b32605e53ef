import { sensitivityIn } from '../../domain/command-words.ts';
import { MOST_FALSE_ALARMS, SENSITIVITIES } from '../../domain/detection/findings.ts';
import { type ListRow, readRow, rowValue } from '../../posting/channels/list-view.ts';
import { channelError, readSettingInputs, settingInputs } from '../../posting/channels/settings-form.ts';
import { channel, line, option, richText } from '../../slack/blocks/blocks.ts';
import { channelSelect, focused, select } from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/forms/modal.ts';
import type { Watch, WatchSettings } from '../../store/channels/watches.ts';
import type { IncidentTranslations } from './locales/index.ts';
import { choiceOf, mentionChoices, type NotifyOptions, readChoice, type TypedNotify } from './notify.ts';

export const WATCH_FORM = 'watch.form';

interface WatchFormOptions extends NotifyOptions {
  /** IANA time zone of the person who opens the form. */
  readonly timeZone: string;
}

export type WatchFormRequest =
  | { readonly kind: 'new'; readonly channel: string; readonly settings: FormSettings }
  | { readonly kind: 'change'; readonly row: ListRow; readonly settings: FormSettings };

type FormSettings = Omit<WatchSettings, 'mention' | 'tellsEnd'> & TypedNotify;

export function watchForm(settings: WatchSettings, options: WatchFormOptions): Form {
  const { t } = options;
  const { channel: label, channelHint } = t.channels.form;
  const { title, submit } = t.incident.watch.form;
  const channel = focused(channelSelect('channel', label, channelHint, undefined));
  const blocks = [channel, sensitivitySelect(settings, t), ...otherInputs(settings, options)];
  return { callbackId: WATCH_FORM, title, submit, close: t.fields.close, blocks };
}

export function changeWatchForm(watch: Watch, page: number, options: WatchFormOptions): Form {
  const { t } = options;
  const { number } = watch;
  return {
    callbackId: WATCH_FORM,
    title: t.incident.watch.form.changeTitle,
    submit: t.channels.form.changeSubmit,
    close: t.fields.close,
    about: rowValue({ number, page }),
    blocks: [
      richText(line(`${number} · `, channel(watch.channel))),
      focused(sensitivitySelect(watch, t)),
      ...otherInputs(watch, options),
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
  const wrongChannel = row ? undefined : channelError(fields, t);
  const errors = {
    ...('errors' in read ? read.errors : {}),
    ...(sensitivity === undefined ? { sensitivity: t.fields.required } : {}),
    ...(wrongChannel === undefined ? {} : { channel: wrongChannel }),
  };
  if ('errors' in read || sensitivity === undefined) return { errors };
  const mention = readChoice(fields.mention ?? '');
  const tellsEnd = fields.end === 'channel';
  const settings = { sensitivity, ...read.settings, ...(mention && { mention }), tellsEnd };
  if (row) return { request: { kind: 'change', row, settings } };
  return id === undefined || wrongChannel !== undefined
    ? { errors }
    : { request: { kind: 'new', channel: id, settings } };
}

function otherInputs(settings: WatchSettings, options: WatchFormOptions) {
  const { t, timeZone, userId } = options;
  const { form } = t.incident.watch.notify;
  const choices = mentionChoices(settings, options).map(({ value, label }) => option(value, label));
  const ends = (['thread', 'channel'] as const).map((one) => option(one, form.ends[one]));
  return [
    select('mention', form.mention, choices, choiceOf(settings.mention, userId)),
    select('end', form.end, ends, settings.tellsEnd ? 'channel' : 'thread'),
    ...settingInputs(settings, timeZone, t),
  ];
}

function sensitivitySelect({ sensitivity }: Pick<WatchSettings, 'sensitivity'>, t: IncidentTranslations) {
  const { sensitivities, evidence } = t.findings;
  const options = SENSITIVITIES.map((one) =>
    option(one, `${sensitivities[one]} · ${evidence.falseAlarms(MOST_FALSE_ALARMS[one])}`),
  );
  return select('sensitivity', t.incident.watch.form.sensitivity, options, sensitivity);
}
