function createPlural(numbers: Intl.NumberFormat) {
  /** A count as it stands in a sentence: `12,345` in English, `1.234` in Spanish. */
  function counted(count: number): string {
    return numbers.format(count);
  }

  /** A count and what is counted: `1 message`, `12,345 messages`. */
  function many(count: number, one: string, more: string): string {
    return `${counted(count)} ${count === 1 ? one : more}`;
  }

  return { counted, many };
}

export const english = createPlural(new Intl.NumberFormat('en-GB'));
export const spanish = {
  ...createPlural(new Intl.NumberFormat('es-CL', { useGrouping: 'always' })),
  /** “de” and what `Formatter.since` makes: `del 18 nov 10:32`, `de las 10:32`. */
  of: (since: string) => `de ${since}`.replace(/^de el /, 'del '),
};
