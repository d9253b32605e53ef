import { createCountQuarters, recountSpans, sumAffected } from '../../src/domain/detection/affected.ts';
import { BASELINE_WEEKS, baselinesFor, type Observation } from '../../src/domain/detection/baseline.ts';
import { countsOf } from '../../src/domain/detection/counts.ts';
import { detect, observationsOf } from '../../src/domain/detection/detect.ts';
import { isSameSubject } from '../../src/domain/detection/evidence.ts';
import { changedIncident, type Incident, type IncidentChange } from '../../src/domain/detection/incident.ts';
import { EMPTY_WATCH_STATE, updateWatchState } from '../../src/domain/detection/lifecycle.ts';
import { planIncidents, REOPENED_WITHIN_MS, spansToStart } from '../../src/domain/detection/plan.ts';
import type { Cell } from '../../src/domain/figures/figures.ts';
import { HALF_HOUR_MS, WEEK_MS } from '../../src/runtime/durations.ts';
import { runToEnd } from '../../src/runtime/yielding.ts';
import { findOnsets } from '../../src/traffic/onsets.ts';
import { accumulatedOnset } from '../../src/traffic/traffic-check.ts';
import { LOOKBACK_MS } from '../../src/traffic/window.ts';
import { CADENCE } from './rules.ts';
import { planScenarios, SAID_DAYS, type Scenario } from './said-plan.ts';
import { type Batch, createTraffic, DAY, LOCAL_OFFSET, QUARTER } from './traffic.ts';
import { createReader, rebuildAt } from './view.ts';

/** An incident as people read it, a day after its end. */
export interface SaidIncident {
  readonly incident: Incident;
  /** Number of messages in the channel: the incident’s own, and replies that the channel sees. */
  readonly pages: number;
}

export interface SaidRun {
  readonly seed: number;
  readonly scenarios: readonly Scenario[];
  readonly incidents: readonly SaidIncident[];
  /** Messages that a fault made late or fail, or kept away, by scenario. */
  readonly truths: readonly Truth[];
}

export interface Truth {
  readonly late: number;
  readonly failed: number;
  readonly missing: number;
}

/** Wednesday, 2 September 2026, local midnight. */
const START = Date.UTC(2026, 8, 2) / 1000 - LOCAL_OFFSET;
const HISTORY_DAYS = 28;
const CHECKS_PER_REBUILD = 6;
const WEEK_CHECKS = (7 * DAY) / CADENCE;
const KEPT_SECONDS = 1.5 * DAY;
const SEEN_SECONDS = LOOKBACK_MS / 1000 + 5 * QUARTER;

/** Runs the detection and the incidents over one scenario a day, and counts what each fault did. */
export function runSaid(seed: number, perDay: number): SaidRun {
  const scenarios = planScenarios(seed, START);
  const faults = scenarios.flatMap((one) => one.faults);
  const nextQuarter = createTraffic({ seed, perDay, faults });
  const truths = scenarios.map(() => ({ late: 0, failed: 0, missing: 0 }));
  let kept: Batch[] = [];
  const finals: Cell[] = [];
  let generatedUntil = START - HISTORY_DAYS * DAY;
  const upTo = (at: number) => {
    for (; generatedUntil <= at; generatedUntil += QUARTER) {
      const batches = nextQuarter(generatedUntil);
      kept = [...kept.filter(({ start }) => start > at - KEPT_SECONDS), ...batches];
      addTruths(truths, scenarios, batches);
      // As read two days later; only hours in which a scenario may fall.
      const hour = ((generatedUntil + LOCAL_OFFSET) % DAY) / 3600;
      if (hour >= 8 && hour < 22)
        finals.push(...batches.flatMap((batch) => createReader().read(batch.start + 2 * DAY, [batch])));
    }
    return kept;
  };
  const phase = (seed * 97) % CADENCE;
  const past: (readonly Observation[])[] = [];
  for (let index = 0; index < (HISTORY_DAYS * DAY) / CADENCE; index++) {
    const at = START - HISTORY_DAYS * DAY + phase + index * CADENCE;
    const batches = upTo(at).filter(({ start }) => start > at - 5 * QUARTER);
    past.push(index % CHECKS_PER_REBUILD === 0 ? rebuilt(rebuildAt(at, batches), at) : []);
  }
  const desk = createDesk(past);
  const reader = createReader();
  for (let index = 0; index < (SAID_DAYS * DAY) / CADENCE; index++) {
    const at = START + phase + index * CADENCE;
    const batches = upTo(at);
    const seen = batches.filter(({ start }) => start > at - SEEN_SECONDS);
    desk.check(reader.read(at, seen), at);
    desk.correct(at, () => createReader().read(at, batches), finals);
  }
  return { seed, scenarios, truths, incidents: desk.incidents() };
}

function rebuilt(cells: readonly Cell[], at: number): Observation[] {
  const moment = new Date(at * 1000);
  return countsOf(cells, moment).map(({ operator, counts }) => ({
    operator,
    counts,
    at: moment,
    basis: 'reconstructed',
  }));
}

