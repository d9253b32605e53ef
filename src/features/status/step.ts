import { readNumber, type TypedInputOptions } from '../../domain/input.ts';
import { maskMsisdn } from '../../domain/messages/redaction.ts';
import { isStuck, type TracedMessage } from '../../domain/messages/status-verdict.ts';
import { readPeriod } from '../../domain/time/period-phrase.ts';
import type { Advice } from '../../i18n/index.ts';
import { adviceView, echo } from '../../slack/blocks/advice-view.ts';
import { zoneText } from '../../slack/blocks/format.ts';
import { clip, visible } from '../../slack/blocks/text.ts';
import { timelineView } from '../../slack/blocks/timeline.ts';
import { lastingViewOptions } from '../../slack/blocks/view-options.ts';
import { periodClock } from '../../slack/listeners/context.ts';
import type { FeatureRouter } from '../../slack/listeners/router.ts';
import type { StepInputs } from '../../slack/listeners/steps.ts';
import type { Deps } from '../dependencies.ts';
import { DEFAULT_STATUS_PERIOD, isDay, parseReference } from './input.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import { type LookupModel, lookUpFor, msisdnOf, newestOf, type StatusQuery } from './lookup.ts';
import { isUnreadable } from './number-text.ts';
import { statusProblemAdvice } from './problem/view.ts';
import { messageOperator } from './verdict-text.ts';
import { linesOf } from './view.ts';

/** Must equal the callback id of the workflow step in `manifest.yml`. */
export const STATUS_STEP = 'look_up_sms_delivery';

export function registerStep(router: FeatureRouter<StatusTranslations>, deps: Deps): void {
  router.step(STATUS_STEP, async (inputs, context) => {
    const { t } = context;
    const { settings } = deps;
    if (!settings.runsWorkflowStep) {
      context.acts.failed('turned_off');
      return adviceView(t.step.turnedOff, t);
    }
    const read = readStep(inputs, t, { ...settings, clock: periodClock(context) });
    if ('advice' in read) return adviceView(read.advice, t);
    const model = await lookUpFor('looked_up', read.query, context, deps);
    if ('problem' in model) return adviceView(statusProblemAdvice(model, t, settings.senders), t);
    // The result is masked and has full dates, because a workflow may post it later for other readers.
    const options = { ...lastingViewOptions({ ...context, now: model.now }, settings), isShared: true };
    return { outputs: stepOutputs(model, options) };
  });
}

type StepQuery = { readonly query: StatusQuery } | { readonly advice: Advice };

export function readStep(inputs: StepInputs, t: StatusTranslations, options: TypedInputOptions): StepQuery {
  const { number, reference } = inputs;
  if (number !== undefined && reference !== undefined) return { advice: t.step.either };
  if (reference !== undefined) return readReference(reference, inputs.date, t, options);
  if (number === undefined) return { advice: t.step.nothing };
  const read = readNumber(number, options.defaultRegion);
  if ('problem' in read) {
    if (read.problem === 'not_understood') return { advice: t.step.notUnderstood(echo(read.text)) };
    return { advice: statusProblemAdvice(read, t, options.senders) };
  }
  const when = inputs.period ?? inputs.date;
  const spec = when === undefined ? DEFAULT_STATUS_PERIOD : readPeriod(when, options.clock);
  if (spec === undefined) return { advice: t.step.notUnderstood(echo(when ?? '')) };
  if ('problem' in spec) return { advice: statusProblemAdvice(spec, t, options.senders) };
  return { query: { kind: 'number', request: { msisdn: read.msisdn, spec, sender: undefined }, page: 0 } };
}

function readReference(
  reference: string,
  date: string | undefined,
  t: StatusTranslations,
  { clock, senders }: TypedInputOptions,
): StepQuery {
  if (date === undefined) return { advice: t.input.whichDay(echo(reference)) };
  const day = readPeriod(date, clock);
  if (day && 'problem' in day) return { advice: statusProblemAdvice(day, t, senders) };
  if (!day || !isDay(day)) return { advice: t.step.notADay(echo(date)) };
  const query = parseReference(day, reference);
  return 'problem' in query ? { advice: statusProblemAdvice(query, t, senders) } : { query };
}

/** Longest output of the workflow step, in characters; Slack cuts longer ones without an ellipsis. */
const LONGEST_OUTPUT = 1_000;

export function stepOutputs(model: LookupModel, options: StatusView): Record<string, string> {
  const { t, format } = options;
  const { verdict, say, act } = linesOf(model, options);
  const newest = newestOf(model);
  const msisdn = msisdnOf(model);
  const outputs = {
    status: statusWord(model),
    verdict,
    say,
    action: typeof act === 'string' ? act : undefined,
    operator: newest && messageOperator(newest),
    timeline: newest && `${timelineView(newest, t, format, model.now)}\n${zoneText(options)}`,
    ...(newest ? timesOf(newest, options) : {}),
    number: msisdn && maskMsisdn(msisdn),
  };
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, text]) => (text ? [[name, plainText(text)]] : [])),
  );
}

/** Replaces `<` and `>`, because a workflow may post the text where Slack interprets markup. */
function plainText(text: string): string {
  return clip(visible(text).replaceAll('<', '‹').replaceAll('>', '›'), LONGEST_OUTPUT);
}

/** The status as a word for workflows; not translated, because workflows use it in conditions. */
function statusWord(model: LookupModel): string {
  const newest = newestOf(model);
  if (newest) return isStuck(newest, model.now) ? 'stuck' : newest.timeline.outcome;
  return 'verdict' in model && isUnreadable(model) ? 'unknown' : 'none';
}

function timesOf({ message, timeline }: TracedMessage, { format }: StatusView) {
  const { platformAt, operatorAt } = message;
  // A failed message may have a receipt, too, but its receipt is not a delivery.
  const handsetAt = timeline.outcome === 'delivered' ? message.handsetAt : undefined;
  const words = (at: Date | undefined) => at && `${format.moment(at)} (${format.timeZone})`;
  return {
    sent: words(platformAt),
    handed_over: words(operatorAt),
    delivered: words(handsetAt),
    sent_at: platformAt?.toISOString(),
    handed_over_at: operatorAt?.toISOString(),
    delivered_at: handsetAt?.toISOString(),
  };
}
