import { expect, onTestFinished, test, vi } from 'vitest';
import { copySparsely } from '../../../src/store/embedded/postgres.ts';

const PAGE = 4096;

function createSparseBytes(length = 3 * PAGE + 100) {
  const bytes = new Uint8Array(new ArrayBuffer(length + PAGE), PAGE, length);
  bytes[PAGE] = 1;
  bytes[length - 1] = 2;
  copySparsely(bytes);
  return bytes;
}

test('a copy is complete, and restores changed bytes', () => {
  const bytes = createSparseBytes();
  const expected = Uint8Array.from(bytes);
  const copy = bytes.slice();
  expect(copy).toEqual(expected);
  bytes.fill(7, 10, 2 * PAGE + 10);
  bytes[PAGE] = 0;
  expect(copy).toEqual(expected);
  bytes.set(copy);
  expect(Uint8Array.from(bytes)).toEqual(expected);
});

test('restoring a copy writes only the changed pages', () => {
  const bytes = createSparseBytes();
  const copy = bytes.slice();
  bytes[2 * PAGE] = 3;
  const written = vi.spyOn(Buffer.prototype, 'copy');
  onTestFinished(() => written.mockRestore());
  bytes.set(copy);
  expect(written.mock.calls.map(([, at]) => at)).toEqual([2 * PAGE]);
});

test('parts of an array are copied and set as usual', () => {
  const bytes = createSparseBytes();
  expect(bytes.slice(PAGE, PAGE + 2)).toEqual(Uint8Array.of(1, 0));
  bytes.set([5, 6], PAGE);
  bytes.set(Uint8Array.of(8), 1);
  expect([bytes[0], bytes[1], bytes[PAGE], bytes[PAGE + 1]]).toEqual([0, 8, 5, 6]);
});
