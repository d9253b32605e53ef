/** `again`: put back until later; `stopped`: given back as the process stops; `lost`: given to others meanwhile. */
type JobOutcome = 'done' | 'again' | 'failed' | 'stopped' | 'lost';

/** Names and numbers that the code itself knows: nothing that a person typed, no id, nothing of a message. */
export interface Metrics {
  /** Something that a person asked for, by the name under which a feature answers it; of what failed, `outcome` is why. */
  request(name: string, outcome: string, seconds: number): void;
  /** From the arrival of a request of Slack's to its acknowledgement. */
  acknowledged(seconds: number): void;
  /** A call of the platform. `seconds` is left out where it was not sent. */
  platformCall(operation: string, outcome: string, seconds?: number): void;
  tokenRenewal(operation: string, outcome: string): void;
  /** A report was read for its figures. `bytes` are those of the answer, decompressed. */
  reportRead(report: { readonly messages: number; readonly bytes: number; readonly seconds: number }): void;
  job(queue: string, outcome: JobOutcome): void;
  /** The database could not be had, by the code of the `DatabaseError`. */
  databaseError(code: string): void;
  auditEntryLost(): void;
}

const nothing = () => undefined;

/** In place of a name or word that is not known to the code. */
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
