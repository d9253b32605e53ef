import { addDaysTo, type Day, midnightMs } from '../../domain/time/calendar.ts';
import { startOfDayIn } from '../../domain/time/wall-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import type { ReportTrial, Trial } from '../../upstream/index.ts';
import type { Attempt } from './attempt.ts';
import { type Diagnosis, notTried, ok, type Result, warning, wrong } from './diagnosis.ts';
import { explainFailure } from './platform-failure.ts';

interface DaysOptions {
  readonly trial: Trial;
  readonly platform: {
    readonly reportBounds: 'inclusive' | 'exclusive_end';
    readonly reportTimeZone: string;
  };
  /** Those that the platform's may be, where the one that is set does not fit. */
  readonly zones: readonly string[];
  readonly today: Day;
  readonly attempt: Attempt;
}

type Bounds = DaysOptions['platform']['reportBounds'];

/** Far enough back for a day to be whole. */
const SETTLED_DAYS = 4;
/** Of a large day the first part tells where it begins; the rest is not waited for. */
const LIMIT_MS = 20_000;
const READING_MS = 7_500;
/** What a range gives of a day that it does not hold: messages of its first moment at most. */
const MOMENT_MS = HOUR_MS;

/**
 * Finds out which days a report holds: a settled day is asked for alone, and where that gives nothing, with the next
 * day. Then in which zone that day begins and ends, by the times of its messages.
 */
export async function checkDays(options: DaysOptions): Promise<Diagnosis[]> {
  const { trial, platform, today, attempt } = options;
  const day = addDaysTo(today, -SETTLED_DAYS);
  let zone: Result = notTried('without messages of a whole day');
  const read = async (toDay: Day, late: AbortSignal) => {
    const enough = AbortSignal.any([late, AbortSignal.timeout(READING_MS)]);
    return await trial.report({ fromDay: day, toDay }, enough);
  };
  const named = { group: 'Platform', name: 'SMS_REPORT_BOUNDS' } as const;
  const how = {
    limitMs: LIMIT_MS,
    lateAdvice: 'the report is slow: try again when the platform is quiet',
    explain: (error: unknown) =>
      explainFailure(error, 'report') ?? notTried('the report is too slow to tell by'),
  };
  const bounds = await attempt(named, how, async (late) => {
    const alone = await read(day, late);
    const isInclusive = spanOf(alone) > MOMENT_MS;
    const whole = isInclusive ? alone : await read(addDaysTo(day, 1), late);
    if (spanOf(whole) <= MOMENT_MS) return notTried(`there is too little traffic on ${day} to tell by`);
    zone = zoneResult(day, whole, options);
    return boundsResult(platform.reportBounds, isInclusive ? 'inclusive' : 'exclusive_end');
  });
  return [bounds, { group: 'Platform', name: 'SMS_REPORT_TIMEZONE', ...zone }];
}

function spanOf({ earliestMs = 0, latestMs = 0 }: ReportTrial): number {
  return latestMs - earliestMs;
}

function boundsResult(setting: Bounds, found: Bounds): Result {
  if (setting === found) return ok(`${setting} fits`);
  if (found === 'exclusive_end')
    return wrong(
      'a report leaves its last day out: whole days would be missing',
      'set SMS_REPORT_BOUNDS=exclusive_end',
    );
  return warning(
    'a report holds its last day: each day is read twice over',
    'set SMS_REPORT_BOUNDS=inclusive',
  );
}

/**
 * Whether the messages of a day lie in that day by the zone that is set. All of them tell which offsets from UTC can be:
 * the day has begun by the first, and not ended at the last.
 */
function zoneResult(day: Day, { earliestMs = 0, latestMs = 0 }: ReportTrial, options: DaysOptions): Result {
  const { platform, zones } = options;
  const leastMs = midnightMs(day) - earliestMs;
  const mostMs = midnightMs(day) + DAY_MS - latestMs;
  const offsetOf = (zone: string) => midnightMs(day) - startOfDayIn(day, zone).getTime();
  const fits = (zone: string) => offsetOf(zone) >= leastMs && offsetOf(zone) < mostMs;
  const set = platform.reportTimeZone;
  if (fits(set)) return ok(`${set} fits, by the first and last messages of ${day}`);
  if (mostMs <= leastMs) return notTried(`the messages of ${day} do not lie in one day`);
  const fitting = [...new Set(zones)].filter(fits);
  const advice =
    fitting.length > 0
      ? `set SMS_REPORT_TIMEZONE=${fitting.join(' or ')}`
      : 'set SMS_REPORT_TIMEZONE to the zone of the platform’s country';
  return wrong(`the platform’s days begin at UTC${clockOf(leastMs)}, not at ${set}’s midnight`, advice);
}

/** An offset to the half hour, `−03:00`. */
function clockOf(offsetMs: number): string {
  const halfHours = Math.ceil(offsetMs / (30 * MINUTE_MS));
  const minutes = Math.abs(halfHours) * 30;
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${halfHours < 0 ? '−' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
