export type Clock = ReturnType<typeof createClock>;

/** Creates a clock that shows real time; it can be put forwards and back, and runs on from there. */
export function createClock() {
  let aheadMs: number | undefined;
  return {
    now: () => new Date(Date.now() + (aheadMs ?? 0)),
    /** Shows this instant now; without one, real time. */
    moveTo(instant?: Date) {
      aheadMs = instant && instant.getTime() - Date.now();
    },
    get isMoved() {
      return aheadMs !== undefined;
    },
  };
}
