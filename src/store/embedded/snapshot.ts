import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/snapshots');

/** Bytes of the checksum at the start of the file. A damaged archive ends PGlite's thread. */
const CHECKSUM_BYTES = 4;

/** Loading takes a quarter of the time of a creation. The name is a digest of the migrations. */
export async function snapshotPath(): Promise<string> {
  const library = join(
    dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite'))),
    '../package.json',
  );
  const names = (await readdir(MIGRATIONS)).toSorted();
  const makers = [
    library,
    join(import.meta.dirname, 'postgres.ts'),
    join(import.meta.dirname, '../migrate.ts'),
    ...names.map((name) => join(MIGRATIONS, name)),
  ];
  const hash = createHash('sha256');
  for (const maker of makers) hash.update(await readFile(maker));
  return join(FOLDER, `${hash.digest('hex').slice(0, 16)}.snapshot`);
}

/** For PGlite's `loadDataDir`; `undefined` if the file is missing, unreadable or damaged. */
export async function readSnapshot(path: string): Promise<Blob | undefined> {
  try {
    const bytes = await readFile(path);
    const archive = bytes.subarray(CHECKSUM_BYTES);
    return bytes.readUInt32BE(0) === crc32(archive) ? new Blob([archive]) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes all other files of the folder. Without write access, each database is created from scratch. */
export async function writeSnapshot(path: string, database: PGlite): Promise<void> {
  await database.exec('checkpoint');
  const archive = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer());
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(archive));
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, [checksum, archive], { flush: true });
    await rename(draft, path);
    // Also removes the draft of another process, which then finds this file.
    const others = (await readdir(folder)).filter((name) => name !== basename(path));
    for (const name of others) await rm(join(folder, name), { force: true });
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
