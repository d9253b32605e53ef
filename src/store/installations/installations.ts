import { type Selectable, sql } from 'kysely';
import type { Installation, RenewedToken } from '../../domain/installation.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { valueWithin } from '../../runtime/timeouts.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { changesAny, databaseNow } from '../statements.ts';
import { sealedTokens, type Tokens } from './sealed-tokens.ts';

/** An installation as it was read: `renew` goes by what it was then. */
interface StoredInstallation extends Installation {
  readonly installedAt: Date;
  readonly version: number;
}

export interface InstallationStore {
  /** Remembered for a minute, and for as long as the database is away. */
  find(id: string): Promise<StoredInstallation | undefined>;
  /** The same, asked of the database now, and remembered from then on. */
  read(id: string): Promise<StoredInstallation | undefined>;
  /** Whether one of these is there, also one that the key does not open. */
  hasAny(ids: readonly string[]): Promise<boolean>;
  /** In place of the one that was there. */
  save(installation: Installation): Promise<void>;
  /** Puts a renewed token in the place of the one that was read. @returns false where another was quicker, or it is gone */
  renew(read: StoredInstallation, renewed: RenewedToken): Promise<boolean>;
  /**
   * Takes one back; of it stays that it was there, until `forget`. With `notAfter`, only one that is not newer than that. @returns whether there was one
   */
  remove(id: string, options?: { readonly notAfter?: Date | undefined }): Promise<boolean>;
  /** Those that were taken back and are not forgotten yet, and how long ago: what else is kept of them is to be cleaned up. */
  removed(): Promise<{ readonly id: string; readonly agoMs: number }[]>;
  /** Seals anew what an earlier `SECRET_KEY` has sealed: a token that does not end is never written otherwise. */
  reseal(): Promise<void>;
  /** Forgets that one was taken back. */
  forget(id: string): Promise<void>;
}

interface InstallationsOptions extends AccountDatabase {
  readonly sealer: Sealer;
  /** For how long nothing is asked anew: a minute unless told. */
  readonly rememberedMs?: number | undefined;
}

/** A call to Slack waits for it; what was known last is as good while the database is slow. */
const PATIENCE_MS = 1_000;

const agoMs = sql<number>`1000 * extract(epoch from ${databaseNow} - removed_at)::double precision`;

