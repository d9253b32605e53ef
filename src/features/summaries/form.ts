import { isTelephone, readSender } from '../../domain/input.ts';
import { parseTimeOfDay } from '../../domain/time/time-input.ts';
import { type ListRow, readRow, rowValue } from '../../posting/channels/list-view.ts';
import { channelError, readSettingInputs, settingInputs } from '../../posting/channels/settings-form.ts';
import { inOneLine } from '../../slack/blocks/advice-view.ts';
import { channel, line, richText } from '../../slack/blocks/blocks.ts';
import { senderName } from '../../slack/blocks/view-options.ts';
import { channelSelect, focused, senderInput, timeInput } from '../../slack/forms/inputs.ts';
import type { FieldErrors, Fields, Form, FormContext } from '../../slack/forms/modal.ts';
import type { Subscription, SubscriptionSettings } from '../../store/channels/subscriptions.ts';
import { DEFAULT_TIME, type SubscriptionProblem } from './input.ts';
import type { SummaryTranslations } from './locales/index.ts';
import type { SubscriptionRequest } from './subscribe.ts';
import { type ListOptions, subscriptionProblemAdvice } from './subscription-view.ts';

export const SUBSCRIPTION_FORM = 'subscription.form';

type SubscriptionFormOptions = Omit<ListOptions, 'now'>;

export type SubscriptionFormRequest =
  | { readonly kind: 'new'; readonly request: SubscriptionRequest }
  | { readonly kind: 'change'; readonly row: ListRow; readonly settings: SubscriptionSettings };

export function subscriptionForm(
  channelId: string | undefined,
  locale: Pick<SubscriptionSettings, 'zone' | 'language'>,
  { t, senders, timeZone }: SubscriptionFormOptions,
): Form {
  const { form } = t.subscription;
  return {
    callbackId: SUBSCRIPTION_FORM,
    title: form.title,
    submit: form.submit,
    close: t.fields.close,
    blocks: [
      focused(channelSelect('channel', t.channels.form.channel, t.channels.form.channelHint, channelId)),
      timeInput('time', form.time, DEFAULT_TIME),
      ...settingInputs(locale, timeZone, t),
      senderInput(senders, undefined, t),
    ],
  };
}

/** Channel and sender identify a subscription and cannot be changed. */
export function changeForm(
  subscription: Subscription,
  page: number,
  { t, senders, timeZone }: SubscriptionFormOptions,
): Form {
  const { form, allSenders } = t.subscription;
  const { number, channel: id, sender } = subscription;
  const from = sender === undefined ? allSenders : t.answer.from(senderName(sender, senders));
  return {
    callbackId: SUBSCRIPTION_FORM,
    title: form.changeTitle,
    submit: t.channels.form.changeSubmit,
    close: t.fields.close,
    about: rowValue({ number, page }),
    blocks: [
      richText(line(`${number} · `, channel(id), ` · ${from}`)),
      focused(timeInput('time', form.time, subscription.time)),
      ...settingInputs(subscription, timeZone, t),
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
  const read = readSettingInputs(fields, t);
  if ('errors' in read) Object.assign(errors, read.errors);
  const row = about === undefined ? undefined : readRow(about);
  const wrongChannel = row ? undefined : channelError(fields, t);
  if (wrongChannel !== undefined) errors.channel = wrongChannel;
  const sender = fields.sender === undefined ? undefined : readSender(fields.sender, senders);
  if (sender && 'problem' in sender) refuse('sender', sender);
  else if (sender && isTelephone(sender.sender, senders)) refuse('sender', { problem: 'telephone' });

  if (time === undefined || 'errors' in read) return { errors };
  const settings = { time, ...read.settings };
  if (Object.keys(errors).length > 0 || (sender && 'problem' in sender)) return { errors };
  if (row) return { request: { kind: 'change', row, settings } };
  const { channel: to = '' } = fields;
  return { request: { kind: 'new', request: { channel: to, ...settings, ...sender } } };
}
