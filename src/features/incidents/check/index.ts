import { type Failure, isFailure } from '../../../domain/failure.ts';
import { mergeFigures } from '../../../domain/figures/figures.ts';
import { receiptTrustOf } from '../../../domain/figures/receipt-trust.ts';
import type { Detection } from '../../../domain/incidents/detect.ts';
import { isBad } from '../../../domain/incidents/findings.ts';
import { addDaysTo, localDay, startOfDayIn } from '../../../domain/time/period.ts';
import type { Post } from '../../../posting/post.ts';
import { MINUTE_MS } from '../../../runtime/durations.ts';
import { settlesWithin } from '../../../runtime/timeouts.ts';
import { runCooperatively } from '../../../runtime/yielding.ts';
import { adviceView, echo, helpView, refusalView } from '../../../slack/advice-view.ts';
import { bold, line, richText, type View, view } from '../../../slack/blocks/blocks.ts';
import { createFormatter } from '../../../slack/format.ts';
import { isChannel } from '../../../slack/listeners/access.ts';
import type { Reply } from '../../../slack/listeners/context.ts';
import type { FeatureRouter } from '../../../slack/listeners/router.ts';

import { unreachableFor, worstFirst } from '../incident/monitor.ts';
import type { IncidentContext, IncidentTranslations, IncidentView } from '../locales/index.ts';
import type {
  CheckedSubject,
  CheckModel,
  NoSuchOperator,
  OpenIncidents,
  OperatorDetails,
  TrafficCheck,
} from '../model.ts';
import { answerRehearsal, type RehearsalDeps } from '../rehearsal/index.ts';
import { LOOK_BACK_MS, observedAround } from './baseline.ts';
import { chartOf } from './chart.ts';
import { checkHeld, checkTraffic, type HeldDeps } from './detect.ts';
import {
  findOperator,
  MOST_REHEARSED_DAYS,
  operatorFromValue,
  parseCheckInput,
  rehearsedOf,
} from './input.ts';
import { knownSince, sinceWhen } from './onset.ts';
import { timesToOperator } from './operator-view.ts';
import { ALL_OPERATORS, checkView, noSuchOperatorView, sharedCheckView } from './view.ts';
import { COUNTED_MS, type DayWindow, timeBetween, windowsOf } from './window.ts';

export type ChecksDeps = RunCheckDeps &
  RehearsalDeps & {
    readonly post: Pick<Post, 'toChannel'>;
    /** Short number → name. */
    readonly senders: ReadonlyMap<string, string>;
  };

export const COMMAND = '/sms-check';

/** `/sms-check`, alone or with an operator or `rehearse`, and the buttons under its answers. */
export function registerChecks(router: FeatureRouter<IncidentTranslations>, deps: ChecksDeps): void {
  router.command(COMMAND, async (text, context) => {
    const { t } = context;
    const input = parseCheckInput(text);
    if ('problem' in input) {
      const say = input.problem === 'days' ? t.check.badDays : t.check.badRehearsal;
      return adviceView(
        say(echo(input.text), MOST_REHEARSED_DAYS),
        t,
        t.check.help.examples[input.problem === 'days' ? 2 : 3]?.[0],
      );
    }
    switch (input.kind) {
      case 'help':
        return helpView(t.check.help);
      case 'rehearse':
        return answerRehearsal(input, context, deps);
      case 'check':
        return answerCheck(input.operator, context, deps);
    }
  });

  const onOperator = (
    actionId: string,
    answer: (operator: string | undefined, context: IncidentContext) => Promise<Reply>,
  ) =>
    router.button(actionId, async (value, context) => {
      if (value === ALL_OPERATORS) return answer(undefined, context);
      const operator = operatorFromValue(value);
      return operator === undefined ? undefined : answer(operator, context);
    });
  onOperator('check.refresh', (operator, context) => answerCheck(operator, context, deps, true));
  onOperator('check.details', (operator, context) => answerCheck(operator, context, deps));
  onOperator('check.share', async (operator, context) => ({
    ephemeral: await shareCheck(operator, context, deps),
  }));

  router.button('check.rehearse', async (value, context) => {
    const rehearsed = rehearsedOf(value);
    if (!rehearsed) return undefined;
    const reply = await answerRehearsal(rehearsed, context, deps);
    // The check stays where it is.
    return 'blocks' in reply ? { ephemeral: reply } : reply;
  });
}

