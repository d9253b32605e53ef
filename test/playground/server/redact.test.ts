import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../tools/playground/server/redact.ts';
import { jsonBeginning } from '../../../tools/playground/server/request-log.ts';

const SECRET = 'canary-report-token';
const redactor = createRedactor([SECRET]);
const slack = { hasMessageTexts: false };
const platform = { hasMessageTexts: true };

/** The value as JSON, without separators between digits. */
function runsOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(/(?<=\d)[ ().\-/]+(?=\d)/g, '');
}

describe('numbers', () => {
  const digits = fc.stringMatching(/^569[1-9]\d{7}$/);
  const written = fc
    .tuple(digits, fc.constantFrom('', ' ', '-', '.', ') ', '\u00a0'), fc.constantFrom('', '+', '00', '('))
    .map(([number, joint, lead]) => ({ number, text: lead + number.match(/\d{1,3}/g)?.join(joint) }));
  const places: readonly ((text: string) => unknown)[] = [
    (text) => ({ command: '/sms-status', text }),
    (text) => ({ command: '/sms-status', text: `${text} 2026-11-18 from 56001` }),
    (text) => ({ command: '/sms-status', text: `2026-11-18 ${text}` }),
    (text) => ({ text: `<tel:${text}|${text}>` }),
    (text) => ({ [text]: [{ deeper: [text] }] }),
    (text) => JSON.stringify({ data: [{ msisdn: text }], total: 1 }),
    (text) => ({ body: JSON.stringify({ msisdn: text }) }),
    (text) => `GET /sms_info/${text}`,
    (text) => text,
  ];

  test('are masked in every place and format', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...places), fc.boolean(), ({ number, text }, place, hasTexts) => {
        const shown = runsOf(redactor.value(place(text), { hasMessageTexts: hasTexts }));
        expect(shown).not.toContain(number.slice(2));
        expect(shown).not.toContain(number.slice(0, 8));
      }),
    );
  });

  test.each([
    [56912345678, '+56 9 •••• •678'],
    [20000, 20000],
    ['/sms-status +56 9 1234 5678 yesterday', '/sms-status +56 9 •••• •678 yesterday'],
    ['٩١٢٣٤٥٦٧٨', '+56 9 •••• •678'],
    ['9_1234_5678', '•_••••_••••'],
    ['2026-11-18..2026-11-20', '2026-11-18..2026-11-20'],
    ['2026-11-18T12:00:00.123Z', '2026-11-18T12:00:00.123Z'],
    ['1763461925.000100', '1763461925.000100'],
    ['GET /sms_info/2026-11-18/20261118-100042', 'GET /sms_info/2026-11-18/20261118-100042'],
    ['/api/sms/sms_202611202588q', '/api/sms/sms_202611202588q'],
    ['sender 56001', 'sender 56001'],
    [null, null],
    [true, true],
  ])('%j is shown as %j', (value, shown) => {
    expect(redactor.value(value, slack)).toEqual(shown);
  });
});

describe('secrets', () => {
  test.each([
    'token',
    'access_token',
    'auth_access_token',
    'tokenws',
    'client_id',
    'client_secret',
    'email',
    'password',
    'Authorization',
    'X-Slack-Signature',
    'trigger_id',
    'response_url',
    'response_urls',
    'upload_url',
    'private_metadata',
  ])('%s is hidden completely', (name) => {
    const value = { [name]: 'canary-1234', inner: [{ [name]: { deep: 'canary-1234' } }] };
    for (const one of [value, JSON.stringify(value)])
      expect(JSON.stringify(redactor.value(one, slack))).not.toContain('canary');
  });

  test('known ones are hidden in any text', () => {
    expect(redactor.value([`it is ${SECRET}!`], slack)).toEqual(['it is ••••••!']);
    expect(redactor.line(`/${SECRET}/`)).toBe('/••••••/');
  });

  test('a truncated answer reveals no more than a whole one', () => {
    const login = JSON.stringify({ status: true, auth_access_token: 'canaryCANARY\\"canary' });
    for (let length = 0; length <= login.length; length++) {
      const truncated = login.slice(0, length);
      const shown = redactor.value(jsonBeginning(truncated) ?? truncated, platform);
      expect(JSON.stringify(shown)).not.toMatch(/can/i);
    }
  });
});

test('a very deeply nested value is hidden and does not exhaust the stack', () => {
  const deep = '['.repeat(5_000) + ']'.repeat(5_000);
  const shown = JSON.stringify(redactor.value({ text: deep, body: JSON.stringify({ a: deep }) }, slack));
  expect(shown).toContain('••••••');
  expect(shown.length).toBeLessThan(500);
});

test('codes and links in message texts are hidden, times are not', () => {
  const data = [
    {
      text: 'Tu código es 482913. Entra en https://canary.example/x',
      time_platform: '2026-11-18T12:00:00+00:00',
    },
  ];
  expect(redactor.value(JSON.stringify({ data }), platform)).toEqual({
    data: [{ text: 'Tu código es ••••••. Entra en ••••••', time_platform: '2026-11-18T12:00:00+00:00' }],
  });
  expect(JSON.stringify(redactor.value(JSON.stringify({ data }).slice(0, 40), platform))).not.toContain(
    '4829',
  );
});

test('truncated JSON is parsed into the start of the whole value', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.string())), fc.nat(), (data, cut) => {
      const text = JSON.stringify({ data, total: data.length });
      const length = cut % (text.length + 1);
      const truncated = jsonBeginning(text.slice(0, length)) as { data?: unknown[] } | undefined;
      const known = truncated?.data ?? [];
      expect(data.slice(0, known.length)).toEqual(known);
    }),
  );
  expect(jsonBeginning('{"data":[{"a":1},{"b":[{"c":"}')).toEqual({ data: [{ a: 1 }] });
  expect(jsonBeginning('<html>{}')).toBeUndefined();
  expect(jsonBeginning('{"a"')).toBeUndefined();
});
