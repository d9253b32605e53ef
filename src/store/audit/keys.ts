import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { workspaceOfAccount } from '../../domain/workspace-account.ts';
import { type Sealer, sealerFor } from '../../runtime/crypto.ts';
import { DatabaseError } from '../connection.ts';
import type { AccountDatabase, Schema } from '../schema.ts';
import { databaseNow } from '../statements.ts';

export type NumberDigest = (msisdn: string) => string;

const PURPOSE = 'audit.key';
const KEY_BYTES = 32;

/** Loads the account’s key for digests of telephone numbers; creates a key if none can be opened. */
export async function loadNumberDigest(
  { db, account, log }: AccountDatabase,
  sealer: Sealer,
): Promise<NumberDigest> {
  // A digest that shows which SECRET_KEY sealed a row, but does not reveal that key.
  const sealedBy = sealer.digest(PURPOSE, 'sealed by');
  const seal = (key: Buffer) => ({
    sealed_key: sealer.seal(PURPOSE, key.toString('base64url')),
    sealed_by: sealedBy,
  });
  const rows = await db
    .selectFrom('audit_keys')
    .where('account', '=', account)
    .orderBy('made_at')
    .orderBy('id')
    .selectAll()
    .execute();
  let oldest: Buffer | undefined;
  for (const row of rows) {
    const key = openKey(sealer, row.sealed_key);
    if (!key) continue;
    oldest ??= key;
    if (row.sealed_by === sealedBy) continue;
    const sealing = db.updateTable('audit_keys').where('id', '=', row.id).set(seal(key)).execute();
    await sealing.catch((error: unknown) =>
      log?.warn(
        { err: error },
        'the audit’s key is not sealed with SECRET_KEY: keep SECRET_KEY_PREVIOUS until a start seals it',
      ),
    );
  }
  if (!oldest) {
    if (rows.length > 0)
      log?.warn('SECRET_KEY does not open the audit’s key: entries so far are no longer found by number');
    oldest = randomBytes(KEY_BYTES);
    const created = { id: randomUUID(), account, ...seal(oldest), made_at: databaseNow };
    await db.insertInto('audit_keys').values(created).execute();
  }
  const key = createSecretKey(oldest);
  return (msisdn) => digestBy(key, msisdn);
}

/** A telephone number’s digest by each key; there are two keys if two replicas created one at once. */
export function digestsOf(msisdn: string, keys: readonly string[], sealer: Pick<Sealer, 'open'>): string[] {
  return keys.flatMap((sealed) => {
    const key = openKey(sealer, sealed);
    return key ? [digestBy(createSecretKey(key), msisdn)] : [];
  });
}

/** Returns the sealer for the rows of an account; with several workspaces, each has an encryption key. */
export function accountSealer(account: string, sealer: Sealer): Sealer {
  const workspace = workspaceOfAccount(account);
  return workspace === undefined ? sealer : sealerFor(workspace, sealer);
}

const WRONG_KEY =
  'SECRET_KEY, or secret.key in DATA_DIR, is not the key that this database was used with: it opens none of the audit’s keys. Set that key again, after a change as SECRET_KEY_PREVIOUS. If it is lost or exposed, set SECRET_KEY_PREVIOUS=lost: encrypted values then stay closed, and earlier audit entries are not found by number';

export interface SealedAuditKey {
  readonly account: string;
  readonly sealed: string;
}

export async function sealedAuditKeys(db: Kysely<Schema>): Promise<SealedAuditKey[]> {
  return await db.selectFrom('audit_keys').select(['account', 'sealed_key as sealed']).execute();
}

/** Accounts with digests of numbers but without a key, so that no search by number finds these entries. */
export async function accountsWithoutKey(db: Kysely<Schema>): Promise<string[]> {
  const known = db.selectFrom('audit_keys').select('account');
  const lost = db
    .selectFrom('audit')
    .where('number_digest', 'is not', null)
    .where('account', 'not in', known);
  return (await lost.select('account').distinct().execute()).map(({ account }) => account);
}

/** Whether there are keys of the audit and `sealer` opens none, so that it has another SECRET_KEY. */
export function opensNone(keys: readonly SealedAuditKey[], sealer: Sealer): boolean {
  const isClosed = ({ account, sealed }: SealedAuditKey) => !openKey(accountSealer(account, sealer), sealed);
  return keys.length > 0 && keys.every(isClosed);
}

/** @throws DatabaseError if `sealer` opens none of the keys that these accounts have in the audit */
export async function refuseWrongKey(
  db: Kysely<Schema>,
  sealer: Sealer,
  accounts: readonly string[],
): Promise<void> {
  const keys = (await sealedAuditKeys(db)).filter(({ account }) => accounts.includes(account));
  if (opensNone(keys, sealer)) throw new DatabaseError(WRONG_KEY, { code: 'wrong_key' });
}

function openKey(sealer: Pick<Sealer, 'open'>, sealed: string): Buffer | undefined {
  const opened = sealer.open(PURPOSE, sealed);
  return opened === undefined ? undefined : Buffer.from(opened, 'base64url');
}

function digestBy(key: KeyObject, msisdn: string): string {
  return createHmac('sha256', key).update(msisdn, 'utf8').digest('base64url');
}
