import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PeriodSpec } from '../../../src/domain/time/period.ts';
import { type Comparison, parseReportInput, reportText } from '../../../src/features/report/input.ts';

const named = {
  defaultRegion: 'CL',
  senders: new Map([
    ['56001', 'OTP'],
    ['56003', 'Ventas y más'],
    ['56009', 'Clínica Mayo'],
  ]),
};
const options = {
  ...named,
  clock: { now: new Date('2026-11-20T15:00:00Z'), zone: 'America/Santiago', mayBeMonthFirst: false },
};
const parse = (text: string) => parseReportInput(text, options);
const week = { kind: 'last_days', days: 7 } as const;
const report = (changes: Record<string, unknown> = {}) => ({
  kind: 'report',
  request: { spec: week, sender: undefined, msisdn: undefined, compareWith: 'before', ...changes },
});
const lastWeek: PeriodSpec = { kind: 'range', from: '2026-11-09', to: '2026-11-15' };
const yesterday = { spec: { kind: 'yesterday' } } as const;

describe('parseReportInput', () => {
  test.each([
    ['', { kind: 'form', understood: {} }],
    ['  ', { kind: 'form', understood: {} }],
    ['form from otp', { kind: 'form', understood: { sender: '56001' } }],
    ['formulario ayer a 912345678', { kind: 'form', understood: { ...yesterday, msisdn: '56912345678' } }],
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
    ['+56 9 1234 5678', report({ msisdn: '56912345678' })],
    ['9 1234 5678 yesterday from otp', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['to <tel:+56912345678|+56 9 1234 5678> yesterday', report({ ...yesterday, msisdn: '56912345678' })],
    ['yesterday from 56001 to 912345678', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['to 912345678 from otp yesterday', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['ayer de otp a 9 1234 5678', report({ ...yesterday, sender: '56001', msisdn: '56912345678' })],
    ['ayer para 912345678', report({ ...yesterday, msisdn: '56912345678' })],
    ['yesterday compare with last week', report({ ...yesterday, compareWith: lastWeek })],
    ['ayer comparado con la semana pasada', report({ ...yesterday, compareWith: lastWeek })],
    [
      'compare with last week from otp yesterday',
      report({ ...yesterday, sender: '56001', compareWith: lastWeek }),
    ],
    ['last week vs 2 nov', report({ spec: lastWeek, compareWith: { kind: 'day', day: '2026-11-02' } })],
    ['ayer comparado con nada', report({ ...yesterday, compareWith: 'nothing' })],
    ['yesterday compared with the week before', report({ ...yesterday, compareWith: 'week' })],
    ['from Clinica Mayo', report({ sender: '56009' })],
    ['Entel', report({ operator: 'Entel' })],
    ['yesterday Entel', report({ ...yesterday, operator: 'Entel' })],
    ['Ruta Andina ayer de otp', report({ ...yesterday, sender: '56001', operator: 'Ruta Andina' })],
    [
      'ayer en WOM comparado con la semana pasada',
      report({ ...yesterday, operator: 'WOM', compareWith: lastWeek }),
    ],
    ['yesterday at VTR to 912345678', report({ ...yesterday, operator: 'VTR', msisdn: '56912345678' })],
  ])('%j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test.each([
    ['tell me nonsense', { problem: 'not_understood', text: 'tell me nonsense' }],
    ['56001', { problem: 'not_understood', text: '56001' }],
    ['yesterday 12345678', { problem: 'not_understood', text: '12345678' }],
    ['yesterday please', { problem: 'not_understood', text: 'please' }],
    [
      'yesterday to 912345678 today',
      { problem: 'several_periods', readings: [{ kind: 'yesterday' }, { kind: 'today' }] },
    ],
    [
      'yesterday compare with yesterday',
      { problem: 'same_period', understood: { spec: { kind: 'yesterday' } } },
    ],
    ['ayer comparado con ayer', { problem: 'same_period' }],
    ['ayer vs el día 19', { problem: 'same_period' }],
    ['compare with last 7 days', { problem: 'same_period' }],
    ['today to 56001', { problem: 'is_sender', text: '56001', understood: { spec: { kind: 'today' } } }],
    ['from', { problem: 'no_sender' }],
    ['from nobody', { problem: 'sender', text: 'nobody' }],
    ['to', { problem: 'no_number' }],
    ['a ayer', { problem: 'no_number' }],
    ['to 12ab', { problem: 'number', text: '12ab' }],
    ['to 912345678 quick as can be', { problem: 'not_understood', text: 'quick as can be' }],
    ['2026-02-30', { problem: 'no_such_date', text: '2026-02-30' }],
    ['2026-02-30 to 2026-03-01', { problem: 'no_such_date', text: '2026-02-30' }],
  ])('explains what is wrong with %j', (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test.each([
    ['yesterdya from otp', { problem: 'not_understood', text: 'yesterdya' }, 'yesterday from otp'],
    ['ultmos 7 dias', { problem: 'not_understood' }, 'últimos 7 dias'],
    ['subscrbe 9:00', { problem: 'not_understood' }, 'subscribe 9:00'],
    ['suscribr', { problem: 'not_understood' }, 'suscribir'],
    ['hlep', { problem: 'not_understood' }, 'help'],
  ])('suggests a correction of %j', (text, expected, meant) => {
    expect(parse(text)).toMatchObject({ ...expected, meant: { text: meant } });
  });

  test.each([
    ['yesterday please from otp', { ...yesterday, sender: '56001' }],
    ['912345678 31/02', { msisdn: '56912345678' }],
    ['yesterday from nobody to 912345678', { ...yesterday, msisdn: '56912345678' }],
    ['ayer de 9 a 12 de otp', { sender: '56001' }],
    ['31/02 to 912345678', { msisdn: '56912345678' }],
    ['yesterday compare with someday', yesterday],
  ])('keeps the understood part of %j', (text, understood) => {
    expect(parse(text)).toMatchObject({ problem: expect.any(String), understood });
  });

  test('distinguishes hours from days', () => {
    expect(parse('yesterday 9-12')).toMatchObject({ problem: 'hours' });
    expect(parse('last 24h')).toMatchObject({ problem: 'hours' });
    expect(parse('yesterday compare with last 2 hours')).toMatchObject({ problem: 'hours' });
  });

  test('parses the text of a button back to the same request', () => {
    const request = fc.record({
      spec: fc.constantFrom<PeriodSpec>(
        { kind: 'today' },
        week,
        { kind: 'day', day: '2026-11-03' },
        lastWeek,
      ),
      sender: fc.constantFrom(undefined, '56001'),
      msisdn: fc.constantFrom(undefined, '56912345678'),
      compareWith: fc.constantFrom<Comparison>('before', 'week', 'nothing', lastWeek, { kind: 'yesterday' }),
    });
    fc.assert(
      fc.property(request, (asked) => {
        fc.pre(asked.spec !== asked.compareWith);
        expect(parse(reportText(asked))).toEqual({ kind: 'report', request: asked });
      }),
    );
  });
});
