import type { Check } from '../../domain/detection/detect.ts';
import { incidentStatusOf } from '../../domain/detection/events.ts';
import { extentOf, type Incident, isRecovering, operatorsOf } from '../../domain/detection/incident.ts';
import { doFail } from '../../domain/detection/judge.ts';
import { type Failure, type FailureCode, isFailure } from '../../domain/failure.ts';
import { figuresOf, mergeFigures } from '../../domain/figures/figures.ts';
import { receiptTrustOf } from '../../domain/figures/receipt-trust.ts';
import { addDaysTo } from '../../domain/time/calendar.ts';
import { periodOfDays } from '../../domain/time/period.ts';
import { localDay, startOfDayIn } from '../../domain/time/wall-clock.ts';
import { finishesWithin } from '../../runtime/timeouts.ts';
import { checkOverLastHours, readAccumulation } from '../../traffic/accumulated-check.ts';
import { REFRESH_MAX_AGE_MS } from '../../traffic/freshness.ts';
import { operatorsWithoutReceipts } from '../../traffic/operators-without-receipts.ts';
import {
  checkStored,
  checkTraffic,
  type IncidentOnset,
  type TrafficCheck,
  UNREADABLE_CODES,
} from '../../traffic/traffic-check.ts';
import { COUNTED_MS, type DayWindow, LOOKBACK_MS, timeBetween, windowsOf } from '../../traffic/window.ts';
import type { CheckDeps, Deps } from '../dependencies.ts';
import { chartOf } from './chart.ts';
import { createOperatorValue, findOperator } from './input.ts';
import type {
  CheckedSubject,
  CheckModel,
  NoSuchOperator,
  OpenIncident,
  OpenIncidents,
  OperatorDetails,
  Unreachable,
} from './model.ts';
import { subjectsOf, worstFirst } from './subjects.ts';

interface CheckRequest {
  readonly operator?: string | undefined;
  readonly now: Date;
  readonly channelId?: string | undefined;
  readonly userId?: string | undefined;
  readonly isRefresh?: boolean;
}

const TRUST_WITHIN_MS = 4_000;
const DAYS_IN_A_WEEK = 7;
/** If Refresh gives figures older than this, the answer says that they were read shortly before. */
const READ_NOW_MS = 2_000;

const NOT_READ: OpenIncidents = { incidents: [], onsets: [] };

/** @throws UpstreamError if the platform cannot be read and no recent figures are stored */
export async function runCheck(deps: CheckDeps, request: CheckRequest): Promise<CheckModel | NoSuchOperator> {
  const { operator, now, channelId, isRefresh = false } = request;
  const open = await readOpenIncidents(deps).catch((): OpenIncidents => NOT_READ);
  const { trafficCheck, refusal } = await checkNow(deps, request, lastUnreadable(deps, open, now));
  const { recent, reading, baseline, failure, dataQuality } = trafficCheck;
  const known = trafficCheck.check.detections.flatMap(({ subject }) =>
    subject.of === 'operator' ? [subject.operator] : [],
  );
  const wanted =
    operator === undefined || failure ? undefined : findOperator(operator, known, deps.runtime.sealer);
  if (wanted && 'problem' in wanted) return { ...wanted, known };

  const windows = recent ? await readEarlier(deps, recent, request, refusal) : [];
  const check = await checkOverHours(deps, trafficCheck, windows);
  const context = { windows, open, withoutReceipts: await withoutReceiptsAmong(known, deps, now) };
  const [all, ...others] = await subjectsOf({ ...trafficCheck, check }, context);
  const operators = others.toSorted(worstFirst);
  const subject = operators.find(
    ({ detection: { subject } }) =>
      wanted && subject.of === 'operator' && subject.operator === wanted.operator,
  );
  const about = wanted && subject && (await detailsOf(wanted.operator, subject, deps, request));
  const shownDetection = (about?.subject ?? all)?.detection;
  const isOld = reading !== undefined && now.getTime() - reading.readAt.getTime() > READ_NOW_MS;
  return {
    at: now,
    verdict: check.verdict,
    all,
    operators,
    about,
    chart: recent && chartOf(windows, recent.readAt, baseline.weeks, about ?? { subject: all }),
    reading,
    baseline: {
      weeks: shownDetection?.baseline?.weeks ?? 0,
      basis: shownDetection?.baseline?.basis,
      hasFailures: (shownDetection?.usual.failed.of ?? 0) > 0,
      isReading: baseline.isReading,
      unread: baseline.unread,
    },
    unreachable: failure && (await unreachableFor(failure, deps, open, now)),
    circuits: deps.platform.circuits(),
    notRefreshed: refusal ?? (isRefresh && isOld && !reading.isStale ? 'just_read' : undefined),
    dataQuality,
    hasUnlistedOperators: check.otherCounts !== undefined,
    areIncidentsUnread: open === NOT_READ,
    operatorValue: createOperatorValue(deps.runtime.sealer),
    incidents: open.incidents.map(({ channels, ...incident }) => {
      const [first = ''] = channels;
      return { ...incident, channel: channels.find((one) => one === channelId) ?? first };
    }),
  };
}

