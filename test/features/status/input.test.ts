import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStatusInput } from '../../../src/features/status/input.ts';

const options = {
  defaultRegion: 'CL',
  senders: new Map([
    ['56001', 'OTP'],
    ['56003', 'Ventas y más'],
  ]),
};
const parse = (text: string) => parseStatusInput(text, options);
const request = (changes: Record<string, unknown> = {}) => ({
  kind: 'number',
  request: { msisdn: '56912345678', spec: { kind: 'last_days', days: 3 }, sender: undefined, ...changes },
});

describe('parseStatusInput', () => {
  test.each([
    '+56 9 1234 5678',
    '56912345678',
    '912345678',
    '9 1234-5678',
    '<tel:+56912345678|+56 9 1234 5678>',
    '<tel:+56912345678>',
  ])('%s is a number, and the period three days', (text) => {
    expect(parse(text)).toEqual(request());
  });

  test.each<[string, Record<string, unknown>]>([
    ['912345678 today', { spec: { kind: 'today' } }],
    ['912345678 AYER', { spec: { kind: 'yesterday' } }],
    ['+56 9 1234 5678 last 7 days', { spec: { kind: 'last_days', days: 7 } }],
    ['<tel:+56912345678|912345678> últimos 5 días', { spec: { kind: 'last_days', days: 5 } }],
    ['9 1234 5678 2026-11-18', { spec: { kind: 'day', day: '2026-11-18' } }],
    ['912345678 2026-11-15..2026-11-18', { spec: { kind: 'range', from: '2026-11-15', to: '2026-11-18' } }],
    ['2026-11-18 +56 9 1234 5678', { spec: { kind: 'day', day: '2026-11-18' } }],
    ['ayer 9 1234 5678', { spec: { kind: 'yesterday' } }],
    ['last 3 days 912345678', { spec: { kind: 'last_days', days: 3 } }],
    ['912345678 from 56001', { sender: '56001' }],
    ['912345678 hoy de otp', { spec: { kind: 'today' }, sender: '56001' }],
    ['912345678 from 56001 yesterday', { spec: { kind: 'yesterday' }, sender: '56001' }],
    ['912345678 de Ventas y MÁS últimos 2 días', { spec: { kind: 'last_days', days: 2 }, sender: '56003' }],
    ['+34 612 345 678 ayer', { msisdn: '34612345678', spec: { kind: 'yesterday' } }],
    ['1234', { msisdn: '1234' }],
  ])('%s', (text, expected) => {
    expect(parse(text)).toEqual(request(expected));
  });

  test.each([
    [
      '2026-11-18 ABC-123',
      { by: 'reference', day: { kind: 'day', day: '2026-11-18' }, reference: 'ABC-123' },
    ],
    ['AYER 912345678', { by: 'reference', day: { kind: 'yesterday' }, reference: '912345678' }],
    ['id 4711', { by: 'id', id: '4711' }],
    ['id <tel:+56912345678|+56912345678>', { by: 'id', id: '+56912345678' }],
    ['ID  a/b?c', { by: 'id', id: 'a/b?c' }],
  ])('%s is one message', (text, expected) => {
    expect(parse(text)).toEqual({ kind: 'message', request: expected });
  });

  test.each(['', '  '])('nothing (%j) is a form to fill in', (text) => {
    expect(parse(text)).toEqual({ kind: 'form' });
  });

  test.each(['help', 'HELP', ' ayuda ', '?'])('%s asks for help', (text) => {
    expect(parse(text)).toEqual({ kind: 'help' });
  });

  test.each([
    ['id', { problem: 'no_id' }],
    ['id two words', { problem: 'reference', text: 'two words' }],
    ['2026-11-18', { problem: 'no_reference' }],
    ['2026-11-18 two words', { problem: 'reference', text: 'two words' }],
    ['2026-02-30 ABC', { problem: 'no_such_date', text: '2026-02-30' }],
    [`ayer ${'x'.repeat(201)}`, { problem: 'reference', text: 'x'.repeat(201) }],
    ['last 3 days', { problem: 'no_number' }],
    ['yesterday', { problem: 'no_reference' }],
    ['from 56001', { problem: 'no_number' }],
    ['maria', { problem: 'number', text: 'maria' }],
    ['12ab', { problem: 'number', text: '12ab' }],
    ['+56 9 12', { problem: 'number', text: '+56 9 12' }],
    ['912345678 18/11/2026', { problem: 'not_understood', text: '18/11/2026' }],
    ['9 1234 5678 2026-11-15 to 2026-11-18', { problem: 'not_understood', text: '2026-11-15 to' }],
    ['<tel:+5691234567|+56 9 1234 567>', { problem: 'number', text: '+56 9 1234 567' }],
    ['912345678 tomorrow', { problem: 'not_understood', text: 'tomorrow' }],
    ['<tel:+56912345678|912345678> mañana', { problem: 'not_understood', text: 'mañana' }],
    ['912345678 2026-02-30', { problem: 'no_such_date', text: '2026-02-30' }],
    ['912345678 desde ayer', { problem: 'not_understood', text: 'desde' }],
    ['912345678 from', { problem: 'no_sender' }],
    ['912345678 de ayer', { problem: 'no_sender' }],
    ['912345678 from nobody', { problem: 'sender', text: 'nobody' }],
  ])('%s is explained', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test('anything at all is a request, help or a named problem', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('9', '+', ' ', '<tel:', '>', 'from', '..', '2026-11-18') }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        expect(['kind', 'problem'].some((key) => key in parse(typed))).toBe(true);
      }),
    );
  });
});
