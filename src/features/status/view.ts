import { maskMsisdn } from '../../domain/msisdn.ts';
import type { Period } from '../../domain/period.ts';
import type { Outcome } from '../../domain/timeline.ts';
import type { Verdict } from '../../domain/verdict.ts';
import {
  actions,
  bold,
  button,
  code,
  context,
  divider,
  emoji,
  italic,
  line,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks.ts';
import type { Formats } from '../../slack/format.ts';
import type { Words } from '../../slack/words/index.ts';
import type { StatusRequest } from './input.ts';
import type { StatusModel } from './lookup.ts';
import { messageBlocks, nameOf, OUTCOME_EMOJI } from './message-view.ts';
import { verdictWords } from './verdict-words.ts';

export interface ViewOptions {
  readonly words: Words;
  readonly formats: Formats;
  /** Short number → the name people know it by. */
  readonly senders: ReadonlyMap<string, string>;
  /** Makes a button's value for a page; with a time, of the answer as it stood then. */
  readonly turn: (page: number, asOf?: Date) => string;
}

/** The answer to “what happened to this number's messages?” */
export function statusView(model: StatusModel, options: ViewOptions): View {
  const { words, formats, senders } = options;
  const verdict = verdictWords(model, words, formats);
  const blocks: ViewBlock[] = [
    richText(
      line(
        bold(maskMsisdn(model.request.msisdn)),
        ` · ${periodText(model.request, model.period, words, formats)}`,
        ...senderPieces(model, options),
      ),
      ...(model.total > 0 ? [line(summary(model, words))] : []),
    ),
    richText(
      line(
        emoji(verdictEmoji(model)),
        ' ',
        bold(verdict.sentence),
        verdict.before ? ` ${verdict.before}` : '',
      ),
    ),
    ...noticeBlocks(model, words),
    context(words.status.tellCustomer(verdict.customer)),
  ];
  for (const traced of model.shown) {
    blocks.push(divider(), ...messageBlocks(traced, { words, formats, senders, now: model.now }));
  }
  blocks.push(divider(), turnButtons(model, options), context(footer(model, words, formats)));
  return view(...blocks);
}

/** What can be asked and how, with examples to copy. */
export function helpView(words: Words): View {
  const { help } = words.status;
  const lines = (entries: typeof help.usage) =>
    entries.map(([command, meaning]) => line(code(command), ` – ${meaning}`));
  return view(
    richText(line(bold(help.title)), ...lines(help.usage)),
    richText(line(bold(help.examplesTitle)), ...lines(help.examples)),
    ...help.notes.map((note) => context(note)),
  );
}

function periodText({ spec }: StatusRequest, period: Period, words: Words, formats: Formats): string {
  const days = formats.days(period.firstDay, period.lastDay);
  const name = words.period(spec);
  return name === '' ? days : `${name} (${days})`;
}

function senderPieces({ request }: StatusModel, { words, senders }: ViewOptions): string[] {
  return request.sender === undefined ? [] : [` · ${words.status.from(nameOf(request.sender, senders))}`];
}

const OUTCOME_ORDER: readonly Outcome[] = [
  'delivered',
  'failed',
  'waiting',
  'no_receipt',
  'other',
  'unknown',
];

function summary({ total, counts }: StatusModel, words: Words): string {
  const counted = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    words.status.counted(outcome, counts[outcome]),
  );
  return `${words.status.messages(total)}: ${counted.join(', ')}`;
}

const VERDICT_EMOJI: Readonly<Record<Verdict['kind'], string>> = {
  none: 'information_source',
  works: OUTCOME_EMOJI.delivered,
  waiting: OUTCOME_EMOJI.waiting,
  stuck: 'warning',
  no_receipt: OUTCOME_EMOJI.no_receipt,
  failed: OUTCOME_EMOJI.failed,
  unclear: OUTCOME_EMOJI.other,
  unknown: OUTCOME_EMOJI.unknown,
};

function verdictEmoji({ verdict }: StatusModel): string {
  const isDoubtful =
    verdict.kind === 'works' && (verdict.last.clockOff || verdict.last.delayedBy !== undefined);
  return isDoubtful ? 'warning' : VERDICT_EMOJI[verdict.kind];
}

/** Whatever makes the answer less than whole is said before the messages. */
function noticeBlocks({ shortfall, unreadable, undated }: StatusModel, words: Words): ViewBlock[] {
  const notices: string[] = [];
  if (shortfall) notices.push(words.status.shortfall(shortfall.announced, shortfall.received));
  if (unreadable > 0) notices.push(words.status.unreadable(unreadable));
  if (undated > 0) notices.push(words.status.undated(undated));
  return notices.map((notice) => richText(line(emoji('warning'), ' ', italic(notice))));
}

function turnButtons({ page, pages, asOf }: StatusModel, { words, turn }: ViewOptions) {
  const buttons = [];
  if (page > 0) buttons.push(button('status.newer', words.status.newer, turn(page - 1, asOf)));
  if (page < pages - 1) buttons.push(button('status.older', words.status.older, turn(page + 1, asOf)));
  return actions('status.turn', ...buttons, button('status.refresh', words.status.refresh, turn(0)));
}

function footer({ page, pages, asOf }: StatusModel, words: Words, formats: Formats): string {
  const parts = [words.status.timesIn(formats.timeZone), words.status.asOf(formats.time(asOf))];
  if (pages > 1) parts.push(words.status.page(page + 1, pages));
  return parts.join(' · ');
}
