import { parseMsisdn } from '../../../src/domain/messages/msisdn.ts';
import { maskMsisdn, REDACTED, redactText } from '../../../src/domain/messages/redaction.ts';
import { parseJson } from '../../fake-slack/json.ts';

/** `hasMessageTexts`: fields named `text` are texts of SMS messages, in which codes and links are hidden. */
type RedactOptions = { readonly hasMessageTexts: boolean };

/** Depth limit of JSON: real payloads are less deep, but JSON typed by a person could exhaust the stack. */
const DEEPEST = 50;

const SECRET_NAME =
  /token|secret|password|authorization|signature|cookie|credential|^email$|^client_?id$|trigger_id|response_url|upload_url|^private_metadata$/i;

/** Digits that are no phone number: dates, times, Slack's time stamps, message references and identifiers. */
const NOT_A_NUMBER = new RegExp(
  [
    String.raw`20\d{2}-[01]\d-[0-3]\d(?:[T ][0-2]\d:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?`,
    String.raw`1\d{9}\.\d{6}`,
    String.raw`20\d{2}[01]\d[0-3]\d-\d{1,9}`,
    'sms_[0-9a-z]{9,14}',
  ]
    .map((pattern) => String.raw`(?<![\p{L}\p{N}+])${pattern}(?![\p{L}\p{N}])`)
    .join('|'),
  'gu',
);

/** A phone number: at least seven digits of any script, possibly with separators such as spaces or dots. */
const NUMBER = /\+?\(?\p{Nd}(?:[\p{Zs}\t\p{Pd}\p{Cf}\u2212.()/_*]{0,3}\p{Nd}){6,}/gu;

export type Redactor = ReturnType<typeof createRedactor>;

/** Hides phone numbers and secret fields in requests and answers, and each of `secrets` at any place. */
export function createRedactor(secrets: readonly string[]) {
  const line = (text: string): string => {
    const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
    let masked = '';
    let end = 0;
    for (const match of clean.matchAll(NOT_A_NUMBER)) {
      masked += hideNumbers(clean.slice(end, match.index)) + match[0];
      end = match.index + match[0].length;
    }
    return masked + hideNumbers(clean.slice(end));
  };

  const text = (one: string, options: RedactOptions, depth: number): unknown => {
    const json = jsonIn(one);
    return json === undefined ? line(one) : value(json, options, depth);
  };

  const value = (one: unknown, options: RedactOptions, depth = 0): unknown => {
    if (depth > DEEPEST) return REDACTED;
    if (typeof one === 'string') return text(one, options, depth + 1);
    if (typeof one === 'number') return isShort(one) ? one : line(String(one));
    if (typeof one !== 'object' || one === null) return one;
    return Array.isArray(one)
      ? one.map((entry) => value(entry, options, depth + 1))
      : fields(one, options, depth + 1);
  };

  const fields = (one: object, options: RedactOptions, depth: number) =>
    Object.fromEntries(
      Object.entries(one).map(([name, entry]) => [line(name), field(name, entry, options, depth)]),
    );

  const field = (name: string, entry: unknown, options: RedactOptions, depth: number): unknown => {
    if (SECRET_NAME.test(name) && entry !== null && entry !== '') return REDACTED;
    if (options.hasMessageTexts && name === 'text') return line(redactText(textOf(entry)));
    return value(entry, options, depth);
  };

  return {
    /** Redacts a JSON value. A string that contains JSON is parsed and redacted like a value. */
    value: (whole: unknown, options: RedactOptions): unknown =>
      typeof whole === 'string' && options.hasMessageTexts && jsonIn(whole) === undefined
        ? line(redactText(withoutSecretFields(whole)))
        : value(whole, options),
    line,
  };
}

function isShort(figure: number): boolean {
  return String(Math.trunc(Math.abs(figure))).length < 7;
}

function withoutSecretFields(text: string): string {
  return text.replace(/"([^"]*)"\s*:\s*"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, (pair, name: string) =>
    SECRET_NAME.test(name) ? `"${name}":"${REDACTED}"` : pair,
  );
}

function hideNumbers(text: string): string {
  return text.replace(NUMBER, (run) => {
    const msisdn = parseMsisdn(run, 'CL');
    return msisdn === undefined ? run.replace(/\p{Nd}/gu, '•') : maskMsisdn(msisdn);
  });
}

function textOf(entry: unknown): string {
  return typeof entry === 'string' ? entry : JSON.stringify(entry ?? '');
}

function jsonIn(text: string): unknown {
  return /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
}