/** Installations as rows. */
export function createInstallations({
  db,
  account,
  log,
  sealer,
  rememberedMs = TIMINGS.installationsRememberedMs,
}: InstallationsOptions): InstallationStore {
  const remembered = createMemory(rememberedMs, readRow);
  const sealed = (id: string) => sealedTokens(account, id);
  const seal = (id: string, { botToken, refreshToken }: RenewedToken) =>
    sealed(id).seal(sealer, { botToken, refreshToken });

  /** Each is looked at twice a minute. */
  const toldUnopened = new Set<string>();

  async function readRow(id: string): Promise<StoredInstallation | undefined> {
    const row = await db
      .selectFrom('installations')
      .where('account', '=', account)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .selectAll()
      .executeTakeFirst();
    if (!row?.sealed_tokens) return undefined;
    const opened = sealed(id).open(sealer, row.sealed_tokens);
    if (opened) {
      toldUnopened.delete(id);
      return fromRow(row, opened);
    }
    if (toldUnopened.has(id)) return undefined;
    toldUnopened.add(id);
    log?.error(
      { installation: id },
      'SECRET_KEY does not open what is kept of this installation: set the key that sealed it, or install the app there again',
    );
    return undefined;
  }

  const isRow = (id: string) => sql<boolean>`account = ${account} and id = ${id}`;

  return {
    find: remembered.find,
    read: remembered.refresh,
    async hasAny(ids) {
      const there = await db
        .selectFrom('installations')
        .where('account', '=', account)
        .where('id', 'in', ids)
        .where('removed_at', 'is', null)
        .select('id')
        .executeTakeFirst();
      return there !== undefined;
    },
    async save(installation) {
      const { id, isOrganization, botUserId = null, scopes, installedAt = new Date() } = installation;
      const row = {
        is_organization: isOrganization,
        sealed_tokens: seal(id, installation),
        bot_user: botUserId,
        scopes: scopes.join(','),
        expires_at: installation.expiresAt ?? null,
        installed_by: installation.installedBy ?? null,
        installed_at: installedAt,
        removed_at: null,
      };
      await db
        .insertInto('installations')
        .values({ account, id, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'id'])
            .doUpdateSet({ ...row, version: sql<number>`installations.version + 1` }),
        )
        .execute();
      remembered.forget(id);
    },
    async renew({ id, version }, renewed) {
      const isChanged = await changesAny(
        db
          .updateTable('installations')
          .set({
            sealed_tokens: seal(id, renewed),
            expires_at: renewed.expiresAt ?? null,
            version: version + 1,
          })
          .where(isRow(id))
          .where('version', '=', version)
          .where('removed_at', 'is', null),
      );
      remembered.forget(id);
      return isChanged;
    },
    async remove(id, { notAfter } = {}) {
      const taken = db
        .updateTable('installations')
        .set({
          sealed_tokens: null,
          removed_at: databaseNow,
          version: sql<number>`version + 1`,
        })
        .where(isRow(id))
        .where('removed_at', 'is', null);
      const isRemoved = await changesAny(notAfter ? taken.where('installed_at', '<=', notAfter) : taken);
      remembered.forget(id);
      return isRemoved;
    },
    async removed() {
      const rows = await db
        .selectFrom('installations')
        .select(['id', agoMs.as('ago_ms')])
        .where('account', '=', account)
        .where('removed_at', 'is not', null)
        .execute();
      return rows.map(({ id, ago_ms }) => ({ id, agoMs: ago_ms }));
    },
    async reseal() {
      const rows = await db
        .selectFrom('installations')
        .select(['id', 'sealed_tokens', 'version'])
        .where('account', '=', account)
        .where('removed_at', 'is', null)
        .execute();
      for (const { id, sealed_tokens: text, version } of rows) {
        const opened = text === null ? undefined : sealed(id).open(sealer, text);
        if (!opened) continue;
        await db
          .updateTable('installations')
          .set({ sealed_tokens: seal(id, opened) })
          .where(isRow(id))
          .where('version', '=', version)
          .execute();
      }
    },
    async forget(id) {
      await db.deleteFrom('installations').where(isRow(id)).where('removed_at', 'is not', null).execute();
    },
  };
}

function fromRow(
  row: Selectable<Schema['installations']>,
  { botToken, refreshToken }: Tokens,
): StoredInstallation {
  return {
    id: row.id,
    isOrganization: row.is_organization,
    botToken,
    refreshToken,
    expiresAt: row.expires_at ?? undefined,
    botUserId: row.bot_user ?? undefined,
    scopes: row.scopes === '' ? [] : row.scopes.split(','),
    installedBy: row.installed_by ?? undefined,
    installedAt: row.installed_at,
    version: row.version,
  };
}

/** What was read last, for a while by itself, and for longer where it cannot be read anew in time. */
function createMemory(rememberedMs: number, read: (id: string) => Promise<StoredInstallation | undefined>) {
  interface Known {
    readonly value: StoredInstallation | undefined;
    readonly atMs: number;
  }
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<Known>>();

  function readOnce(id: string): Promise<Known> {
    const run = read(id).then((value) => {
      const found = { value, atMs: performance.now() };
      // What changed meanwhile is read anew.
      if (reading.get(id) !== run) return found;
      // Ids come with requests: of those that nobody has installed nothing is remembered.
      if (value) known.set(id, found);
      else known.delete(id);
      return found;
    });
    reading.set(id, run);
    const over = () => {
      if (reading.get(id) === run) reading.delete(id);
    };
    run.then(over, over);
    return run;
  }

  return {
    async find(id: string): Promise<StoredInstallation | undefined> {
      const last = known.get(id);
      if (last && performance.now() - last.atMs < rememberedMs) return last.value;
      const next = reading.get(id) ?? readOnce(id);
      if (!last) return (await next).value;
      const found = await valueWithin(
        PATIENCE_MS,
        next.catch(() => last),
        () => undefined,
      );
      return (found ?? last).value;
    },
    refresh: async (id: string) => (await readOnce(id)).value,
    forget(id: string): void {
      known.delete(id);
      reading.delete(id);
    },
  };
}
