/** Remembers what a function of strings returned: building an `Intl` formatter costs more than using it. */
export function cached<A extends readonly string[], T>(make: (...parts: A) => T): (...parts: A) => T {
  const made = new Map<string, T>();
  return (...parts) => {
    const key = parts.join('\u0000');
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(...parts);
    made.set(key, value);
    return value;
  };
}
