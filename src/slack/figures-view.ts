import type { FailureWord } from '../domain/routes.ts';
import type { LatencySummary, LegName, Rates, ShareWithin } from '../domain/statistics.ts';
import { bold, line, richText, type ViewBlock } from './blocks.ts';
import type { ViewOptions } from './question-view.ts';
import { untrusted } from './untrusted.ts';

const MOST_FAILURE_WORDS = 6;
/** Of a status word of the platform's, in characters. */
export const LONGEST_WORD = 40;
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
  { words, formats }: ViewOptions,
) {
  const labels = words.figures.latency;
  const known = within.flatMap(({ seconds, share }) =>
    share === undefined ? [] : [`${formats.duration(seconds)}: ${formats.percent(share)}`],
  );
  const lines = LEG_ORDER.map((leg) => {
    const { p50, p90, p95, p99, clockOff } = legs[leg];
    const percentiles = Object.entries({ p50, p90, p95, p99 }).flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [`${name} ${formats.duration(seconds)}`],
    );
    if (percentiles.length === 0) percentiles.push(labels.unknown);
    if (clockOff > 0) percentiles.push(labels.clockOff(formats.number(clockOff)));
    return line(`${labels[leg]}: ${percentiles.join(' · ')}`);
  });
  if (known.length > 0) lines.push(line(`${labels.within} ${known.join(' · ')}`));
  return lines;
}

/** The platform's words for failures, the most frequent first. */
export function failureBlocks(
  { failures, totals }: { readonly failures: readonly FailureWord[]; readonly totals: Pick<Rates, 'failed'> },
  { words, formats }: ViewOptions,
): ViewBlock[] {
  if (failures.length === 0) return [];
  const row = (label: string, count: number) =>
    line(`${label}: ${formats.number(count)} · ${formats.percent(count / totals.failed)}`);
  const shown = failures.slice(0, MOST_FAILURE_WORDS);
  const lines = shown.map(({ word, count }) => row(untrusted(word, LONGEST_WORD), count));
  const rest = failures.slice(shown.length);
  const restCount = rest.reduce((sum, { count }) => sum + count, 0);
  if (rest.length > 0) lines.push(row(words.figures.failures.others(rest.length), restCount));
  return [richText(line(bold(words.figures.failures.title)), ...lines)];
}
