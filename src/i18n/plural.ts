function createPlural(numbers: Intl.NumberFormat) {
  function counted(count: number): string {
    return numbers.format(count);
  }

  /** Formats a count with its noun: `1 message`, `12,345 messages`. */
  function many(count: number, one: string, more: string): string {
    return `${counted(count)} ${count === 1 ? one : more}`;
  }

  return { counted, many };
}

export const english = {
  ...createPlural(new Intl.NumberFormat('en-GB')),
  at: (operators: string | undefined) => (operators === undefined ? '' : ` at ${operators}`),
};
export const spanish = {
  ...createPlural(new Intl.NumberFormat('es-CL', { useGrouping: 'always' })),
  at: (operators: string | undefined) => (operators === undefined ? '' : ` en ${operators}`),
  /** Puts “de” before a time that `Formatter.since` wrote: `del 18 nov 10:32`, `de las 10:32`. */
  of: (since: string) => `de ${since}`.replace(/^de el /, 'del '),
};
