import { SENSITIVITIES } from '../domain/detection/findings.ts';
import { type OperatorTrouble, troublesOf, troublesOfCheck } from '../domain/detection/operator-trouble.ts';
import type { Log } from '../ops/log.ts';
import { DAY_MS, MINUTE_MS } from '../runtime/durations.ts';
import type { Incidents } from '../store/incidents/incidents.ts';
import type { IncidentPosts } from '../store/incidents/messages.ts';

interface KnownTroubleOptions {
  readonly incidents: Pick<Incidents, 'open' | 'endedSince' | 'watching'>;
  readonly incidentPosts: Pick<IncidentPosts, 'of'>;
  /** Whether the database is in use; reading never opens it. */
  readonly isOpen: () => boolean;
  readonly now: () => Date;
  readonly log: Log;
}

export type KnownTrouble = ReturnType<typeof createKnownTrouble>;

const FRESH_MS = MINUTE_MS;
/** An older state is not used: look-ups wait for the new one, if the database answers. */
const STALE_MS = 5 * MINUTE_MS;
/** Incidents that ended longer ago explain no message that the platform still lists. */
const ENDED_MS = 90 * DAY_MS;
/** An incident may be stored some time after its end. */
const OVERLAP_MS = 10 * MINUTE_MS;

/** Incidents and the latest check in memory, for look-ups, which read no database before they answer. */
export function createKnownTrouble({ incidents, incidentPosts, isOpen, now, log }: KnownTroubleOptions) {
  const ended = new Map<string, readonly OperatorTrouble[]>();
  let channels: ReadonlyMap<string, readonly string[]> = new Map();
  let troubles: readonly OperatorTrouble[] = [];
  let readAt: Date | undefined;
  let triedAt: Date | undefined;
  let reading: Promise<void> | undefined;

  const ageMs = (at: Date | undefined) =>
    at ? Math.abs(now().getTime() - at.getTime()) : Number.POSITIVE_INFINITY;

  async function read(): Promise<void> {
    const at = now();
    const since = new Date(readAt ? readAt.getTime() - OVERLAP_MS : at.getTime() - ENDED_MS);
    const [open, checks, ...over] = await Promise.all([
      incidents.open(),
      Promise.all(SENSITIVITIES.map((one) => incidents.watching(one))),
      ...SENSITIVITIES.map((one) => incidents.endedSince(since, one)),
    ]);
    for (const one of over.flat()) ended.set(one.id, troublesOf(one));
    for (const { id } of open) ended.delete(id);
    for (const [id, [first]] of ended) {
      if (!first?.to || at.getTime() - first.to.getTime() > ENDED_MS) ended.delete(id);
    }
    const posts = await Promise.all(open.map(({ id }) => incidentPosts.of(id)));
    channels = new Map(
      open.map(({ id }, index) => {
        const shown = (posts[index] ?? []).filter(({ ts, over }) => ts !== undefined && over === undefined);
        return [id, shown.map(({ channel }) => channel)];
      }),
    );
    const found = checks.flatMap((watching) => (watching ? troublesOfCheck(watching) : []));
    troubles = [...open.flatMap(troublesOf), ...[...ended.values()].flat(), ...found];
    readAt = at;
  }

  return {
    /** Starts reading if the state is over a minute old. @returns a promise only if the state is too old to use */
    refresh(): Promise<void> | undefined {
      if (!reading && ageMs(triedAt) >= FRESH_MS && isOpen()) {
        triedAt = now();
        reading = read()
          .catch((error: unknown) => log.warn({ err: error }, 'look-ups know no new incidents'))
          .finally(() => {
            reading = undefined;
          });
      }
      return ageMs(readAt) < STALE_MS ? undefined : reading;
    },
    /** Troubles of the open incidents, of those that ended in the last 90 days, and of the latest checks. */
    troubles: (): readonly OperatorTrouble[] => (ageMs(readAt) < STALE_MS ? troubles : []),
    /** Channels with the message of an open incident. */
    channelsOf: (incident: string): readonly string[] => channels.get(incident) ?? [],
  };
}
