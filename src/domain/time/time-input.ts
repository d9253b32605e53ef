import { plainWord } from '../spelling.ts';
import { readMinutes } from './clock-times.ts';
import { isTimeZone } from './wall-clock.ts';
import { zoneNamed } from './zones.ts';

const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?\s?(?:([ap])\.?\s?m\.?|h|hrs)?$/i;
/** What somebody who writes this means to be a time of day. */
const LIKE_A_TIME = /^(?:\d{1,4}|\d+[:.h]\d*)\s?(?:[ap]\.?\s?m\.?|h|hrs)?$/i;

const OF_A_PART_OF_DAY = /\s(?:de\sla|in\sthe|at)\s\p{L}+$/iu;

/** A time of day, `9`, `9:00`, `21.30`, `9 pm`, `9 h`, `9 de la noche`, `9 in the morning`, as `HH:MM`. */
export function parseTimeOfDay(text: string): string | undefined {
  const typed = text.trim().normalize('NFC');
  if (!OF_A_PART_OF_DAY.test(typed)) return parseClockTime(typed);
  const minutes = readMinutes(plainWord(typed));
  if (minutes === undefined) return undefined;
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`;
}

function parseClockTime(text: string): string | undefined {
  const [, hours, minutes = '00', half] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half.toLowerCase());
  return hour === undefined || hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}

export function looksLikeTime(text: string): boolean {
  return LIKE_A_TIME.test(text.trim());
}

/** 12 am is midnight. */
function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

const CONTINENTS = ['America', 'Europe', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];

/** `Europe/…`, `est`, `UTC-3`, `+03:00` */
const LIKE_A_TIME_ZONE = /^(?:[a-z_]+\/.*|[a-z]{2}t|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?)$/i;
/** `CEST`: in small letters, a word. */
const LONG_ABBREVIATION = /^[A-Z]{3,4}T$/;

/**
 * An IANA zone by its name whatever the case, or by its city where only one continent has it. Spaces stand for
 * underscores, accents do not count: `bogotá`, `new york`, `america/santiago`. Abbreviations other than `UTC` and `GMT`
 * are none.
 */
export function parseTimeZone(text: string): string | undefined {
  const name = spelledAsZone(text.trim());
  if (name === undefined) return undefined;
  const zone = zoneNamed(name);
  if (zone !== undefined) return oneName(zone);
  const cities = CONTINENTS.flatMap((continent) => zoneNamed(oneName(`${continent}/${name}`)) ?? []);
  const [city, another] = cities;
  return another === undefined ? city : undefined;
}

/** Whether somebody who writes this means a time zone, though which one cannot be told. */
export function looksLikeTimeZone(text: string): boolean {
  const typed = text.trim();
  return LIKE_A_TIME_ZONE.test(typed) || LONG_ABBREVIATION.test(typed) || isTimeZone(typed);
}

/** `America/Argentina/Buenos_Aires` is also `America/Buenos_Aires`: the one that forms offer, so that nobody reads two. */
function oneName(zone: string): string {
  const inArgentina = zone.replace(/^America\/(?!Argentina\/)/, 'America/Argentina/');
  return zoneNamed(inArgentina) ?? zone;
}

/** `america/new_york` from whatever was typed. */
function spelledAsZone(text: string): string | undefined {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, '_');
  return /^[a-z][a-z_/+0-9-]{2,60}$/.test(plain) ? plain : undefined;
}
