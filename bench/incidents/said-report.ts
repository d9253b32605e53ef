import type { Incident, IncidentSpan } from '../../src/domain/detection/incident.ts';
import { count, median, type Target, table, targetTable } from '../measure.ts';
import type { InjectedFault } from './faults.ts';
import type { SaidIncident, SaidRun, Truth } from './said.ts';
import { type Scenario, spanOf } from './said-plan.ts';
import { LOCAL_OFFSET } from './traffic.ts';

/** A scenario of one seed, and what was said of it. */
interface Said {
  readonly scenario: Scenario;
  readonly truth: Truth;
  readonly incidents: readonly SaidIncident[];
}

const CHECK_SECONDS = 300;

/** Compares what incidents say, corrected a day after their end, with the faults that were put in. */
export function saidReport(runs: readonly SaidRun[]): {
  readonly text: string;
  readonly isMet: boolean;
} {
  const all = runs.flatMap(saidOf);
  const names = [...new Set(all.map(({ scenario }) => scenario.name))];
  const rows = names.flatMap((name) =>
    all
      .filter(({ scenario }) => scenario.name === name)
      .map((one, index) => [index === 0 ? name : '', ...rowOf(one)]),
  );
  const targets = targetsOf(all);
  const text = [
    `### What incidents say: ${runs.length} × ${names.length} scenarios, counts as corrected a day after the end`,
    table(['scenario', 'put in', 'said', 'incidents', 'messages in the channel'], rows),
    targetTable(targets),
  ].join('\n\n');
  return { text, isMet: targets.every(({ isMet }) => isMet) };
}

function saidOf({ scenarios, truths, incidents }: SaidRun): Said[] {
  return scenarios.map((scenario, index) => {
    const { start, end } = spanOf(scenario);
    const own = incidents.filter(({ incident: { beganAt, subject } }) => {
      const began = beganAt.getTime() / 1000;
      return subject.of !== 'platform' && began >= start - 3 * CHECK_SECONDS && began <= end;
    });
    return { scenario, truth: truths[index] ?? { late: 0, failed: 0, missing: 0 }, incidents: own };
  });
}

function rowOf({ scenario, truth, incidents }: Said): string[] {
  const affected = countsOf(incidents);
  return [
    [...scenario.faults.map(faultText), countText(truth.failed, truth.late, count(truth.missing))].join('; '),
    [
      ...incidents.flatMap(({ incident }) => incident.evidence.spans.map(spanText)),
      countText(
        affected.failed,
        affected.late,
        affected.missing.map((one) => count(Math.round(one))).join('–'),
      ),
    ].join('; '),
    String(incidents.length),
    String(pagesOf(incidents)),
  ];
}

function countsOf(incidents: readonly SaidIncident[]) {
  const sum = (of: (counts: NonNullable<Incident['evidence']['affected']>) => number) =>
    incidents.reduce(
      (total, { incident: { evidence } }) => total + (evidence.affected ? of(evidence.affected) : 0),
      0,
    );
  return {
    failed: sum(({ failed }) => failed),
    late: sum(({ count: all, failed }) => all - failed),
    missing: [sum(({ missing }) => missing), sum(({ mostMissing }) => mostMissing)] as const,
  };
}

function pagesOf(incidents: readonly SaidIncident[]): number {
  return incidents.reduce((sum, { pages }) => sum + pages, 0);
}

function countText(failed: number, late: number, missing: string): string {
  const known = missing === '0' || missing === '0–0' ? '' : `, ${missing} missing`;
  return `${count(Math.round(failed))} failed, ${count(Math.round(late))} late${known}`;
}

function faultText({ kind, operator = 'all', start, end }: InjectedFault): string {
  return `${kind.replaceAll('_', ' ')} ${operator} ${clock(start)}–${clock(end)}`;
}

function spanText({ subject, from, to }: IncidentSpan): string {
  const name = subject.of === 'operator' ? subject.operator : 'all';
  return `${name} ${clock(from.getTime() / 1000)}–${to ? clock(to.getTime() / 1000) : ''}`;
}

