import type { KnownBlock } from '@slack/types';
import { severityOf } from '../../domain/detection/verdict.ts';
import { localDay } from '../../domain/time/wall-clock.ts';
import {
  actions,
  bold,
  button,
  contextBlock,
  emoji,
  header,
  line,
  richText,
} from '../../slack/blocks/blocks.ts';
import { operatorName } from '../../slack/blocks/figures.ts';
import type { Formatter } from '../../slack/blocks/format.ts';
import { signOf, verdictText } from '../../slack/blocks/headline.ts';
import type { OperatorSteps, StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { HomeLocalized, HomeTranslations } from './locales/index.ts';

const MOST_OPERATORS = 8;
/** No delivery rate is shown for fewer messages, because it would mean little. */
const FEWEST_MESSAGES = 10;

export function operatorBlocks(
  traffic: StoredTraffic,
  now: Date,
  { t, format }: HomeLocalized,
): KnownBlock[] {
  const { operators, steps } = traffic;
  const { home, figures } = t;
  const [first] = steps;
  if (!first || operators.length === 0) return [];
  const pastDay = pastDayOf(traffic, now, format);
  const sharesText = pastDay === undefined ? home.todayShares : home.thatDayShares;
  const worstFirst = operators
    .map((one) => {
      const detection = traffic.check.detections.find(
        ({ subject }) => subject.of === 'operator' && subject.operator === one.operator,
      );
      return { ...one, detection, verdict: detection?.verdict ?? 'too_little_traffic' } as const;
    })
    .sort((a, b) => severityOf(b.verdict) - severityOf(a.verdict));
  const lines = worstFirst.slice(0, MOST_OPERATORS).map(({ operator, verdict, detection, ...steps }) => {
    const said = detection ? verdictText(detection, t) : figures.verdicts[verdict];
    const messages = home.messages(steps.submitted);
    return richText(
      line(emoji(signOf(verdict)), ' ', bold(operatorName(operator, t)), ` · ${said} · ${messages}`),
      ...shareLines(steps, sharesText, t).map((text) => line(text)),
    );
  });
  const more = operators.length - lines.length;
  return [
    header(pastDay === undefined ? home.today : home.deliveredOn(pastDay)),
    ...lines,
    contextBlock(home.steps(format.clock(first.start)), ...(more > 0 ? [home.moreOperators(more)] : [])),
    actions('home.today', button('home.chart', home.chart, 'home')),
  ];
}

function shareLines(
  { sendsReceipts, submitted, shares, usual }: Omit<OperatorSteps, 'operator'>,
  sharesText: (shares: string) => string,
  { home }: HomeTranslations,
): string[] {
  if (!sendsReceipts) return [home.sendsNoReceipts];
  if (submitted < FEWEST_MESSAGES) return [];
  const isUsualKnown = usual.some((share) => share !== undefined);
  return [sharesText(shareTexts(shares)), ...(isUsualKnown ? [home.usualShares(shareTexts(usual))] : [])];
}

/** Formats shares as `98 · 97 · 99%`; only shares of exactly 0 and 1 are shown as 0 and 100. */
function shareTexts(shares: readonly (number | undefined)[]): string {
  const last = shares.findLastIndex((share) => share !== undefined);
  const texts = shares.map((share, at) => {
    if (share === undefined) return '–';
    const percent = Math.round(share * 100);
    const shown = share < 1 && percent === 100 ? 99 : share > 0 && percent === 0 ? 1 : percent;
    return at === last ? `${shown}%` : String(shown);
  });
  return texts.join(' · ');
}

/** The day of the newest figures, or `undefined` if the figures are from today. */
export function pastDayOf({ readAt }: StoredTraffic, now: Date, format: Formatter): string | undefined {
  const { timeZone } = format;
  return localDay(readAt, timeZone) === localDay(now, timeZone) ? undefined : format.day(readAt);
}
