import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import mobileNumbers from 'libphonenumber-js/mobile/examples';

/** A recipient: digits only, with country prefix (`56912345678`), or a short number of 3 to 6 digits. */
export type Msisdn = string;

const SHORT_NUMBER = /^\d{3,6}$/;
const SENDER = /^\d{3,15}$/;
const SEPARATORS = /[\p{Zs}\t\p{Pd}\u2212.()/]/gu;
const SLACK_LINK = /^<tel:([^|>]*)(?:\|[^>]*)?>$/i;
export const MOST_DIGITS = 20;

export interface NumberReading {
  readonly msisdn: Msisdn;
  /** True if the country's numbering plan has such numbers; otherwise only the length is right. */
  readonly isKnown: boolean;
  /** True for a number of another country than the default region, written without `+` or `00`. */
  readonly isForeign: boolean;
}

/**
 * Accepts any usual spelling: with `+`, `00`, the bare country prefix, or as dialled in `defaultRegion` (ISO 3166);
 * with separators; digits of any script; `tel:…`. Digits without `+` belong to the region if its plan knows them.
 * Returns `undefined` for other characters, an unknown prefix or a wrong length, but accepts numbers that the plan lacks.
 */
export function readMsisdn(input: string, defaultRegion: string): NumberReading | undefined {
  const written = readDigits(input);
  if (written === undefined) return undefined;
  const { digits, plus } = written;
  if (plus) return toReading(abroad(digits));
  if (SHORT_NUMBER.test(digits)) return { msisdn: digits, isKnown: true, isForeign: false };
  if (digits.startsWith('00')) return toReading(abroad(digits.slice(2)));

  const home = atHome(digits, defaultRegion);
  const foreign = abroad(digits);
  // Some people write a trunk prefix zero that their country no longer uses: 09 1234 5678.
  const withoutTrunk = atHome(digits.replace(/^0/, ''), defaultRegion);
  const valid = [home, foreign, withoutTrunk].find((reading) => reading?.isValid());
  if (valid !== undefined) return toReading(valid, defaultRegion);
  // A number with the region's own prefix that is too short must not get the prefix twice.
  const prefixed = home !== undefined && digits.startsWith(home.countryCallingCode);
  const plausible = prefixed ? foreign : [home, foreign].find((reading) => reading && isPlausible(reading));
  return toReading(plausible, defaultRegion);
}

export function parseMsisdn(input: string, defaultRegion: string): Msisdn | undefined {
  return readMsisdn(input, defaultRegion)?.msisdn;
}

export interface WrongLength {
  readonly digits: number;
  /** Digits of a mobile number of the country, as in libphonenumber's example. */
  readonly usual: number;
  /** Country prefix that was typed; it does not count. */
  readonly prefix: string;
}

const FEWEST_DIGITS = 7;
const LONGEST_E164 = 15;

/** Compares the digits of what may be a mistyped number with a mobile number of its country. */
export function wrongLength(input: string, defaultRegion: string): WrongLength | undefined {
  const { digits = '', plus = false } = readDigits(input) ?? {};
  const international = plus ? digits : /^00(.*)/.exec(digits)?.[1];
  if (digits.length > LONGEST_E164) return undefined;
  if (international !== undefined) {
    const typing = new AsYouType();
    typing.input(`+${international}`);
    const prefix = typing.getCallingCode() ?? '';
    return lengthIn(typing.getCountry() ?? '', international.slice(prefix.length), prefix);
  }
  if (digits.length < FEWEST_DIGITS || !isSupportedCountry(defaultRegion)) return undefined;
  const prefix = getCountryCallingCode(defaultRegion);
  const plain = lengthIn(defaultRegion, digits, '');
  const isPrefixed = digits.startsWith(prefix) && plain !== undefined && plain.digits > plain.usual;
  return isPrefixed ? lengthIn(defaultRegion, digits.slice(prefix.length), prefix) : plain;
}

