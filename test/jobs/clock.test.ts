import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMovedClock } from '../../tools/playground/moved-clock.ts';
import { databases, suiteDatabase } from '../support/store.ts';

const HOUR_MS = 3_600_000;

describe.each(databases)('a moved clock, %s', (_name, url) => {
  const database = suiteDatabase(url);

  test('is set by several processes that start at the same time', async () => {
    const { db: own, run, schema } = database();
    const db = { executeSql: run };
    for (let round = 0; round < 5; round += 1) {
      const attached = await Promise.all(
        Array.from({ length: 8 }, () =>
          createMovedClock(() => new Date(Date.now() + HOUR_MS))(() => undefined).attach({ db, schema }),
        ),
      );
      const { rows } = await sql<{ isMoved: boolean }>`
        select ${sql.id(schema, 'job_now')}() > now() + interval '59 minutes' as "isMoved"`.execute(own);
      expect(rows).toEqual([{ isMoved: true }]);
      await Promise.all(attached.map((clock) => clock[Symbol.asyncDispose]()));
    }
  });
});
