import { z } from 'zod';
import type { Message } from '../../../domain/messages/message.ts';
import type { Msisdn } from '../../../domain/messages/msisdn.ts';
import { localDay } from '../../../domain/time/wall-clock.ts';
import { type Sealer, sealedJson } from '../../../runtime/crypto.ts';

/** Which message is tracked: a report gives it no name of its own. */
export interface MessageUnderTracking {
  readonly msisdn: Msisdn;
  readonly platformAt: Date;
  /** A digest of its text, by which it differs from another of the same second. */
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
  const { platformAt } = message;
  return platformAt && { msisdn, platformAt, text: digestText(sealer, message) };
}

/** Sealed, because it names a number: for a button's value, and to be kept. */
export function sealTracked(sealer: Sealer, { msisdn, platformAt, text }: MessageUnderTracking): string {
  return sealedMessage.seal(sealer, { n: msisdn, t: platformAt.getTime(), x: text });
}

/** `undefined` where it was sealed by another key or version. */
export function openTracked(sealer: Sealer, sealed: string): MessageUnderTracking | undefined {
  const plain = sealedMessage.open(sealer, sealed);
  return plain && { msisdn: plain.n, platformAt: new Date(plain.t), text: plain.x };
}

/** Digests of the message and of the question that is asked for it; neither says anything without the key. */
export function trackedDigests(sealer: Sealer, { msisdn, platformAt, text }: MessageUnderTracking) {
  return {
    message: sealer.digest('status.settle.message', `${msisdn} ${platformAt.getTime()} ${text}`),
    look: sealer.digest('status.settle.look', `${msisdn} ${localDay(platformAt, 'UTC')}`),
  };
}

/** Of several that are alike one that is still on its way, where there is one: all of them are tracked. */
export function findTracked(
  sealer: Sealer,
  messages: readonly Message[],
  { platformAt, text }: MessageUnderTracking,
): Message | undefined {
  const sameTime = messages.filter((message) => message.platformAt?.getTime() === platformAt.getTime());
  const sameText = sameTime.filter((message) => sealer.isDigestOf(text, TEXT_DIGEST, message.text ?? ''));
  // A text that reads otherwise elsewhere says nothing where there is only one.
  const alike = sameText.length === 0 && sameTime.length === 1 ? sameTime : sameText;
  return alike.find(({ status }) => status === 'pending') ?? alike[0];
}

function digestText(sealer: Sealer, { text = '' }: Message): string {
  return sealer.digest(TEXT_DIGEST, text).slice(0, LONGEST_DIGEST);
}
