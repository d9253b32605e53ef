/** The operator that is meant, or that none is, or several are. */
export function findOperator(
  text: string,
  known: readonly (string | undefined)[],
):
  | { readonly operator: string | undefined }
  | { readonly problem: 'no_such_operator'; readonly text: string } {
  const wanted = plain(text);
  const named = known.filter((operator) => operator !== undefined);
  const same = named.filter((operator) => plain(operator) === wanted);
  const begun = named.filter((operator) => plain(operator).startsWith(wanted));
  const [found, another] = same.length > 0 ? same : begun;
  if (found !== undefined && another === undefined) return { operator: found };
  if (begun.length === 0 && known.includes(undefined) && UNKNOWN.some((word) => word.startsWith(wanted))) {
    return { operator: undefined };
  }
  return { problem: 'no_such_operator', text };
}

/** The operator that was perhaps misspelt: by one letter, by two where the name is long. */
export function closestTo(text: string, known: readonly (string | undefined)[]): string | undefined {
  const wanted = plain(text);
  const near = known.flatMap((operator) => {
    if (operator === undefined || Math.abs(operator.length - wanted.length) > 2) return [];
    const changes = changesBetween(wanted, plain(operator));
    return changes <= (operator.length > 5 ? 2 : 1) ? [{ operator, changes }] : [];
  });
  return near.toSorted((a, b) => a.changes - b.changes)[0]?.operator;
}

/** How many letters are to be added, left out, replaced, or to change places with the next (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    const own = [row];
    rows.push(own);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      own.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** As answers call a route without an operator. */
const UNKNOWN = ['unknown route', 'ruta desconocida'];

/** Without case, accents and spaces at the ends. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

const UNKNOWN_VALUE = '?';
const LONGEST_VALUE = 75;

/** How a button or a menu names an operator: never empty, and no longer than Slack takes. */
export function operatorValue(operator: string | undefined): string {
  return operator === undefined ? UNKNOWN_VALUE : `=${operator}`.slice(0, LONGEST_VALUE);
}

/** The name as it can be looked for again; a long one by its beginning. `undefined`: not made here. */
export function operatorFromValue(value: string): string | undefined {
  if (value === UNKNOWN_VALUE) return UNKNOWN[0];
  return value.startsWith('=') && value.length > 1 ? value.slice(1) : undefined;
}
