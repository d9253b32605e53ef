/** Databases as text: the definitions of the bot's tables, and an old database as SQL. */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** The embedded database of a folder. Its bot must have stopped. */
export const openDatabase = (dataDir: string) => PGlite.create({ dataDir: join(dataDir, 'postgres') });

export type Row = Readonly<Record<string, unknown>>;

/** The bot's own tables, without those of the job library. */
const OURS = `'sms_desk'`;

export async function rowsOf(database: PGlite, sql: string): Promise<Row[]> {
  return (await database.query<Row>(sql)).rows;
}

/** The columns with types, the keys and the indexes of each table, as PostgreSQL writes them. */
export async function tablesOf(database: PGlite): Promise<Record<string, string[]>> {
  const rows = await rowsOf(
    database,
    `select c.relname as table, array_agg(line order by place, at, line) as lines from pg_class c,
      lateral (
        select 1 as place, attnum as at, attname || ' ' || format_type(atttypid, atttypmod) ||
          case when attnotnull then ' not null' else '' end ||
          coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
        from pg_attribute a left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped
        union all select 2, 0, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where conrelid = c.oid and contype <> 'n'
        union all select 3, 0, pg_get_indexdef(indexrelid) from pg_index
        where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and conrelid = c.oid)
      ) line
      where relnamespace = ${OURS}::regnamespace and relkind = 'r' group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ table, lines }) => [`${table}`, lines as string[]]));
}

/** The bot's tables with their rows as SQL; `:account` replaces the account. */
export async function dump(database: PGlite, account: string): Promise<string> {
  const tables = Object.entries(await tablesOf(database));
  const statements: string[] = ['create schema sms_desk;'];
  const later: string[] = [];
  for (const [table, lines] of tables) {
    const parts = lines.filter((line) => !line.startsWith('CREATE') && !line.includes('FOREIGN KEY'));
    statements.push(`create table sms_desk.${table} (\n  ${parts.join(',\n  ')}\n);`);
    later.push(...lines.filter((line) => line.startsWith('CREATE')).map((line) => `${line};`));
    const keys = lines.filter((line) => line.includes('FOREIGN KEY'));
    later.push(...keys.map((line) => `alter table sms_desk.${table} add ${line};`));
    const columns = parts.filter((line) => !line.startsWith('constraint')).map((line) => line.split(' ')[0]);
    const values = columns.map((column) => `quote_nullable("${column}"::text)`).join(` || ', ' || `);
    const rows = await rowsOf(database, `select ${values} as row from sms_desk.${table} order by 1`);
    statements.push(
      ...rows.map(
        ({ row }) =>
          `insert into sms_desk.${table} (${columns.map((one) => `"${one}"`).join(', ')}) values (${row});`,
      ),
    );
  }
  return `${[...statements, ...later].join('\n').replaceAll(account, ':account')}\n`;
}
