/** An axis: its ends and its marks, in the units of the values. */
export interface Axis {
  readonly least: number;
  readonly most: number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/**
 * An axis with round marks, `about` of them, that holds every value. It begins at zero, but for values which are
 * close to each other and far from zero where `mayCut` is set: there the differences would not be seen. Marks are
 * whole numbers where all values are.
 */
export function niceAxis(
  values: readonly number[],
  { about, mayCut = false }: { readonly about: number; readonly mayCut?: boolean },
): Axis {
  const lowest = values.length === 0 ? 0 : Math.min(...values);
  const highest = values.length === 0 ? 0 : Math.max(...values);
  const isCut = mayCut && highest > lowest && lowest > 0 && (highest - lowest) / highest < 0.25;
  const from = isCut ? lowest : Math.min(0, lowest);
  const to = Math.max(isCut ? highest : Math.max(0, highest), from);
  // A step far below the values could not be told from rounding.
  const span = to === from ? 1 : Math.max(to - from, Math.max(to, -from) * 1e-9, 1e-9);
  const step = stepFor(span, about, values.every(Number.isInteger));
  const first = Math.floor(from / step + 1e-9);
  const last = Math.max(Math.ceil(to / step - 1e-9), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => rounded((first + at) * step));
  return { least: rounded(first * step), most: rounded(last * step), ticks };
}

function stepFor(span: number, about: number, isWhole: boolean): number {
  const wanted = span / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const candidates = STEPS.map((factor) => factor * power).filter(
    (step) => !isWhole || Number.isInteger(step),
  );
  return candidates.find((step) => step >= wanted * (1 - 1e-9)) ?? Math.max(1, 10 * power);
}

/** Sums of steps such as 0.1 + 0.2 without their last wrong digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** Maps [least, most] to [from, to] in pixels. */
export function linear({ least, most }: Axis, from: number, to: number): (value: number) => number {
  return (value) => from + ((value - least) / (most - least)) * (to - from);
}
