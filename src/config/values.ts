import { z } from 'zod';
import { isPlainTimeZone } from '../domain/time/wall-clock.ts';

export const required = z.string({ error: 'is required' });
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}` });
export const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
export const whole = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number({ error }).int(error).min(from, error).max(to, error);
};
export const portOrOff = z
  .string()
  .refine(
    (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535),
    'must be a whole number from 0 to 65535, or off',
  );
export const timeZone = z
  .string()
  .refine(isPlainTimeZone, 'must be an IANA time zone such as America/Santiago, or UTC');

/** Reads Slack ids separated by commas, or `*` for all; the default is an empty list. */
export const idList = (prefixes: string, example: string) =>
  z
    .string()
    .default('')
    .transform((text) => splitList(text))
    .refine(
      (ids) => ids.every((id) => id === '*' || new RegExp(`^[${prefixes}][A-Z0-9]+$`).test(id)),
      `must be ids such as ${example}, separated by commas, or *`,
    );

export const pairs = (entry: RegExp, example: string) =>
  z
    .string()
    .default('')
    .transform((text, context): ReadonlyMap<string, string> => {
      const entries = splitList(text).map((one) => entry.exec(one));
      if (entries.every((one) => one !== null)) {
        return new Map(entries.map(([, name = '', meaning = '']) => [name.toLowerCase(), meaning]));
      }
      context.addIssue({ code: 'custom', message: `must be pairs such as ${example}` });
      return z.NEVER;
    });

/** Longest template in characters: Slack accepts links of 3,000, and most of one is for the description. */
const LONGEST_TEMPLATE = 1_000;
const HTTPS_HOST = /^https:\/\/[^\s/?#\\@{}]+[/?#]/;

/** An `https://` address with `{subject}` and `{description}` once each, both after the host. */
export const ticketUrlTemplate = z
  .string()
  .max(LONGEST_TEMPLATE, `must have at most ${LONGEST_TEMPLATE} characters`)
  .refine(
    (text) =>
      HTTPS_HOST.test(text) &&
      !/[{}]/.test(text.replace('{subject}', '').replace('{description}', '')) &&
      ['{subject}', '{description}'].every((place) => text.includes(place)) &&
      URL.canParse(text),
    'must be an https address with {subject} and {description}, such as ' +
      'https://desk.example.com/new?subject={subject}&description={description}',
  );

const KEY_FAULT = 'must be 32 bytes in base64: openssl rand -base64 32';
export const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, KEY_FAULT);

/** The operator’s word that there is no previous key, although the database was used with one. */
export const LOST_KEY = 'lost';
export const previousKey = z.union([z.literal(LOST_KEY), secretKey], `${KEY_FAULT}, or ${LOST_KEY}`);

export const serverUrl = (protocol: RegExp, path: RegExp, example: string) =>
  z.string().refine((text) => {
    const address = URL.parse(text);
    if (!address || !protocol.test(address.protocol) || address.hostname === '') return false;
    const { username, password, pathname } = address;
    return path.test(pathname) && [username, password, pathname].every(isDecodable);
  }, `must be an address such as ${example}`);

/** An address without a scheme, such as `proxy.example.com:3128`, is read as `http://`. */
export const proxyUrl = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .pipe(
    serverUrl(
      /^https?:$/,
      /^\/?$/,
      'http://proxy.example.com:3128, with user:password@ where it asks for them',
    ),
  );

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
