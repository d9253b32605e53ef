const QUOTE: u8 = 0x22;
const MINUS: u8 = 0x2d;
const PLUS: u8 = 0x2b;
const COLON: u8 = 0x3a;

/** In place of a time that is not written as the interface writes one. */
export const NO_TIME: f64 = Infinity;

/** `YYYY-MM-DD HH:MM:SS+00:00`. */
const USUAL_LENGTH: usize = 25;
const CLOCK_AT: usize = 11;
const ZONE_AT: usize = 19;
/** How long the last one was. */
export let timeLength: usize = 0;

// One day's times come together, and all from one zone. A day and a zone from the start, `1970-01-01` and `+00:00`:
// nothing else may look like one that is known.
let knownDayStart: u64 = 0x2d31302d30373931;
let knownDayEnd: u16 = 0x3130;
let knownDaySeconds: f64 = 0;
let knownZoneStart: u32 = 0x3a30302b;
let knownZoneEnd: u16 = 0x3030;
let knownZoneSeconds: f64 = 0;

/** In seconds since 1970; NaN for `-`, and `NO_TIME` for anything else. A quote has to follow. */
export function readTime(at: usize, end: usize): f64 {
  if (load<u8>(at) === MINUS && load<u8>(at + 1) === QUOTE) {
    timeLength = 1;
    return at + 1 < end ? NaN : NO_TIME;
  }
  if (at + USUAL_LENGTH >= end || load<u8>(at + USUAL_LENGTH) !== QUOTE) return NO_TIME;
  timeLength = USUAL_LENGTH;
  const between = load<u8>(at + 10);
  if (between !== 0x20 && between !== 0x54) return NO_TIME;
  const seconds = clockSecondsOf(at + CLOCK_AT);
  if (seconds < 0) return NO_TIME;
  const dayStart = load<u64>(at);
  const dayEnd = load<u16>(at + 8);
  if (dayStart !== knownDayStart || dayEnd !== knownDayEnd) {
    const daySeconds = daySecondsOf(at);
    if (daySeconds === NO_TIME) return NO_TIME;
    knownDayStart = dayStart;
    knownDayEnd = dayEnd;
    knownDaySeconds = daySeconds;
  }
  const zoneStart = load<u32>(at + ZONE_AT);
  const zoneEnd = load<u16>(at + ZONE_AT + 4);
  if (zoneStart !== knownZoneStart || zoneEnd !== knownZoneEnd) {
    const zoneSeconds = zoneSecondsOf(at + ZONE_AT);
    if (zoneSeconds === NO_TIME) return NO_TIME;
    knownZoneStart = zoneStart;
    knownZoneEnd = zoneEnd;
    knownZoneSeconds = zoneSeconds;
  }
  return knownDaySeconds - knownZoneSeconds + <f64>seconds;
}

/** `HH:MM:SS` as seconds, all eight bytes at once; -1 where it is no time of the day. */
function clockSecondsOf(at: usize): i32 {
  // Digits become their values, colons nothing; what is more than 9, or than nothing, carries into a bit that is 0.
  const clock = load<u64>(at) ^ 0x30303a30303a3030;
  if ((((clock + 0x06067f06067f0606) | clock) & 0xf0f080f0f080f0f0) !== 0) return -1;
  const hours = valueAt(clock, 0);
  const minutes = valueAt(clock, 24);
  const seconds = valueAt(clock, 48);
  return hours > 23 || minutes > 59 || seconds > 59 ? -1 : (hours * 60 + minutes) * 60 + seconds;
}

/** Of two bytes that hold a digit each, the tens in the lower one. */
function valueAt(bytes: u64, bit: u64): i32 {
  return <i32>((bytes >> bit) & 15) * 10 + <i32>((bytes >> (bit + 8)) & 15);
}

/** Midnight of `YYYY-MM-DD` since 1970. */
function daySecondsOf(at: usize): f64 {
  const year = twoDigits(at) * 100 + twoDigits(at + 2);
  const month = twoDigits(at + 5);
  const date = twoDigits(at + 8);
  const isDay =
    load<u8>(at + 4) === MINUS &&
    load<u8>(at + 7) === MINUS &&
    year >= 1970 &&
    month >= 1 &&
    month <= 12 &&
    date >= 1 &&
    date <= daysIn(year, month);
  if (!isDay) return NO_TIME;
  // By years that begin in March, so that the odd day comes last (Howard Hinnant, `days_from_civil`).
  const ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + date - 1;
  const marchYear = month > 2 ? year : year - 1;
  const leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400;
  return <f64>(marchYear * 365 + leapDays + ofYear - 719468) * 86400;
}

function daysIn(year: i32, month: i32): i32 {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** What a zone such as `-03:00` is ahead by. */
function zoneSecondsOf(at: usize): f64 {
  const sign = load<u8>(at);
  const hours = twoDigits(at + 1);
  const minutes = twoDigits(at + 4);
  const isZone =
    (sign === PLUS || sign === MINUS) &&
    load<u8>(at + 3) === COLON &&
    hours >= 0 &&
    minutes >= 0 &&
    minutes <= 59;
  if (!isZone) return NO_TIME;
  return <f64>((sign === MINUS ? -1 : 1) * (hours * 60 + minutes) * 60);
}

/** Less than any century can make up for where they are no digits. */
function twoDigits(at: usize): i32 {
  const tens = <i32>load<u8>(at) - 0x30;
  const ones = <i32>load<u8>(at + 1) - 0x30;
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -100000 : tens * 10 + ones;
}
