/** Times in whole seconds after the platform took a message: the time a record carries, and the time it arrives. */
export interface Fate {
  /** The status between the recorded hand-over and the final receipt. */
  readonly pending: string;
  /** Absent: the message never reached the operator. */
  readonly handOver?: { readonly saysAfter: number; readonly knownAfter: number };
  /** Absent: no receipt ever comes. `saysAfter` absent: the receipt carries no time. */
  readonly receipt?: { readonly status: string; readonly saysAfter?: number; readonly knownAfter: number };
}

/** One simulated MT message, whatever the time; {@link stateAt} gives its state at a time. */
export interface SandboxMessage {
  /** Day in UTC, counted from 1970-01-01; with `place` it identifies the message. */
  readonly day: number;
  readonly place: number;
  /** Recipient: digits with country prefix. */
  readonly msisdn: string;
  readonly operator: string;
  readonly sender: string;
  readonly text: string;
  /** Epoch seconds at which the platform took it. */
  readonly submittedAt: number;
  readonly fate: Fate;
  /** The platform has only the number: every other field reads `-`. */
  readonly lost?: true;
}

/** What a fault does to messages on their way. */
export interface Disturbance {
  /** This operator takes no message sent from `since` on and before `until` (epoch seconds). */
  readonly operatorDown?: { readonly operator: string; readonly since: number; readonly until: number };
  readonly lateReceiptsSeconds?: number;
}

export type MessageState = ReturnType<typeof stateAt>;

/** A message as the platform has it at `now`, times in epoch seconds: nothing shows before it is known. */
export function stateAt(message: SandboxMessage, now: number, disturbance: Disturbance = {}) {
  const { fate, submittedAt, operator } = message;
  const { operatorDown: down, lateReceiptsSeconds = 0 } = disturbance;
  if (down?.operator === operator && submittedAt >= down.since && submittedAt < down.until)
    return { status: 'accepted' };
  const age = now - submittedAt;
  const handOver = fate.handOver && age >= fate.handOver.knownAfter ? fate.handOver : undefined;
  const isFinal = fate.receipt !== undefined && age >= fate.receipt.knownAfter + lateReceiptsSeconds;
  const receipt = isFinal ? fate.receipt : undefined;
  return {
    status: receipt?.status ?? (handOver ? fate.pending : 'accepted'),
    operatorAt: handOver && submittedAt + handOver.saysAfter,
    handsetAt: receipt?.saysAfter === undefined ? undefined : submittedAt + receipt.saysAfter,
  };
}
