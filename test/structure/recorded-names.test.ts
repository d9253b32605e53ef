import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../../docs/structure/sources.ts';
import { surfaces } from '../../docs/structure/surfaces.ts';
import { acts } from '../../src/domain/audit.ts';
import { runKinds } from '../../src/features/index.ts';

/**
 * Names by which old messages, rows and workflows find their handlers, as `test/compatibility/names.json` has them.
 * A new name is added there. A name is removed only with a migration, or with a handler that still accepts it.
 */
const recorded: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync('test/compatibility/names.json', 'utf8'),
);

const texts = (folder: string, ending: string) =>
  filesUnder(folder)
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** A name with `…` for each part that is known only at run time. */
const named = (written: string) => written.replaceAll(/\$\{.+?\}/g, '…');

/** The ids of rows of buttons. Names inside sealed values are not found. */
function blocks(): string[] {
  return texts('src', '.ts').flatMap(({ text }) =>
    [...text.matchAll(/\bactions\(\s*(['`])(.+?)\1/g)].map(([, , written = '']) => named(written)),
  );
}

/** The fields of each form, as the golden files show them. */
function fields(): string[] {
  return texts('test/golden', '.txt').flatMap(({ text }) =>
    text.split(/^══ /m).flatMap((state) => {
      const [, form] = /^callback (.+)$/m.exec(state) ?? [];
      const ids = [...state.matchAll(/^ids of (.+?): /gm)].map(([, id]) => id);
      return form === undefined ? [] : ids.map((id) => `${form} ${id}`);
    }),
  );
}

/** The purposes of sealed values and of digests, as the source has them. */
function purposes(): string[] {
  const calls = /\b(?:sealedJson|sealer\.(?:seal|digest))\(\s*(?:(['`])(.+?)\1|([A-Z_]+)),/g;
  return texts('src', '.ts').flatMap(({ text }) =>
    [...text.matchAll(calls)].map(([, , written, constant]) => {
      const purpose = written ?? new RegExp(`const ${constant} = '(.+?)'`).exec(text)?.[1];
      if (purpose === undefined) throw new Error(`Nothing says what ${constant} is.`);
      return named(purpose);
    }),
  );
}

test.each([
  ['surfaces', surfaces.map(({ kind, name }) => `${kind} ${name}`)],
  ['blocks', blocks()],
  ['fields', fields()],
  ['purposes', purposes()],
  ['run kinds', runKinds.map(({ name }) => name)],
  ['acts', acts],
])('%s are exactly the recorded ones', (kind, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(recorded[kind]).toEqual([...new Set(names)].toSorted());
});
