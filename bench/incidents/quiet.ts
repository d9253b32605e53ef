import { addCounts, type Counts, type QuarterCounts } from '../../src/domain/incidents/counts.ts';
import { detect } from '../../src/domain/incidents/detect.ts';
import { FALSE_ALARMS_PER_YEAR, type Sensitivity } from '../../src/domain/incidents/findings.ts';
import { follow, NOTHING_WATCHED } from '../../src/domain/incidents/lifecycle.ts';
import { createDraw } from '../../tools/sandbox/traffic/draw.ts';
import { type Operator, operators } from '../../tools/sandbox/traffic/operators.ts';
import { table } from '../measure.ts';
import { poissonInterval } from './interval.ts';
import { CADENCE } from './rules.ts';
import { createWander, DAY, LOCAL_OFFSET, poisson, QUARTER, strayed, usualSize } from './traffic.ts';

/** Days on which nothing happens, reckoned by counts without messages: as many as a rate a year can be told by. */
export const QUIET_DAYS = 1000;
const PER_DAY = 300_000;
const WEEKS = 4;
const WEEK_CHECKS = (7 * DAY) / CADENCE;
const NEAR_CHECKS = 6;
/** Wednesday, 2 September 2026, midnight of the recipients. */
const START = Date.UTC(2026, 8, 2) / 1000 - LOCAL_OFFSET;
const CHECKS_A_QUARTER = QUARTER / CADENCE;

/** What comes of five minutes' messages of an operator in the end. */
interface Cohort {
  readonly start: number;
  readonly submitted: number;
  readonly failed: number;
  readonly late: number;
  readonly slow: number;
}

/** The alarms of each sensitivity on so many quiet days of all operators, as a table of rates a year at one of them. */
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
  const states = new Map(sensitivities.map((one) => [one, NOTHING_WATCHED]));
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
      const state = states.get(sensitivity) ?? NOTHING_WATCHED;
      const platform = { login: true, report: true };
      const check = detect(input, { at, platform, sensitivity, before: state.accumulated });
      const followed = follow(state, check);
      states.set(sensitivity, followed.state);
      const begun = followed.events.filter(({ kind }) => kind === 'began').length;
      alarms.set(sensitivity, (alarms.get(sensitivity) ?? 0) + begun);
    }
  }
  return alarms;
}

/** Counts one operator's messages check by check, and keeps what is usual of the last four weeks. */
function createSource(operator: Operator, place: number, seed: number) {
  const draw = createDraw(seed, place, 6);
  const wander = {
    slow: createWander(createDraw(seed, place, 7)),
    failing: createWander(createDraw(seed, place, 8)),
  };
  const past: Counts[] = [];
  const cohorts: Cohort[] = [];
  let [slow, failing, size] = [1, 1, 0];
  const receives = operator.receiptCoverage > 0 ? 1 : 0;

  function next(index: number): Cohort {
    const start = START + index * CADENCE;
    if (index % CHECKS_A_QUARTER === 0) {
      [slow, failing] = [wander.slow(), wander.failing()];
      const local = start + LOCAL_OFFSET;
      size = usualSize(local, operator, PER_DAY) * strayed(seed, local, draw);
    }
    const submitted = poisson(draw, size / CHECKS_A_QUARTER);
    const part = (share: number) => Math.min(submitted, poisson(draw, submitted * share));
    // Of those who are slow, two of three take longer than two minutes; a hundredth of the receipts stays away for longer.
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
    const leastRecent = Math.min(...weeks.map(({ recent }) => recent)) / (2 * NEAR_CHECKS + 1);
    return {
      counts: addCounts(weeks),
      weeks: WEEKS,
      rebuiltWeeks: 0,
      leastRecent,
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
