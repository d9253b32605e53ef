import type { Faults } from '../faults.ts';
import type { MessageFate } from './operators.ts';

/** The wire value for a missing time or name. */
export const NOT_RECEIVED = '-';

/** A simulated MT message with its whole history; {@link stateAt} gives its state at a time. */
export interface SandboxMessage {
  /** Day in UTC, counted from 1970-01-01; with `place` it identifies the message. */
  readonly day: number;
  readonly place: number;
  /** Recipient: digits with country prefix. */
  readonly msisdn: string;
  /** {@link NOT_RECEIVED}: the platform has only the number of the message. */
  readonly operator: string;
  readonly sender: string;
  readonly text: string;
  /** Epoch seconds at which the platform received it. */
  readonly submittedAt: number;
  readonly fate: MessageFate;
}

/** A message as the platform knows it at `now`, times in epoch seconds. */
export function stateAt({ fate, submittedAt, operator }: SandboxMessage, now: number, faults: Faults = {}) {
  if (operator === NOT_RECEIVED) return { status: NOT_RECEIVED };
  const { operatorDown: down, lateReceiptsSeconds: late = 0 } = faults;
  const isAfter = (time: string | undefined) => submittedAt >= Math.floor(Date.parse(time ?? '') / 1000);
  if (down?.operator === operator && isAfter(down.since) && !isAfter(down.until))
    return { status: 'accepted', submittedAt };
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
