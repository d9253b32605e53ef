import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReportInput } from '../../../src/features/report/input.ts';

const options = {
  defaultRegion: 'CL',
  senders: new Map([
    ['56001', 'OTP'],
    ['56003', 'Ventas y más'],
  ]),
};
const parse = (text: string) => parseReportInput(text, options);
const week = { kind: 'last_days', days: 7 } as const;
const report = (changes: Record<string, unknown> = {}) => ({
  kind: 'report',
  request: { spec: week, sender: undefined, msisdn: undefined, compareWith: 'before', ...changes },
});
const yesterday = { spec: { kind: 'yesterday' } } as const;

describe('parseReportInput', () => {
  test.each([
    ['', { kind: 'form' }],
    ['  ', { kind: 'form' }],
    ['help', { kind: 'help' }],
    ['AYUDA', { kind: 'help' }],
    ['last 7 days', report()],
    ['yesterday', report(yesterday)],
    ['últimos 92 días', report({ spec: { kind: 'last_days', days: 92 } })],
    ['2026-11-15..2026-11-18', report({ spec: { kind: 'range', from: '2026-11-15', to: '2026-11-18' } })],
    ['2026-11-15 to 2026-11-18', report({ spec: { kind: 'range', from: '2026-11-15', to: '2026-11-18' } })],
    [
      'from 2026-11-15 to 2026-11-18 from OTP',
      report({ spec: { kind: 'range', from: '2026-11-15', to: '2026-11-18' }, sender: '56001' }),
    ],
    [
      'del 2026-11-15 al 2026-11-18',
      report({ spec: { kind: 'range', from: '2026-11-15', to: '2026-11-18' } }),
    ],
    [
      'desde 2026-11-15 hasta 2026-11-18',
      report({ spec: { kind: 'range', from: '2026-11-15', to: '2026-11-18' } }),
    ],
    ['from OTP', report({ sender: '56001' })],
    ['de ventas y MÁS ayer', report({ ...yesterday, sender: '56003' })],
    ['ayer de 56001', report({ ...yesterday, sender: '56001' })],
    ['to +56 9 1234 5678', report({ msisdn: '56912345678' })],
    ['to <tel:+56912345678|+56 9 1234 5678> yesterday', report({ ...yesterday, msisdn: '56912345678' })],
    ['yesterday from 56001 to 912345678', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['to 912345678 from otp yesterday', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['ayer de otp a 9 1234 5678', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['ayer para 912345678', report({ ...yesterday, msisdn: '56912345678' })],
  ])('%j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test.each([
    ['nonsense', { problem: 'not_understood', text: 'nonsense' }],
    ['912345678', { problem: 'not_understood', text: '912345678' }],
    ['yesterday please', { problem: 'not_understood', text: 'yesterday please' }],
    ['yesterday to 912345678 today', { problem: 'not_understood', text: 'yesterday to 912345678 today' }],
    ['from', { problem: 'no_sender' }],
    ['from yesterday', { problem: 'no_sender' }],
    ['from nobody', { problem: 'sender', text: 'nobody' }],
    ['to', { problem: 'no_number' }],
    ['a ayer', { problem: 'no_number' }],
    ['to 12ab', { problem: 'number', text: '12ab' }],
    ['to 912345678 now', { problem: 'not_understood', text: 'now' }],
    ['2026-02-30', { problem: 'no_such_date', text: '2026-02-30' }],
    ['2026-02-30 to 2026-03-01', { problem: 'no_such_date', text: '2026-02-30' }],
  ])('%j is explained', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test('whatever is typed is answered, and in no long time', () => {
    const word = fc.constantFrom(
      'from',
      'to',
      'a',
      'de',
      'yesterday',
      'otp',
      '912345678',
      '2026-11-18',
      '..',
      'x',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((t) => t.join(' ')),
        ),
        (text) => {
          const input = parse(text);
          expect('problem' in input || ['form', 'help', 'report'].includes(input.kind)).toBe(true);
        },
      ),
    );
  });
});
