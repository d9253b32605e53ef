import type { Context } from './context.ts';
import { createDatabase } from './databases.ts';
import { atMost, ratios, type Target } from './measure.ts';

/** A bot that is measured: of today or of the state before, with one of the databases it can have. */
export interface Contender {
  readonly title: string;
  readonly store: 'embedded' | 'Postgres';
  readonly databaseUrl: string | undefined;
  /** Where the state before is; `undefined` for today's. */
  readonly root: string | undefined;
}

/** All that can be had, each with a database of its own. */
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

/** What today's bots come to, held against those of the state before; nothing where there is none. */
export function besideBefore(
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
