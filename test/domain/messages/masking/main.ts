import { readSets } from './measure.ts';

const KINDS = {
  D: 'codes and numbers with digits',
  L: 'codes of letters, announced',
  K: 'links',
  N: 'names',
} as const;
const LANGUAGES = ['Spanish', 'Portuguese', 'English'] as const;

type Texts = ReturnType<typeof readSets>[number]['texts'];

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${part}/${whole} ${((100 * part) / whole).toFixed(1)}%`;
}

function hiddenShare(texts: Texts, kind: string): string {
  const marks = texts.flatMap((text) => text.marks).filter((mark) => mark.kind === kind);
  return share(marks.filter((mark) => mark.isHidden).length, marks.length);
}

function harmlessShare(texts: Texts): string {
  const hidden = texts.reduce((sum, { harmlessHidden }) => sum + harmlessHidden.length, 0);
  return share(
    hidden,
    texts.reduce((sum, { harmless }) => sum + harmless, 0),
  );
}

function* linesOf({ name, texts }: ReturnType<typeof readSets>[number]): Generator<string> {
  yield `${name}: ${texts.length} texts`;
  const columns = [texts, ...LANGUAGES.map((language) => texts.filter((text) => text.language === language))];
  const row = (label: string, cells: readonly string[]) =>
    `  ${label.padEnd(32)}${cells.map((cell) => cell.padEnd(18)).join('')}`.trimEnd();
  yield row('hidden of', ['all', ...LANGUAGES]);
  for (const [kind, label] of Object.entries(KINDS)) {
    yield row(
      label,
      columns.map((column) => hiddenShare(column, kind)),
    );
  }
  yield row('harmless words', columns.map(harmlessShare));
  for (const { text, marks, harmlessHidden } of texts) {
    const missed = marks.filter(({ kind, isHidden }) => kind in KINDS && !isHidden);
    for (const mark of missed) yield `  missed ${mark.kind} ${mark.text}: ${JSON.stringify(text)}`;
    if (harmlessHidden.length > 0)
      yield `  hidden though harmless ${harmlessHidden.join(', ')}: ${JSON.stringify(text)}`;
  }
}

for (const set of readSets()) process.stdout.write(`${[...linesOf(set)].join('\n')}\n\n`);
