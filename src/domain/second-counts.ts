/** How often each whole number of seconds occurred: ascending, each once, none negative, counts above nought. */
export interface SecondCounts {
  readonly seconds: readonly number[];
  /** Parallel to `seconds`. */
  readonly counts: readonly number[];
}

/** Latencies, nearly all of them: an array that has a place for each second up to here is always worth it. */
const NEAR_SECONDS = 4096;
/** Beyond it where so many places or fewer come to a value: hardly more memory than a map takes, and much faster. */
const PLACES_PER_VALUE = 16;

/** How many values are counted in all. */
export function sizeOf({ counts }: SecondCounts): number {
  let size = 0;
  for (const count of counts) size += count;
  return size;
}

/** All that the lists count, together. */
export function mergeCounts(lists: readonly SecondCounts[]): SecondCounts {
  const filled = lists.filter(({ seconds }) => seconds.length > 0);
  const [first] = filled;
  if (first && filled.length === 1) return first;
  const merged = { seconds: [], counts: [] };
  const last = filled.reduce((most, { seconds }) => Math.max(most, seconds.at(-1) ?? 0), -1);
  const near = new Float64Array(Math.min(last + 1, NEAR_SECONDS));
  const far: { readonly list: SecondCounts; readonly from: number }[] = [];
  for (const list of filled) {
    const from = addPlaces(near, 0, list, 0);
    if (from < list.seconds.length) far.push({ list, from });
  }
  takePlaces(near, 0, merged);
  if (far.length === 0) return merged;

  const size = far.reduce((sum, { list, from }) => sum + list.seconds.length - from, 0);
  const start = far.reduce((least, { list, from }) => Math.min(least, list.seconds[from] ?? least), last);
  if (last - start < PLACES_PER_VALUE * size) {
    const places = new Float64Array(last - start + 1);
    for (const { list, from } of far) addPlaces(places, start, list, from);
    takePlaces(places, start, merged);
  } else {
    takeScattered(far, merged);
  }
  return merged;
}

interface Growing {
  readonly seconds: number[];
  readonly counts: number[];
}

/** Adds the values that have a place, the first being that of `start`. @returns the index of the first that has none */
function addPlaces(
  places: Float64Array,
  start: number,
  { seconds, counts }: SecondCounts,
  from: number,
): number {
  const end = start + places.length;
  let at = from;
  for (; at < seconds.length; at++) {
    const second = seconds[at] ?? 0;
    if (second >= end) break;
    places[second - start] = (places[second - start] ?? 0) + (counts[at] ?? 0);
  }
  return at;
}

function takePlaces(places: Float64Array, start: number, { seconds, counts }: Growing): void {
  for (let at = 0; at < places.length; at++) {
    const count = places[at] ?? 0;
    if (count === 0) continue;
    seconds.push(start + at);
    counts.push(count);
  }
}

function takeScattered(
  far: readonly { readonly list: SecondCounts; readonly from: number }[],
  { seconds, counts }: Growing,
): void {
  const bySecond = new Map<number, number>();
  for (const { list, from } of far) {
    for (let at = from; at < list.seconds.length; at++) {
      const second = list.seconds[at] ?? 0;
      bySecond.set(second, (bySecond.get(second) ?? 0) + (list.counts[at] ?? 0));
    }
  }
  for (const second of Float64Array.from(bySecond.keys()).sort()) {
    seconds.push(second);
    counts.push(bySecond.get(second) ?? 0);
  }
}
