/** `warning`: the bot works, and something is lost or doubtful. `not_tried`: what it depends on failed. */
type Outcome = 'ok' | 'warning' | 'wrong' | 'not_tried';

/** What a check came to; never with a secret, a number or a text. */
export interface Result {
  readonly outcome: Outcome;
  /** What there is, in a few words. */
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const groups = ['Settings', 'Ports', 'Slack', 'Database', 'Redis', 'Platform', 'Clock'] as const;
type Group = (typeof groups)[number];

/** One line of what `doctor` says. */
export interface Diagnosis extends Result {
  readonly group: Group;
  /** A variable, an operation, or what else was looked at. */
  readonly name: string;
  /** How long somebody else took to answer, where somebody was asked. */
  readonly tookMs?: number;
}

export const ok = (found: string): Result => ({ outcome: 'ok', found });
export const warning = (found: string, advice: string): Result => ({ outcome: 'warning', found, advice });
export const wrong = (found: string, advice: string): Result => ({ outcome: 'wrong', found, advice });
export const notTried = (because: string): Result => ({ outcome: 'not_tried', found: because });
