import { addCounts, type Counts, type QuarterCounts } from '../../src/domain/detection/counts.ts';
import { detect } from '../../src/domain/detection/detect.ts';
import { FALSE_ALARMS_PER_YEAR, type Sensitivity } from '../../src/domain/detection/findings.ts';
import { EMPTY_WATCH_STATE, updateWatchState } from '../../src/domain/detection/lifecycle.ts';
import { createDraw } from '../../tools/sandbox/traffic/draw.ts';
import { type Operator, operators } from '../../tools/sandbox/traffic/operators.ts';
import { table } from '../measure.ts';
import { poissonInterval } from './interval.ts';
import { CADENCE } from './rules.ts';
import { createDrift, DAY, LOCAL_OFFSET, poisson, QUARTER, usualSize, volumeNoise } from './traffic.ts';

/** Days without faults, simulated as counts only: enough to estimate a yearly rate. */
export const QUIET_DAYS = 1000;
const PER_DAY = 300_000;
const WEEKS = 4;
const WEEK_CHECKS = (7 * DAY) / CADENCE;
const NEAR_CHECKS = 6;
/** Wednesday, 2 September 2026, local midnight. */
const START = Date.UTC(2026, 8, 2) / 1000 - LOCAL_OFFSET;
const CHECKS_A_QUARTER = QUARTER / CADENCE;

/** Final counts of one operator's messages of five minutes. */
interface Cohort {
  readonly start: number;
  readonly submitted: number;
  readonly failed: number;
  readonly late: number;
  readonly slow: number;
}

/** A table of the false alarms per year and operator at each sensitivity, on days without faults. */
export function quietDays(days: number, seed: number): string {
  const sensitivities: readonly Sensitivity[] = ['low', 'normal', 'high'];
  const alarms = alarmsOn(days, seed, sensitivities);
  const years = (days * operators.length) / 365;
  const rate = (value: number) => (value / years).toFixed(2);
  return table(
    ['sensitivity', 'stated a year, at most', 'alarms', 'a year at an operator', '95 %'],
    sensitivities.map((sensitivity) => {
      const count = alarms.get(sensitivity) ?? 0;
      const { low, high } = poissonInterval(count);
      const stated = String(FALSE_ALARMS_PER_YEAR[sensitivity]);
      return [sensitivity, stated, String(count), rate(count), `${rate(low)}–${rate(high)}`];
    }),
  );
}

function alarmsOn(days: number, seed: number, sensitivities: readonly Sensitivity[]) {
  const sources = operators.map((operator, index) => createSource(operator, index, seed));
  const states = new Map(sensitivities.map((one) => [one, EMPTY_WATCH_STATE]));
  const alarms = new Map<Sensitivity, number>();
  const warmUp = WEEKS * WEEK_CHECKS + NEAR_CHECKS;
  for (let index = 0; index < warmUp + (days * DAY) / CADENCE; index++) {
    const at = new Date((START + (index + 1) * CADENCE) * 1000);
    const read = sources.map((source) => source.check(index));
    if (index < warmUp) continue;
    const input = {
      readAt: at,
      counts: read.map(({ now }) => now),
      baselines: read.map(({ operator, baseline }) => ({ operator, baseline: baseline() })),
    };
    for (const sensitivity of sensitivities) {
      const state = states.get(sensitivity) ?? EMPTY_WATCH_STATE;
      const platform = { login: true, report: true };
      const check = detect(input, { at, platform, sensitivity, before: state.accumulated });
      const followed = updateWatchState(state, check);
      states.set(sensitivity, followed.state);
      const started = followed.events.filter(({ kind }) => kind === 'began').length;
      alarms.set(sensitivity, (alarms.get(sensitivity) ?? 0) + started);
    }
  }
  return alarms;
}

