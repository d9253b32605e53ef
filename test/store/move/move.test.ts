import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/store/database.ts';
import { MoveError, type MoveOptions, moveRows } from '../../../src/store/move/move.ts';
import { databases, suiteDatabase } from '../../support/store.ts';

const TABLES = ['readings', 'incidents', 'incident_events', 'incident_posts', 'incident_followers', 'leases'];

/** More than one batch in bytes and in rows; and a small amount for the other tests. */
const MUCH = { bytes: 3_000_000, events: 5_000 };
const LITTLE = { bytes: 6, events: 50 };

async function fill({ db, schema }: Database, { bytes, events } = LITTLE): Promise<void> {
  const place = (table: string) => sql.id(schema, table);
  const reading = (
    day: string,
    bytes: number,
  ) => sql`('a', ${day}::text, '', '2026-11-18 10:00:00.123456+00', 1, 1e300, 1, 0,
    'NaN', null, false, decode(repeat('00ff', ${bytes / 2}::integer), 'hex'))`;
  await sql`insert into ${place('readings')} (account, day, sender, read_at, took_ms, bytes, received, unreadable,
    announced, failing_numbers, may_lack_days, cells)
    values ${reading('2026-11-17', bytes)}, ${reading('2026-11-18', 4)}, ${reading('2026-11-19', 0)}`.execute(
    db,
  );
  await sql`insert into ${place('incidents')} values ('i', 'a', 'normal', ${`operator "Ñandú" \\ ' 🐧\n`}, 'down',
    '-infinity', 'infinity', 1, 1, '{"a": 1}')`.execute(db);
  await sql`insert into ${place('incident_events')} (incident, number, kind, at)
    select 'i', n, 'began', now() from generate_series(1, ${events}::integer) n`.execute(db);
}

describe.each(databases)('rows moved from an embedded database to another (%s)', (_, databaseUrl) => {
  const [source, target] = [suiteDatabase(undefined), suiteDatabase(databaseUrl)];

  async function createMove(changes: Partial<MoveOptions> = {}, size = LITTLE) {
    const [from, to] = [source(), target()];
    onTestFinished(async () => {
      for (const { db, schema } of [from, to])
        await sql`truncate ${sql.join(TABLES.map((table) => sql.id(schema, table)))}`.execute(db);
    });
    await fill(from, size);
    const steps: [table: string, rows: number][] = [];
    const move = () =>
      moveRows({
        from,
        to,
        alsoMove: async () => undefined,
        onRows: (table, rows) => void steps.push([table, rows]),
        beforeCommit: async () => undefined,
        ...changes,
      });
    const rowsOf = async ({ db, schema }: Database, table: string) =>
      (await sql`select r::text from ${sql.id(schema, table)} r order by 1`.execute(db)).rows;
    const countIn = async (table: string) => (await rowsOf(to, table)).length;
    return { from, to, move, steps, rowsOf, countIn };
  }

  test('arrive unchanged, a few megabytes at a time', async () => {
    const { from, to, move, steps, rowsOf } = await createMove({}, MUCH);
    const { wasMovedBefore: wasThere, tables } = await move();
    expect(wasThere).toBe(false);
    expect(tables.get('incident_events')).toMatchObject({ rows: 5_000 });
    expect(tables.get('leases')).toEqual({ rows: 0, digest: '0'.repeat(32) });
    for (const table of ['readings', 'incidents', 'incident_events'])
      expect(await rowsOf(to, table)).toEqual(await rowsOf(from, table));
    const eventSteps = steps.filter(([table]) => table === 'incident_events');
    expect(eventSteps.at(-1)).toEqual(['incident_events', 5_000]);
    expect(eventSteps.length).toBeGreaterThan(5);
  });

  test('are moved without a limit on idle transactions', async () => {
    let limit: unknown;
    const { to, move } = await createMove({
      async alsoMove(_, toRun) {
        limit = (await toRun('show idle_in_transaction_session_timeout')).rows;
      },
    });
    await move();
    expect(limit).toEqual([{ idle_in_transaction_session_timeout: '0' }]);
    // The next transaction has its usual limit.
    const after = await to.together((run) => run('show idle_in_transaction_session_timeout'));
    expect(after.rows).toEqual([{ idle_in_transaction_session_timeout: to.isEmbedded ? '0' : '10s' }]);
  });

  test('do not change in a second move', async () => {
    const { to, move, rowsOf } = await createMove();
    const first = await move();
    const before = await rowsOf(to, 'incident_events');
    expect(await move()).toEqual({ wasMovedBefore: true, tables: first.tables });
    expect(await rowsOf(to, 'incident_events')).toEqual(before);
  });

  test('are not mixed with other rows', async () => {
    const { to, move, countIn } = await createMove();
    await sql`insert into ${sql.id(to.schema, 'leases')} values ('a', 'canary', 'o', now())`.execute(to.db);
    await expect(move()).rejects.toThrow(/other rows already, in leases.*Nothing was changed/);
    expect([await countIn('incidents'), await countIn('leases')]).toEqual([0, 1]);
  });

  test('are not stored when they arrive changed', async () => {
    const { to, move, countIn } = await createMove();
    const place = sql.id(to.schema, 'changed');
    await sql`create function ${place}() returns trigger language plpgsql as
      ${sql.lit("begin new.verdict := 'normal'; return new; end")}`.execute(to.db);
    await sql`create trigger changed before insert on ${sql.id(to.schema, 'incidents')}
      for each row execute function ${place}()`.execute(to.db);
    onTestFinished(async () => {
      await sql`drop function ${place} cascade`.execute(to.db);
    });
    await expect(move()).rejects.toThrow(
      new MoveError('What arrived in incidents differs from what was sent: nothing was kept'),
    );
    expect(await countIn('incidents')).toBe(0);
  });

  test('arrive completely or not at all', async () => {
    const broken = new Error('canary');
    const { move, countIn } = await createMove({ beforeCommit: () => Promise.reject(broken) });
    await expect(move()).rejects.toThrow(broken);
    expect([await countIn('incidents'), await countIn('readings')]).toEqual([0, 0]);
  });

  test('keep their numbers, and new numbers follow them', async () => {
    const { from, to, move } = await createMove();
    for (const { db, schema } of [from, to]) {
      await sql`create table ${sql.id(schema, 'numbered')} (id bigint generated always as identity, name text,
        twice text generated always as (name || name) stored)`.execute(db);
      onTestFinished(async () => {
        await sql`drop table ${sql.id(schema, 'numbered')}`.execute(db);
      });
    }
    const add = ({ db, schema }: Database, name: string) =>
      sql<{ id: string; twice: string }>`insert into ${sql.id(schema, 'numbered')} (name) values (${name})
        returning id::text, twice`.execute(db);
    await add(from, 'a');
    await add(from, 'b');
    await sql`delete from ${sql.id(from.schema, 'numbered')} where name = 'a'`.execute(from.db);
    await move();
    expect((await add(to, 'c')).rows).toEqual([{ id: '3', twice: 'cc' }]);
  });
});
