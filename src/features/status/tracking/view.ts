import { maskMsisdn } from '../../../domain/messages/redaction.ts';
import type { TracedMessage } from '../../../domain/messages/status-verdict.ts';
import { adviceView, answerLines, explain } from '../../../slack/blocks/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  line,
  preformatted,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { capitalized } from '../../../slack/blocks/format.ts';
import { OUTCOME_EMOJI, timelineView } from '../../../slack/blocks/timeline.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { StatusView } from '../locales/index.ts';
import { explainFailureWord, statusLines, statusWordOf, subjectOf } from '../verdict-text.ts';
import type { MessageUnderTracking } from './model.ts';

export type TrackingState = { readonly traced: TracedMessage | undefined } | { readonly failure: unknown };

export interface TrackingModel {
  readonly row: Pick<TrackedMessage, 'id'>;
  readonly message: MessageUnderTracking;
  readonly state: TrackingState;
  readonly checkedAt: Date;
  /** Latest time at which a receipt for the tracked message is expected. */
  readonly until: Date;
  readonly nextCheckAt?: Date;
}

export function trackingStartedView(
  model: Pick<TrackingModel, 'row' | 'message' | 'until'>,
  options: StatusView,
): View {
  const { t, format } = options;
  const until = capitalized(t.status.tracking.until(format.moment(model.until)));
  return view(
    richText(waitingLine(model, options)),
    contextBlock(`${until} · ${t.answer.timesIn(format.timeZone)}`),
    stopButton(model, options),
  );
}

export function trackingView(model: TrackingModel, options: StatusView): View {
  const { state, checkedAt, until, nextCheckAt } = model;
  const { t, format } = options;
  const { tracking } = t.status;
  const footer = t.answer.timesIn(format.timeZone);
  const traced = 'traced' in state ? state.traced : undefined;
  const way = traced ? [richText(preformatted(timelineView(traced, t, format, checkedAt)))] : [];
  if (nextCheckAt === undefined) {
    const asOf = t.answer.asOf(format.time(checkedAt));
    return view(endLines(model, options), ...way, contextBlock(`${footer} · ${asOf}`));
  }
  const unread = 'failure' in state ? explain(state.failure, t, format).sentence : undefined;
  const notice = unread === undefined ? tracking.missing : tracking.unreadable(unread);
  // On the same day the time is shown with seconds, because the first checks are half a minute apart.
  const isSameDay = format.day(checkedAt) === format.day(nextCheckAt);
  const next = isSameDay ? format.time(nextCheckAt) : format.moment(nextCheckAt);
  const checked = tracking.checked(format.time(checkedAt), next);
  return view(
    richText(waitingLine(model, options), ...(traced ? [] : [line(emoji('warning'), ' ', notice)])),
    ...way,
    contextBlock(`${checked} · ${tracking.until(format.moment(until))} · ${footer}`),
    stopButton(model, options),
  );
}

export function trackingEndView(model: TrackingModel, options: StatusView): View {
  return view(endLines(model, options));
}

export function trackingStoppedView(message: MessageUnderTracking, options: StatusView): View {
  return view(richText(line(options.t.status.tracking.stopped(...subjectTexts({ message }, options)))));
}

export function keyLostView({ t }: Pick<StatusView, 't'>): View {
  return adviceView(t.status.tracking.keyLost, t);
}

function waitingLine(model: Pick<TrackingModel, 'message'>, options: StatusView) {
  const waiting = options.t.status.tracking.waiting(...subjectTexts(model, options));
  return line(emoji(OUTCOME_EMOJI.waiting), ' ', bold(waiting));
}

function stopButton({ row }: Pick<TrackingModel, 'row'>, { t }: StatusView) {
  return actions('status.settle', button('status.settle.stop', t.status.tracking.stop, row.id));
}

function endLines(model: TrackingModel, options: StatusView) {
  const { state, checkedAt } = model;
  const traced = 'traced' in state ? state.traced : undefined;
  const isOver = traced && traced.timeline.outcome !== 'waiting';
  const { say, act } = isOver ? statusLines(subjectOf(traced, checkedAt), options) : {};
  const sign = traced ? OUTCOME_EMOJI[traced.timeline.outcome] : 'grey_question';
  return answerLines({ sign, verdict: endText(model, options), say, act }, options.t);
}

function endText(model: TrackingModel, options: StatusView): string {
  const { t, format } = options;
  const { tracking } = t.status;
  const { state } = model;
  const [number, sent] = subjectTexts(model, options);
  if ('failure' in state) return tracking.givenUp(number, sent);
  if (!state.traced) return tracking.lost(number, sent);
  const { total, clockOff, outcome } = state.traced.timeline;
  const cause = explainFailureWord(state.traced.message.statusWord, t, options.failureWords)?.meaning;
  const word = statusWordOf(state.traced, t);
  switch (outcome) {
    case 'delivered': {
      const duration = total && !clockOff ? format.duration(total.seconds) : undefined;
      return tracking.delivered(number, sent, duration);
    }
    case 'failed':
      return tracking.failed(number, sent, cause ?? word);
    case 'no_receipt':
      return tracking.noReceipt(number, sent);
    default:
      return tracking.unclear(number, sent, word);
  }
}

function subjectTexts(
  { message }: Pick<TrackingModel, 'message'>,
  { format }: StatusView,
): readonly [number: string, sent: string] {
  return [maskMsisdn(message.msisdn), format.moment(message.platformAt)];
}
