import { BASELINE_WEEKS } from '../../domain/detection/baseline.ts';
import { hasEvidence, isAccumulated } from '../../domain/detection/evidence.ts';
import type { Finding } from '../../domain/detection/findings.ts';
import { type Proportion, shareOf } from '../../domain/figures/rates.ts';
import { FEWEST_TRUSTED } from '../../domain/figures/receipt-trust.ts';
import {
  bold,
  contextBlock,
  header,
  line,
  preformatted,
  richText,
  type View,
  type ViewBlock,
  view,
} from '../../slack/blocks/blocks.ts';
import { noticeBlock } from '../../slack/blocks/figures.ts';
import { evidenceText, findingText, shareText } from '../../slack/blocks/findings.ts';
import { listText } from '../../slack/blocks/format.ts';
import { headlineOf, headlineText, subjectName } from '../../slack/blocks/headline.ts';
import { type CheckHeadline, customerAdvice, ownerSentence } from './advice.ts';
import { evidenceLines, noFindingText, onsetText, remarks } from './figures-text.ts';
import { type CheckViewOptions, checkTranslations } from './locales/index.ts';
import type { CheckModel, Gap, OperatorDetails } from './model.ts';
import { figuresTable, operatorsTable } from './operator-view.ts';
import { checkNotices, incidentLines } from './view.ts';

const MOST_SUBJECTS = 3;

export function checkDetailsView(model: CheckModel, options: CheckViewOptions): View {
  const { t, format } = options;
  const { about, incidents } = model;
  const headline = headlineOf(model);
  const found = findingLines(headline, model, options);
  const known = incidentLines(incidents, options);
  return view(
    header(t.check.details.title),
    richText(line(bold(headlineText(headline, t)))),
    ...checkNotices(model, options).map(noticeBlock),
    ...(found.length > 0 ? [richText(...found)] : []),
    ...(about ? [figuresTable(about, model, options), trustBlock(about, options)] : []),
    ...(about ? [] : operatorsTable(model, options, { isFull: true })),
    ...(known.length > 0 ? [richText(...known)] : []),
    ...customerBlocks(headline, options),
    contextBlock(...notesOf(model, options), t.answer.timesIn(format.timeZone)),
  );
}

function findingLines(headline: CheckHeadline, model: CheckModel, options: CheckViewOptions) {
  const { t } = options;
  if (model.unreachable) return evidenceLines(headline, model, options).map((text) => line(text));
  const { verdict, unsure } = headline;
  const subjects = verdict === 'normal' && unsure === 'not_compared' ? [] : headline.subjects;
  const lines = subjects.slice(0, MOST_SUBJECTS).flatMap(({ detection, onset }) => {
    const name = subjectName(detection, t);
    const found = detection.verdict === 'normal' ? [] : detection.findings;
    const sentences = found.flatMap((finding) => whySentences(name, finding, options));
    const [first = noFindingText(detection, model, options), ...others] = sentences;
    const since = found.some(isAccumulated) ? undefined : onsetText(onset, options);
    const opening = [first, since].filter(Boolean).join(' ');
    return [opening, ...others].map((sentence) => line(sentence));
  });
  const owner = ownerSentence(headline, model, t);
  return [
    ...lines,
    ...remarks(headline, model, options).map((text) => line(text)),
    ...(owner === undefined ? [] : [line(owner)]),
  ];
}

function whySentences(name: string | undefined, finding: Finding, options: CheckViewOptions): string[] {
  const found = isAccumulated(finding) ? [] : [findingText(name, finding, options)];
  if (!hasEvidence(finding)) return found;
  const { chance } = options.t.findings.evidence;
  return [...found, `${evidenceText(name, finding, options)} ${chance(finding.evidence.perYear)}`];
}

function trustBlock({ trust }: OperatorDetails, options: CheckViewOptions): ViewBlock {
  const { t, format } = options;
  const { trust: say } = t.check;
  if (!trust) return richText(line(say.unknown));
  const { receipts, instant, lateTail, clockOff, doubts } = trust.profile;
  const title = line(bold(say.title(format.day(trust.day))));
  if (doubts.includes('none')) return richText(title, line(say.none));
  if (receipts.of < FEWEST_TRUSTED) {
    const needed = format.number(FEWEST_TRUSTED);
    return richText(title, line(say.tooFew(t.answer.messages(receipts.of), needed)));
  }
  const share = (part: Proportion) => shareText(shareOf(part) ?? 0, options, part.of);
  const lines = [line((doubts.includes('few') ? say.few : say.receipts)(share(receipts)))];
  if (instant.of > 0) lines.push(line(say.instant(share(instant), doubts.includes('instant'))));
  if (lateTail.of > 0) lines.push(line(say.lateTail(share(lateTail), doubts.includes('late_tail'))));
  if (clockOff.hits > 0) lines.push(line(say.clockOff(share(clockOff), doubts.includes('clock_off'))));
  if (doubts.length === 0) lines.push(line(say.good));
  return richText(title, ...lines);
}

function customerBlocks(headline: CheckHeadline, { t }: CheckViewOptions): ViewBlock[] {
  const parts = (['es', 'en'] as const).flatMap((language) => {
    const sentence = customerAdvice(headline, checkTranslations(language));
    return sentence === undefined ? [] : [line(t.check.details.customers[language]), preformatted(sentence)];
  });
  return parts.length > 0 ? [richText(...parts)] : [];
}

function notesOf({ baseline, chart }: CheckModel, options: CheckViewOptions): string[] {
  const { check } = options.t;
  const notes = chart
    ? (['too_few', 'not_read'] as const).flatMap((why) => gapsText(chart.gaps, why, options))
    : [];
  if (!baseline.basis) return notes;
  const parts = [check.usualFrom(baseline.weeks, baseline.basis === 'reconstructed', baseline.hasFailures)];
  if (baseline.isReading) parts.push(check.readingMoreWeeks);
  if (baseline.unread > 0 && baseline.weeks < BASELINE_WEEKS) parts.push(check.usualUnread(baseline.unread));
  return [...notes, parts.join(' · ')];
}

function gapsText(gaps: readonly Gap[], because: Gap['because'], { t, format }: CheckViewOptions) {
  const times = gaps
    .filter((gap) => gap.because === because)
    .map(({ start, end }) => `${format.clock(start)}–${format.clock(end)}`);
  if (times.length === 0) return [];
  const { tooFew, notRead } = t.check.chart;
  return [(because === 'too_few' ? tooFew : notRead)(listText(times, t))];
}
