import type { RunSql } from '../connection.ts';

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** @returns all tables except those of migrations; a table follows the tables that it refers to */
export async function tablesIn(run: RunSql, schema: string): Promise<readonly MovedTable[]> {
  const { rows } = await run<MovedTable & { readonly refers_to: readonly string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attname) as columns,
       array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r' and c.relname not like 'kysely\\_%'
     order by c.relname`,
    [schema],
  );
  const ordered: MovedTable[] = [];
  while (ordered.length < rows.length) {
    const isOrdered = (name: string) => ordered.some((one) => one.name === name);
    const next = rows.find((one) => !isOrdered(one.name) && one.refers_to.every(isOrdered));
    if (!next) throw new Error('tables refer to each other');
    ordered.push(next);
  }
  return ordered;
}

export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}
