import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/snapshots');

/** A snapshot file begins with a checksum, because a damaged archive would end PGlite’s thread. */
const CHECKSUM_BYTES = 4;

/** Path of the snapshot for the present migrations; it loads four times as fast as a new one is created. */
export async function snapshotPath(): Promise<string> {
  const pglite = join(dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite'))), '../package.json');
  const names = (await readdir(MIGRATIONS)).toSorted();
  const makers = [
    pglite,
    join(import.meta.dirname, 'postgres.ts'),
    join(import.meta.dirname, '../migrate.ts'),
    ...names.map((name) => join(MIGRATIONS, name)),
  ];
  const hash = createHash('sha256');
  for (const maker of makers) hash.update(await readFile(maker));
  return join(FOLDER, `${hash.digest('hex').slice(0, 16)}.snapshot`);
}

/** Reads a snapshot for PGlite’s `loadDataDir`; `undefined` if it is missing, unreadable or damaged. */
export async function readSnapshot(path: string): Promise<Blob | undefined> {
  try {
    const bytes = await readFile(path);
    const archive = bytes.subarray(CHECKSUM_BYTES);
    return bytes.readUInt32BE(0) === crc32(archive) ? new Blob([archive]) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a snapshot and removes older ones; if the folder is not writable, does nothing. */
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
    const others = (await readdir(folder)).filter((name) => name !== basename(path));
    for (const name of others) await rm(join(folder, name), { force: true });
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
