import {
  type DeleteResult,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  RawNode,
  sql,
  TableNode,
  type UpdateResult,
} from 'kysely';

export async function changesAny(statement: Runnable<UpdateResult>): Promise<boolean> {
  return (await statement.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

export async function countDeleted(statement: Runnable<DeleteResult>): Promise<number> {
  return Number((await statement.executeTakeFirstOrThrow()).numDeletedRows);
}

interface Runnable<Result> {
  executeTakeFirstOrThrow(): Promise<Result>;
}

export const databaseNow = sql<Date>`clock_timestamp()`;

/** The time `ms` from now by the database’s clock; in the past if `ms` is negative. */
export const databaseTimeIn = (ms: number) =>
  sql<Date>`clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;

/** Passes `values` as one array, because parsing a hundred parameters takes longer than the query itself. */
export const isAmong = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${values})`;

/** Passes rows as one JSON parameter, because parsing a parameter for each value takes longer than the insert. */
export const jsonRows = (rows: readonly object[]) =>
  // Postgres rejects JSON with half a surrogate pair.
  sql`${JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))}::json`;

/** Adds the schema to `sql.table(…)` in templates; Kysely's `WithSchemaPlugin` covers only its builders. */
export class TemplateSchemaPlugin extends OperationNodeTransformer implements KyselyPlugin {
  readonly #schema: string;

  constructor(schema: string) {
    super();
    this.#schema = schema;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    // Only statements that are written as a template contain `sql.table(…)`, so others are not searched.
    return RawNode.is(node) ? this.transformNode(node, queryId) : node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const raw = super.transformRaw(node, queryId);
    const parameters = raw.parameters.map((part) =>
      TableNode.is(part) && !part.table.schema
        ? TableNode.createWithSchema(this.#schema, part.table.identifier.name)
        : part,
    );
    return { ...raw, parameters };
  }
}
