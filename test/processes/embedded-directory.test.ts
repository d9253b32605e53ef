import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { restrictToOwner } from '../../src/store/embedded/database.ts';
import { recordLog } from '../support/log.ts';
import { copyCachedDatabase, directoryWithDatabase, temporaryDirectory } from '../support/store.ts';

function openedIn(dataDir: string) {
  const { log, lines } = recordLog();
  const database = openDatabase({ dataDir, log, migrates: false });
  onTestFinished(() => database.close());
  return { ...database, lines };
}

const allIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => [path, readFileSync(path, 'utf8')]);

const modesIn = (folder: string) =>
  new Set(
    [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))]
      .map((path) => lstatSync(path))
      .map((stats) => (stats.isDirectory() ? 'folder ' : 'file ') + (stats.mode & 0o777).toString(8)),
  );

describe('a folder', () => {
  test('with an incomplete database is rejected with a sentence, and stays unchanged', async () => {
    const dataDir = await directoryWithDatabase();
    const place = join(dataDir, 'postgres');
    rmSync(join(place, 'PG_VERSION'));
    const before = allIn(place);
    await expect(openedIn(dataDir).open()).rejects.toMatchObject({
      code: 'not_whole',
      message: expect.stringMatching(/has no PG_VERSION.* restore the folder again, or move it away/),
    });
    expect(allIn(place)).toEqual(before);
  });

  test('that an older version left open to other accounts is restricted to its owner', async () => {
    const dataDir = await directoryWithDatabase();
    const place = join(dataDir, 'postgres');
    execFileSync('chmod', ['-R', 'a+rwX', place]);
    const { open, lines } = openedIn(dataDir);
    await open();
    expect([...modesIn(place)].toSorted()).toEqual(['file 600', 'folder 700']);
    expect(lstatSync(join(dataDir, 'owner.lock')).mode & 0o077).toBe(0);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('with a missing file gives no warning about access', async () => {
    const dataDir = await directoryWithDatabase();
    chmodSync(join(dataDir, 'postgres'), 0o755);
    const { log, lines } = recordLog();
    await restrictToOwner(dataDir, log);
    expect(lines).toEqual([]);
    expect(lstatSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0);
  });
});

describe('a database that cannot be opened reports the last words of Postgres and what to do', () => {
  const filesIn = (place: string, folder: string) =>
    readdirSync(join(place, folder)).map((name) => join(place, folder, name));

  test.each([
    [
      'a file is cut off',
      (place: string) => truncateSync(join(place, 'global/pg_control'), 100),
      /could not read file "global\/pg_control"/,
    ],
    [
      'a file is garbled',
      (place: string) => writeFileSync(join(place, 'global/pg_control'), Buffer.alloc(8192, 7)),
      /database files are incompatible with server/,
    ],
    [
      'what was written last is cut off',
      (place: string) => {
        for (const path of filesIn(place, 'pg_wal').filter((name) => /\/0[^/]+$/.test(name)))
          truncateSync(path, 1000);
      },
      /could not locate a valid checkpoint record/,
    ],
    [
      'a folder is missing',
      (place: string) => rmSync(join(place, 'base'), { recursive: true }),
      /does not exist/,
    ],
  ])('%s', async (_, damage, words) => {
    const dataDir = await directoryWithDatabase();
    damage(join(dataDir, 'postgres'));
    const failure = await openedIn(dataDir)
      .open()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'not_opened',
      message: expect.stringMatching(/^The embedded database cannot be opened\..* put a backup of DATA_DIR/),
    });
    expect(String(failure)).toMatch(words);
    expect(String(failure)).not.toMatch(/Aborted|\[object/);
  });
});

test('an internal error of Postgres is reported with its message, and the database reopens', async () => {
  const { run, lines } = openedIn(await directoryWithDatabase());
  await run('create table kept (word text)');
  await expect(
    run(`do $$ begin raise exception using errcode = 'XX000', message = 'its last words'; end $$`),
  ).rejects.toMatchObject({ code: 'broken_down', message: expect.stringContaining('its last words') });
  expect(await run('select count(*)::int as count from kept')).toEqual({ rows: [{ count: 0 }] });
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ reason: 'its last words' }]);
});

/** Mounts a disk of some megabytes. This needs the rights of root. */
function mountDisk(megabytes: number): string {
  const disk = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'ignore' });
  onTestFinished(() => void execFileSync('umount', [disk]));
  chmodSync(disk, 0o700);
  return disk;
}

/** False for ordinary accounts, and for root in a container without the right to mount. */
function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'sms-desk-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (isMounted) spawnSync('umount', [place]);
  rmdirSync(place);
  return isMounted;
}

describe.runIf(canMount())('a full disk', () => {
  test.each([1, 20])('without room for a database (%d MB) is reported with what to do', async (megabytes) => {
    await expect(openedIn(mountDisk(megabytes)).open()).rejects.toMatchObject({
      code: 'not_prepared',
      message: expect.stringMatching(/No space left on device.* Make room on the disk of DATA_DIR/i),
    });
  });

  test('is reported in the words of Postgres, and the database continues once there is room', async () => {
    const dataDir = mountDisk(60);
    await copyCachedDatabase(dataDir);
    const { run } = openedIn(dataDir);
    await run('create table kept (word text)');
    const rest = join(dataDir, 'rest');
    // It ends when the disk is full.
    spawnSync('dd', ['if=/dev/zero', `of=${rest}`, 'bs=64k'], { stdio: 'ignore' });
    await expect(
      run("insert into kept select repeat('x', 100) from generate_series(1, 500000)"),
    ).rejects.toThrow(/No space left on device/);
    rmSync(rest);
    expect(await run('select count(*)::int as count from kept')).toEqual({ rows: [{ count: 0 }] });
  });
});
