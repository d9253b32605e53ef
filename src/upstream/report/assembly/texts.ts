const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;

/** Whether two places hold the same bytes. */
export function isSame(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  while (at + 8 <= length) {
    if (load<u64>(a + at) !== load<u64>(b + at)) return false;
    at += 8;
  }
  if (at === length) return true;
  const mask = u64.MAX_VALUE >> ((8 - <u64>(length - at)) << 3);
  return ((load<u64>(a + at) ^ load<u64>(b + at)) & mask) === 0;
}

/** Where the closing quote of a string is; 0 where it is not there, and where the string is not well-formed. */
export function textEnd(start: usize, end: usize): usize {
  let at = start;
  while (true) {
    at = nextSpecial(at, end);
    if (at >= end) return 0;
    const byte = load<u8>(at);
    if (byte === QUOTE) return at;
    if (byte !== BACKSLASH) return 0;
    at = afterEscape(at + 1, end);
    if (at === 0) return 0;
  }
}

/** The same of a string without an escape; 0 also where there is one. */
export function plainEnd(start: usize, end: usize): usize {
  const at = nextSpecial(start, end);
  return at < end && load<u8>(at) === QUOTE ? at : 0;
}

/** Where the next quote, backslash or control character is, sixteen bytes at a time; the end or more without one. */
function nextSpecial(start: usize, end: usize): usize {
  let at = start;
  while (at < end) {
    const block = v128.load(at);
    const isEither = v128.or(i8x16.eq(block, i8x16.splat(QUOTE)), i8x16.eq(block, i8x16.splat(BACKSLASH)));
    const special = i8x16.bitmask(v128.or(isEither, i8x16.le_u(block, i8x16.splat(0x1f))));
    if (special !== 0) return at + ctz(special);
    at += 16;
  }
  return at;
}

/** Where the string goes on after an escape, whose letter is at `at`; 0 where it is none. */
function afterEscape(at: usize, end: usize): usize {
  if (at >= end) return 0;
  const letter = load<u8>(at);
  if (letter !== 0x75) return isEscape(letter) ? at + 1 : 0;
  const after = at + 5;
  if (after > end) return 0;
  for (let place = at + 1; place < after; place += 1) if (!isHexadecimal(load<u8>(place))) return 0;
  return after;
}

/** `"`, `\`, `/`, `b`, `f`, `n`, `r` or `t`. */
function isEscape(letter: u8): bool {
  switch (letter) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

function isHexadecimal(byte: u8): bool {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
