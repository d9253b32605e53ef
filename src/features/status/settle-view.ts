import { maskMsisdn } from '../../domain/msisdn.ts';
import { type Traced, verdictOf } from '../../domain/verdict.ts';
import {
  actions,
  bold,
  button,
  context,
  emoji,
  italic,
  line,
  richText,
  type View,
  view,
} from '../../slack/blocks.ts';
import { adviceView, explain } from '../../slack/errors.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import type { Settling } from '../../store/settlings.ts';
import { OUTCOME_EMOJI, statusWordOf, wayLines } from './message-view.ts';
import type { WaitedMessage } from './settle-message.ts';
import { customerWords } from './verdict-words.ts';

/** What a look found: the message, that the platform does not list it, or that it could not be read. */
export type Sight = { readonly traced: Traced | undefined } | { readonly failure: unknown };

/** A message that is waited for, as of a look. */
export interface SettleModel {
  readonly settling: Pick<Settling, 'id' | 'looks'>;
  readonly waited: WaitedMessage;
  readonly sight: Sight;
  readonly lookedAt: Date;
  /** When no receipt will come any more. */
  readonly until: Date;
  /** Left out once it is over. */
  readonly nextLookAt?: Date;
}

/** The direct message that is kept current. */
export function settleView(model: SettleModel, options: ViewOptions): View {
  const { settling, sight, lookedAt, until, nextLookAt } = model;
  const { words, formats } = options;
  const { settle, tellCustomer } = words.status;
  const footer = words.answer.timesIn(formats.timeZone);
  const traced = 'traced' in sight ? sight.traced : undefined;
  const way = traced ? [richText(...wayLines(traced, lookedAt, options))] : [];
  if (nextLookAt === undefined) {
    const customer = traced && customerWords(verdictOf([traced], lookedAt), words, formats);
    return view(
      richText(endLine(model, options)),
      ...way,
      ...(customer === undefined ? [] : [context(tellCustomer(customer))]),
      context(`${footer} · ${words.answer.asOf(formats.time(lookedAt))}`),
    );
  }
  const notice = noticeOf(sight, options);
  // The first looks are half a minute apart.
  const exact = (at: Date) => `${formats.day(at)} ${formats.time(at)}`;
  const looked = settle.looked(exact(lookedAt), settling.looks + 1, exact(nextLookAt));
  return view(
    richText(
      line(emoji(OUTCOME_EMOJI.waiting), ' ', bold(settle.waiting(...told(model, options)))),
      ...(notice === undefined ? [] : [line(emoji('warning'), ' ', italic(notice))]),
    ),
    ...way,
    context(`${looked} · ${settle.until(formats.moment(until))} · ${footer}`),
    actions('status.settle', button('status.settle.stop', settle.stop, settling.id)),
  );
}

/** The news of the end, which a change of the other message would tell nobody. */
export function settledView(model: SettleModel, options: ViewOptions): View {
  return view(richText(endLine(model, options)));
}

/** What the direct message becomes when nobody waits any more. */
export function stoppedView(waited: WaitedMessage, options: ViewOptions): View {
  return view(richText(line(options.words.status.settle.stopped(...told({ waited }, options)))));
}

/** What the direct message becomes, and its news, where what was kept of the message cannot be read any more. */
export function keyLostView({ words }: Pick<ViewOptions, 'words'>): View {
  return adviceView(words.status.settle.keyLost, words);
}

function noticeOf(sight: Sight, { words, formats }: ViewOptions): string | undefined {
  const { settle } = words.status;
  if ('failure' in sight) return settle.unreadable(explain(sight.failure, words, formats).sentence);
  return sight.traced ? undefined : settle.missing;
}

function endLine(model: SettleModel, options: ViewOptions) {
  const { sight } = model;
  const traced = 'traced' in sight ? sight.traced : undefined;
  const sign = emoji(traced ? OUTCOME_EMOJI[traced.timeline.outcome] : 'grey_question');
  return line(sign, ' ', bold(endWords(model, options)));
}

function endWords(model: SettleModel, options: ViewOptions): string {
  const { words, formats } = options;
  const { settle } = words.status;
  const { sight } = model;
  const [number, sent] = told(model, options);
  if ('failure' in sight) return settle.givenUp(number, sent);
  if (!sight.traced) return settle.lost(number, sent);
  const { total, clockOff, outcome } = sight.traced.timeline;
  const word = statusWordOf(sight.traced, words);
  switch (outcome) {
    case 'delivered':
      return settle.delivered(number, sent, total && !clockOff ? formats.duration(total.seconds) : undefined);
    case 'failed':
      return settle.failed(number, sent, word);
    case 'no_receipt':
      return settle.noReceipt(number, sent);
    default:
      return settle.unclear(number, sent, word);
  }
}

function told(
  { waited }: Pick<SettleModel, 'waited'>,
  { formats }: ViewOptions,
): readonly [number: string, sent: string] {
  return [maskMsisdn(waited.msisdn), formats.moment(waited.platformAt)];
}
