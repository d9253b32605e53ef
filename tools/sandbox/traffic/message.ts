/** Whole seconds after the platform took it. A record carries `saysAfter`; the platform has it from `knownAfter` on. */
export interface Fate {
  /** The platform's word between the recorded hand-over and the final receipt. */
  readonly pending: string;
  /** Absent: the message never reached the operator. */
  readonly handOver?: { readonly saysAfter: number; readonly knownAfter: number };
  /** Absent: no receipt ever comes. `saysAfter` absent: the receipt carries no time. */
  readonly receipt?: { readonly status: string; readonly saysAfter?: number; readonly knownAfter: number };
}

/** One simulated MT message, as it is whatever the time; {@link stateAt} says how it looks at one. */
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
  /** The platform kept nothing of it but the number: every other field reads `-`. */
  readonly lost?: true;
}

/** What a fault does to messages on their way. */
export interface Disturbance {
  /** This operator takes nothing handed in from `since` on, and before `until` (epoch seconds). */
  readonly operatorDown?: { readonly operator: string; readonly since: number; readonly until: number };
  readonly lateReceiptsSeconds?: number;
}

/** How the platform sees a message; times are epoch seconds, absent where none is known or carried. */
export interface MessageState {
  readonly status: string;
  readonly operatorAt?: number | undefined;
  readonly handsetAt?: number | undefined;
}

/** How the platform sees a message at `now` (epoch seconds): nothing shows before it is known. */
export function stateAt(message: SandboxMessage, now: number, disturbance: Disturbance = {}): MessageState {
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
