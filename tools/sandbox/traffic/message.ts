import type { Faults } from '../faults.ts';
import type { MessageFate } from './operators.ts';

/** The platform sends this text in place of a missing time or name. */
export const NOT_RECEIVED = '-';

export interface SandboxMessage {
  /** Days since 1970-01-01 in UTC; `day` and `place` together identify the message. */
  readonly day: number;
  readonly place: number;
  /** Recipient: digits with country prefix. */
  readonly msisdn: string;
  /** If `NOT_RECEIVED`, the platform knows nothing about the message but its recipient. */
  readonly operator: string;
  readonly sender: string;
  readonly text: string;
  /** Unix seconds at which the platform received the message. */
  readonly submittedAt: number;
  readonly fate: MessageFate;
}

/** Status and times (Unix seconds) of a message, as the platform knows them at `now`. */
export function stateAt({ fate, submittedAt, operator }: SandboxMessage, now: number, faults: Faults = {}) {
  if (operator === NOT_RECEIVED) return { status: NOT_RECEIVED };
  const { operatorDown, operatorsDown = [], lateReceiptsSeconds: late = 0 } = faults;
  const outages = operatorDown ? [operatorDown, ...operatorsDown] : operatorsDown;
  const isAfter = (time: string | undefined) => submittedAt >= Math.floor(Date.parse(time ?? '') / 1000);
  const isDown = outages.some(
    (down) => down.operator === operator && isAfter(down.since) && !isAfter(down.until),
  );
  if (isDown) return { status: 'accepted', submittedAt };
  const age = now - submittedAt;
  const handOver = fate.handOver && age >= fate.handOver.knownAfter ? fate.handOver : undefined;
  const receipt = fate.receipt && age >= fate.receipt.knownAfter + late ? fate.receipt : undefined;
  return {
    status: receipt?.status ?? (handOver ? fate.pending : 'accepted'),
    submittedAt,
    operatorAt: handOver && submittedAt + handOver.saysAfter,
    handsetAt: receipt?.saysAfter === undefined ? undefined : submittedAt + receipt.saysAfter,
  };
}
