export function plainWord(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The names that a person may mean: those in the same spelling; without one, those that begin so. */
export function namesMeant(text: string, names: readonly string[]): string[] {
  const wanted = plainWord(text);
  const same = names.filter((name) => plainWord(name) === wanted);
  return same.length > 0 ? same : names.filter((name) => plainWord(name).startsWith(wanted));
}

/** Finds the known word that differs by one letter, or by `most` (two) if the known word has more than five. */
export function closestWord(text: string, known: readonly string[], most = 2): string | undefined {
  const wanted = plainWord(text);
  const near = known.flatMap((word) => {
    if (Math.abs(word.length - wanted.length) > 2) return [];
    const changes = changesBetween(wanted, plainWord(word));
    return changes <= (word.length > 5 ? most : 1) ? [{ word, changes }] : [];
  });
  return near.toSorted((a, b) => a.changes - b.changes)[0]?.word;
}

/** Edit distance by optimal string alignment: insertions, deletions, replacements, adjacent swaps. */
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

export function withClosest(text: string, wrong: string, known: readonly string[]): string | undefined {
  const closest = closestWord(wrong, known);
  return closest === undefined || closest === wrong ? undefined : text.replace(wrong, () => closest);
}
