import type { Change } from '../../domain/figures/changes.ts';
import { roundedPoints } from '../../domain/figures/period-figures.ts';
import {
  dataQualityNotices,
  LONGEST_FAILURE_WORD,
  operatorName,
  withoutReceiptsNotice,
} from '../../slack/blocks/figures.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import type { Attention } from './attention.ts';
import type { SummaryView } from './locales/index.ts';
import type { SummaryModel } from './summarize.ts';

export function attentionSentence(model: SummaryModel, options: SummaryView): string {
  const { t, format } = options;
  const { attention, totals, question, withoutReceipts, dataQuality, asOf, baseline } = model;
  const say = t.summary.attention;
  const weekday = format.weekday(question.day);
  switch (attention.kind) {
    case 'short':
      return dataQualityNotices(dataQuality, asOf, options)[0] ?? '';
    case 'empty':
      return say.empty(weekday, rounded(attention.usual, options));
    case 'few':
      return say.few(totals.submitted, rounded(attention.usual, options));
    case 'change':
      return changeSentence(attention, options);
    case 'waiting':
      return waitingSentence(attention, options);
    case 'without_receipts':
      return withoutReceipts ? withoutReceiptsNotice(withoutReceipts, options) : '';
    case 'failures': {
      const word = sanitize(attention.word, LONGEST_FAILURE_WORD);
      return say.mostFailures(word, format.percent(attention.share));
    }
    case 'nothing': {
      const rate = format.percent(totals.deliveryRate ?? 0);
      return baseline ? say.nothing(rate, weekday) : say.nothingKnown(rate, weekday);
    }
  }
}

function changeSentence(
  { change, worst, isReconstructed }: Extract<Attention, { kind: 'change' }>,
  options: SummaryView,
): string {
  const { t, format } = options;
  const say = t.summary.attention;
  const { from, to, subject } = change;
  const operator = operatorNameOf(subject, options);
  switch (change.kind) {
    case 'delivery_rate': {
      const points = format.signed(roundedPoints(from, to));
      const sentences = [say.rate(operator, format.percent(to), format.percent(from), points)];
      if (worst) {
        const name = operatorName(worst.operator, options.t);
        sentences.push(say.mostly(name, format.percent(worst.to), format.percent(worst.from)));
      }
      if (isReconstructed) sentences.push(say.reconstructed);
      return sentences.join(' ');
    }
    case 'failures': {
      const word = sanitize(change.word, LONGEST_FAILURE_WORD);
      return say.failures(operator, word, format.percent(to), format.percent(from));
    }
    case 'latency':
      return say.latency(operator, change.leg, format.duration(to), format.duration(from));
    case 'volume': {
      const usual = Math.round(from);
      // A change from zero has no percentage.
      const relative = usual === 0 ? undefined : format.signedPercent(to / from - 1);
      return say.volume(operator, format.number(to), format.number(usual), relative);
    }
  }
}

function waitingSentence(
  { change: { from, to, subject }, ofFinal }: Extract<Attention, { kind: 'waiting' }>,
  options: SummaryView,
): string {
  const { percent } = options.format;
  const usual = { rate: percent(from), ofFinal: percent(ofFinal.from) };
  const now = { rate: percent(to), ofFinal: percent(ofFinal.to) };
  return options.t.summary.attention.waiting(operatorNameOf(subject, options), now, usual);
}

function operatorNameOf(subject: Change['subject'], options: SummaryView): string | undefined {
  return subject.of === 'all' ? undefined : operatorName(subject.operator, options.t);
}

function rounded(usual: number | undefined, { format }: SummaryView): string | undefined {
  return usual === undefined ? undefined : format.number(Math.round(usual));
}
