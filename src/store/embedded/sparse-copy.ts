const PAGE = 4096;

/**
 * Has `bytes.slice()` and `bytes.set(copy)` write only pages that differ: those that nobody has written to yet take no
 * memory, neither here nor in the copy.
 */
export function copySparsely(bytes: Uint8Array): void {
  const { slice, set } = bytes;
  bytes.slice = (...range) => {
    if (range.length > 0) return slice.apply(bytes, range);
    const copy = new Uint8Array(bytes.length);
    copyDifferent(bytes, copy);
    return copy;
  };
  bytes.set = (source, offset = 0) => {
    if (source instanceof Uint8Array && source.length === bytes.length) copyDifferent(source, bytes);
    else set.call(bytes, source, offset);
  };
}

function copyDifferent(from: Uint8Array, to: Uint8Array): void {
  const [source, target] = [from, to].map(({ buffer, byteOffset, length }) =>
    Buffer.from(buffer, byteOffset, length),
  ) as [Buffer, Buffer];
  for (let at = 0; at < source.length; at += PAGE) {
    const end = Math.min(at + PAGE, source.length);
    if (source.compare(target, at, end, at, end) !== 0) source.copy(target, at, at, end);
  }
}
