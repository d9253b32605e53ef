export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
export const HALF_HOUR_MS = 30 * MINUTE_MS;

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Messages are counted per quarter hour: in all current time zones, days start on a quarter hour of UTC. */
export const QUARTER_SECONDS = HOUR_SECONDS / 4;
export const QUARTER_MS = HOUR_MS / 4;
