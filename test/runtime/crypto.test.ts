import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSealer, loadOrCreateKey, sealedJson } from '../../src/runtime/crypto.ts';

const sealer = createSealer(Buffer.alloc(32, 1));

describe('createSealer', () => {
  test('opens what it sealed, only for the same purpose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = sealer.seal('turn', text);
        expect(sealer.open('turn', sealed)).toBe(text);
        expect(sealer.open('other', sealed)).toBeUndefined();
        expect(createSealer(Buffer.alloc(32, 2)).open('turn', sealed)).toBeUndefined();
      }),
    );
  });

  test('rejects a text that was changed, truncated or never sealed', () => {
    const sealed = sealer.seal('turn', '56912345678');
    expect(sealed).not.toContain('56912345678');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'B'), (at, letter) => {
        fc.pre(
          Buffer.from(sealed, 'base64url').compare(
            Buffer.from(replaceAt(sealed, at, letter), 'base64url'),
          ) !== 0,
        );
        expect(sealer.open('turn', replaceAt(sealed, at, letter))).toBeUndefined();
        expect(sealer.open('turn', sealed.slice(0, at))).toBeUndefined();
      }),
    );
    expect(sealer.open('turn', '')).toBeUndefined();
  });

  test('gives equal digests only for the same key, purpose and text', () => {
    const digest = sealer.digest('number', '56912345678');
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(createSealer(Buffer.alloc(32, 1)).digest('number', '56912345678')).toBe(digest);
    expect(sealer.digest('number', '56912345679')).not.toBe(digest);
    expect(sealer.digest('other', '56912345678')).not.toBe(digest);
    expect(createSealer(Buffer.alloc(32, 2)).digest('number', '56912345678')).not.toBe(digest);
  });

  test('opens data and matches digests of the previous key, and seals only with the new one', () => {
    const key = Buffer.alloc(32, 2);
    const rotated = createSealer(key, Buffer.alloc(32, 1));
    expect(rotated.open('turn', sealer.seal('turn', 'a'))).toBe('a');
    expect(createSealer(key).open('turn', rotated.seal('turn', 'a'))).toBe('a');
    for (const one of [sealer, createSealer(key)]) {
      const beginning = one.digest('text', 'a').slice(0, 16);
      expect(rotated.isDigestOf(beginning, 'text', 'a')).toBe(true);
      expect(rotated.isDigestOf(beginning, 'text', 'b')).toBe(false);
    }
    expect(sealer.isDigestOf(createSealer(key).digest('text', 'a'), 'text', 'a')).toBe(false);
  });

  test('never seals the same text to the same result', () => {
    const results = Array.from({ length: 1_000 }, () => sealer.seal('turn', 'a'));
    expect(new Set(results).size).toBe(1_000);
  });
});

describe('a sealed value', () => {
  const values = sealedJson('turn', z.object({ n: z.string() }));

  test('that is not JSON opens as undefined', () => {
    expect(values.open(sealer, sealer.seal('turn', '{'))).toBeUndefined();
  });

  test('of a person’s row opens only as of that person; one of an older version as of anyone', () => {
    const own = values.seal(sealer, { n: '1' }, 'U1');
    expect(values.open(sealer, own, 'U1')).toEqual({ n: '1' });
    for (const other of ['U2', undefined]) expect(values.open(sealer, own, other)).toBeUndefined();
    expect(values.open(sealer, values.seal(sealer, { n: '1' }), 'U1')).toEqual({ n: '1' });
  });
});

describe('loadOrCreateKey', () => {
  test('creates one key, only for its owner, when many start at the same time', async () => {
    const directory = join(await mkdtemp(join(tmpdir(), 'sms-desk-')), 'data');
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateKey(directory)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['secret.key']);
  });

  test('says what to do about an invalid key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sms-desk-'));
    await writeFile(join(directory, 'secret.key'), 'short');
    await expect(loadOrCreateKey(directory)).rejects.toThrow(/32 bytes in base64; restore it, or delete it/);
  });
});

function replaceAt(text: string, at: number, letter: string): string {
  return text.slice(0, at) + letter + text.slice(at + 1);
}
