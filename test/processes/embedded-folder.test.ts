import { readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import type { StoreReplica } from '../store/replica.ts';
import { recordLog } from '../support/log.ts';
import { start } from '../support/process.ts';
import { directoryWithDatabase, temporaryDirectory } from '../support/store.ts';

const leasesOf = (database: ReturnType<typeof openDatabase>) =>
  database.db.selectFrom('leases').selectAll().execute();

describe('the embedded database', () => {
  test('changes nothing before its first use, replaces an unfinished database, and stores rows', async () => {
    const dataDir = temporaryDirectory();
    // The folders of a process that was killed while it created a database, and an empty one.
    await mkdir(join(dataDir, 'postgres.new-half', 'base'), { recursive: true });
    await mkdir(join(dataDir, 'postgres'));
    const before = readdirSync(dataDir, { recursive: true });
    const { log, lines } = recordLog();
    await openDatabase({ dataDir, log }).close();
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);

    const first = openDatabase({ dataDir, log });
    expect(await Promise.all([leasesOf(first), leasesOf(first), leasesOf(first)])).toEqual([[], [], []]);
    const row = { account: 'a', name: 'n', owner: 'o', expires_at: new Date('2026-11-18T10:00:00.123Z') };
    await first.db.insertInto('leases').values(row).execute();
    await first.close();
    const migrated = Object.keys(migrations).map((migration) => ({ migration }));
    expect(lines).toMatchObject(migrated);
    expect(readdirSync(dataDir).toSorted()).toEqual([
      ...['owner.json', 'owner.lock', 'postgres', 'postgres.made'],
    ]);

    const second = openDatabase({ dataDir, log });
    onTestFinished(second.close);
    expect(await leasesOf(second)).toEqual([row]);
    expect(lines).toHaveLength(migrated.length);
  });

  test('is not made again in an emptied folder, until its mark is deleted', async () => {
    const dataDir = await directoryWithDatabase();
    const { log } = recordLog();
    const before = openDatabase({ dataDir, log });
    expect(await leasesOf(before)).toEqual([]);
    await before.close();
    for (const empty of [() => undefined, () => mkdir(join(dataDir, 'postgres'))]) {
      rmSync(join(dataDir, 'postgres'), { recursive: true });
      await empty();
      const database = openDatabase({ dataDir, log });
      onTestFinished(() => database.close());
      await expect(leasesOf(database)).rejects.toMatchObject({
        name: 'DatabaseError',
        message: expect.stringMatching(/postgres is empty, but had a database: .* delete .*postgres\.made$/),
      });
      await mkdir(join(dataDir, 'postgres'), { recursive: true });
    }
    rmSync(join(dataDir, 'postgres.made'));
    const reopened = openDatabase({ dataDir, log });
    onTestFinished(() => reopened.close());
    expect(await leasesOf(reopened)).toEqual([]);
  });

  test('belongs to one of several processes, and to another one when that is killed', async () => {
    const dataDir = await directoryWithDatabase();
    const REPLICA = JSON.stringify({ does: 'open', dataDir, schema: 'sms_desk' } satisfies StoreReplica);
    const all = [1, 2, 3].map(() => start('test/store/replica.ts', [], { REPLICA }));
    const said = await Promise.all(all.map(async (one) => (await one.printed(/opened|failed: \w+/))[0]));
    expect(said.toSorted()).toEqual(['failed: DatabaseError', 'failed: DatabaseError', 'opened']);
    for (const one of all) expect(one.output().stdout).toMatch(/opened|in use by/);

    const holder = all[said.indexOf('opened')];
    const database = openDatabase({ dataDir, log: recordLog().log });
    onTestFinished(database.close);
    await expect(leasesOf(database)).rejects.toMatchObject({
      name: 'DatabaseError',
      code: 'directory_in_use',
      message: expect.stringMatching(
        new RegExp(`in use by process ${holder?.child.pid} since \\w{3}, .* GMT\\.`),
      ),
    });
    holder?.child.kill('SIGKILL');
    await holder?.ended;
    expect(await leasesOf(database)).toEqual([]);
  });
});
