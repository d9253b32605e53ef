import { aimsOf } from './aims.ts';
import { clearingOf } from './clearing.ts';
import type { Fault } from './faults.ts';
import type { Alarm } from './rules.ts';
import type { Run } from './run.ts';
import type { Total } from './totals.ts';
import { DAY, LOCAL_OFFSET } from './traffic.ts';

/** What went on so long before an alarm may still have a part in it. */
const NEAR_SECONDS = DAY / 2;

/** Every false alarm of ours, with what was going on; and every fault of which it did not make what it should have. */
export function list({ bySeed }: Total, runs: readonly Run[]): string {
  const alarms = bySeed.flatMap(({ falseAlarms }, index) =>
    falseAlarms.map((alarm) => `- ${alarmText(alarm, runs[index])}`),
  );
  const misses = bySeed.flatMap(({ found }, index) =>
    Object.values(aimsOf(found)).flatMap(({ what, of, isGood }) =>
      of
        .filter((one) => !isGood(one))
        .map(({ fault, traffic, delay }) => {
          const late = delay === undefined ? 'not found' : `after ${Math.round(delay / 60)} min`;
          const had = `${traffic.halfHour} messages in its first half hour`;
          return `- seed ${runs[index]?.seed}, ${faultText(fault)}, ${had}: ${late} (${what})`;
        }),
    ),
  );
  const again = bySeed.flatMap(({ found }, index) => {
    const { seed = 0, spells = [] } = runs[index] ?? {};
    return clearingOf([{ spells }], [found]).again.map((fault) => `- seed ${seed}, ${faultText(fault)}`);
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

function alarmText({ at, operator = 'all', about, said = '' }: Alarm, run: Run | undefined): string {
  const near = (run?.faults ?? []).filter(
    ({ start, end, operator: whose }) =>
      at >= start && at < end + NEAR_SECONDS && (whose ?? operator) === operator,
  );
  const going = near.map(faultText).join(' | ') || 'nothing';
  return `seed ${run?.seed}, ${timeText(at)}, ${operator}, ${about} (${said}); going on or over for less than 12 hours: ${going}`;
}

function faultText({ kind, operator = 'all', start, end }: Fault): string {
  return `${kind} of ${operator} ${timeText(start)} to ${timeText(end)}`;
}

/** Where the recipients live. */
function timeText(at: number): string {
  return new Date((at + LOCAL_OFFSET) * 1000).toISOString().slice(0, 16).replace('T', ' ');
}
