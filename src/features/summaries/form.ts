import type { KnownBlock } from '@slack/types';
import { type QuestionOptions, readSender } from '../../domain/question.ts';
import { inOneLine } from '../../slack/advice.ts';
import { channel, line, richText } from '../../slack/blocks.ts';
import { channelSelect, option, select, senderInput, textInput, timeInput } from '../../slack/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/modal.ts';
import { nameOf } from '../../slack/question-view.ts';
import { isLanguage, type Language, type Words } from '../../slack/words/index.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { isTelephone } from './input.ts';
import { adviceFor } from './problem-view.ts';
import { parseTimeOfDay, parseTimeZone } from './settings.ts';
import { type Row, readRow, rowValue, type SubscriptionRequest } from './turn.ts';

/** The form behind `/sms-report subscribe` alone, and behind the button that changes a subscription. */
export const FORM = 'subscription.form';

export const DEFAULT_TIME = '09:00';

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

/** Where a form to subscribe begins: the channel it was asked in, the zone and language of the one who asks. */
export interface FormStart {
  readonly channel: string | undefined;
  readonly timeZone: string;
  readonly language: Language;
}

/** What the form asks for: a new subscription, or other settings for one. */
export type FormRequest =
  | { readonly kind: 'new'; readonly request: SubscriptionRequest }
  | {
      readonly kind: 'change';
      readonly row: Row;
      readonly settings: Pick<Subscription, 'time' | 'zone' | 'language'>;
    };

export function subscriptionForm(
  { channel: id, timeZone, language }: FormStart,
  words: Words,
  senders: ReadonlyMap<string, string>,
): Form {
  const { form } = words.subscription;
  return {
    callbackId: FORM,
    title: form.title,
    submit: form.submit,
    close: words.fields.close,
    blocks: [
      channelSelect('channel', form.channel, form.channelHint, id),
      ...settingBlocks({ time: DEFAULT_TIME, zone: timeZone, language }, timeZone, words),
      senderInput(senders, undefined, words),
    ],
  };
}

/** Channel and sender are what a subscription is; another of these is another subscription. */
export function changeForm(
  subscription: Subscription,
  { page }: Pick<Row, 'page'>,
  timeZone: string,
  words: Words,
  senders: ReadonlyMap<string, string>,
): Form {
  const { form, allSenders } = words.subscription;
  const { number, channel: id, sender } = subscription;
  const from = sender === undefined ? allSenders : words.answer.from(nameOf(sender, senders));
  return {
    callbackId: FORM,
    title: form.changeTitle,
    submit: form.changeSubmit,
    close: words.fields.close,
    about: rowValue({ number, page }),
    blocks: [
      richText(line(`${number} · `, channel(id), ` · ${from}`)),
      ...settingBlocks(subscription, timeZone, words),
    ],
  };
}

/** Reads the form; what is wrong is said beside the field it is about. */
export function readSubscriptionForm(
  fields: Fields,
  { words, about }: FormContext,
  { senders }: Pick<QuestionOptions, 'senders'>,
): { readonly request: FormRequest } | { readonly errors: FieldErrors } {
  const errors: Record<string, string> = {};
  const time = parseTimeOfDay(fields.time ?? DEFAULT_TIME);
  if (time === undefined)
    errors.time = inOneLine(adviceFor({ problem: 'time', text: fields.time ?? '' }, words, senders));
  const typedZone = fields.otherZone ?? fields.zone ?? '';
  const zone = parseTimeZone(typedZone);
  if (zone === undefined) {
    const field = fields.otherZone === undefined ? 'zone' : 'otherZone';
    errors[field] = inOneLine(adviceFor({ problem: 'zone', text: typedZone }, words, senders));
  }
  const language = isLanguage(fields.language) ? fields.language : undefined;
  if (language === undefined) errors.language = words.fields.required;
  const row = about === undefined ? undefined : readRow(about);
  const { channel: id } = fields;
  if (!row && id === undefined) errors.channel = words.fields.required;
  const sender = fields.sender === undefined ? undefined : readSender(fields.sender, senders);
  if (sender && 'problem' in sender) errors.sender = inOneLine(adviceFor(sender, words, senders));
  else if (sender && isTelephone(sender.sender, senders))
    errors.sender = inOneLine(adviceFor({ problem: 'telephone' }, words, senders));

  if (time === undefined || zone === undefined || language === undefined) return { errors };
  if (Object.keys(errors).length > 0 || (sender && 'problem' in sender)) return { errors };
  if (row) return { request: { kind: 'change', row, settings: { time, zone, language } } };
  if (id === undefined) return { errors };
  return { request: { kind: 'new', request: { channel: id, time, zone, language, ...sender } } };
}

function settingBlocks(
  { time, zone, language }: Pick<Subscription, 'time' | 'zone' | 'language'>,
  ownZone: string,
  words: Words,
): KnownBlock[] {
  const { form } = words.subscription;
  const { languages } = words.channels;
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
