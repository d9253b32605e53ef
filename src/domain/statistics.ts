export {
  type Change,
  type CompareOptions,
  compare,
  FEWEST_COMPARED,
  notableChanges,
  type Whose,
} from './changes.ts';
export {
  curvePercentile,
  type DeliveryCurve,
  deliveryCurve,
  type ShareWithin,
  shareAt,
  shareWithin,
} from './delivery-curve.ts';
export {
  type Cell,
  type Figures,
  LEGS,
  type LegFigures,
  type LegName,
  MAX_OPERATORS_TOLD,
  mergeFigures,
  mergeLegs,
  mergeOutcomes,
  type OperatorFigures,
  OTHER_NAME,
  QUARTER_SECONDS,
  type SecondCounts,
  sizeOf,
} from './figures.ts';
export {
  countStatuses,
  type Interval,
  type LatencySummary,
  percentile,
  type Rates,
  type RatesOptions,
  rates,
  summarizeLeg,
  wilsonInterval,
} from './rates.ts';
export { createTally, type Tally, type TallyOptions } from './tally.ts';
