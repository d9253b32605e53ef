import {
  addCounts,
  type Counts,
  FEWEST_JUDGED,
  type Judgement,
  type ShareName,
  shareOf,
} from '../../domain/incident.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { isOnlyNotCompared } from './check-gist.ts';
import { capitalized, listOf, type Measured, measuredOf, nameOf, shareText } from './check-words.ts';
import type { CheckedSubject, CheckModel } from './model.ts';

type Options = Pick<ViewOptions, 'words' | 'formats'>;

/** What is to be said where nothing is wrong, or nothing can be told. */
export function quietSentence(
  judgement: Judgement,
  { operators, usual: { isReading, unread } }: CheckModel,
  options: Options,
): string {
  const { words, formats } = options;
  const { check, answer } = words;
  const { counts, usual, verdict } = judgement;
  if (isOnlyNotCompared(judgement) && judgement.baseline === undefined) {
    const { comes, unread: failed, none } = check.notCompared;
    return isReading ? comes : unread > 0 ? failed : none;
  }
  if (verdict === 'too_little_traffic') {
    return check.tooFew(answer.messages(Math.floor(counts.recent)), formats.number(FEWEST_JUDGED));
  }
  const [late, usuallyLate] = [shareOf(comparedCounts(judgement, operators).late), shareOf(usual.late)];
  if (late === undefined || usuallyLate === undefined) return capitalized(check.verdicts[verdict]);
  const [inTime, usually] = [shareText(1 - late, options), shareText(1 - usuallyLate, options)];
  return check.well(nameOf(judgement, words), inTime, usually);
}

/** Of all together those of operators that can be compared, and send receipts: `usual` is of no others. */
function comparedCounts({ whose, counts }: Judgement, operators: CheckModel['operators']): Counts {
  if (whose.of === 'operator') return counts;
  const compared = operators.filter(({ judgement }) => judgement.baseline && judgement.sendsReceipts);
  return addCounts(compared.map(({ judgement }) => judgement.counts));
}

/** Less is what alike hours differ by, and not worth a word: the margin of normal sensitivity. */
const STRAYING = 0.1;
const COMPARED: readonly ShareName[] = ['waiting', 'late', 'slowHandOver', 'failed'];

/** Who is not certainly worse than usual and not quite well either, so that nobody has to wonder at the table. */
export function strayingSentence(subjects: readonly CheckedSubject[], options: Options): string | undefined {
  const { words, formats } = options;
  const { strays, straying, table, measures } = words.check;
  const said = subjects.flatMap(({ judgement }) => {
    const { whose, verdict, isWell } = judgement;
    // All together hold operators that are not compared, which only the judgement knows to leave out.
    if (verdict !== 'normal' || (whose.of === 'all' && isWell)) return [];
    const by = COMPARED.flatMap((name) => measuredOf(judgement, [name]) ?? []);
    const [most] = by.toSorted((a, b) => excessOf(b) - excessOf(a));
    if (!most || excessOf(most) < STRAYING) return [];
    const { share, of, kind, usual = 0 } = most;
    const now = `${table.share(shareText(share, options), formats.number(Math.round(of)))} ${measures[kind]}`;
    return [strays(nameOf(judgement, words) ?? words.check.everything, now, shareText(usual, options))];
  });
  return said.length === 0 ? undefined : straying(listOf(said, words));
}

function excessOf({ share, usual }: Measured): number {
  return usual === undefined ? 0 : share - usual;
}
