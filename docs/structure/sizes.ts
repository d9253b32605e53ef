import { filesUnder, linesUnder, type Source } from './sources.ts';

/** Limits of the code's size, which a test enforces. Lower the limits when the code gets smaller. */
export const MOST = {
  'lines of src': 55_640,
  'files of src': 435,
  'lines of tools': 13_000,
  'lines of test': 78_100,
  'files of src under 50 lines that one other imports': 12,
  'Pick and Omit of groups of dependencies': 10,
} as const;

const SHORT_LINES = 50;
/** Files that may be short: translations, migrations and entry points of a folder or process. */
const STANDS_APART = /\/(locales|migrations)\/|\/(index|worker|prepare-directory)\.ts$/;
const GROUP_PART = /\b(?:Pick|Omit)<\s*(?:\w*Deps\b|\w*Stores\b)/g;

export function sizes(sources: readonly Source[]): Readonly<Record<keyof typeof MOST, number>> {
  return {
    'lines of src': linesUnder('src'),
    'files of src': filesUnder('src').length,
    'lines of tools': linesUnder('tools'),
    'lines of test': linesUnder('test'),
    'files of src under 50 lines that one other imports': shortPartsIn(sources).length,
    'Pick and Omit of groups of dependencies': sources.flatMap(({ text }) => text.match(GROUP_PART) ?? [])
      .length,
  };
}

function shortPartsIn(sources: readonly Source[]): Source[] {
  const importers = Map.groupBy(
    sources.flatMap(({ imports }) => imports),
    (path) => path,
  );
  return sources.filter(
    ({ path, lines }) => lines < SHORT_LINES && importers.get(path)?.length === 1 && !STANDS_APART.test(path),
  );
}
