import type { Change } from '../../domain/figures/changes.ts';
import { roundedPoints } from '../../domain/figures/period-figures.ts';
import {
  dataQualityNotices,
  LONGEST_FAILURE_WORD,
  operatorName,
  silentNotice,
} from '../../slack/blocks/figures.ts';
import { sanitize } from '../../slack/blocks/text.ts';
import type { Attention } from './attention.ts';
import type { SummaryView } from './locales/index.ts';
import type { SummaryModel } from './summarize.ts';

export function attentionSentence(model: SummaryModel, options: SummaryView): string {
  const { t, formatter } = options;
  const { attention, totals, question, silent, doubts, asOf, baseline } = model;
  const say = t.summary.attention;
  const weekday = formatter.weekday(question.day);
  switch (attention.kind) {
    case 'short':
      return dataQualityNotices(doubts, asOf, options)[0] ?? '';
    case 'empty':
      return say.empty(weekday, rounded(attention.usual, options));
    case 'few':
      return say.few(totals.submitted, rounded(attention.usual, options));
    case 'change':
      return changeSentence(attention, options);
    case 'waiting':
      return waitingSentence(attention, options);
    case 'silent':
      return silent ? silentNotice(silent, options) : '';
    case 'failures': {
      const word = sanitize(attention.word, LONGEST_FAILURE_WORD);
      return say.mostFailures(word, formatter.percent(attention.share));
    }
    case 'nothing': {
      const rate = formatter.percent(totals.deliveryRate ?? 0);
      return baseline ? say.nothing(rate, weekday) : say.nothingKnown(rate, weekday);
    }
  }
}

function changeSentence(
  { change, worst, isReconstructed }: Extract<Attention, { kind: 'change' }>,
  options: SummaryView,
): string {
  const { t, formatter } = options;
  const say = t.summary.attention;
  const { from, to, subject } = change;
  const operator = nameOfOwner(subject, options);
  switch (change.kind) {
    case 'delivery_rate': {
      const points = formatter.signed(roundedPoints(from, to));
      const said = [say.rate(operator, formatter.percent(to), formatter.percent(from), points)];
      if (worst) {
        const name = operatorName(worst.operator, options.t);
        said.push(say.mostly(name, formatter.percent(worst.to), formatter.percent(worst.from)));
      }
      if (isReconstructed) said.push(say.reconstructed);
      return said.join(' ');
    }
    case 'failures': {
      const word = sanitize(change.word, LONGEST_FAILURE_WORD);
      return say.failures(operator, word, formatter.percent(to), formatter.percent(from));
    }
    case 'latency':
      return say.latency(operator, change.leg, formatter.duration(to), formatter.duration(from));
    case 'volume': {
      const usual = Math.round(from);
      // From nothing there is no percentage.
      const relative = usual === 0 ? undefined : formatter.signedPercent(to / from - 1);
      return say.volume(operator, formatter.number(to), formatter.number(usual), relative);
    }
  }
}

function waitingSentence(
  { change: { from, to, subject }, ofFinal }: Extract<Attention, { kind: 'waiting' }>,
  options: SummaryView,
): string {
  const { percent } = options.formatter;
  const usual = { rate: percent(from), ofFinal: percent(ofFinal.from) };
  const now = { rate: percent(to), ofFinal: percent(ofFinal.to) };
  return options.t.summary.attention.waiting(nameOfOwner(subject, options), now, usual);
}

function nameOfOwner(subject: Change['subject'], options: SummaryView): string | undefined {
  return subject.of === 'all' ? undefined : operatorName(subject.operator, options.t);
}

function rounded(usual: number | undefined, { formatter }: SummaryView): string | undefined {
  return usual === undefined ? undefined : formatter.number(Math.round(usual));
}
