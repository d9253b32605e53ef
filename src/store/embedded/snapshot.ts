import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/snapshots');

/**
 * Path of a file with an in-memory database that has all its tables and no rows: loading it takes an eighth of the
 * processor time of making one. Its name is a digest of what makes the tables, so a new migration makes a new file.
 */
export async function snapshotPath(): Promise<string> {
  const library = join(
    dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite'))),
    '../package.json',
  );
  const names = (await readdir(MIGRATIONS)).toSorted();
  const makers = [
    library,
    join(import.meta.dirname, 'postgres.ts'),
    ...names.map((name) => join(MIGRATIONS, name)),
  ];
  const hash = createHash('sha256');
  for (const maker of makers) hash.update(await readFile(maker));
  return join(FOLDER, `${hash.digest('hex').slice(0, 16)}.tar`);
}

/** The file's content for PGlite's `loadDataDir`; `undefined` where it is not made yet. */
export async function readSnapshot(path: string): Promise<Blob | undefined> {
  return existsSync(path) ? new Blob([await readFile(path)]) : undefined;
}

/** Writes the file and removes older ones. In a folder that is read-only there is none, and each database is made. */
export async function writeSnapshot(path: string, database: PGlite): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(FOLDER, { recursive: true });
    const older = (await readdir(FOLDER)).filter((name) => name.endsWith('.tar'));
    await database.exec('checkpoint');
    const dump = await database.dumpDataDir('none');
    {
      await using file = await open(draft, 'w', 0o600);
      await file.writeFile(Buffer.from(await dump.arrayBuffer()));
    }
    await rename(draft, path);
    for (const name of older) if (join(FOLDER, name) !== path) await rm(join(FOLDER, name), { force: true });
  } catch {
    await rm(draft, { force: true });
  }
}
