import { count, median, table, targetTable } from '../measure.ts';
import { clearingOf, clearingText } from './clearing.ts';
import { type FaultKind, HARMLESS, type InjectedFault, LASTING, REAL } from './faults.ts';
import { withPoissonInterval } from './interval.ts';
import { list } from './list.ts';
import { OURS } from './ours.ts';
import type { Alarm } from './rules.ts';
import { daysOf, type RunOptions, type SeedRun } from './run.ts';
import type { FaultResult } from './score.ts';
import { targetsOf } from './targets.ts';
import { allResults, falseAlarmsOf, minutes, type Total, totalsOf } from './totals.ts';
import { DAY } from './traffic.ts';

const WELL_AFTER_SECONDS = 3600;
/** As long as the baseline contains weeks of the old clock time. */
const AFTER_SUMMER_SECONDS = 28 * DAY;

/** Returns the tables, and whether our detection meets all targets. */
export function report(
  runs: readonly SeedRun[],
  { isListed = false, ...size }: Pick<RunOptions, 'days' | 'perDay' | 'hasCalmDays'> & { isListed?: boolean },
): { text: string; isMet: boolean } {
  const rules = totalsOf(runs);
  const ours = rules.find(({ name }) => name === OURS);
  if (!ours) throw new Error('our own rule is missing');
  const targets = targetsOf(ours, rules, runs);
  const messages = runs.reduce((sum, run) => sum + run.messages, 0);
  const text = [
    `### Incidents: ${runs.length} × ${daysOf(size)} days of ${count(size.perDay)} messages, a check every 5 minutes (${count(messages)} messages in all)`,
    'Outages of 15 minutes or more with enough traffic (50 messages in their first 10 minutes) are due within 15 minutes. Delays in minutes.',
    totals(rules),
    clearing(ours, runs),
    'Found by kind, as found of all: median, worst delay. What has too little traffic is apart. Of a new level, in its first three days.',
    byKind(rules),
    'Alarms that messages do not arrive, where they do: begun in the meantime or within the hour after (of summer time, the four weeks after).',
    calm(rules, runs),
    ...(isListed ? [list(ours, runs)] : []),
    targetTable(targets),
  ].join('\n\n');
  return { text, isMet: targets.every(({ isMet }) => isMet) };
}

function totals(rules: readonly Total[]): string {
  return table(
    ['rule', 'due and found in time', 'median', 'worst', 'false alarms, by seed', 'sum (95 %)'],
    rules.map((rule) => [
      rule.name,
      `${rule.inTime.length} of ${rule.due.length}`,
      ...delays(rule.due),
      rule.bySeed.map(({ falseAlarms }) => count(falseAlarms.length)).join(', '),
      withPoissonInterval(falseAlarmsOf(rule)),
    ]),
  );
}

function clearing({ bySeed }: Total, runs: readonly SeedRun[]): string {
  return clearingText(
    clearingOf(
      runs,
      bySeed.map(({ results }) => results),
    ),
  );
}

function byKind(rules: readonly Total[]): string {
  const kinds = [...REAL, ...LASTING].flatMap((kind) => [
    { name: kind, isOf: ({ fault, isEnough }: FaultResult) => fault.kind === kind && isEnough },
    {
      name: `${kind}, too little traffic`,
      isOf: ({ fault, isEnough }: FaultResult) => fault.kind === kind && !isEnough,
    },
  ]);
  const rows = [
    ...kinds,
    { name: 'clock_off, named', isOf: ({ fault }: FaultResult) => fault.kind === 'clock_off' },
  ];
  return table(
    ['', ...rules.map(({ name }) => name)],
    rows
      .filter(({ isOf }) => rules.some((rule) => allResults(rule).some(isOf)))
      .map(({ name, isOf }) => [
        name.replaceAll('_', ' '),
        ...rules.map((rule) => {
          const own = allResults(rule).filter(isOf);
          const found = own.filter(({ delay }) => delay !== undefined);
          const [middle, worst] = delays(own);
          return `${found.length} of ${own.length}${found.length > 0 ? `: ${middle}, ${worst}` : ''}`;
        }),
      ]),
  );
}

/** Counts each false alarm under the first of these kinds that was active. */
function calm(rules: readonly Total[], runs: readonly SeedRun[]): string {
  const kinds = [...LASTING, ...HARMLESS];
  const kindOf = ({ at, operator }: Alarm, faults: readonly InjectedFault[]) =>
    kinds.find((kind) =>
      faults.some(
        (fault) =>
          fault.kind === kind &&
          at >= fault.start &&
          at < fault.end + afterSeconds(kind) &&
          (operator ?? fault.operator) === (fault.operator ?? operator),
      ),
    );
  const counted = rules.map(({ bySeed }) => {
    const found = bySeed.flatMap(({ falseAlarms }, seed) =>
      falseAlarms.map((alarm) => kindOf(alarm, runs[seed]?.faults ?? [])),
    );
    return (kind: FaultKind) => found.filter((one) => one === kind).length;
  });
  return table(
    ['', ...rules.map(({ name }) => name)],
    kinds.map((kind) => [
      `${kind.replaceAll('_', ' ')}${LASTING.includes(kind) ? ', after three days' : ''}`,
      ...counted.map((of) => count(of(kind))),
    ]),
  );
}

function afterSeconds(kind: FaultKind): number {
  return kind === 'summer_time' ? AFTER_SUMMER_SECONDS : WELL_AFTER_SECONDS;
}

/** Median and longest delay of the faults that were found. */
function delays(results: readonly FaultResult[]): [string, string] {
  const known = results.flatMap(({ delay }) => delay ?? []);
  return known.length === 0 ? ['', ''] : [minutes(median(known)), minutes(Math.max(...known))];
}
