export {
  BASELINE_WEEKS,
  type Baseline,
  type Basis,
  baselinesFor,
  HALF_HOUR_MS,
  type Observation,
  type OperatorBaseline,
  WEEK_MS,
} from './incident-baseline.ts';
export { countsOf, YOUNGEST_SECONDS } from './incident-counting.ts';
export {
  addCounts,
  type Counts,
  IN_TIME_SECONDS,
  type OperatorCounts,
  type Part,
  type ShareName,
  shareOf,
} from './incident-counts.ts';
export { type LastFound, lastTroubleAt } from './incident-end.ts';
export {
  FEWEST_JUDGED,
  type Finding,
  type FindingKind,
  isEnough,
  type Sensitivity,
} from './incident-findings.ts';
export {
  type Check,
  type Facts,
  type Judgement,
  type JudgeOptions,
  judge,
  observationsOf,
  type Sight,
} from './incident-judge.ts';
export { mayBeLate, type Owner } from './incident-owner.ts';
export { type BadVerdict, isBad, severityOf, type Verdict } from './incident-verdict.ts';
export {
  follow,
  NOTHING_WATCHED,
  type WatchEvent,
  type Watched,
  type WatchState,
} from './incident-watch.ts';
export { type Doubt, FEWEST_TRUSTED, type TrustProfile, trustOf } from './trust.ts';
