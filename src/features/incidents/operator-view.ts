import { FEWEST_TRUSTED, isEnough, type Part, type ShareName, shareOf } from '../../domain/incident.ts';
import { bold, line, richText, type ViewBlock } from '../../slack/blocks.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { capitalized, shareText } from './check-words.ts';
import type { CheckedSubject, OperatorDetails } from './model.ts';

/** What the operator's messages of the moment came to, and how far its receipts can be trusted, in plain words. */
export function trustBlocks({ subject, trust }: OperatorDetails, options: ViewOptions): ViewBlock[] {
  const hasReceipts = subject.judgement.sendsReceipts && !trust?.profile.doubts.includes('none');
  return [figureBlock(subject, hasReceipts, options), trustBlock(trust, options)];
}

/** How long messages take to get to the operator, beside the usual where that is known. */
function toOperatorText(
  { now, usual }: NonNullable<CheckedSubject['toOperator']>,
  { words, formats }: ViewOptions,
): string {
  const { beside, beyond } = words.check.toOperator;
  const text = ({ seconds }: typeof now) => (seconds === undefined ? beyond : formats.duration(seconds));
  return usual ? beside(text(now), text(usual)) : text(now);
}

function figureBlock(
  { judgement: { counts, usual }, toOperator }: CheckedSubject,
  hasReceipts: boolean,
  options: ViewOptions,
): ViewBlock {
  const { words, formats } = options;
  const { measures, table, toOperator: say } = words.check;
  const row = (label: string, name: ShareName) => {
    const now = counts[name];
    const share = shareOf(now);
    if (share === undefined) return [];
    const usually = shareOf(usual[name]);
    const known = usually === undefined ? '' : ` · ${table.usual}: ${shareText(usually, options)}`;
    const say = isEnough(name, now) ? table.share : table.fewShare;
    const shown = say(shareText(share, options), formats.number(Math.round(now.of)));
    return [line(`${capitalized(label)}: ${shown}${known}`)];
  };
  return richText(
    line(bold(`${table.now}: ${table.messages(formats.number(Math.floor(counts.recent)))}`)),
    ...(hasReceipts ? row(measures.waiting, 'waiting') : []),
    ...(hasReceipts ? row(measures.late, 'late') : []),
    ...row(measures.slow_hand_over, 'slowHandOver'),
    line(`${capitalized(say.label)}: ${toOperator ? toOperatorText(toOperator, options) : say.tooFew}`),
    ...row(measures.failures, 'failed'),
    ...row(measures.clock_off, 'clockOff'),
  );
}

function trustBlock(trust: OperatorDetails['trust'], options: ViewOptions): ViewBlock {
  const { words, formats } = options;
  const { trust: say } = words.check;
  if (!trust) return richText(line(say.unknown));
  const { receipts, instant, lateTail, clockOff, doubts } = trust.profile;
  const title = line(bold(say.title(formats.day(trust.day))));
  if (doubts.includes('none')) return richText(title, line(say.none));
  if (receipts.of < FEWEST_TRUSTED) {
    const needed = formats.number(FEWEST_TRUSTED);
    return richText(title, line(say.tooFew(words.answer.messages(receipts.of), needed)));
  }
  const share = (part: Part) => shareText(shareOf(part) ?? 0, options);
  const lines = [line((doubts.includes('few') ? say.few : say.receipts)(share(receipts)))];
  if (instant.of > 0) lines.push(line(say.instant(share(instant), doubts.includes('instant'))));
  if (lateTail.of > 0) lines.push(line(say.lateTail(share(lateTail), doubts.includes('late_tail'))));
  if (clockOff.hits > 0) lines.push(line(say.clockOff(share(clockOff), doubts.includes('clock_off'))));
  if (doubts.length === 0) lines.push(line(say.good));
  return richText(title, ...lines);
}
