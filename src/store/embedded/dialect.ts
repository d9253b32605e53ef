import { PGliteDialect, PGliteDriver } from 'kysely';
import type { SqlRunner } from '../connection.ts';
import type { Embedded, EmbeddedSession } from './thread.ts';

/** Kysely’s dialect for PGlite, except that a transaction that cannot begin is rejected. */
export class EmbeddedDialect extends PGliteDialect {
  readonly #open: () => Promise<Embedded>;

  constructor(open: () => Promise<Embedded>) {
    super({ pglite: open });
    this.#open = open;
  }

  override createDriver(): EmbeddedDriver {
    return new EmbeddedDriver(this.#open);
  }
}

class EmbeddedDriver extends PGliteDriver {
  #refuse: (reason: unknown) => void = () => undefined;

  constructor(open: () => Promise<Embedded>) {
    super({
      pglite: async () => {
        const database = await open();
        const transaction: Embedded['transaction'] = (work) => {
          const ended = database.transaction(work);
          ended.catch((error: unknown) => this.#refuse(error));
          return ended;
        };
        // Inherits from `database`, because a copy would turn its getter `closed` into a fixed value.
        return Object.setPrototypeOf({ transaction }, database);
      },
    });
  }

  /** Rejects if the transaction cannot begin; one `#refuse` suffices, as one transaction begins at a time. */
  override async beginTransaction(connection: Parameters<PGliteDriver['beginTransaction']>[0]) {
    const refused = Promise.withResolvers<never>();
    this.#refuse = refused.reject;
    await Promise.race([super.beginTransaction(connection), refused.promise]);
  }
}

export function embeddedRunner(pglite: Embedded): SqlRunner {
  return {
    run: (text, values) => runOn(pglite, text, values),
    together: (work) =>
      pglite.transaction((transaction) => work((text, values) => runOn(transaction, text, values))),
  };
}

async function runOn<Row>(session: EmbeddedSession, text: string, values: readonly unknown[] = []) {
  if (values.length > 0) return await session.query<Row>(text, [...values]);
  return { rows: (await session.exec<Row>(text)).flatMap(({ rows }) => rows) };
}
