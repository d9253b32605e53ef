import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutTyped } from '../../../src/domain/input.ts';
import { periodToText } from '../../../src/domain/time/period.ts';
import {
  parseStatusInput,
  type StatusInput,
  type UnderstoodLookup,
} from '../../../src/features/status/input.ts';

const options = {
  defaultRegion: 'CL',
  senders: new Map([
    ['56001', 'OTP'],
    ['56003', 'Ventas y más'],
  ]),
  /** A Wednesday noon. */
  clock: { now: new Date('2026-11-18T15:00:00Z'), zone: 'America/Santiago', mayBeMonthFirst: false },
};
const understood = (typed: string) => inWords(parseStatusInput(typed, options));

/** Each line is a heading, or the typed text (`\n` is a new line), an arrow and the parsed meaning. */
const table = readFileSync(join(import.meta.dirname, 'input-table.txt'), 'utf8');
const rows = table.split('\n').flatMap((line) => {
  const [, typed, expected] = /^(.*?) +→ (.+)$/.exec(line) ?? [];
  return typed === undefined || expected === undefined
    ? []
    : [{ typed: typed.replaceAll('\\n', '\n'), expected }];
});

describe('parseStatusInput reads', () => {
  test.each(rows)('$typed', ({ typed, expected }) => {
    expect(understood(typed)).toBe(expected);
  });

  test('every line of the table', () => {
    const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
    expect(rows).toHaveLength(lines.length);
    expect(new Set(rows.map(({ typed }) => typed)).size).toBe(rows.length);
  });
});

describe('parseStatusInput, for any text', () => {
  const parts = '3 9 18/11 18-11 2026-11 1811 24 + - . / ( ) , x'.split(' ');
  const junk = fc.string({ unit: fc.constantFrom(...parts, ' ', '\n'), maxLength: 12 });

  test('joins nothing to a complete number', () => {
    const spelled = fc.constantFrom(
      '912345678',
      '56912345678',
      '+56 9 1234 5678',
      '9 1234 5678',
      '9 1234-5678',
      '0056912345678',
    );
    fc.assert(
      fc.property(spelled, junk, fc.boolean(), (number, typed, isFirst) => {
        // A + before a number belongs to it.
        const other = isFirst ? typed : typed.replaceAll('+', '');
        const input = parseStatusInput(isFirst ? `${number} ${other}` : `${other} ${number}`, options);
        if (isFirst) expect(msisdnsOf(input)).toContain('56912345678');
        // A problem asks a question and answers no number.
        const known = ['56912345678', ...msisdnsOf(parseStatusInput(other, options))];
        const others = msisdnsOf(input).filter((msisdn) => !known.includes(msisdn));
        expect('problem' in input && !isFirst ? [] : others).toEqual([]);
      }),
    );
  });

  test.each([
    ['digits', '9 '.repeat(20_000)],
    ['numbers', '912345678,'.repeat(5_000)],
    ['brackets', '('.repeat(40_000)],
    ['periods', 'de 1 '.repeat(10_000)],
  ])('reads only the beginning of a long text: %s', (_, typed) => {
    const { text, isCut } = cutTyped(typed);
    expect({ isCut, isShort: text.length <= 500 }).toEqual({ isCut: true, isShort: true });
    expect(() => parseStatusInput(text, options)).not.toThrow();
  });
});

function msisdnsOf(input: StatusInput): readonly string[] {
  if ('problem' in input) return input.understood?.msisdns ?? [];
  if (input.kind === 'number') return [input.request.msisdn];
  return input.kind === 'numbers' ? input.request.msisdns : [];
}

function inWords(input: StatusInput): string {
  if ('problem' in input) {
    const text =
      'text' in input
        ? ` “${input.text}”`
        : 'readings' in input
          ? ` ${input.readings.map(periodToText).join(' or ')}`
          : '';
    return `? ${input.problem.replaceAll('_', ' ')}${text}${understoodInWords(input.understood ?? {})}`;
  }
  switch (input.kind) {
    case 'number': {
      const { msisdn, spec, sender } = input.request;
      const { foreign = [], names = '' } = input.note ?? {};
      const parts = [msisdn, periodToText(spec)];
      if (sender !== undefined) parts.push(`from ${sender}`);
      if (foreign.length > 0) parts.push('abroad');
      if (names !== '') parts.push(`without ${names}`);
      return parts.join(' · ');
    }
    case 'numbers': {
      const { msisdns, spec, sender } = input.request;
      return [
        msisdns.join(' + '),
        periodToText(spec),
        ...(sender === undefined ? [] : [`from ${sender}`]),
      ].join(' · ');
    }
    case 'message': {
      const { request } = input;
      return request.by === 'id'
        ? `identifier ${request.id}`
        : `reference ${request.reference} · ${periodToText(request.day)}`;
    }
    default:
      return input.kind;
  }
}

function understoodInWords({
  msisdns = [],
  possible = [],
  spec,
  sender,
  reference,
}: UnderstoodLookup): string {
  const parts = [...msisdns];
  if (possible.length > 0) parts.push(`perhaps ${possible.join(' or ')}`);
  if (reference !== undefined) parts.push(`reference ${reference}`);
  if (spec !== undefined) parts.push(periodToText(spec));
  if (sender !== undefined) parts.push(`from ${sender}`);
  return parts.length === 0 ? '' : ` [${parts.join(' · ')}]`;
}
