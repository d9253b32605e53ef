import { z } from 'zod';
import type { Message } from '../../../domain/messages/message.ts';
import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { type Sealer, sealedJson } from '../../../runtime/crypto.ts';

/** Number, time and text identify a message, because the platform's report has no message ids. */
export interface MessageUnderTracking {
  readonly msisdn: Msisdn;
  readonly platformAt: Date;
  /** Digest of the message's text; the text itself is not stored. */
  readonly text: string;
}

const TEXT_DIGEST = 'status.settle.text';
const LONGEST_DIGEST = 16;

const sealedMessage = sealedJson('status.settle', z.object({ n: z.string(), t: z.int(), x: z.string() }));

export function messageToTrack(
  sealer: Sealer,
  msisdn: Msisdn,
  message: Message,
): MessageUnderTracking | undefined {
  const { platformAt, text = '' } = message;
  const digest = sealer.digest(TEXT_DIGEST, text).slice(0, LONGEST_DIGEST);
  return platformAt && { msisdn, platformAt, text: digest };
}

export function sealTracked(
  sealer: Sealer,
  { msisdn, platformAt, text }: MessageUnderTracking,
  person?: string,
): string {
  return sealedMessage.seal(sealer, { n: msisdn, t: platformAt.getTime(), x: text }, person);
}

/** Opens the value of a button, or of the row of `person`. */
export function openTracked(
  sealer: Sealer,
  sealed: string,
  person?: string,
): MessageUnderTracking | undefined {
  const plain = sealedMessage.open(sealer, sealed, person);
  return plain && { msisdn: plain.n, platformAt: new Date(plain.t), text: plain.x };
}

export function trackedDigests(sealer: Sealer, { msisdn, platformAt, text }: MessageUnderTracking) {
  return {
    message: sealer.digest('status.settle.message', `${msisdn} ${platformAt.getTime()} ${text}`),
    query: sealer.digest('status.settle.look', `${msisdn} ${localDay(platformAt, 'UTC')}`),
  };
}

/** Finds the tracked message in `messages`; if several match, a pending message is returned. */
export function findTracked(
  sealer: Sealer,
  messages: readonly Message[],
  { platformAt, text }: MessageUnderTracking,
): Message | undefined {
  const sameTime = messages.filter((message) => message.platformAt?.getTime() === platformAt.getTime());
  const sameText = sameTime.filter((message) => sealer.isDigestOf(text, TEXT_DIGEST, message.text ?? ''));
  // A single message at that time also matches, because the platform's lists may differ in the text.
  const alike = sameText.length === 0 && sameTime.length === 1 ? sameTime : sameText;
  return alike.find(({ status }) => status === 'pending') ?? alike[0];
}
