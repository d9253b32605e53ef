import type { KnownBlock } from '@slack/types';
import { severityOf } from '../../domain/incidents/findings.ts';
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
import { signOf } from '../../slack/blocks/verdict-sign.ts';
import type { StoredTraffic } from '../../traffic/stored-traffic.ts';
import type { HomeLocalized } from './locales/index.ts';
import { shareTexts, verdictOfOperator } from './shares.ts';

/** Others are counted. */
const MOST_OPERATORS = 8;

/** Each operator's share delivered today by steps of two hours, beside the usual; those in trouble first. */
export function operatorBlocks(traffic: StoredTraffic, { t, formatter }: HomeLocalized): KnownBlock[] {
  const { operators, steps } = traffic;
  const { home, figures } = t;
  const [first] = steps;
  if (!first || operators.length === 0) return [];
  const worstFirst = operators
    .map((one) => ({ ...one, verdict: verdictOfOperator(traffic, one.operator) }))
    .sort((a, b) => severityOf(b.verdict) - severityOf(a.verdict));
  const lines = worstFirst.slice(0, MOST_OPERATORS).map(({ operator, verdict, submitted, shares, usual }) => {
    const messages = home.messages(formatter.number(submitted));
    return richText(
      line(
        emoji(signOf(verdict)),
        ' ',
        bold(operatorName(operator, t)),
        ` · ${figures.verdicts[verdict]} · ${messages}`,
      ),
      line(home.todayShares(shareTexts(shares))),
      ...(usual.some((share) => share !== undefined) ? [line(home.usualShares(shareTexts(usual)))] : []),
    );
  });
  const more = operators.length - lines.length;
  return [
    header(home.today),
    ...lines,
    contextBlock(home.steps(formatter.clock(first.start)), ...(more > 0 ? [home.moreOperators(more)] : [])),
    actions('home.today', button('home.chart', home.chart, 'home')),
  ];
}
