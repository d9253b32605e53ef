import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from './error-code.ts';
import { jsonValue } from './json.ts';

/** Encrypts values that contain a telephone number before they leave the process: button values, job data. */
export interface Sealer {
  /** Encrypts and authenticates a text, bound to a purpose; the result is URL-safe. */
  seal(purpose: string, text: string): string;
  /** Decrypts; `undefined` if the text was changed, or encrypted with another key or for another purpose. */
  open(purpose: string, sealed: string): string | undefined;
  /** A digest of text and purpose, URL-safe. Without the key, the digest reveals neither of the two. */
  digest(purpose: string, text: string): string;
  /** Whether `digest` is the digest of `text`, or its beginning, with the current or the previous key. */
  isDigestOf(digest: string, purpose: string, text: string): boolean;
}

/**
 * Encrypts a value as JSON. `open` returns `undefined` for another key, a value of another format, or one that names
 * another owner, the person of a row. Values of older versions name none.
 */
export function sealedJson<T extends object>(purpose: string, schema: z.ZodType<T>) {
  return {
    seal: (sealer: Pick<Sealer, 'seal'>, value: T, owner?: string): string =>
      sealer.seal(purpose, JSON.stringify({ ...value, owner })),
    open(sealer: Pick<Sealer, 'open'>, sealed: string, owner?: string): T | undefined {
      const text = sealer.open(purpose, sealed);
      const value = text === undefined ? undefined : jsonValue(text);
      const { data: named } = owned.safeParse(value);
      return named && named.owner !== owner ? undefined : schema.safeParse(value).data;
    },
  };
}

const owned = z.object({ owner: z.string() });

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce and the purpose as associated data. Digests are HMAC-SHA256
 * (RFC 2104) with a key per purpose (HKDF, RFC 5869). Keys have 32 bytes. The previous key only decrypts.
 */
export function createSealer(keyBytes: Buffer, previousBytes?: Buffer): Sealer {
  const current = createKey(keyBytes);
  const previous = previousBytes && createKey(previousBytes);
  return {
    ...current,
    open: (purpose, sealed) => current.open(purpose, sealed) ?? previous?.open(purpose, sealed),
    isDigestOf: (digest, purpose, text) =>
      [current, previous].some((one) => one?.digest(purpose, text).startsWith(digest)),
  };
}

/** Adds the owner (a workspace) to the purpose: owners share a key, but cannot decrypt each other’s texts. */
export function sealerFor(owner: string, sealer: Sealer): Sealer {
  const own = (purpose: string) => `${owner} ${purpose}`;
  return {
    seal: (purpose, text) => sealer.seal(own(purpose), text),
    open: (purpose, sealed) => sealer.open(own(purpose), sealed),
    digest: (purpose, text) => sealer.digest(own(purpose), text),
    isDigestOf: (digest, purpose, text) => sealer.isDigestOf(digest, own(purpose), text),
  };
}

function createKey(keyBytes: Buffer): Omit<Sealer, 'isDigestOf'> {
  // Key objects are created only once, because Node takes far longer to use a key's bytes than a key object.
  const key = createSecretKey(keyBytes);
  const digestKeys = new Map<string, KeyObject>();
  const digestKeyFor = (purpose: string) => {
    const known = digestKeys.get(purpose);
    if (known) return known;
    const derived = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `digest ${purpose}`, KEY_BYTES)));
    digestKeys.set(purpose, derived);
    return derived;
  };
  return {
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      try {
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return undefined;
      }
    },
    digest: (purpose, text) =>
      createHmac('sha256', digestKeyFor(purpose)).update(text, 'utf8').digest('base64url'),
  };
}

export async function loadOrCreateKey(directory: string): Promise<Buffer> {
  const path = keyPath(directory);
  return keyOf(path, (await readIfThere(path)) ?? (await writeKey(directory, path)));
}

export async function readKey(directory: string): Promise<Buffer | undefined> {
  const path = keyPath(directory);
  const text = await readIfThere(path);
  return text === undefined ? undefined : keyOf(path, text);
}

function keyOf(path: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new Error(
    `${path} does not hold a key of ${KEY_BYTES} bytes in base64; restore it, or delete it and set SECRET_KEY_PREVIOUS=lost to have a new one made`,
  );
}

const keyPath = (directory: string) => join(directory, 'secret.key');

export async function isKeyExposed(directory: string): Promise<boolean> {
  const found = await stat(keyPath(directory)).catch(() => undefined);
  return found !== undefined && (found.mode & 0o077) !== 0;
}

async function writeKey(directory: string, path: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  // The key is written to a draft, which is then linked: another process sees a complete key or none.
  const draft = join(directory, `secret.key.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
