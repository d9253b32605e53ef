import { type RunSql, readInBatches } from '../connection.ts';
import { type MovedTable, quoted } from './tables.ts';

export interface MoveSide {
  readonly run: RunSql;
  readonly schema: string;
}

/** A table’s number of rows, and a digest of its content that does not depend on the order of the rows. */
export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
}

/** Approximate size of a batch of copied rows, in bytes; a single row may have two megabytes. */
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_ROWS = 10;
const MOST_ROWS = 1_000;
/** Rows per digest statement: few, because a row may have two megabytes and a statement has a timeout. */
const DIGESTS_AT_ONCE = 20;

/** Sets a fixed format of times, bytes and numbers, so that digests of both databases are comparable. */
export async function writeAlike({ run }: MoveSide): Promise<void> {
  await run(
    `set local timezone to 'UTC'; set local bytea_output to 'hex'; set local extra_float_digits to 1`,
  );
}

/** Copies rows as JSON, which preserves microseconds and bytes, unlike the driver’s types. */
export async function copyTable(
  from: MoveSide,
  to: MoveSide,
  table: MovedTable,
  onRows: (rows: number) => void,
): Promise<void> {
  const columns = columnsOf(table);
  const target = quoted(to.schema, table.name);
  const insert = `insert into ${target} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${target}, $1::json)`;
  let batchRows = FIRST_ROWS;
  let done = 0;
  const selected = `select row_to_json(r)::text as row ${rowsOf(from, table)}`;
  for await (const rows of readInBatches<{ row: string }>(from.run, selected, () => batchRows)) {
    const json = `[${rows.map(({ row }) => row).join(',')}]`;
    await to.run(insert, [json]);
    done += rows.length;
    onRows(done);
    batchRows = Math.min(MOST_ROWS, Math.max(1, Math.floor((rows.length * BATCH_BYTES) / json.length)));
  }
}

/** Advances sequences beyond the copied numbers, so that new rows do not repeat a number. */
export async function continueNumbers(
  { run, schema }: MoveSide,
  { name, columns }: MovedTable,
): Promise<void> {
  const target = quoted(schema, name);
  for (const column of columns) {
    const find = 'select pg_get_serial_sequence($1, $2) as sequence';
    const { rows } = await run<{ sequence: string | null }>(find, [target, column]);
    const sequence = rows[0]?.sequence ?? null;
    if (sequence === null) continue;
    await run(`select setval($1, max(${quoted(column)})) from ${target} having count(*) > 0`, [sequence]);
  }
}

export async function digestTable(side: MoveSide, table: MovedTable): Promise<TableDigest> {
  const selected = `select md5(row_to_json(r)::text) as digest ${rowsOf(side, table)}`;
  let sum = 0n;
  let count = 0;
  for await (const rows of readInBatches<{ digest: string }>(side.run, selected, () => DIGESTS_AT_ONCE)) {
    for (const { digest } of rows) sum += BigInt(`0x${digest}`);
    count += rows.length;
  }
  const digest = BigInt.asUintN(DIGEST_BITS, sum)
    .toString(16)
    .padStart(DIGEST_BITS / 4, '0');
  return { rows: count, digest };
}

const DIGEST_BITS = 128;

export async function hasNoRows({ run, schema }: MoveSide, { name }: MovedTable): Promise<boolean> {
  const { rows } = await run(`select from ${quoted(schema, name)} limit 1`);
  return rows.length === 0;
}

function rowsOf({ schema }: MoveSide, { name, columns }: MovedTable): string {
  return `from (select ${columnsOf({ columns })} from ${quoted(schema, name)}) r`;
}

function columnsOf({ columns }: Pick<MovedTable, 'columns'>): string {
  return columns.map((column) => quoted(column)).join(', ');
}