/** When the platform was last found unreadable: earlier figures, even recent ones, say nothing about now. */
function lastUnreadable({ platform }: Deps, { onsets }: OpenIncidents, now: Date): Date | undefined {
  if (platform.circuits().platform || onsets.some(({ subject }) => subject.of === 'platform')) return now;
  const { platform: failure } = platform.lastFailures();
  return failure && UNREADABLE_CODES.includes(failure.code) ? failure.at : undefined;
}

async function checkNow(
  deps: CheckDeps,
  { now, userId, isRefresh = false }: CheckRequest,
  readSince: Date | undefined,
): Promise<{ readonly trafficCheck: TrafficCheck; readonly refusal?: Failure }> {
  try {
    return {
      trafficCheck: await checkTraffic(deps, now, {
        userId,
        readSince,
        ...(isRefresh ? { maxAgeMs: REFRESH_MAX_AGE_MS } : {}),
      }),
    };
  } catch (error) {
    if (!isFailure(error) || deps.runtime.stopping.aborted) throw error;
    const trafficCheck = await checkStored(deps, now);
    if (!trafficCheck) throw error;
    const { code, retryAfterMs } = error;
    return { trafficCheck, refusal: { code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
  }
}

async function readEarlier(
  { traffic, settings }: CheckDeps,
  recent: DayWindow,
  { userId }: CheckRequest,
  refusal: Failure | undefined,
): Promise<DayWindow[]> {
  if (refusal) return [recent];
  const from = new Date(recent.readAt.getTime() - LOOKBACK_MS - COUNTED_MS);
  const period = timeBetween(from, recent.end);
  try {
    return windowsOf(await traffic.figuresFor({ period, userId }), period, settings.platformZone);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [recent];
  }
}

async function checkOverHours(
  { stores }: CheckDeps,
  { check, input, baseline, observed }: TrafficCheck,
  windows: readonly DayWindow[],
): Promise<Check> {
  if (!input) return check;
  const { at, platform } = check;
  const stored = await readAccumulation(stores.incidents).catch(() => undefined);
  return checkOverLastHours({ input, at, platform, windows, weeks: baseline.weeks, observed, stored });
}

async function withoutReceiptsAmong(
  known: readonly (string | undefined)[],
  { traffic, settings: { platformZone: zone, receiptHours } }: CheckDeps,
  now: Date,
): Promise<ReadonlySet<string | undefined>> {
  const named = known.filter((operator) => operator !== undefined);
  return operatorsWithoutReceipts(named, traffic.storedIfAvailable, { now, receiptHours, zone });
}

/** Judges an operator's receipts by the day a week ago, because all receipts for that day have come. */
async function detailsOf(
  operator: string | undefined,
  subject: CheckedSubject,
  { traffic, settings: { platformZone: zone } }: CheckDeps,
  { now, userId }: CheckRequest,
): Promise<OperatorDetails> {
  const day = addDaysTo(localDay(now, zone), -DAYS_IN_A_WEEK);
  const period = periodOfDays(day, day, zone);
  const { start, end } = period;
  const read = traffic.figuresFor({ period, userId });
  const isThere = await finishesWithin(TRUST_WITHIN_MS, read);
  const figures = isThere ? await read.catch(() => undefined) : undefined;
  const own = (figures?.between(start, end) ?? []).filter((one) => one.operator === operator);
  if (own.length === 0) return { operator, subject, trust: undefined };
  const profile = receiptTrustOf(mergeFigures(figuresOf(own)));
  return { operator, subject, trust: { profile, day: new Date((start.getTime() + end.getTime()) / 2) } };
}

async function unreachableFor(
  failure: FailureCode,
  deps: CheckDeps,
  { onsets }: OpenIncidents,
  now: Date,
): Promise<Unreachable> {
  const lastReadAt = await lastReadBefore(deps, now);
  const since = onsets.find(({ subject }) => subject.of === 'platform')?.at;
  const stored = await checkStored(deps, now);
  const [all, ...operators] = (stored?.check.detections ?? []).map((detection): CheckedSubject => {
    return { detection, onset: undefined, toOperator: undefined };
  });
  return {
    failure,
    // Start of the failures; omitted if figures were read later, because the platform answered then.
    since: since && lastReadAt && lastReadAt > since ? undefined : since,
    lastReadAt,
    last: stored && {
      verdict: stored.check.verdict,
      all,
      operators: operators.toSorted(worstFirst),
      about: undefined,
    },
  };
}

async function lastReadBefore({ traffic, settings: { platformZone: zone } }: CheckDeps, now: Date) {
  const midnight = startOfDayIn(localDay(now, zone), zone);
  for (const end of [new Date(now.getTime() + 1), midnight]) {
    const stored = await traffic
      .storedIfAvailable(timeBetween(new Date(end.getTime() - 1), end))
      .catch(() => undefined);
    if (stored) return stored.readAt;
  }
  return undefined;
}

export async function readOpenIncidents(deps: Deps): Promise<OpenIncidents> {
  const open = await deps.stores.incidents.open();
  // `/sms-check` uses normal sensitivity, so incidents with normal sensitivity come first.
  const { normal = [], other = [] } = Object.groupBy(open, ({ sensitivity }) => {
    return sensitivity === 'normal' ? 'normal' : 'other';
  });
  const onsets = [...normal, ...other].flatMap(({ subject: about, beganAt, evidence }): IncidentOnset[] => {
    if (about.of === 'platform') return [{ subject: about, at: beganAt, isBefore: false }];
    const current = evidence.spans.filter(({ to }) => to === undefined);
    return current.map(({ subject, from: at, isFirstSeen: isBefore = false }) => ({ subject, at, isBefore }));
  });
  const shown = await Promise.all(open.map((incident) => shownOf(incident, deps)));
  return { incidents: shown.filter(({ channels }) => channels.length > 0), onsets };
}

async function shownOf(incident: Incident, { stores, slack: { access } }: Deps): Promise<OpenIncident> {
  const { id, beganAt, sensitivity, verdict, events, evidence } = incident;
  const channels = (await stores.incidentPosts.of(id)).flatMap(({ channel, ts, over }) =>
    ts !== undefined && over === undefined && access.allowsChannel(channel) ? [channel] : [],
  );
  const { findings, owner } = evidence.findings.length > 0 ? evidence : (evidence.worst ?? evidence);
  const problem = { verdict, isFailing: doFail(findings), owner, operators: operatorsOf(incident) };
  const state = { extent: extentOf(incident), isRecovering: isRecovering(incident) };
  return { id, beganAt, sensitivity, ...problem, ...state, ...incidentStatusOf(events), channels };
}