function lengthIn(region: string, { length }: string, prefix: string): WrongLength | undefined {
  const usual = isSupportedCountry(region) ? mobileNumbers[region]?.length : undefined;
  return usual === undefined || usual === length ? undefined : { digits: length, usual, prefix };
}

/** `region` is `undefined` if several countries share the prefix. */
export function countryOf(msisdn: Msisdn): { readonly region: string | undefined; readonly prefix: string } {
  const number = abroad(msisdn);
  return { region: number?.country, prefix: number?.countryCallingCode ?? '' };
}

export function parseSender(input: string): string | undefined {
  const digits = readDigits(input)?.digits;
  return digits !== undefined && SENDER.test(digits) ? digits : undefined;
}

export function formatMsisdn(msisdn: string): string {
  if (!/^\+?\d{1,20}$/.test(msisdn)) return msisdn;
  const { prefix, national } = spellMsisdn(msisdn);
  return prefix + national;
}

function readDigits(input: string): { digits: string; plus: boolean } | undefined {
  // Removes invisible direction marks, which telephones and chat programs add to numbers.
  const visible = asciiDigits(input.normalize('NFKC').replace(/\p{Cf}/gu, '')).trim();
  const [, target = visible] = SLACK_LINK.exec(visible) ?? [];
  const compact = target.replace(/^tel:/i, '').replace(SEPARATORS, '');
  const [, plus, digits] = /^(\+?)(\d+)$/.exec(compact) ?? [];
  // Removes the 1 after the prefix 52: Mexico's mobiles lost this digit, but many people still write it.
  return digits === undefined || digits.length > MOST_DIGITS
    ? undefined
    : { digits: digits.replace(/^(0{0,2}52)1(?=\d{10}$)/, '$1'), plus: plus === '+' };
}

/** Unicode encodes the decimal digits of each script as ten consecutive code points from zero. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let runStart = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(runStart - 1))) runStart -= 1;
    return String((code - runStart) % 10);
  });
}

const readAbroad = new Map<string, PhoneNumber | undefined>();
const MOST_READ = 100;

function abroad(digits: string): PhoneNumber | undefined {
  if (!readAbroad.has(digits)) {
    if (readAbroad.size >= MOST_READ) readAbroad.clear();
    readAbroad.set(digits, parsePhoneNumberFromString(`+${digits}`, { extract: false }));
  }
  return readAbroad.get(digits);
}

function atHome(digits: string, region: string): PhoneNumber | undefined {
  if (!isSupportedCountry(region)) return undefined;
  return parsePhoneNumberFromString(digits, { defaultCountry: region, extract: false });
}

/** A number with a leading zero must be valid, because few countries, such as Italy, have such numbers. */
function isPlausible(number: PhoneNumber): boolean {
  return number.isPossible() && (!number.nationalNumber.startsWith('0') || number.isValid());
}

function toReading(number: PhoneNumber | undefined, region?: string): NumberReading | undefined {
  if (number === undefined || !isPlausible(number)) return undefined;
  const isForeign =
    region !== undefined &&
    !(isSupportedCountry(region) && getCountryCallingCode(region) === number.countryCallingCode);
  return { msisdn: number.number.slice(1), isKnown: number.isValid(), isForeign };
}

export function spellMsisdn(msisdn: string): { readonly prefix: string; readonly national: string } {
  const digits = msisdn.replace(/^\+/, '');
  if (SHORT_NUMBER.test(digits)) return { prefix: '', national: digits };
  const number = abroad(digits);
  if (number === undefined || toReading(number)?.msisdn !== digits)
    return { prefix: '', national: inFours(digits) };
  const prefix = `+${number.countryCallingCode} `;
  const national = number.formatInternational().slice(prefix.length);
  const grouped = national !== number.nationalNumber;
  return { prefix, national: grouped ? national : inFours(national) };
}

function inFours(digits: string): string {
  return digits.replace(/\B(?=(?:\d{4})+$)/g, ' ');
}
