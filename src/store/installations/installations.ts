import { type Selectable, sql } from 'kysely';
import type { Installation, RenewedToken } from '../../domain/installation.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { memoizeStaleIfError } from '../../runtime/memoize.ts';
import { TIMINGS } from '../../runtime/timings.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { changesAny, databaseNow } from '../statements.ts';
import { sealedTokens, type Tokens } from './sealed-tokens.ts';

/** A workspace’s installation of the Slack app; `renew` changes it only if its `version` is unchanged. */
interface StoredInstallation extends Installation {
  readonly installedAt: Date;
  readonly version: number;
}

interface InstallationsOptions extends AccountDatabase {
  readonly sealer: Sealer;
  readonly ttlMs?: number | undefined;
}

/** Longest wait for the database, in ms; after that, calls to Slack use the cached installation. */
const MAX_WAIT_MS = 1_000;
const FOREVER = { staleMs: Number.POSITIVE_INFINITY, ttlMs: Number.POSITIVE_INFINITY };

const agoMs = sql<number>`1000 * extract(epoch from ${databaseNow} - removed_at)::double precision`;

export function createInstallations(options: InstallationsOptions) {
  const { db, account, log, sealer, ttlMs = TIMINGS.installationsTtlMs } = options;
  const sealed = (id: string) => sealedTokens(account, id);
  const seal = (id: string, { botToken, refreshToken }: RenewedToken) =>
    sealed(id).seal(sealer, { botToken, refreshToken });

  const installed = () =>
    db.selectFrom('installations').where('account', '=', account).where('removed_at', 'is', null);

  /** Ids of installations with tokens that `SECRET_KEY` does not open; each id is logged only once. */
  const reportedIds = new Set<string>();

  async function readRow(id: string): Promise<StoredInstallation | undefined> {
    const row = await installed().where('id', '=', id).selectAll().executeTakeFirst();
    if (!row?.sealed_tokens) return undefined;
    const opened = sealed(id).open(sealer, row.sealed_tokens);
    if (opened) {
      reportedIds.delete(id);
      return fromRow(row, opened);
    }
    if (reportedIds.has(id)) return undefined;
    reportedIds.add(id);
    log?.error(
      { installation: id },
      'SECRET_KEY does not open what is kept of this installation: set the key that sealed it, or install the app there again',
    );
    return undefined;
  }

  // Only existing installations are cached, because requests could contain any number of other ids.
  const known = memoizeStaleIfError(
    { freshMs: ttlMs, ...FOREVER, invalidates: (error) => error instanceof NotInstalled },
    async (id) => {
      const found = await readRow(id);
      if (!found) throw new NotInstalled();
      return found;
    },
  );

  const there = (id: string) =>
    db
      .updateTable('installations')
      .where((is) => is.and({ account, id }))
      .where('removed_at', 'is', null);

  return {
    /** Finds an app installation; it is cached for a minute, or longer while the database does not answer. */
    async find(id: string): Promise<StoredInstallation | undefined> {
      return (await known(id, MAX_WAIT_MS).catch(undefinedIfNotInstalled))?.value;
    },
    read(id: string): Promise<StoredInstallation | undefined> {
      return known.reload(id).catch(undefinedIfNotInstalled);
    },
    /** Whether the app is installed under any of these ids, even if SECRET_KEY does not open its token. */
    async hasAny(ids: readonly string[]): Promise<boolean> {
      const one = await installed().where('id', 'in', ids).select('id').executeTakeFirst();
      return one !== undefined;
    },
    async save(installation: Installation): Promise<void> {
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
      known.forget(id);
    },
    /** Stores a renewed token. @returns false if another process was faster, or the app was uninstalled */
    async renew({ id, version }: StoredInstallation, renewed: RenewedToken): Promise<boolean> {
      const tokens = { sealed_tokens: seal(id, renewed), expires_at: renewed.expiresAt ?? null };
      const isChanged = await changesAny(
        there(id)
          .set({ ...tokens, version: version + 1 })
          .where('version', '=', version),
      );
      known.forget(id);
      return isChanged;
    },
    /** Marks an installation as removed unless it is newer than `notAfter`. @returns whether it was marked */
    async remove(id: string, { notAfter }: { readonly notAfter?: Date | undefined } = {}): Promise<boolean> {
      const version = sql<number>`version + 1`;
      const removal = there(id).set({ sealed_tokens: null, removed_at: databaseNow, version });
      const isRemoved = await changesAny(notAfter ? removal.where('installed_at', '<=', notAfter) : removal);
      known.forget(id);
      return isRemoved;
    },
    /** @returns removed installations, with the ms since removal; their data must be deleted */
    async removed() {
      const rows = await db
        .selectFrom('installations')
        .select(['id', agoMs.as('ago_ms')])
        .where('account', '=', account)
        .where('removed_at', 'is not', null)
        .execute();
      return rows.map(({ id, ago_ms }) => ({ id, agoMs: ago_ms }));
    },
    /** Encrypts all tokens with the current `SECRET_KEY`, since those that never expire are not renewed. */
    async reseal(): Promise<void> {
      const rows = await installed().select(['id', 'sealed_tokens', 'version']).execute();
      for (const { id, sealed_tokens: text, version } of rows) {
        const opened = text === null ? undefined : sealed(id).open(sealer, text);
        if (!opened) continue;
        const sealed_tokens = seal(id, opened);
        await there(id).set({ sealed_tokens }).where('version', '=', version).execute();
      }
    },
    async forget(id: string): Promise<void> {
      const own = db.deleteFrom('installations').where((is) => is.and({ account, id }));
      await own.where('removed_at', 'is not', null).execute();
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

class NotInstalled extends Error {}

function undefinedIfNotInstalled(error: unknown): undefined {
  if (!(error instanceof NotInstalled)) throw error;
}
