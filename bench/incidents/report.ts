import { count, median, table, targetTable } from '../measure.ts';
import { clearingOf, clearingText } from './clearing.ts';
import { type FaultKind, REAL } from './faults.ts';
import { OURS } from './ours.ts';
import type { Run, RunOptions } from './run.ts';
import { DUE_SECONDS, type Found, type Score, scoreOf } from './score.ts';

const CALM: readonly FaultKind[] = ['burst', 'low_night', 'catching_up', 'clock_off'];
const WELL_AFTER_SECONDS = 3600;

/** One rule over all seeds. */
interface Rule {
  readonly name: string;
  readonly bySeed: readonly Score[];
  readonly due: readonly Found[];
  readonly inTime: readonly Found[];
}

/** The tables, and whether everything that was promised of ours is so. */
export function report(
  runs: readonly Run[],
  { days, perDay }: Pick<RunOptions, 'days' | 'perDay'>,
): { text: string; isMet: boolean } {
  const rules = rulesOf(runs);
  const targets = targetsOf(rules);
  const messages = runs.reduce((sum, run) => sum + run.messages, 0);
  const text = [
    `### Incidents: ${runs.length} × ${days} days of ${count(perDay)} messages, a check every 5 minutes (${count(messages)} messages in all)`,
    'Outages of 15 minutes or more with enough traffic (50 messages in their first 10 minutes) are due within 15 minutes. Delays in minutes.',
    totals(rules),
    clearing(rules, runs),
    'Found by kind, as found of all: median, worst delay. What has too little traffic is apart.',
    byKind(rules),
    'Alarms that messages do not arrive, where they do: begun in the meantime or within the hour after.',
    calm(rules, runs),
    targetTable(targets),
  ].join('\n\n');
  return { text, isMet: targets.every(({ isMet }) => isMet) };
}

function rulesOf(runs: readonly Run[]): Rule[] {
  const scores = runs.map(scoreOf);
  const names = Object.keys(scores[0] ?? {});
  return names.map((name) => {
    const bySeed = scores.flatMap((one) => one[name] ?? []);
    const due = bySeed.flatMap(({ found }) => found.filter(({ isDue }) => isDue));
    return {
      name,
      bySeed,
      due,
      inTime: due.filter(({ delay = Number.POSITIVE_INFINITY }) => delay <= DUE_SECONDS),
    };
  });
}

function totals(rules: readonly Rule[]): string {
  return table(
    ['rule', 'due and found in time', 'median', 'worst', 'false alarms, by seed'],
    rules.map(({ name, bySeed, due, inTime }) => [
      name,
      `${inTime.length} of ${due.length}`,
      ...delays(due),
      bySeed.map(({ falseAlarms }) => count(falseAlarms.length)).join(', '),
    ]),
  );
}

function clearing(rules: readonly Rule[], runs: readonly Run[]): string {
  const ours = rules.find(({ name }) => name === OURS);
  return clearingText(
    clearingOf(
      runs,
      (ours?.bySeed ?? []).map(({ found }) => found),
    ),
  );
}

function byKind(rules: readonly Rule[]): string {
  const kinds = REAL.flatMap((kind) => [
    { name: kind, isOf: ({ fault, isEnough }: Found) => fault.kind === kind && isEnough },
    {
      name: `${kind}, too little traffic`,
      isOf: ({ fault, isEnough }: Found) => fault.kind === kind && !isEnough,
    },
  ]);
  const rows = [
    ...kinds,
    { name: 'clock_off, named', isOf: ({ fault }: Found) => fault.kind === 'clock_off' },
  ];
  const allOf = ({ bySeed }: Rule) => bySeed.flatMap(({ found }) => found);
  return table(
    ['', ...rules.map(({ name }) => name)],
    rows
      .filter(({ isOf }) => rules.some((rule) => allOf(rule).some(isOf)))
      .map(({ name, isOf }) => [
        name.replaceAll('_', ' '),
        ...rules.map((rule) => {
          const own = allOf(rule).filter(isOf);
          const found = own.filter(({ delay }) => delay !== undefined);
          const [middle, worst] = delays(own);
          return `${found.length} of ${own.length}${found.length > 0 ? `: ${middle}, ${worst}` : ''}`;
        }),
      ]),
  );
}

function calm(rules: readonly Rule[], runs: readonly Run[]): string {
  return table(
    ['', ...rules.map(({ name }) => name)],
    CALM.map((kind) => [
      kind.replaceAll('_', ' '),
      ...rules.map(({ bySeed }) => {
        const alarms = bySeed.flatMap(({ falseAlarms }, seed) => {
          const own = (runs[seed]?.faults ?? []).filter((fault) => fault.kind === kind);
          return falseAlarms.filter(({ at }) =>
            own.some(({ start, end }) => at >= start && at < end + WELL_AFTER_SECONDS),
          );
        });
        return count(alarms.length);
      }),
    ]),
  );
}

function targetsOf(rules: readonly Rule[]) {
  const ours = rules.find(({ name }) => name === OURS);
  if (!ours) throw new Error('our own rule is missing');
  const rivals = rules.filter(({ name }) => !name.startsWith(OURS));
  const most = ({ bySeed }: Rule) => Math.max(...bySeed.map(({ falseAlarms }) => falseAlarms.length));
  const all = ({ bySeed }: Rule) => bySeed.reduce((sum, { falseAlarms }) => sum + falseAlarms.length, 0);
  const asGood = rivals.filter(
    (rival) => rival.inTime.length >= ours.inTime.length && all(rival) <= all(ours),
  );
  const quiet = rivals.filter((rival) => most(rival) <= 1);
  const middle = ({ due }: Rule) => median(due.map(({ delay = Number.POSITIVE_INFINITY }) => delay));
  return [
    {
      what: 'due outages found within 15 minutes',
      wanted: 'all',
      measured: `${ours.inTime.length} of ${ours.due.length}`,
      isMet: ours.inTime.length === ours.due.length,
    },
    {
      what: 'false alarms, the worst seed',
      wanted: '≤ 1',
      measured: String(most(ours)),
      isMet: most(ours) <= 1,
    },
    {
      what: 'rivals at least as good on both counts',
      wanted: 'none',
      measured: asGood.map(({ name }) => name).join('; ') || 'none',
      isMet: asGood.length === 0,
    },
    {
      what: 'fastest of the rules with at most one false alarm',
      wanted: 'ours',
      measured: `${minutes(middle(ours))} against ${quiet.map((one) => minutes(middle(one))).join(', ') || 'no other'}`,
      isMet: quiet.every((one) => middle(one) > middle(ours)),
    },
  ];
}

/** Median and worst, of those found. */
function delays(found: readonly Found[]): [string, string] {
  const known = found.flatMap(({ delay }) => delay ?? []);
  return known.length === 0 ? ['', ''] : [minutes(median(known)), minutes(Math.max(...known))];
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1);
}
