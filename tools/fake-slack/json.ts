export type JsonObject = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the parsed value, or `undefined` if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textIn(value: unknown, field: string): string {
  const text = isRecord(value) ? value[field] : undefined;
  return typeof text === 'string' ? text : '';
}

export function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}
