import { median, type Target } from '../measure.ts';
import { type Aim, aimsOf } from './aims.ts';
import { clearingOf } from './clearing.ts';
import { withPoissonInterval } from './interval.ts';
import { foundByOracle } from './oracle.ts';
import type { SeedRun } from './run.ts';
import { allResults, falseAlarmsOf, medianDelay, minutes, type Total } from './totals.ts';

/** 4 over ten seeds; at least one in all. */
const FALSE_ALARMS_A_SEED = 0.4;
const MINUTE = 60;

/** Targets of our detection with the measured values. Without a measurement a target is not met. */
export function targetsOf(ours: Total, totals: readonly Total[], runs: readonly SeedRun[]): Target[] {
  const { due, failures, steadyFailures, silence, faint, third } = aimsOf(allResults(ours));
  return [
    atLeast(due, 1),
    ...againstRivals(ours, totals),
    againstOracle(failures, ours, runs),
    atLeast(steadyFailures, 0.6),
    {
      what: silence.what.replace('within 15 minutes', 'median'),
      wanted: '≤ 15 min',
      measured: `${minutes(medianDelay(silence.of))} min, of ${silence.of.length}`,
      isMet: medianDelay(silence.of) <= 15 * MINUTE,
    },
    atLeast(faint, 0.7),
    atLeast(third, 0.9),
    ...ofClearing(ours, runs),
  ];
}

function atLeast({ what, of, isGood }: Aim, part: number): Target {
  const good = of.filter(isGood).length;
  return {
    what,
    wanted: part === 1 ? 'all' : `≥ ${part}`,
    measured: `${good} of ${of.length}${part === 1 ? '' : ` (${partText(good, of.length)})`}`,
    isMet: of.length > 0 && good >= part * of.length,
  };
}

function againstRivals(ours: Total, totals: readonly Total[]): Target[] {
  const rivals = totals.filter(({ name }) => !name.startsWith(ours.name));
  const most = Math.max(1, Math.floor(FALSE_ALARMS_A_SEED * ours.bySeed.length));
  const asGood = rivals.filter(
    (rival) => rival.inTime.length >= ours.inTime.length && falseAlarmsOf(rival) <= falseAlarmsOf(ours),
  );
  const quiet = rivals.filter((rival) => falseAlarmsOf(rival) <= most).map(({ due }) => medianDelay(due));
  return [
    {
      what: 'false alarms, all seeds together (95 %)',
      wanted: `≤ ${most}`,
      measured: withPoissonInterval(falseAlarmsOf(ours)),
      isMet: falseAlarmsOf(ours) <= most,
    },
    {
      what: 'rivals at least as good on both counts',
      wanted: 'none',
      measured: asGood.map(({ name }) => name).join('; ') || 'none',
      isMet: asGood.length === 0,
    },
    {
      what: 'fastest of the rules with no more false alarms than that',
      wanted: 'ours',
      measured: `${minutes(medianDelay(ours.due))} against ${quiet.map(minutes).join(', ') || 'no other'}`,
      isMet: quiet.every((middle) => middle > medianDelay(ours.due)),
    },
  ];
}

function againstOracle({ what, of, isGood }: Aim, ours: Total, runs: readonly SeedRun[]): Target {
  const byOracle = foundByOracle(
    runs,
    ours.bySeed.flatMap(({ falseAlarms }) => falseAlarms),
  );
  const oracle = of.filter(({ fault }) => byOracle.has(fault)).length;
  const good = of.filter(isGood).length;
  return {
    what: `${what}, of what a test finds that is told both shares`,
    wanted: '≥ 0.8',
    measured: `${good} to ${oracle}, of ${of.length} (${partText(good, oracle)})`,
    isMet: oracle > 0 && good >= 0.8 * oracle,
  };
}

function ofClearing(ours: Total, runs: readonly SeedRun[]): Target[] {
  const { seconds, again } = clearingOf(
    runs,
    ours.bySeed.map(({ results }) => results),
  );
  return [
    {
      what: 'time to clear: median',
      wanted: '≤ 12 min',
      measured: `${minutes(median(seconds))} min`,
      isMet: median(seconds) <= 12 * MINUTE,
    },
    {
      what: 'begun again within the hour after, also of those that came and went',
      wanted: '0',
      measured: String(again.length),
      isMet: again.length === 0,
    },
  ];
}

function partText(hits: number, of: number): string {
  return of === 0 ? '–' : (hits / of).toFixed(2);
}
