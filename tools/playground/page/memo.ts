/**
 * Returns the new JSON value, in which every unchanged part is the old object. The server sends the full
 * page state at every change; React draws only those parts of the page again that have a new object.
 */
export function reuse<T>(before: T | undefined, after: T): T {
  return reuseUnknown(before, after) as T;
}

function reuseUnknown(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before;
  const isList = Array.isArray(after);
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== isList) return after;
  const parts = Object.entries(after).map(([key, part]) => [key, reuseUnknown(before[key], part)] as const);
  const isSame =
    Object.keys(before).length === parts.length &&
    parts.every(([key, part]) => key in before && part === before[key]);
  if (isSame) return before;
  return isList ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
