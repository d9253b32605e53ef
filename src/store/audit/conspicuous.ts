import { type Selectable, sql } from 'kysely';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { databaseNow } from '../statements.ts';

/** Unusually many acts of one person within sixty minutes, or a loss of audit entries. */
export interface Conspicuous {
  readonly what: 'reveals' | 'refusals' | 'numbers' | 'interruption';
  /** Slack user id; empty if the finding is an interruption of the audit. */
  readonly person: string;
  /** Number of reveals, refusals, distinct telephone numbers or lost audit entries, according to `what`. */
  readonly count: number;
  readonly since: Date;
  /** Start of the clock hour in which the sixty minutes end; each finding is reported once per clock hour. */
  readonly hour: Date;
}

export type ConspicuousActs = ReturnType<typeof createConspicuousActs>;

/** Minimum acts of one person in sixty minutes that are reported in `AUDIT_CHANNEL`; normal work has fewer. */
const CONSPICUOUS = { reveals: 10, refusals: 10, numbers: 60 } as const;

type Burst = Omit<Conspicuous, 'person'>;

interface AuditedAct extends Pick<Selectable<Schema['audit']>, 'id' | 'person' | 'at' | 'number_digest'> {
  readonly revealed: boolean;
  readonly refused: boolean;
}

export function createConspicuousActs({ db, account }: AccountDatabase) {
  const findBursts = async (): Promise<Conspicuous[]> => {
    // Entries from two clock hours ago on: sixty minutes that end in the previous hour may begin before it.
    const { rows } = await sql<AuditedAct>`
      with lately as (
        select id, person, at, number_digest, act = 'revealed' and outcome = 'answered' as revealed,
          outcome = 'refused' as refused
        from ${sql.table('audit')} where account = ${account} and person != ''
          and at >= date_trunc('hour', clock_timestamp()) - interval '2 hours'
      )
      select * from lately where person in (
        select person from lately group by person
        having count(*) filter (where revealed) >= ${CONSPICUOUS.reveals}
          or count(*) filter (where refused) >= ${CONSPICUOUS.refusals}
          or count(distinct number_digest) >= ${CONSPICUOUS.numbers}
      )
      order by at`.execute(db);
    return [...Map.groupBy(rows, ({ person }) => person)].flatMap(([person, acts]) => {
      const counted = {
        reveals: acts.filter((act) => act.revealed),
        refusals: acts.filter((act) => act.refused),
        numbers: acts.flatMap(({ at, number_digest: id }) => (id === null ? [] : [{ at, id }])),
      };
      const bursts = (['reveals', 'refusals', 'numbers'] as const).flatMap((what) =>
        burstsOf(what, counted[what]),
      );
      return bursts.map((burst) => ({ ...burst, person }));
    });
  };

  const findInterruptions = async (): Promise<Conspicuous[]> => {
    const rows = await db
      .selectFrom('audit')
      .where('account', '=', account)
      .where('at', '>=', sql<Date>`${databaseNow} - interval '7 days'`)
      .where('act', '=', 'interrupted')
      .select(['why', 'at'])
      .execute();
    return rows.map(({ why, at }) => ({
      what: 'interruption',
      person: '',
      since: at,
      hour: hourOf(at),
      count: Number(/\d+/.exec(why ?? '')?.[0] ?? 0),
    }));
  };

  return {
    find: async () => [...(await findBursts()), ...(await findInterruptions())],
  };
}

/** Per clock hour, the highest count in any sixty minutes that end in it, if it reaches the threshold. */
function burstsOf(
  what: keyof typeof CONSPICUOUS,
  acts: readonly { readonly at: Date; readonly id: string }[],
): Burst[] {
  const bursts = new Map<number, Burst>();
  const within = new Map<string, number>();
  let first = 0;
  for (const { at, id } of acts) {
    within.set(id, (within.get(id) ?? 0) + 1);
    let oldest = acts[first];
    while (oldest && oldest.at.getTime() <= at.getTime() - HOUR_MS) {
      const left = (within.get(oldest.id) ?? 1) - 1;
      if (left === 0) within.delete(oldest.id);
      else within.set(oldest.id, left);
      first += 1;
      oldest = acts[first];
    }
    const hour = hourOf(at);
    const fullest = bursts.get(hour.getTime())?.count ?? CONSPICUOUS[what] - 1;
    if (within.size > fullest)
      bursts.set(hour.getTime(), { what, count: within.size, since: oldest?.at ?? at, hour });
  }
  return [...bursts.values()];
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}
