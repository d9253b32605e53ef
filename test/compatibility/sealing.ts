/** A second implementation of sealing, because every later version must open what an earlier one has sealed. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { KEY } from './first-run.ts';

/** A 12-byte nonce, a 16-byte tag and the AES-256-GCM ciphertext; the purpose is the additional data. */
export function open(purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', KEY, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28));
  try {
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

export function seal(purpose: string, value: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

export function digest(purpose: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', KEY, '', `digest ${purpose}`, 32));
  return createHmac('sha256', key).update(text, 'utf8').digest('base64url');
}
