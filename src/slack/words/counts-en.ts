const numbers = new Intl.NumberFormat('en-GB');

/** A count as it stands in a sentence in English: `12,345`. */
export function counted(count: number): string {
  return numbers.format(count);
}

/** A count and what is counted: `1 message`, `12,345 messages`. */
export function many(count: number, one: string, more: string): string {
  return `${counted(count)} ${count === 1 ? one : more}`;
}
