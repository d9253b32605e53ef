export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Nearest-rank percentile; `percent` from 1 to 100. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? Number.NaN;
}

/** The ratio of each pair of one round: the median of ratios is more robust than the ratio of medians. */
export function ratios(of: readonly number[], to: readonly number[]): number[] {
  return pairs(of, to).map(([a, b]) => a / b);
}

export function differences(of: readonly number[], to: readonly number[]): number[] {
  return pairs(of, to).map(([a, b]) => a - b);
}

/** A thing that was left out has fewer rounds; the rest have no pair. */
function pairs(of: readonly number[], to: readonly number[]): [number, number][] {
  return of.slice(0, to.length).map((value, index) => [value, to[index] ?? Number.NaN]);
}

/** Median, minimum and maximum, `1.20 s (1.10 s–1.40 s)`; a dash without values. */
export function withRange(values: readonly number[], format: (value: number) => string): string {
  if (values.length === 0) return '–';
  const middle = format(median(values));
  return values.length === 1
    ? middle
    : `${middle} (${format(Math.min(...values))}–${format(Math.max(...values))})`;
}

/** A goal for a figure, and the measured value. */
export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** Met if the median is; never met without values. */
export function atMost(what: string, values: readonly number[], limit: number, format = times): Target {
  return {
    what,
    wanted: `≤ ${format(limit)}`,
    measured: withRange(values, format),
    isMet: median(values) <= limit,
  };
}

/** Met if the median is; never met without values. */
export function atLeast(what: string, values: readonly number[], limit: number, format = times): Target {
  return {
    what,
    wanted: `≥ ${format(limit)}`,
    measured: withRange(values, format),
    isMet: median(values) >= limit,
  };
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function targetTable(targets: readonly Target[]): string {
  return table(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ what, wanted, measured, isMet }) => [
      what,
      wanted,
      measured,
      isMet ? 'met' : '**not met**',
    ]),
  );
}

export function seconds(timeMs: number): string {
  return `${(timeMs / 1000).toFixed(2)} s`;
}

export function milliseconds(timeMs: number): string {
  return timeMs < 10 ? `${timeMs.toFixed(1)} ms` : `${Math.round(timeMs)} ms`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

export function times(ratio: number): string {
  return `${ratio < 10 ? Number(ratio.toFixed(2)) : Math.round(ratio)}×`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}
