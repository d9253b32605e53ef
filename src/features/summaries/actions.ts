import { z } from 'zod';
import { isLanguage } from '../../i18n/index.ts';
import { type Sealer, sealedJson } from '../../runtime/crypto.ts';
import type { NewSubscription } from '../../store/channels/subscriptions.ts';

/** What a subscription is asked for with; who asks is known from whoever does. */
export type SubscriptionRequest = Omit<NewSubscription, 'subscriber'>;

const sealedRequest = sealedJson(
  'subscription.request',
  z.object({
    c: z.string(),
    t: z.string(),
    z: z.string(),
    l: z.string().refine(isLanguage),
    s: z.string().optional(),
  }),
);

/** What was asked for, as a button holds it: it may name a sender, and must be as it was checked. */
export function sealSubscriptionRequest(sealer: Sealer, request: SubscriptionRequest): string {
  const { channel, time, zone, language, sender } = request;
  return sealedRequest.seal(sealer, { c: channel, t: time, z: zone, l: language, s: sender });
}

/** `undefined` where it was sealed by another key or version. */
export function openSubscriptionRequest(sealer: Sealer, value: string): SubscriptionRequest | undefined {
  const plain = sealedRequest.open(sealer, value);
  if (!plain) return undefined;
  const { c: channel, t: time, z: zone, l: language, s: sender } = plain;
  return { channel, time, zone, language, ...(sender === undefined ? {} : { sender }) };
}
