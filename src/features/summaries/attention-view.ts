import { roundedPoints } from '../../domain/routes.ts';
import type { Change } from '../../domain/statistics.ts';
import { operatorName } from '../../slack/charts.ts';
import { LONGEST_WORD } from '../../slack/figures-view.ts';
import { doubtNotices, silentNotice } from '../../slack/notices.ts';
import type { ViewOptions } from '../../slack/question-view.ts';
import { untrusted } from '../../slack/untrusted.ts';
import type { Attention } from './attention.ts';
import type { SummaryModel } from './model.ts';

/** What matters most of a day, in a sentence or two, with its figures. */
export function attentionSentence(model: SummaryModel, options: ViewOptions): string {
  const { words, formats } = options;
  const { attention, totals, question, silent, doubts, asOf, usual } = model;
  const say = words.summary.attention;
  const weekday = formats.weekday(question.day);
  switch (attention.kind) {
    case 'short': {
      const [first = ''] = doubtNotices(doubts, asOf, options);
      return first;
    }
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
    case 'failures':
      return say.mostFailures(untrusted(attention.word, LONGEST_WORD), formats.percent(attention.share));
    case 'nothing': {
      const rate = formats.percent(totals.deliveryRate ?? 0);
      return usual ? say.nothing(rate, weekday) : say.nothingKnown(rate, weekday);
    }
  }
}

function changeSentence(
  { change, worst, isReconstructed }: Extract<Attention, { kind: 'change' }>,
  options: ViewOptions,
): string {
  const { words, formats } = options;
  const say = words.summary.attention;
  const { from, to, whose } = change;
  const operator = nameOfOwner(whose, options);
  switch (change.kind) {
    case 'delivery_rate': {
      const points = formats.signed(roundedPoints(from, to));
      const said = [say.rate(operator, formats.percent(to), formats.percent(from), points)];
      if (worst) {
        const name = operatorName(worst.operator, options);
        said.push(say.mostly(name, formats.percent(worst.to), formats.percent(worst.from)));
      }
      if (isReconstructed) said.push(say.reconstructed);
      return said.join(' ');
    }
    case 'failures': {
      const word = untrusted(change.word, LONGEST_WORD);
      return say.failures(operator, word, formats.percent(to), formats.percent(from));
    }
    case 'latency':
      return say.latency(operator, change.leg, formats.duration(to), formats.duration(from));
    case 'volume': {
      const usual = Math.round(from);
      // From nothing there is no percentage.
      const relative = usual === 0 ? undefined : formats.signedPercent(to / from - 1);
      return say.volume(operator, formats.number(to), formats.number(usual), relative);
    }
  }
}

function waitingSentence(
  { change: { from, to, whose }, ofFinal }: Extract<Attention, { kind: 'waiting' }>,
  options: ViewOptions,
): string {
  const { percent } = options.formats;
  const usual = { rate: percent(from), ofFinal: percent(ofFinal.from) };
  const now = { rate: percent(to), ofFinal: percent(ofFinal.to) };
  return options.words.summary.attention.waiting(nameOfOwner(whose, options), now, usual);
}

function nameOfOwner(whose: Change['whose'], options: ViewOptions): string | undefined {
  return whose.of === 'all' ? undefined : operatorName(whose.operator, options);
}

function rounded(usual: number | undefined, { formats }: ViewOptions): string | undefined {
  return usual === undefined ? undefined : formats.number(Math.round(usual));
}