/** Simulates one operator's counts check by check, and stores the last four weeks for the baseline. */
function createSource(operator: Operator, index: number, seed: number) {
  const draw = createDraw(seed, index, 6);
  const drift = {
    slow: createDrift(createDraw(seed, index, 7)),
    failing: createDrift(createDraw(seed, index, 8)),
  };
  const past: Counts[] = [];
  const cohorts: Cohort[] = [];
  let [slow, failing, size] = [1, 1, 0];
  const receives = operator.receiptCoverage > 0 ? 1 : 0;

  function next(index: number): Cohort {
    const start = START + index * CADENCE;
    if (index % CHECKS_A_QUARTER === 0) {
      [slow, failing] = [drift.slow(), drift.failing()];
      const local = start + LOCAL_OFFSET;
      size = usualSize(local, operator, PER_DAY) * volumeNoise(seed, local, draw);
    }
    const submitted = poisson(draw, size / CHECKS_A_QUARTER);
    const part = (share: number) => Math.min(submitted, poisson(draw, submitted * share));
    // Two of three slow handsets take longer than two minutes; 1 % of the receipts are delayed for longer.
    const late = receives ? part(0.03 * slow + 0.015 + (1 - operator.receiptCoverage)) : submitted;
    return {
      start,
      submitted,
      failed: receives * part(operator.failureRate * failing),
      late,
      slow: part(0.008),
    };
  }

  function countsOf(index: number): { counts: Counts; quarters: readonly QuarterCounts[] } {
    const quarterOf = ({ start }: Cohort) => Math.floor(start / QUARTER) * QUARTER;
    const hour = cohorts.filter((one) => quarterOf(one) > START + (index + 1) * CADENCE - 12 * CADENCE);
    const quarters = [...Map.groupBy(hour, quarterOf)].map(([start, own]) => quarter(start, own));
    const before = cohorts.at(-2);
    const youngest = quarters.at(-1);
    const counts: Partial<Counts> = {
      recent: cohorts.slice(-CHECKS_A_QUARTER).reduce((sum, { submitted }) => sum + submitted, 0),
      ...(before ? { waiting: { of: before.submitted, hits: before.late } } : {}),
      ...(youngest
        ? {
            late: {
              of: youngest.submitted,
              hits: Math.min(youngest.submitted, youngest.late + youngest.failed),
            },
            slowHandOver: { of: youngest.submitted, hits: youngest.slow },
          }
        : {}),
      failed: {
        of: quarters.reduce((sum, { submitted }) => sum + submitted, 0),
        hits: quarters.reduce((sum, { failed }) => sum + failed, 0),
      },
    };
    return { counts: { ...addCounts([]), ...counts }, quarters };
  }

  function baseline(index: number) {
    const weeks = Array.from({ length: WEEKS }, (_, back) => {
      const then = index - (back + 1) * WEEK_CHECKS;
      return addCounts(past.slice(then - NEAR_CHECKS, then + NEAR_CHECKS + 1));
    });
    const lowestRecent = Math.min(...weeks.map(({ recent }) => recent)) / (2 * NEAR_CHECKS + 1);
    return {
      counts: addCounts(weeks),
      weeks: WEEKS,
      reconstructedWeeks: 0,
      lowestRecent,
      usualRecent: { low: lowestRecent, high: lowestRecent },
      basis: 'observed' as const,
    };
  }

  return {
    check(index: number) {
      cohorts.push(next(index));
      if (cohorts.length > 16) cohorts.shift();
      const now = { operator: operator.name, ...countsOf(index) };
      past.push(now.counts);
      return { operator: operator.name, now, baseline: () => baseline(index) };
    },
  };
}

function quarter(start: number, own: readonly Cohort[]): QuarterCounts {
  const sum = (of: (one: Cohort) => number) => own.reduce((total, one) => total + of(one), 0);
  const submitted = sum((one) => one.submitted);
  return {
    start,
    submitted,
    failed: sum((one) => one.failed),
    handedOver: submitted - sum((one) => one.failed),
    slow: sum((one) => one.slow),
    late: 0,
  };
}
