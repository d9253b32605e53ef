/** `again`: postponed; `stopped`: returned when the process stops; `lost`: another process has it. */
type JobOutcome = 'done' | 'again' | 'failed' | 'stopped' | 'lost';

/** Labels come from the code: no text of a person, no id, nothing of a message. */
export interface Metrics {
  /** A person's request, by its registered name. For a failure, `outcome` is the reason. */
  request(name: string, outcome: string, seconds: number): void;
  /** From the arrival of Slack's request to its acknowledgement. */
  acknowledged(seconds: number): void;
  /** `seconds` is absent for a call that was not sent. */
  platformCall(operation: string, outcome: string, seconds?: number): void;
  tokenRenewal(operation: string, outcome: string): void;
  /** `bytes` is the size of the decompressed answer. */
  reportRead(report: { readonly messages: number; readonly bytes: number; readonly seconds: number }): void;
  job(queue: string, outcome: JobOutcome): void;
  /** `code` of a `DatabaseError`. */
  databaseError(code: string): void;
  auditEntryLost(): void;
}

const nothing = () => undefined;

/** Replaces a label that the code does not know. */
export const OTHER = 'other';

export const NO_METRICS: Metrics = {
  request: nothing,
  acknowledged: nothing,
  platformCall: nothing,
  tokenRenewal: nothing,
  reportRead: nothing,
  job: nothing,
  databaseError: nothing,
  auditEntryLost: nothing,
};
