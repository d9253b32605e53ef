import type { KnownBlock } from '@slack/types';
import { type Row, readRow, rowValue } from '../../channels/list-view.ts';
import { readSender } from '../../domain/input.ts';
import { parseTimeOfDay, parseTimeZone } from '../../domain/time/time-input.ts';
import { isLanguage, type Language } from '../../i18n/index.ts';
import { inOneLine } from '../../slack/advice-view.ts';
import { channel, line, option, richText } from '../../slack/blocks/blocks.ts';
import { channelSelect, select, senderInput, textInput, timeInput } from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/forms/modal.ts';
import { senderName } from '../../slack/view-options.ts';
import type { Subscription, SubscriptionSettings } from '../../store/channels/subscriptions.ts';
import { DEFAULT_TIME, isTelephone, type SubscriptionProblem } from './input.ts';
import type { SummaryTranslations } from './locales/index.ts';
import type { SubscriptionRequest } from './subscribe.ts';
import { type ListOptions, subscriptionProblemAdvice } from './subscription-view.ts';

export const SUBSCRIPTION_FORM = 'subscription.form';

/** Offered beside the zone of the one who asks; any other can be typed. */
const OFFERED_ZONES = [
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Bogota',
  'America/Lima',
  'America/Mexico_City',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Madrid',
  'Europe/Berlin',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Australia/Sydney',
  'UTC',
] as const;

const LONGEST_ZONE = 60;

/** The zone is that of the one who asks. */
type FormOptions = Omit<ListOptions, 'now'>;

export type SubscriptionFormRequest =
  | { readonly kind: 'new'; readonly request: SubscriptionRequest }
  | { readonly kind: 'change'; readonly row: Row; readonly settings: SubscriptionSettings };

export function subscriptionForm(
  { channel: id, language }: { readonly channel: string | undefined; readonly language: Language },
  { t, senders, timeZone }: FormOptions,
): Form {
  const { form } = t.subscription;
  return {
    callbackId: SUBSCRIPTION_FORM,
    title: form.title,
    submit: form.submit,
    close: t.fields.close,
    blocks: [
      channelSelect('channel', form.channel, form.channelHint, id),
      ...settingBlocks({ time: DEFAULT_TIME, zone: timeZone, language }, timeZone, t),
      senderInput(senders, undefined, t),
    ],
  };
}

/** Channel and sender are what a subscription is; another of these is another subscription. */
export function changeForm(
  subscription: Subscription,
  page: number,
  { t, senders, timeZone }: FormOptions,
): Form {
  const { form, allSenders } = t.subscription;
  const { number, channel: id, sender } = subscription;
  const from = sender === undefined ? allSenders : t.answer.from(senderName(sender, senders));
  return {
    callbackId: SUBSCRIPTION_FORM,
    title: form.changeTitle,
    submit: form.changeSubmit,
    close: t.fields.close,
    about: rowValue({ number, page }),
    blocks: [
      richText(line(`${number} · `, channel(id), ` · ${from}`)),
      ...settingBlocks(subscription, timeZone, t),
    ],
  };
}

export function readSubscriptionForm(
  fields: Fields,
  { t, about }: FormContext<SummaryTranslations>,
  senders: ReadonlyMap<string, string>,
): { readonly request: SubscriptionFormRequest } | { readonly errors: FieldErrors } {
  const errors: Record<string, string> = {};
  const refuse = (field: string, problem: SubscriptionProblem) => {
    errors[field] = inOneLine(subscriptionProblemAdvice(problem, t, senders));
  };
  const time = parseTimeOfDay(fields.time ?? DEFAULT_TIME);
  if (time === undefined) refuse('time', { problem: 'time', text: fields.time ?? '' });
  const typedZone = fields.otherZone ?? fields.zone ?? '';
  const zone = parseTimeZone(typedZone);
  if (zone === undefined)
    refuse(fields.otherZone === undefined ? 'zone' : 'otherZone', { problem: 'zone', text: typedZone });
  const language = isLanguage(fields.language) ? fields.language : undefined;
  if (language === undefined) errors.language = t.fields.required;
  const row = about === undefined ? undefined : readRow(about);
  const { channel: id } = fields;
  if (!row && id === undefined) errors.channel = t.fields.required;
  const sender = fields.sender === undefined ? undefined : readSender(fields.sender, senders);
  if (sender && 'problem' in sender) refuse('sender', sender);
  else if (sender && isTelephone(sender.sender, senders)) refuse('sender', { problem: 'telephone' });

  if (time === undefined || zone === undefined || language === undefined) return { errors };
  if (Object.keys(errors).length > 0 || (sender && 'problem' in sender)) return { errors };
  if (row) return { request: { kind: 'change', row, settings: { time, zone, language } } };
  if (id === undefined) return { errors };
  return { request: { kind: 'new', request: { channel: id, time, zone, language, ...sender } } };
}

function settingBlocks(
  { time, zone, language }: SubscriptionSettings,
  ownZone: string,
  t: SummaryTranslations,
): KnownBlock[] {
  const { form } = t.subscription;
  const { languages } = t.channels;
  const zones = [...new Set([zone, ownZone, ...OFFERED_ZONES])].map((name) =>
    option(name, name === ownZone ? `${name} (${form.yours})` : name),
  );
  const spoken = (['en', 'es'] as const).map((known) => option(known, languages[known]));
  return [
    timeInput('time', form.time, time),
    select('zone', form.zone, zones, zone),
    textInput('otherZone', form.otherZone, undefined, {
      hint: form.otherZoneHint,
      longest: LONGEST_ZONE,
      optional: true,
    }),
    select('language', form.language, spoken, language),
  ];
}