function addTruths(
  truths: { late: number; failed: number; missing: number }[],
  scenarios: readonly Scenario[],
  batches: readonly Batch[],
): void {
  for (const [index, { faults }] of scenarios.entries()) {
    const truth = truths[index];
    if (!truth) continue;
    for (const batch of batches) {
      const own = faults.filter(
        ({ operator, start, end }) =>
          (operator ?? batch.operator.name) === batch.operator.name &&
          batch.start > start - DAY / 4 &&
          batch.start < end,
      );
      if (own.length === 0) continue;
      if (own.some(({ kind }) => kind === 'silence')) truth.missing += batch.platformAt.length - batch.size;
      for (let at = 0; at < batch.size; at++) {
        if (batch.disturbed[at] === 0) continue;
        if (batch.word[at] !== 0) truth.failed += 1;
        else if (batch.disturbed[at] === 1 && (batch.receiptAt[at] ?? 0) - (batch.platformAt[at] ?? 0) > 120)
          truth.late += 1;
      }
    }
  }
}

/** The bot’s incidents at its default sensitivity, in memory. */
function createDesk(past: (readonly Observation[])[]) {
  let state = EMPTY_WATCH_STATE;
  const incidents = new Map<string, SaidIncident>();

  function apply(change: IncidentChange, at: Date): void {
    const { kind } = change;
    const id = kind === 'began' ? String(incidents.size + 1) : change.id;
    const known = incidents.get(id);
    const before = known?.incident.events ?? [];
    const isPage =
      kind === 'began' || (kind === 'relapsed' && !before.some((one) => one.kind === 'relapsed'));
    const incident = changedIncident(known?.incident, change, { id, sensitivity: 'normal', at });
    incidents.set(id, { incident, pages: (known?.pages ?? 0) + Number(isPage) });
  }

  /** Observations of past weeks around a check, and around those of the hours before it. */
  function near(index: number, hours: number): Observation[] {
    const reach = HALF_HOUR_MS / 1000 / CADENCE;
    return Array.from({ length: BASELINE_WEEKS }, (_, week) => {
      const then = index - (week + 1) * WEEK_CHECKS;
      const from = Math.max(0, then - reach - (hours * 3600) / CADENCE);
      return past.slice(from, Math.max(0, then + reach + 1)).flat();
    }).flat();
  }

  return {
    incidents: () => [...incidents.values()],
    check(cells: readonly Cell[], seconds: number): void {
      const at = new Date(seconds * 1000);
      const input = {
        readAt: at,
        counts: countsOf(cells, at),
        baselines: baselinesFor(near(past.length, 0), at),
      };
      const platform = { login: true, report: true };
      const check = detect(input, { at, platform, before: state.accumulated });
      const followed = { check, ...updateWatchState(state, check) };
      const known = [...incidents.values()].map(({ incident }) => incident);
      const open = known.filter(({ endedAt }) => endedAt === undefined);
      const starting = spansToStart(open, followed).map(({ subject }) => subject);
      const window = { cells, readAt: at, start: new Date(at.getTime() - SEEN_SECONDS * 1000), end: at };
      const onsets =
        starting.length > 0 ? runToEnd(findOnsets(starting, [window], near(past.length, 5), at)) : [];
      const since = at.getTime() - REOPENED_WITHIN_MS;
      const changes = planIncidents(open, {
        ...followed,
        ended: known.filter(({ endedAt }) => endedAt && endedAt.getTime() >= since),
        count: createCountQuarters(check, betweenIn(cells)),
        onsetOf: (subject) =>
          accumulatedOnset(check.detections.find((one) => isSameSubject(one.subject, subject))) ??
          onsets[starting.indexOf(subject)],
      });
      past.push(observationsOf(check));
      state = followed.state;
      for (const change of changes) apply(change, at);
    },
    /** Counts incidents again a day after their end. */
    correct(seconds: number, read: () => readonly Cell[], finals: readonly Cell[]): void {
      for (const [id, one] of incidents) {
        const { endedAt, evidence } = one.incident;
        if (!endedAt || evidence.correctedAt || seconds - endedAt.getTime() / 1000 < DAY) continue;
        const silent = evidence.withoutReceipts ?? [];
        const spans = recountSpans(evidence.spans, {
          end: endedAt,
          between: betweenIn(read()),
          past: pastWeeks(finals),
          sendsReceipts: (operator) => !silent.includes(operator ?? null),
        });
        const correctedAt = new Date(seconds * 1000);
        const corrected = { ...evidence, spans, affected: sumAffected(spans), correctedAt };
        incidents.set(id, { ...one, incident: { ...one.incident, evidence: corrected } });
      }
    },
  };
}

function betweenIn(cells: readonly Cell[]) {
  const byQuarter = Map.groupBy(cells, ({ quarter }) => (quarter ?? 0) * 1000);
  return (from: Date, end: Date) =>
    [...byQuarter].flatMap(([ms, own]) => (ms >= from.getTime() && ms < end.getTime() ? own : []));
}

function pastWeeks(finals: readonly Cell[]) {
  const between = betweenIn(finals);
  return Array.from({ length: BASELINE_WEEKS }, (_, week) => {
    const back = (at: Date) => new Date(at.getTime() - (week + 1) * WEEK_MS);
    return (from: Date, end: Date) => between(back(from), back(end));
  });
}
