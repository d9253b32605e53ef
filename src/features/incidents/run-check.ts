import { type Failure, isFailure } from '../../domain/failure.ts';
import { isBad, type Judgement, trustOf } from '../../domain/incident.ts';
import { addDaysTo, localDay, startOfDayIn } from '../../domain/period.ts';
import { mergeFigures } from '../../domain/statistics.ts';
import { inTurns } from '../../ops/in-turns.ts';
import { isOverWithin } from '../../slack/is-over-within.ts';
import { chartOf } from './chart.ts';
import { checkHeld, checkTraffic, type HeldDeps } from './check.ts';
import type {
  CheckedSubject,
  CheckModel,
  NoSuchOperator,
  OperatorDetails,
  Standing,
  TrafficCheck,
} from './model.ts';
import { findOperator } from './operators.ts';
import { knownSince, sinceWhen } from './since.ts';
import { timesToOperator } from './times-to-operator.ts';
import { unreachableFor, worstFirst } from './unreachable.ts';
import { LOOK_BACK_MS, observedAround } from './usual.ts';
import { COUNTED_MS, type DayWindow, timeBetween, windowsOf } from './window.ts';

export interface RunCheckDeps extends HeldDeps {
  /** What watching knows of incidents; left out, nothing. */
  readonly standing?: () => Promise<Standing>;
}

export interface CheckQuestion {
  readonly operator?: string | undefined;
  readonly now: Date;
  /** Where it was asked. */
  readonly channelId?: string | undefined;
  /** Figures that were read a moment ago are not good enough. */
  readonly isAnew?: boolean;
}

const NOTHING_STANDS: Standing = { incidents: [], beginnings: [] };
const TRUST_WITHIN_MS = 4_000;
const DAYS_IN_A_WEEK = 7;
/** Who presses again within it gets what was read then: the platform is read by the whole day. */
const ANEW_MS = 60_000;
/** Younger figures were read for this answer. */
const READ_NOW_MS = 2_000;

/**
 * What `/sms-check` answers. Where the platform only asks for patience, that is said of the last figures.
 *
 * @throws UpstreamError as `checkTraffic`, where there are none that say anything of now
 */
export async function runCheck(
  deps: RunCheckDeps,
  { operator, now, channelId, isAnew = false }: CheckQuestion,
): Promise<CheckModel | NoSuchOperator> {
  const { seen, refusal } = await look(deps, now, isAnew);
  const { check, reading, usual, failure, doubts } = seen;
  // A store that is away costs nobody the answer.
  const standing = (await deps.standing?.().catch(() => undefined)) ?? NOTHING_STANDS;
  const known = check.judgements.flatMap(({ whose }) => (whose.of === 'operator' ? [whose.operator] : []));
  const wanted = operator === undefined || failure ? undefined : findOperator(operator, known);
  if (wanted && 'problem' in wanted) return { ...wanted, known };

  const windows = seen.recent ? await readEarlier(deps, seen.recent, refusal) : [];
  const subjects = await subjectsOf(seen, windows, standing);
  const [all, ...others] = subjects;
  const operators = others.toSorted(worstFirst);
  const subject = operators.find(
    ({ judgement: { whose } }) => wanted && whose.of === 'operator' && whose.operator === wanted.operator,
  );
  const about = wanted && subject && (await detailsOf(wanted.operator, subject, deps, now));
  const said = (about?.subject ?? all)?.judgement;
  const isOld = reading !== undefined && now.getTime() - reading.readAt.getTime() > READ_NOW_MS;
  return {
    at: now,
    verdict: check.verdict,
    all,
    operators,
    about,
    chart: seen.recent && chartOf(windows, seen.recent.readAt, usual.weeks, about ?? { subject: all }),
    reading,
    usual: {
      weeks: said?.baseline?.weeks ?? 0,
      basis: said?.baseline?.basis,
      hasFailures: (said?.usual.failed.of ?? 0) > 0,
      isReading: usual.isReading,
      unread: usual.unread,
    },
    unreachable: failure && (await unreachableFor(failure, deps, standing, now)),
    notNewer: refusal ?? (isAnew && isOld && !reading.isStale ? 'just_read' : undefined),
    doubts,
    areUntold: check.untold !== undefined,
    incidents: standing.incidents.map(({ channels, ...incident }) => {
      const [first = ''] = channels;
      return { ...incident, channel: channels.find((one) => one === channelId) ?? first };
    }),
  };
}

/** A check of now, or of the last figures with why there are no newer ones. */
async function look(
  deps: RunCheckDeps,
  now: Date,
  isAnew: boolean,
): Promise<{ readonly seen: TrafficCheck; readonly refusal?: Failure }> {
  try {
    return { seen: await checkTraffic(deps, now, isAnew ? { maxAgeMs: ANEW_MS } : {}) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const seen = await checkHeld(deps, now);
    if (!seen) throw error;
    const { code, retryAfterMs } = error;
    return { seen, refusal: { code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
  }
}

/** The hours before, too: yesterday's may be older than today's. Where they cannot be had there is less to see. */
async function readEarlier(
  { traffic, platformZone }: RunCheckDeps,
  recent: DayWindow,
  refusal: Failure | undefined,
): Promise<DayWindow[]> {
  if (refusal) return [recent];
  const from = new Date(recent.readAt.getTime() - LOOK_BACK_MS - COUNTED_MS);
  const period = timeBetween(from, recent.end);
  try {
    return windowsOf(await traffic.figuresFor({ period }), period, platformZone);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [recent];
  }
}

async function subjectsOf(
  seen: TrafficCheck,
  windows: readonly DayWindow[],
  { beginnings }: Standing,
): Promise<CheckedSubject[]> {
  const { check, observed, usual, recent } = seen;
  if (!recent) return [];
  const { judgements } = check;
  const { readAt } = recent;
  const bad = judgements.filter(({ verdict }) => isBad(verdict)).map(({ whose }) => whose);
  const past = bad.length > 0 ? await inTurns(observedAround(usual.weeks, readAt, LOOK_BACK_MS)) : [];
  const since = await inTurns(sinceWhen(bad, windows, [...observed, ...past], readAt));
  const toOperator = timesToOperator(recent, usual.weeks);
  return judgements.map((judgement: Judgement) => ({
    judgement,
    since: isBad(judgement.verdict)
      ? knownSince(judgement.whose, since[bad.indexOf(judgement.whose)], beginnings)
      : undefined,
    toOperator: toOperator(judgement.whose),
  }));
}

/** Trust is a matter of whole days: of the platform's one a week ago, which has settled. */
async function detailsOf(
  operator: string | undefined,
  subject: CheckedSubject,
  { traffic, platformZone: zone }: RunCheckDeps,
  now: Date,
): Promise<OperatorDetails> {
  const day = addDaysTo(localDay(now, zone), -DAYS_IN_A_WEEK);
  const [start, end] = [startOfDayIn(day, zone), startOfDayIn(addDaysTo(day, 1), zone)];
  const read = traffic.figuresFor({ period: { firstDay: day, lastDay: day, zone, start, end } });
  const isThere = await isOverWithin(TRUST_WITHIN_MS, read);
  const figures = isThere ? await read.catch(() => undefined) : undefined;
  const own = (figures?.between(start, end) ?? []).filter((one) => one.operator === operator);
  if (own.length === 0) return { operator, subject, trust: undefined };
  const profile = trustOf(mergeFigures(own.map((one) => one.figures)));
  return { operator, subject, trust: { profile, day: new Date((start.getTime() + end.getTime()) / 2) } };
}
