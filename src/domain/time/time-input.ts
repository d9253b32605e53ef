import { plainWord } from '../spelling.ts';
import { twoDigits } from './calendar.ts';
import { readMinutes } from './clock-times.ts';
import { isTimeZone } from './wall-clock.ts';

const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?\s?(?:([ap])\.?\s?m\.?|h|hrs)?$/i;
const LIKE_A_TIME = /^(?:\d{1,4}|\d+[:.h]\d*)\s?(?:[ap]\.?\s?m\.?|h|hrs)?$/i;

const OF_A_PART_OF_DAY = /\s(?:de\sla|in\sthe|at)\s\p{L}+$/iu;

/** Reads `9`, `9:00`, `21.30`, `9 pm`, `9 h` or `9 de la noche`, and returns `HH:MM`. */
export function parseTimeOfDay(text: string): string | undefined {
  const typed = text.trim().normalize('NFC');
  if (!OF_A_PART_OF_DAY.test(typed)) return parseClockTime(typed);
  const minutes = readMinutes(plainWord(typed));
  if (minutes === undefined) return undefined;
  return `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`;
}

function parseClockTime(text: string): string | undefined {
  const [, hours, minutes = '00', half] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half.toLowerCase());
  return hour === undefined || hour > 23 ? undefined : `${twoDigits(hour)}:${minutes}`;
}

export function looksLikeTime(text: string): boolean {
  return LIKE_A_TIME.test(text.trim());
}

function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

const CONTINENTS = ['America', 'Europe', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];

const LIKE_A_TIME_ZONE = /^(?:[a-z_]+\/.*|[a-z]{2}t|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?)$/i;
/** Matches time zone abbreviations such as `CEST` only in capitals, as lower-case ones may be words. */
const LONG_ABBREVIATION = /^[A-Z]{3,4}T$/;

/** Finds an IANA time zone by name or city (`bogotá`). Of abbreviations, only `UTC` and `GMT` count. */
export function parseTimeZone(text: string): string | undefined {
  const name = spelledAsZone(text.trim());
  if (name === undefined) return undefined;
  const zone = zoneNamed(name);
  if (zone !== undefined) return oneName(zone);
  const cities = CONTINENTS.flatMap((continent) => zoneNamed(oneName(`${continent}/${name}`)) ?? []);
  const [city, another] = cities;
  return another === undefined ? city : undefined;
}

export function looksLikeTimeZone(text: string): boolean {
  const typed = text.trim();
  return LIKE_A_TIME_ZONE.test(typed) || LONG_ABBREVIATION.test(typed) || isTimeZone(typed);
}

/** Turns `America/Buenos_Aires` into `America/Argentina/Buenos_Aires`, so that each zone has one name. */
function oneName(zone: string): string {
  const inArgentina = zone.replace(/^America\/(?!Argentina\/)/, 'America/Argentina/');
  return zoneNamed(inArgentina) ?? zone;
}

function spelledAsZone(text: string): string | undefined {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, '_');
  return /^[a-z][a-z_/+0-9-]{2,60}$/.test(plain) ? plain : undefined;
}

/** Other names of time zones by area; a fixed list, because testing a name with `Intl` is slow. */
const ALIASES: Readonly<Record<string, string>> = {
  Africa: 'Asmara Timbuktu',
  America:
    'Argentina/Buenos_Aires Argentina/Catamarca Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy ' +
    'Argentina/Mendoza Atikokan Atka Ensenada Fort_Wayne Indiana/Indianapolis Kentucky/Louisville Knox_IN Montreal ' +
    'Nipigon Nuuk Pangnirtung Porto_Acre Rainy_River Rosario Santa_Isabel Shiprock Thunder_Bay Virgin Yellowknife',
  Antarctica: 'South_Pole',
  Asia:
    'Ashkhabad Choibalsan Chongqing Chungking Dacca Harbin Ho_Chi_Minh Istanbul Kashgar Kathmandu Kolkata Macao ' +
    'Tel_Aviv Thimbu Ujung_Pandang Ulan_Bator Yangon',
  Atlantic: 'Faroe Jan_Mayen',
  Australia: 'ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna',
  Brazil: 'Acre DeNoronha East West',
  Canada: 'Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon',
  Chile: 'Continental EasterIsland',
  Etc: 'GMT UTC UCT Greenwich Universal Zulu',
  Europe: 'Belfast Kyiv Nicosia Tiraspol Uzhgorod Zaporozhye',
  Mexico: 'BajaNorte BajaSur General',
  Pacific: 'Chuuk Johnston Kanton Pohnpei Samoa Yap',
  US: 'Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific Samoa',
};

let byName: ReadonlyMap<string, string> | undefined;

export function zoneNamed(name: string): string | undefined {
  byName ??= new Map(allZones().map((zone) => [zone.toLowerCase(), zone]));
  return byName.get(name.toLowerCase());
}

function allZones(): string[] {
  const aliases = Object.entries(ALIASES).flatMap(([area, names]) =>
    names.split(' ').map((name) => `${area}/${name}`),
  );
  const offsets = Array.from({ length: 27 }, (_, at) => `Etc/GMT${at <= 12 ? `+${at}` : 12 - at}`);
  return [...Intl.supportedValuesOf('timeZone'), ...aliases, ...offsets, 'UTC', 'GMT'];
}

/** Time zones where English dates have the month first: the United States and the Philippines. */
const MONTH_FIRST_ZONES =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Yakutat|Nome|Adak|Metlakatla|Menominee|Indiana\/|Indianapolis|Fort_Wayne|Kentucky\/|Louisville|North_Dakota\/|Puerto_Rico)|Pacific\/(?:Honolulu|Guam|Pago_Pago|Saipan)|Asia\/Manila)/;

export function mayWriteMonthFirst(language: string, zone: string): boolean {
  return language === 'en' && MONTH_FIRST_ZONES.test(zone);
}