function clock(seconds: number): string {
  return new Date((seconds + LOCAL_OFFSET) * 1000).toISOString().slice(11, 16);
}

/** Within 10 %, or 5 messages. */
function isNear(said: number, truth: number): boolean {
  return Math.abs(said - truth) <= Math.max(5, 0.1 * truth);
}

function targetsOf(all: readonly Said[]): Target[] {
  const found = all.filter(({ incidents }) => incidents.length > 0);
  // What a fault does to receipts or to the hand-over is not counted message by message.
  const counted = found.filter(({ scenario }) =>
    scenario.faults.every(({ kind }) => kind !== 'late_receipts'),
  );
  const failed = counted.filter(({ truth }) => truth.failed > 0);
  const late = counted.filter(({ truth }) => truth.late > 0);
  const silent = found.filter(({ truth }) => truth.missing > 0);
  const waves = all.filter(({ scenario }) => scenario.name.startsWith('ten bad minutes'));
  const others = found.filter((one) => !waves.includes(one));
  const edges = found.flatMap(edgesOf);
  return [
    part('incidents that name what was put in, and nothing else', found, isNamed, 1),
    part(
      'failed messages within 10 % or 5',
      failed,
      ({ truth, incidents }) => isNear(countsOf(incidents).failed, truth.failed),
      0.9,
    ),
    part(
      'late messages within 10 % or 5',
      late,
      ({ truth, incidents }) => isNear(countsOf(incidents).late, truth.late),
      0.9,
    ),
    part('missing messages between the least and the most', silent, isCovered, 0.9),
    part('from and to of an operator within one check', edges, (seconds) => seconds <= CHECK_SECONDS, 0.9),
    {
      what: 'the same: median of the differences',
      wanted: '≤ 5 min',
      measured: `${(median(edges) / 60).toFixed(1)} min`,
      isMet: median(edges) <= CHECK_SECONDS,
    },
    part('scenarios of one incident, waves included', found, ({ incidents }) => incidents.length === 1, 1),
    part(
      'no second message in the channel, except one of waves',
      [...others, ...waves],
      (one) => pagesOf(one.incidents) <= (waves.includes(one) ? 2 : 1),
      1,
    ),
  ];
}

/** Kinds of faults are not confused: what was put in is the most of what is said. */
function isNamed({ truth, incidents }: Said): boolean {
  const { failed, late, missing } = countsOf(incidents);
  const said = { failed, late, missing: missing[1] };
  const largest = (counts: Truth) => Object.entries(counts).toSorted(([, a], [, b]) => b - a)[0]?.[0];
  return truth.failed + truth.late + truth.missing === 0 || largest(said) === largest(truth);
}

function isCovered({ truth, incidents }: Said): boolean {
  const [least, most] = countsOf(incidents).missing;
  return truth.missing >= least && truth.missing <= most;
}

/** Seconds between the times of each fault of an operator and those of the nearest span of that operator. */
function edgesOf({ scenario, incidents }: Said): number[] {
  const spans = incidents.flatMap(({ incident }) => incident.evidence.spans);
  return scenario.faults.flatMap(({ operator, start, end }) => {
    const own = spans.filter(({ subject }) => subject.of === 'operator' && subject.operator === operator);
    if (operator === undefined || own.length === 0) return [];
    const nearest = (time: number, times: readonly (Date | undefined)[]) =>
      Math.min(...times.map((one) => Math.abs((one?.getTime() ?? Number.POSITIVE_INFINITY) / 1000 - time)));
    return [
      nearest(
        start,
        own.map(({ from }) => from),
      ),
      nearest(
        end,
        own.map(({ to }) => to),
      ),
    ];
  });
}

function part<T>(what: string, of: readonly T[], isGood: (one: T) => boolean, wanted: number): Target {
  const good = of.filter(isGood).length;
  return {
    what,
    wanted: wanted === 1 ? 'all' : `≥ ${wanted}`,
    measured: `${good} of ${of.length}`,
    isMet: of.length > 0 && good >= wanted * of.length,
  };
}
