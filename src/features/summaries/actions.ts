import { z } from 'zod';
import { isLanguage } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { NewSubscription } from '../../store/channels/subscriptions.ts';

/** What a subscription is asked for with; who asks is known from whoever does. */
export type SubscriptionRequest = Omit<NewSubscription, 'subscriber'>;

const PURPOSE = 'subscription.request';

const sealedRequest = z.object({
  c: z.string(),
  t: z.string(),
  z: z.string(),
  l: z.string().refine(isLanguage),
  s: z.string().optional(),
});

/** What was asked for, as a button holds it: it may name a sender, and must be as it was checked. */
export function sealSubscriptionRequest(sealer: Sealer, request: SubscriptionRequest): string {
  const { channel, time, zone, language, sender } = request;
  const plain: z.infer<typeof sealedRequest> = { c: channel, t: time, z: zone, l: language, s: sender };
  return sealer.seal(PURPOSE, JSON.stringify(plain));
}

/** `undefined` where it was sealed by another key or version. */
export function openSubscriptionRequest(sealer: Sealer, value: string): SubscriptionRequest | undefined {
  const text = sealer.open(PURPOSE, value);
  const plain = text === undefined ? undefined : sealedRequest.safeParse(JSON.parse(text)).data;
  if (!plain) return undefined;
  const { c: channel, t: time, z: zone, l: language, s: sender } = plain;
  return { channel, time, zone, language, ...(sender === undefined ? {} : { sender }) };
}
