import type { ShareWithin } from '../../domain/figures/delivery-curve.ts';
import type { LegName } from '../../domain/figures/figures.ts';
import type { FailureWord } from '../../domain/figures/period-figures.ts';
import type { LatencySummary, Rates } from '../../domain/figures/rates.ts';
import type { ViewOptions } from '../notices.ts';
import { bold, line, richText, type ViewBlock } from './blocks.ts';
import { sanitize } from './sanitize.ts';

const MOST_FAILURE_WORDS = 6;
/** Of a status word of the platform's, in characters. */
export const LONGEST_FAILURE_WORD = 40;
const LEG_ORDER: readonly LegName[] = ['platformToOperator', 'operatorToHandset', 'total'];

/** How long each leg took, and how many messages were delivered within some seconds. */
export function latencyLines(
  {
    legs,
    within,
  }: {
    readonly legs: Readonly<Record<LegName, LatencySummary>>;
    readonly within: readonly ShareWithin[];
  },
  { t, formatter }: ViewOptions,
) {
  const labels = t.figures.latency;
  const known = within.flatMap(({ seconds, share }) =>
    share === undefined ? [] : [`${formatter.duration(seconds)}: ${formatter.percent(share)}`],
  );
  const lines = LEG_ORDER.map((leg) => {
    const { p50, p90, p95, p99, clockOff } = legs[leg];
    const percentiles = Object.entries({ p50, p90, p95, p99 }).flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [`${name} ${formatter.duration(seconds)}`],
    );
    if (percentiles.length === 0) percentiles.push(labels.unknown);
    if (clockOff > 0) percentiles.push(labels.clockOff(formatter.number(clockOff)));
    return line(`${labels[leg]}: ${percentiles.join(' · ')}`);
  });
  if (known.length > 0) lines.push(line(`${labels.within} ${known.join(' · ')}`));
  return lines;
}

/** The platform's words for failures, the most frequent first. */
export function failureBlocks(
  { failures, totals }: { readonly failures: readonly FailureWord[]; readonly totals: Pick<Rates, 'failed'> },
  { t, formatter }: ViewOptions,
): ViewBlock[] {
  if (failures.length === 0) return [];
  const row = (label: string, count: number) =>
    line(`${label}: ${formatter.number(count)} · ${formatter.percent(count / totals.failed)}`);
  const shown = failures.slice(0, MOST_FAILURE_WORDS);
  const lines = shown.map(({ word, count }) => row(sanitize(word, LONGEST_FAILURE_WORD), count));
  const rest = failures.slice(shown.length);
  const restCount = rest.reduce((sum, { count }) => sum + count, 0);
  if (rest.length > 0) lines.push(row(t.figures.failures.others(rest.length), restCount));
  return [richText(line(bold(t.figures.failures.title)), ...lines)];
}
