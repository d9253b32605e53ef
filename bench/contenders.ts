import type { Context } from './context.ts';
import { createDatabase } from './databases.ts';
import { atMost, ratios, type Target } from './measure.ts';

/** A bot to measure: this checkout or the earlier commit, with one kind of database. */
export interface Contender {
  readonly title: string;
  readonly store: 'embedded' | 'Postgres';
  readonly databaseUrl: string | undefined;
  /** Root of the earlier commit; `undefined` for this checkout. */
  readonly root: string | undefined;
}

/** Every available combination of commit and database kind, each with its own database. */
export async function createContenders(
  { databaseUrl: serverUrl, before }: Context,
  resources: AsyncDisposableStack,
): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const store of ['embedded', 'Postgres'] as const) {
    if (store === 'Postgres' && serverUrl === undefined) continue;
    for (const root of before === undefined ? [undefined] : [undefined, before]) {
      const database =
        store === 'Postgres' && serverUrl !== undefined
          ? resources.use(await createDatabase(serverUrl))
          : undefined;
      const title = `${root === undefined ? 'SMS Desk' : 'the state before'}, ${store}`;
      contenders.push({ title, store, root, databaseUrl: database?.url });
    }
  }
  return contenders;
}

/** Targets for the ratios of this checkout to the earlier commit; empty without an earlier commit. */
export function targetsAgainstBefore(
  what: string,
  limit: number,
  contenders: readonly Contender[],
  figuresOf: (contender: Contender) => readonly number[],
): Target[] {
  return contenders.flatMap((before) => {
    const today = contenders.find(({ root, store }) => root === undefined && store === before.store);
    if (before.root === undefined || !today) return [];
    const values = ratios(figuresOf(today), figuresOf(before));
    return [atMost(`${what}, ${today.store}, of the state before`, values, limit)];
  });
}
