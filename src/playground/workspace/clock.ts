/** A clock that can be put forwards and back, and runs on from there. */
export interface Clock {
  now(): Date;
  /** Shows this instant now; without one, real time. */
  moveTo(instant?: Date): void;
  readonly isMoved: boolean;
}

/** Creates a clock that shows real time. */
export function createClock(): Clock {
  let aheadMs: number | undefined;
  return {
    now: () => new Date(Date.now() + (aheadMs ?? 0)),
    moveTo(instant) {
      aheadMs = instant && instant.getTime() - Date.now();
    },
    get isMoved() {
      return aheadMs !== undefined;
    },
  };
}