async function answerCheck(
  operator: string | undefined,
  context: IncidentContext,
  deps: ChecksDeps,
  isAnew = false,
): Promise<View> {
  const { now, channelId } = context;
  const model = await runCheck(deps, { operator, now, channelId, isAnew });
  const options = viewOptions(context, deps);
  if ('problem' in model) return noSuchOperatorView(model, options);
  return checkView(model, options, { canShare: isChannel(context.channelId) });
}

/** Posts what is so now, read anew where it is too old, in the channel it was asked in. */
async function shareCheck(
  operator: string | undefined,
  context: IncidentContext,
  deps: ChecksDeps,
): Promise<View> {
  const { t, user, now, channelId } = context;
  if (channelId === undefined || !isChannel(channelId)) return adviceView(t.post.refused.notMember, t);
  const model = await runCheck(deps, { operator, now, channelId });
  const formatter = createFormatter(t, user.timeZone, now, { isLasting: true });
  const options: IncidentView = { ...viewOptions(context, deps), formatter, isShared: true };
  if ('problem' in model) return noSuchOperatorView(model, options);
  const refusal = await deps.post.toChannel(channelId, sharedCheckView(model, options, user.name, now));
  return refusal ? refusalView(refusal, t) : view(richText(line(bold(t.check.shared))));
}

function viewOptions(
  { t, formatter }: IncidentContext,
  { senders }: Pick<ChecksDeps, 'senders'>,
): IncidentView {
  return { t, formatter, senders };
}

export interface RunCheckDeps extends HeldDeps {
  /** What watching knows of incidents; left out, nothing. */
  readonly standing?: () => Promise<OpenIncidents>;
}

export interface CheckQuestion {
  readonly operator?: string | undefined;
  readonly now: Date;
  /** Where it was asked. */
  readonly channelId?: string | undefined;
  /** Figures that were read a moment ago are not good enough. */
  readonly isAnew?: boolean;
}

const NOTHING_STANDS: OpenIncidents = { incidents: [], beginnings: [] };
const TRUST_WITHIN_MS = 4_000;
const DAYS_IN_A_WEEK = 7;
/** Who presses again within it gets what was read then: the platform is read by the whole day. */
const ANEW_MS = MINUTE_MS;
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
  const known = check.detections.flatMap(({ whose }) => (whose.of === 'operator' ? [whose.operator] : []));
  const wanted = operator === undefined || failure ? undefined : findOperator(operator, known);
  if (wanted && 'problem' in wanted) return { ...wanted, known };

  const windows = seen.recent ? await readEarlier(deps, seen.recent, refusal) : [];
  const subjects = await subjectsOf(seen, windows, standing);
  const [all, ...others] = subjects;
  const operators = others.toSorted(worstFirst);
  const subject = operators.find(
    ({ detection: { whose } }) => wanted && whose.of === 'operator' && whose.operator === wanted.operator,
  );
  const about = wanted && subject && (await detailsOf(wanted.operator, subject, deps, now));
  const said = (about?.subject ?? all)?.detection;
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
  { beginnings }: OpenIncidents,
): Promise<CheckedSubject[]> {
  const { check, observed, usual, recent } = seen;
  if (!recent) return [];
  const { detections } = check;
  const { readAt } = recent;
  const bad = detections.filter(({ verdict }) => isBad(verdict)).map(({ whose }) => whose);
  const past =
    bad.length > 0 ? await runCooperatively(observedAround(usual.weeks, readAt, LOOK_BACK_MS)) : [];
  const since = await runCooperatively(sinceWhen(bad, windows, [...observed, ...past], readAt));
  const toOperator = timesToOperator(recent, usual.weeks);
  return detections.map((detection: Detection) => ({
    detection,
    since: isBad(detection.verdict)
      ? knownSince(detection.whose, since[bad.indexOf(detection.whose)], beginnings)
      : undefined,
    toOperator: toOperator(detection.whose),
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
  const isThere = await settlesWithin(TRUST_WITHIN_MS, read);
  const figures = isThere ? await read.catch(() => undefined) : undefined;
  const own = (figures?.between(start, end) ?? []).filter((one) => one.operator === operator);
  if (own.length === 0) return { operator, subject, trust: undefined };
  const profile = receiptTrustOf(mergeFigures(own.map((one) => one.figures)));
  return { operator, subject, trust: { profile, day: new Date((start.getTime() + end.getTime()) / 2) } };
}
