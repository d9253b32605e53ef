import { maskMsisdn } from '../../domain/messages/msisdn.ts';
import type { StatusVerdict } from '../../domain/messages/status-verdict.ts';
import type { Outcome } from '../../domain/messages/timeline.ts';
import type { Advice } from '../../i18n/index.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { adviceView, echo, inputAdvice } from '../../slack/advice-view.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  divider,
  emoji,
  italic,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { periodText, senderName, sharedByBlock } from '../../slack/view-options.ts';
import type { StatusInputProblem } from './input.ts';
import type { StatusTranslations, StatusView } from './locales/index.ts';
import type { LookupProblem, MessageModel, StatusModel } from './lookup.ts';
import {
  messageAnswerBlocks,
  messageBlocks,
  messageFooter,
  OUTCOME_EMOJI,
  type StatusButtons,
  trackingButton,
} from './message/view.ts';
import { peersText, statusVerdictText } from './verdict-text.ts';

export function statusView(model: StatusModel, options: StatusView, buttons: StatusButtons): View {
  return view(
    ...statusBlocks(model, options, buttons),
    divider(),
    pageButtons(model, options, buttons),
    footer(model, options),
  );
}

export function sharedStatusView(
  model: StatusModel | MessageModel,
  viewOptions: StatusView,
  sharedBy: string,
): View {
  const options = { ...viewOptions, isShared: true };
  const blocks =
    'verdict' in model
      ? [...statusBlocks(model, options), divider(), footer(model, options)]
      : [...messageAnswerBlocks(model, options), divider(), messageFooter(model, options)];
  return view(...blocks, sharedByBlock(sharedBy, model.now, options));
}

function statusBlocks(
  model: StatusModel,
  options: StatusView,
  buttons?: Pick<StatusButtons, 'sealTracked'>,
): ViewBlock[] {
  const { t, senders } = options;
  const { request, period, shown, now } = model;
  const named = request.sender === undefined ? undefined : senderName(request.sender, senders);
  const sender = named === undefined ? '' : ` · ${t.answer.from(named)}`;
  const { sentence, more, customer } = statusVerdictText(model, named, options);
  return [
    richText(
      line(bold(maskMsisdn(request.msisdn)), ` · ${periodText(request.spec, period, options)}${sender}`),
      ...(model.total > 0 ? [line(summary(model, t))] : []),
    ),
    richText(
      line(emoji(verdictEmoji(model)), ' ', bold(sentence), more === '' ? '' : ` ${more}`),
      ...(model.peers ? [line(peersText(model.peers, options))] : []),
    ),
    ...noticesOf(model, t).map((notice) => richText(line(emoji('warning'), ' ', italic(notice)))),
    contextBlock(t.status.tellCustomer(customer)),
    ...shown.flatMap((traced, place) => [
      divider(),
      ...messageBlocks(traced, now, options),
      ...(buttons
        ? trackingButton(traced, { msisdn: request.msisdn, place }, options, buttons.sealTracked)
        : []),
    ]),
  ];
}

const OUTCOME_ORDER: readonly Outcome[] = [
  'delivered',
  'failed',
  'waiting',
  'no_receipt',
  'unconfirmed',
  'other',
  'unknown',
];

function summary({ total, counts }: StatusModel, t: StatusTranslations): string {
  const counted = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    t.status.counted(outcome, counts[outcome]),
  );
  return `${t.answer.messages(total)}: ${counted.join(', ')}`;
}

const VERDICT_EMOJI: Readonly<Record<StatusVerdict['kind'], string>> = {
  none: 'information_source',
  works: OUTCOME_EMOJI.delivered,
  waiting: OUTCOME_EMOJI.waiting,
  stuck: 'warning',
  no_receipt: OUTCOME_EMOJI.no_receipt,
  unconfirmed: OUTCOME_EMOJI.unconfirmed,
  failed: OUTCOME_EMOJI.failed,
  unclear: OUTCOME_EMOJI.other,
  unknown: OUTCOME_EMOJI.unknown,
};

function verdictEmoji({ verdict }: StatusModel): string {
  const isDoubtful =
    verdict.kind === 'works'
      ? verdict.last.clockOff || verdict.last.delayedBy !== undefined
      : verdict.kind === 'waiting' && verdict.troubledBefore > 0;
  return isDoubtful ? 'warning' : VERDICT_EMOJI[verdict.kind];
}

export function noticesOf(
  { shortfall, unreadable, undated, otherNumbers }: StatusModel,
  t: StatusTranslations,
): string[] {
  const notices: string[] = [];
  if (shortfall) notices.push(t.status.shortfall(shortfall.announced, shortfall.received));
  if (unreadable > 0) notices.push(t.status.unreadable(unreadable));
  if (undated > 0) notices.push(t.status.undated(undated));
  if (otherNumbers > 0) notices.push(t.status.filtersIgnored);
  return notices;
}

function pageButtons(model: StatusModel, { t }: StatusView, { seal, canShare }: StatusButtons): ViewBlock {
  const { request, page, pages, asOf, total } = model;
  const toPage = (to: number, upTo?: Date) => seal({ kind: 'number', request, page: to, asOf: upTo });
  const buttons = [];
  if (page > 0) buttons.push(button('status.newer', t.status.newer, toPage(page - 1, asOf)));
  if (page < pages - 1) buttons.push(button('status.older', t.status.older, toPage(page + 1, asOf)));
  buttons.push(button('status.refresh', t.answer.refresh, toPage(0)));
  const here = toPage(page, asOf);
  if (canShare) buttons.push(button('status.share', t.post.share, here));
  if (total > 0) buttons.push(button('status.csv', t.post.csv, here));
  return actions('status.turn', ...buttons);
}

function footer({ page, pages, asOf, now }: StatusModel, { t, formatter }: StatusView): ViewBlock {
  const parts = [t.answer.timesIn(formatter.timeZone), t.answer.asOf(formatter.time(now))];
  if (now.getTime() - asOf.getTime() >= MINUTE_MS) parts.push(t.status.upTo(formatter.time(asOf)));
  if (pages > 1) parts.push(t.status.page(page + 1, pages));
  return contextBlock(parts.join(' · '));
}

type StatusProblem = StatusInputProblem | LookupProblem;

export function statusProblemView(
  problem: StatusProblem,
  t: StatusTranslations,
  senders: ReadonlyMap<string, string>,
): View {
  const [example] = t.status.help.examples[EXAMPLES[problem.problem]] ?? [];
  return adviceView(statusProblemAdvice(problem, t, senders), t, example);
}

export function statusProblemAdvice(
  problem: StatusProblem,
  t: StatusTranslations,
  senders: ReadonlyMap<string, string>,
): Advice {
  switch (problem.problem) {
    case 'no_reference':
      return t.numbers.missingReference;
    case 'no_id':
      return t.numbers.missingId;
    case 'reference':
      return t.numbers.invalidReference(echo(problem.text));
    case 'not_set_up':
      return t.message.notSetUp;
    default:
      return inputAdvice(problem, t, senders, t.status.notUnderstood);
  }
}

/** The example that shows the part in question: in the help text's order, a number, a day, days, dates, a sender, a message. */
const EXAMPLES: Readonly<Record<StatusProblem['problem'], number>> = {
  no_number: 0,
  number: 0,
  not_understood: 1,
  in_future: 1,
  no_days: 1,
  too_long: 2,
  no_such_date: 3,
  reversed: 3,
  no_sender: 4,
  sender: 4,
  no_reference: 5,
  reference: 5,
  not_set_up: 5,
  no_id: 6,
};
