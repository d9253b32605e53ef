import { maskMsisdn } from '../../../domain/messages/msisdn.ts';
import { type Traced, verdictOf } from '../../../domain/messages/status-verdict.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  italic,
  line,
  richText,
  type View,
  view,
} from '../../../slack/blocks/blocks.ts';
import { adviceView, explain } from '../../../slack/error-view.ts';
import type { TrackedMessage } from '../../../store/posting/message-tracking.ts';
import type { StatusView } from '../locales/index.ts';
import { OUTCOME_EMOJI, statusWordOf, wayLines } from '../message/view.ts';
import { customerText } from '../verdict-text.ts';
import type { MessageUnderTracking } from './model.ts';

/** What a look found: the message, that the platform does not list it, or that it could not be read. */
export type TrackingState = { readonly traced: Traced | undefined } | { readonly failure: unknown };

/** A message that is waited for, as of a look. */
export interface TrackingModel {
  readonly settling: Pick<TrackedMessage, 'id' | 'looks'>;
  readonly waited: MessageUnderTracking;
  readonly sight: TrackingState;
  readonly lookedAt: Date;
  /** When no receipt will come any more. */
  readonly until: Date;
  /** Left out once it is over. */
  readonly nextLookAt?: Date;
}

/** The direct message that is kept current. */
export function settleView(model: TrackingModel, options: StatusView): View {
  const { settling, sight, lookedAt, until, nextLookAt } = model;
  const { t, formatter } = options;
  const { settle, tellCustomer } = t.status;
  const footer = t.answer.timesIn(formatter.timeZone);
  const traced = 'traced' in sight ? sight.traced : undefined;
  const way = traced ? [richText(...wayLines(traced, lookedAt, options))] : [];
  if (nextLookAt === undefined) {
    const customer = traced && customerText(verdictOf([traced], lookedAt), t, formatter);
    return view(
      richText(endLine(model, options)),
      ...way,
      ...(customer === undefined ? [] : [contextBlock(tellCustomer(customer))]),
      contextBlock(`${footer} · ${t.answer.asOf(formatter.time(lookedAt))}`),
    );
  }
  const notice = noticeOf(sight, options);
  // The first looks are half a minute apart.
  const exact = (at: Date) => `${formatter.day(at)} ${formatter.time(at)}`;
  const looked = settle.looked(exact(lookedAt), settling.looks + 1, exact(nextLookAt));
  return view(
    richText(
      line(emoji(OUTCOME_EMOJI.waiting), ' ', bold(settle.waiting(...told(model, options)))),
      ...(notice === undefined ? [] : [line(emoji('warning'), ' ', italic(notice))]),
    ),
    ...way,
    contextBlock(`${looked} · ${settle.until(formatter.moment(until))} · ${footer}`),
    actions('status.settle', button('status.settle.stop', settle.stop, settling.id)),
  );
}

/** The news of the end, which a change of the other message would tell nobody. */
export function settledView(model: TrackingModel, options: StatusView): View {
  return view(richText(endLine(model, options)));
}

/** What the direct message becomes when nobody waits any more. */
export function stoppedView(waited: MessageUnderTracking, options: StatusView): View {
  return view(richText(line(options.t.status.settle.stopped(...told({ waited }, options)))));
}

/** What the direct message becomes, and its news, where what was kept of the message cannot be read any more. */
export function keyLostView({ t }: Pick<StatusView, 't'>): View {
  return adviceView(t.status.settle.keyLost, t);
}

function noticeOf(sight: TrackingState, { t, formatter }: StatusView): string | undefined {
  const { settle } = t.status;
  if ('failure' in sight) return settle.unreadable(explain(sight.failure, t, formatter).sentence);
  return sight.traced ? undefined : settle.missing;
}

function endLine(model: TrackingModel, options: StatusView) {
  const { sight } = model;
  const traced = 'traced' in sight ? sight.traced : undefined;
  const sign = emoji(traced ? OUTCOME_EMOJI[traced.timeline.outcome] : 'grey_question');
  return line(sign, ' ', bold(endWords(model, options)));
}

function endWords(model: TrackingModel, options: StatusView): string {
  const { t, formatter } = options;
  const { settle } = t.status;
  const { sight } = model;
  const [number, sent] = told(model, options);
  if ('failure' in sight) return settle.givenUp(number, sent);
  if (!sight.traced) return settle.lost(number, sent);
  const { total, clockOff, outcome } = sight.traced.timeline;
  const word = statusWordOf(sight.traced, t);
  switch (outcome) {
    case 'delivered':
      return settle.delivered(
        number,
        sent,
        total && !clockOff ? formatter.duration(total.seconds) : undefined,
      );
    case 'failed':
      return settle.failed(number, sent, word);
    case 'no_receipt':
      return settle.noReceipt(number, sent);
    default:
      return settle.unclear(number, sent, word);
  }
}

function told(
  { waited }: Pick<TrackingModel, 'waited'>,
  { formatter }: StatusView,
): readonly [number: string, sent: string] {
  return [maskMsisdn(waited.msisdn), formatter.moment(waited.platformAt)];
}
