const numbers = new Intl.NumberFormat('es-CL', { useGrouping: 'always' });

/** A count as it stands in a sentence in Spanish: `1.234`. */
export function counted(count: number): string {
  return numbers.format(count);
}

/** A count and what is counted: `1 mensaje`, `1.234 mensajes`. */
export function many(count: number, one: string, more: string): string {
  return `${counted(count)} ${count === 1 ? one : more}`;
}
