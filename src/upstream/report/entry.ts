/** One entry of a report. It is the same object for each entry: copy what is to be kept. */
export interface ReportEntry {
  /** As the platform wrote them; `undefined` where it sent none. */
  readonly operator: string | undefined;
  readonly statusWord: string | undefined;
  /** `undefined` also where texts are not read. */
  readonly text: string | undefined;
  /** Milliseconds since 1970; `NaN` where the platform has no such time. */
  readonly platformAtMs: number;
  readonly operatorAtMs: number;
  readonly handsetAtMs: number;
  /**
   * Holds the recipient as the platform wrote it, from `msisdnStart` to `msisdnEnd`: the digits are the number. It is
   * overwritten once the entry has been looked at.
   */
  readonly bytes: Uint8Array;
  readonly msisdnStart: number;
  readonly msisdnEnd: number;
}

/** An entry that is being read. */
export type EntryDraft = { -readonly [Name in keyof ReportEntry]: ReportEntry[Name] };

export function createEntryDraft(): EntryDraft {
  return {
    operator: undefined,
    statusWord: undefined,
    text: undefined,
    platformAtMs: Number.NaN,
    operatorAtMs: Number.NaN,
    handsetAtMs: Number.NaN,
    bytes: new Uint8Array(32),
    msisdnStart: 0,
    msisdnEnd: 0,
  };
}

/** Makes it ready for the next one. The recipient, which every entry has, is left. */
export function clearEntry(entry: EntryDraft): void {
  entry.operator = undefined;
  entry.statusWord = undefined;
  entry.text = undefined;
  entry.platformAtMs = Number.NaN;
  entry.operatorAtMs = Number.NaN;
  entry.handsetAtMs = Number.NaN;
}
