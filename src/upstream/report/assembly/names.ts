import { isSame } from './texts';

/** The names of the operators and of the statuses, a place of so many bytes for each. */
const NAME_BYTES: usize = 256;
const PLACE_BYTES: usize = 272;
/** As many as are told apart; beyond them they are read slowly, no more. */
const MOST_NAMES: i32 = 1200;
const NAMES: usize = memory.data(326400, 16);
const LENGTHS: usize = memory.data(4800, 4);
/** What each is called by, twice that and one for a status. */
const KEYS: usize = memory.data(4800, 4);
let nameCount: i32 = 0;

/** By hash, a name's place counted from one; where it is taken, the next. Never more than a third full. */
const HASHED: usize = memory.data(8192, 2);
const HASH_MASK: u32 = 4095;
// Not known outside, so that nobody can choose names that all fall on one place.
let seed: u64 = 0;

/** To be told once, before the first name. */
export function hashFrom(first: u32, second: u32): void {
  seed = ((<u64>first) << 32) | second;
}

/** Where the bytes of the next name are to be put; 0 where there is no more room, or none for a name so long. */
export function roomForName(length: usize): usize {
  return nameCount < MOST_NAMES && length <= NAME_BYTES ? NAMES + <usize>nameCount * PLACE_BYTES : 0;
}

/** The name that was put there is known from now on, by a number of its column. */
export function addName(isStatus: bool, length: usize, number: i32): void {
  let slot = hashOf(isStatus, NAMES + <usize>nameCount * PLACE_BYTES, length);
  while (load<u16>(HASHED + ((slot & HASH_MASK) << 1)) !== 0) slot += 1;
  store<u32>(LENGTHS + (nameCount << 2), length);
  store<i32>(KEYS + (nameCount << 2), (number << 1) | i32(isStatus));
  nameCount += 1;
  store<u16>(HASHED + ((slot & HASH_MASK) << 1), <u16>nameCount);
}

/** The number of the name that stands there, -1 for one that is not known. */
export function findName(isStatus: bool, start: usize, length: usize): i32 {
  let slot = hashOf(isStatus, start, length);
  while (true) {
    const place = <i32>load<u16>(HASHED + ((slot & HASH_MASK) << 1)) - 1;
    if (place < 0) return -1;
    const key = load<i32>(KEYS + (place << 2));
    const isAlike = load<u32>(LENGTHS + (place << 2)) === <u32>length && (key & 1) === i32(isStatus);
    if (isAlike && isSame(NAMES + <usize>place * PLACE_BYTES, start, length)) return key >> 1;
    slot += 1;
  }
}

function hashOf(isStatus: bool, start: usize, length: usize): u32 {
  let hash = seed + <u64>isStatus;
  let at = start;
  for (let left = length; left > 0; ) {
    const taken = min<usize>(left, 8);
    hash = mix(hash ^ (load<u64>(at) & (u64.MAX_VALUE >> ((8 - <u64>taken) << 3))));
    at += taken;
    left -= taken;
  }
  return <u32>mix(hash);
}

/** Half of the last step of MurmurHash3. */
function mix(value: u64): u64 {
  const product = value * 0xff51afd7ed558ccd;
  return product ^ (product >> 33);
}
