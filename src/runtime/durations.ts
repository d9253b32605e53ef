/** How long a minute, an hour, a day are: the only place that says so. `_MS` in milliseconds, `_SECONDS` in seconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;
export const HALF_HOUR_MS = 30 * MINUTE_MS;

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Figures are counted by the quarter hour: every whole day of every zone of today is made of quarter hours of UTC. */
export const QUARTER_SECONDS = HOUR_SECONDS / 4;
export const QUARTER_MS = HOUR_MS / 4;
