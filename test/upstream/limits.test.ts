import { describe, expect, test } from 'vitest';
import { LONGEST_MSISDN, LONGEST_TEXT, parseTimestamp } from '../../src/upstream/fields.ts';
import { createReportReader } from '../../src/upstream/report/reader.ts';
import { createMessageReader } from '../../src/upstream/report/request.ts';
import { parseReportEntry } from '../support/report-entry.ts';
import { json, platformEntry, platformRecord, servePlatform } from '../support/server.ts';
import { collect, failureOf, openUpstream, testQuery } from '../support/upstream.ts';

const most = '9'.repeat(LONGEST_MSISDN);
const formatted = `+${[...most].join(' ')}`;
const long = 'é'.repeat(LONGEST_TEXT);
/** A field, a value that fits, and one that is too long. */
const limits = [
  ['msisdn', formatted, `${formatted}9`],
  ['msisdn', `${'-'.repeat(LONGEST_TEXT - 1)}5`, '-'.repeat(LONGEST_TEXT + 1)],
  ['operator', long, `${long}é`],
  ['status', long, `${long}é`],
] as const;

/** The text with each character as a JSON escape. */
const escaped = (text: string) =>
  text.replaceAll(/[^ ]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe.each(['figures', 'messages'] as const)('an entry that is read for %s', (purpose) => {
  const read = (entry: Record<string, unknown>, write = (text: string) => text) => {
    let handedOut = 0;
    const reader = createReportReader({ for: purpose, onEntry: () => (handedOut += 1) });
    const members = Object.entries(entry).map(([name, value]) => `"${name}":"${write(String(value))}"`);
    reader.write(Buffer.from(`{"data":[{${members.join()}}]}`));
    const { unreadable, faults } = reader.end();
    return { handedOut, unreadable, faults };
  };

  test.each(limits)('may have a %s up to a limit', (field, fits, tooLong) => {
    for (const write of [undefined, escaped]) {
      expect(read(platformEntry({ [field]: fits }), write)).toEqual({
        handedOut: 1,
        unreadable: 0,
        faults: [],
      });
      const faults = [`${field}: too long`];
      expect(read(platformEntry({ [field]: tooLong }), write)).toEqual({
        handedOut: 0,
        unreadable: 1,
        faults,
      });
    }
    expect(parseReportEntry(platformEntry({ [field]: fits }), undefined)).toHaveProperty('message');
    const fault = { fault: `${field}: too long` };
    expect(parseReportEntry(platformEntry({ [field]: tooLong }), undefined)).toEqual(fault);
  });

  test('is read however long its text is', () => {
    expect(read(platformEntry({ text: `${long}é` }))).toMatchObject({ handedOut: 1, unreadable: 0 });
  });
});

test('a text is cut at its limit', () => {
  const texts: unknown[] = [];
  const reader = createMessageReader(undefined, ({ text }) => texts.push(text));
  const entries = [long, `${long}é`].map((text) => platformEntry({ text }));
  reader.write(Buffer.from(JSON.stringify({ data: entries })));
  reader.end();
  expect(texts.map((text) => text === long)).toEqual([true, true]);
  expect(parseReportEntry(entries[1], undefined)).toMatchObject({ message: { text: long } });
});

test('a very long time is refused', () => {
  const time = (digits: number) => `2026-11-18 10:32:05.${'1'.repeat(digits)}+00:00`;
  expect(parseTimestamp(time(30))).toBeInstanceOf(Date);
  expect(parseTimestamp(time(48_000))).toHaveProperty('fault');
});

describe('an answer about one message', () => {
  const oauth = (url: string) => ({
    authUrl: url,
    clientId: 'canary-client',
    clientSecret: 'canary-secret',
    validityUnit: 'seconds' as const,
  });
  const theMessage = { day: '2026-11-18', reference: 'R1' };

  test.each([
    ['msisdn', '9'.repeat(48_000)],
    ['msisdn', `${most}9`],
    ['from', `${long}é`],
    ['operator', `${long}é`],
  ])('with a too long %s is refused by reference; listed as unknown by identifier', async (field, value) => {
    const answer = { data: platformRecord({ [field]: value }) };
    const platform = await servePlatform({
      info: ({ response }) => json(response, answer),
      sms: ({ response }) => json(response, answer),
    });
    const upstream = openUpstream(platform.url, { oauth: oauth(platform.url) });
    const failure = await failureOf(upstream.message(theMessage));
    expect(failure).toMatchObject({ code: 'invalid_answer', message: `info: ${field}: too long` });
    const sent = await upstream.sms?.('1');
    expect(sent?.others.find(({ label }) => label === field)?.value).toHaveLength(
      Math.min(value.length, 500),
    );
    expect(sent?.message.msisdn).toBe(field === 'msisdn' ? '' : '56912345678');
  });

  test('is not requested with a token that is too long', async () => {
    const platform = await servePlatform({
      login: ({ response }) => json(response, { status: true, auth_access_token: `${long}é` }),
      oauth: ({ response }) => json(response, { access_token: `${long}é`, validity_period: '3600' }),
    });
    const upstream = openUpstream(platform.url, { oauth: oauth(platform.url) });
    expect(await failureOf(collect(upstream.messages(testQuery)))).toMatchObject({
      code: 'invalid_answer',
      message: 'login: auth_access_token: too long',
    });
    expect(await failureOf(upstream.sms?.('1') ?? Promise.resolve())).toMatchObject({
      code: 'invalid_answer',
      message: 'oauth: access_token: too long',
    });
  });
});
