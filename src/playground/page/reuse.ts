/**
 * The new value, with every part that equals its predecessor replaced by that predecessor. A whole state arrives with
 * every change; so what did not change stays the same object, and React leaves it alone. Takes what JSON can hold.
 */
export function reuse<T>(before: T | undefined, after: T): T {
  return reuseUnknown(before, after) as T;
}

function reuseUnknown(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    const parts = after.map((part, index) => reuseUnknown(before[index], part));
    const isSame = before.length === parts.length && parts.every((part, index) => part === before[index]);
    return isSame ? before : parts;
  }
  if (isRecord(before) && isRecord(after)) {
    const parts = Object.fromEntries(
      Object.entries(after).map(([key, part]) => [key, reuseUnknown(before[key], part)]),
    );
    const isSame =
      Object.keys(before).length === Object.keys(parts).length &&
      Object.entries(parts).every(([key, part]) => key in before && part === before[key]);
    return isSame ? before : parts;
  }
  return after;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
