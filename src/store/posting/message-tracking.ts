import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { createRowReader } from '../row-reader.ts';
import { type AccountDatabase, language, type Schema, zone } from '../schema.ts';
import { changesAny, countDeleted } from '../statements.ts';

/** A message that a person tracks until its final status. Its telephone number is encrypted. */
export interface TrackedMessage {
  readonly id: string;
  readonly person: string;
  /** A keyed digest that identifies the message without revealing its telephone number. */
  readonly message: string;
  /** A keyed digest of the query to the platform; messages with the same query are read together. */
  readonly query: string;
  readonly sealedMessage: string;
  readonly language: 'en' | 'es';
  readonly zone: string;
  readonly target?: { readonly channel: string; readonly ts: string };
  readonly requestedAt: Date;
}

export type NewTrackedMessage = Pick<
  TrackedMessage,
  'person' | 'message' | 'query' | 'sealedMessage' | 'language' | 'zone'
>;

export type MessageTracking = ReturnType<typeof createMessageTracking>;

export function createMessageTracking({ db, account, log }: AccountDatabase) {
  const reader = createRowReader('settlings', trackedMessageOf, log);
  const select = () => db.selectFrom('settlings').where('account', '=', account);
  const update = () => db.updateTable('settlings').where('account', '=', account);

  const remove = (id: string) =>
    countDeleted(db.deleteFrom('settlings').where('account', '=', account).where('id', '=', id));

  async function leaseDue(now: Date, queries: number, forMs: number) {
    const settlings = sql.table('settlings');
    const { rows } = await sql<TrackedRow>`
      update ${settlings} set leased_until = ${new Date(now.getTime() + forMs)}
      where account = ${account} and leased_until <= ${now} and look in (
        select look from ${settlings}
        where account = ${account} and next_look_at <= ${now} and leased_until <= ${now}
        group by look order by min(next_look_at) limit ${queries})
      returning *`.execute(db);
    return rows;
  }

  return {
    /** @returns `known` if the person already tracks the message, `too_many` if they track `most` messages */
    async add(
      { query: look, sealedMessage, ...tracked }: NewTrackedMessage,
      now: Date,
      most: number,
      leaseMs = 0,
    ): Promise<'new' | 'known' | 'too_many'> {
      const ofPerson = await select().where('person', '=', tracked.person).selectAll().execute();
      const others = reader.all(ofPerson.filter(({ message }) => message !== tracked.message));
      const same = ofPerson.find(({ message }) => message === tracked.message);
      if (reader.one(same)) return 'known';
      // The stored row of the same message cannot be read, so it is deleted, and a new row is added.
      if (same) await remove(same.id);
      if (others.length >= most) return 'too_many';
      const leasedUntil = new Date(now.getTime() + leaseMs);
      const times = { asked_at: now, next_look_at: now, leased_until: leasedUntil };
      const row = await db
        .insertInto('settlings')
        .values({ ...tracked, look, id: randomUUID(), account, sealed_message: sealedMessage, ...times })
        .onConflict((conflict) => conflict.columns(['account', 'person', 'message']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return row ? 'new' : 'known';
    },

    async find(id: string): Promise<TrackedMessage | undefined> {
      return reader.one(await select().where('id', '=', id).selectAll().executeTakeFirst());
    },

    async findFor(person: string, message: string): Promise<TrackedMessage | undefined> {
      const ofPerson = select().where((is) => is.and({ person, message }));
      return reader.one(await ofPerson.selectAll().executeTakeFirst());
    },

    /** Leases messages due for a check and others with the same query, for at most `queries` queries. */
    async claimDue(now: Date, queries: number, forMs: number): Promise<TrackedMessage[]> {
      for (;;) {
        const rows = await leaseDue(now, queries, forMs);
        const readable = reader.all(rows);
        if (readable.length > 0 || rows.length === 0) return readable;
      }
    },

    /** Stores which direct message shows the status. @returns false if the tracking has ended */
    setTarget: (id: string, { channel, ts }: NonNullable<TrackedMessage['target']>) =>
      changesAny(update().set({ channel, message_ts: ts }).where('id', '=', id)),

    async checked(id: string, nextCheckAt: Date): Promise<void> {
      await update()
        .set((is) => ({ next_look_at: nextCheckAt, leased_until: LONG_AGO, looks: is('looks', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },

    end: async (id: string) => (await remove(id)) > 0,
  };
}

const LONG_AGO = new Date(0);

type TrackedRow = Selectable<Schema['settlings']>;

function trackedMessageOf(row: TrackedRow): TrackedMessage {
  const { channel, message_ts: ts } = row;
  return {
    id: row.id,
    person: row.person,
    message: row.message,
    query: row.look,
    sealedMessage: row.sealed_message,
    language: language.parse(row.language),
    zone: zone.parse(row.zone),
    ...(channel !== null && ts !== null ? { target: { channel, ts } } : {}),
    requestedAt: row.asked_at,
  };
}
