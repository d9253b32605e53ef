/** How a job ended. `again`: postponed; `stopped`: the process stops; `lost`: another process has the job. */
type JobOutcome = 'done' | 'again' | 'failed' | 'stopped' | 'lost';

/** The bot’s metrics. Their labels are words of the code: never texts of people, ids or message parts. */
export interface Metrics {
  /** Counts a person’s request by its listener’s name. If it failed, `outcome` is the reason. */
  request(name: string, outcome: string, seconds: number): void;
  /** Time from the arrival of Slack’s request to its acknowledgement. */
  acknowledged(seconds: number): void;
  /** Counts a call of the SMS platform. `seconds`, its duration, is absent if the call was not sent. */
  platformCall(operation: string, outcome: string, seconds?: number): void;
  tokenRenewal(operation: string, outcome: string): void;
  reportRead(report: { readonly messages: number; readonly bytes: number; readonly seconds: number }): void;
  job(queue: string, outcome: JobOutcome): void;
  databaseError(code: string): void;
  auditEntryLost(): void;
}

const nothing = () => undefined;

/** Label of a metric in place of a name that the code does not know, such as that of an unknown command. */
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
