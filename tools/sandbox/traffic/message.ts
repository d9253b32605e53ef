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
  readonly operatorDown?: { readonly operator: string; readonly since: number; readonly until?: number };
  readonly lateReceiptsSeconds?: number;
}

export interface MessageState {
  readonly status: string;
  /** Epoch seconds, by the operator's clock; absent while no hand-over is recorded. */
  readonly operatorAt?: number;
  /** Epoch seconds, as the receipt says; absent while there is none, or where it carries no time. */
  readonly handsetAt?: number;
}

/** How the platform sees a message at `now` (epoch seconds): nothing shows before it is known. */
export function stateAt(message: SandboxMessage, now: number, disturbance: Disturbance = {}): MessageState {
  const { fate, submittedAt } = message;
  const { lateReceiptsSeconds = 0 } = disturbance;
  const age = now - submittedAt;
  if (isHeld(message, disturbance)) return { status: 'accepted' };

  const hasHandOver = fate.handOver !== undefined && age >= fate.handOver.knownAfter;
  const operator = hasHandOver ? { operatorAt: submittedAt + fate.handOver.saysAfter } : {};
  const { receipt } = fate;
  if (receipt === undefined || age < receipt.knownAfter + lateReceiptsSeconds) {
    return { status: hasHandOver ? fate.pending : 'accepted', ...operator };
  }
  const handset = receipt.saysAfter === undefined ? {} : { handsetAt: submittedAt + receipt.saysAfter };
  return { status: receipt.status, ...operator, ...handset };
}

function isHeld({ operator, submittedAt }: SandboxMessage, { operatorDown }: Disturbance): boolean {
  if (operatorDown?.operator !== operator) return false;
  const { since, until = Number.POSITIVE_INFINITY } = operatorDown;
  return submittedAt >= since && submittedAt < until;
}
