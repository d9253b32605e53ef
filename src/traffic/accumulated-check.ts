import { type Accumulation, LAST_HOURS_MS, withLevelsOnly } from '../domain/detection/accumulation.ts';
import { baselinesFor, type Observation } from '../domain/detection/baseline.ts';
import { CHECK_INTERVAL_MS } from '../domain/detection/check-pace.ts';
import { type Check, type DetectInput, detect, type PlatformAnswers } from '../domain/detection/detect.ts';
import { isEnough, SENSITIVITIES } from '../domain/detection/findings.ts';
import type { Detection } from '../domain/detection/judge.ts';
import { wilsonInterval } from '../domain/figures/rates.ts';
import { HOUR_MS, QUARTER_MS } from '../runtime/durations.ts';
import { type Cooperative, runCooperatively } from '../runtime/yielding.ts';
import type { Incidents } from '../store/incidents/incidents.ts';
import { countsAt, type DayWindow, isRead, observedAround, type PastWeek, quarterOf } from './window.ts';

interface AccumulationInput {
  readonly input: DetectInput;
  readonly at: Date;
  readonly platform: PlatformAnswers;
  readonly windows: readonly DayWindow[];
  readonly weeks: readonly PastWeek[];
  readonly observed: readonly Observation[];
  readonly stored: Accumulation | undefined;
}

/** Repeats the checks of the last 3 hours, so that evidence about operators with few messages adds up. */
export async function checkOverLastHours(hours: AccumulationInput): Promise<Check> {
  const past = await runCooperatively(observedAround(hours.weeks, hours.input.readAt, LAST_HOURS_MS));
  return withoutPastFailures(await runCooperatively(accumulateChecks(hours, [...hours.observed, ...past])));
}

/** If only failures of the last hour are bad, and the newest messages no longer fail, nothing is bad now. */
function withoutPastFailures(check: Check): Check {
  const detections = check.detections.map((one): Detection => {
    return hasStoppedFailing(one) ? { ...one, verdict: 'normal', isFailing: false } : one;
  });
  return { ...check, detections, verdict: detections[0]?.verdict ?? check.verdict };
}

function hasStoppedFailing({ findings: [finding, other], counts: { late } }: Detection): boolean {
  if (finding?.kind !== 'failures' || other || !isEnough('late', late)) return false;
  const { low, high } = wilsonInterval(late.failed ?? 0, late.of);
  return high < finding.share && low <= finding.usual;
}

function* accumulateChecks(
  { input, at, platform, windows, stored }: AccumulationInput,
  past: readonly Observation[],
): Cooperative<Check> {
  const readMs = input.readAt.getTime();
  let before = stored && withLevelsOnly(stored);
  for (let ms = readMs - LAST_HOURS_MS; ms < readMs; ms += CHECK_INTERVAL_MS) {
    const then = new Date(ms);
    if (canJudge(windows, then))
      before = detect(inputAt(windows, past, then), { at: then, platform, before }).accumulated;
    yield;
  }
  return detect(input, { at, platform, before });
}

export function canJudge(windows: readonly DayWindow[], at: Date): boolean {
  for (let ms = quarterOf(at).getTime(); ms > at.getTime() - HOUR_MS; ms -= QUARTER_MS) {
    if (!isRead(windows, new Date(ms), at)) return false;
  }
  return true;
}

export function inputAt(windows: readonly DayWindow[], past: readonly Observation[], at: Date): DetectInput {
  return { readAt: at, counts: countsAt(windows, at), baselines: baselinesFor(past, at) };
}

export async function readAccumulation(
  incidents: Pick<Incidents, 'watching'>,
): Promise<Accumulation | undefined> {
  const states = await Promise.all(SENSITIVITIES.map((sensitivity) => incidents.watching(sensitivity)));
  const accumulated = states.flatMap((watching) => watching?.state.accumulated ?? []);
  return accumulated.toSorted((a, b) => b.readMs - a.readMs)[0];
}
