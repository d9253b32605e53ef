import { aimsOf } from './aims.ts';
import { clearingOf } from './clearing.ts';
import type { InjectedFault } from './faults.ts';
import type { Alarm } from './rules.ts';
import type { SeedRun } from './run.ts';
import type { Total } from './totals.ts';
import { DAY, LOCAL_OFFSET } from './traffic.ts';

/** A fault that ended less than this before an alarm may be its cause. */
const NEAR_SECONDS = DAY / 2;

/** Lists our false alarms with the faults at that time, the missed goals, and the repeated incidents. */
export function list({ bySeed }: Total, runs: readonly SeedRun[]): string {
  const alarms = bySeed.flatMap(({ falseAlarms }, index) =>
    falseAlarms.map((alarm) => `- ${alarmText(alarm, runs[index])}`),
  );
  const misses = bySeed.flatMap(({ results }, index) =>
    Object.values(aimsOf(results)).flatMap(({ what, of, isGood }) =>
      of
        .filter((one) => !isGood(one))
        .map(({ fault, traffic, delay }) => {
          const late = delay === undefined ? 'not found' : `after ${Math.round(delay / 60)} min`;
          const had = `${traffic.halfHour} messages in its first half hour`;
          return `- seed ${runs[index]?.seed}, ${faultText(fault)}, ${had}: ${late} (${what})`;
        }),
    ),
  );
  const again = bySeed.flatMap(({ results }, index) => {
    const { seed = 0, incidents = [] } = runs[index] ?? {};
    return clearingOf([{ incidents }], [results]).again.map((fault) => `- seed ${seed}, ${faultText(fault)}`);
  });
  return [
    'False alarms:',
    ...alarms,
    '',
    'Not as it was to be:',
    ...misses,
    '',
    'Begun again within the hour after:',
    ...again,
  ].join('\n');
}

function alarmText({ at, operator = 'all', about, evidence = '' }: Alarm, run: SeedRun | undefined): string {
  const near = (run?.faults ?? []).filter(
    ({ start, end, operator: affected }) =>
      at >= start && at < end + NEAR_SECONDS && (affected ?? operator) === operator,
  );
  const active = near.map(faultText).join(' | ') || 'nothing';
  return `seed ${run?.seed}, ${timeText(at)}, ${operator}, ${about} (${evidence}); going on or over for less than 12 hours: ${active}`;
}

function faultText({ kind, operator = 'all', start, end }: InjectedFault): string {
  return `${kind} of ${operator} ${timeText(start)} to ${timeText(end)}`;
}

/** Local time of the recipients. */
function timeText(at: number): string {
  return new Date((at + LOCAL_OFFSET) * 1000).toISOString().slice(0, 16).replace('T', ' ');
}
