/** `again`: postponed; `stopped`: put back because the process stops; `lost`: another process has the job. */
type JobOutcome = 'done' | 'again' | 'failed' | 'stopped' | 'lost';

/** Metrics, whose labels are words in the code: never texts of people, ids or parts of messages. */
export interface Metrics {
  /** Counts a person’s request by its registered name; `outcome` of a failed request is the reason. */
  request(name: string, outcome: string, seconds: number): void;
  /** Time from the arrival of Slack’s request to its acknowledgement. */
  acknowledged(seconds: number): void;
  /** `seconds` is absent for a call that was not sent. */
  platformCall(operation: string, outcome: string, seconds?: number): void;
  tokenRenewal(operation: string, outcome: string): void;
  reportRead(report: { readonly messages: number; readonly bytes: number; readonly seconds: number }): void;
  job(queue: string, outcome: JobOutcome): void;
  databaseError(code: string): void;
  auditEntryLost(): void;
}

const nothing = () => undefined;

/** Label for names that the code does not know, such as that of an unknown command. */
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
