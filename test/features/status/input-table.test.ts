import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutTyped } from '../../../src/domain/input.ts';
import { periodToText } from '../../../src/domain/time/period.ts';
import {
  parseStatusInput,
  type ReadingNote,
  type StatusInput,
  type StatusInputProblem,
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

/** Inputs of people who have not seen the code; the wish stands after the second bar. */
const outside = readFileSync(join(import.meta.dirname, 'outside-inputs.txt'), 'utf8');

test('what people have typed who do not know the bot is understood as written here', async () => {
  const clock = { now: new Date('2026-11-18T18:40:00Z'), zone: 'America/Santiago', mayBeMonthFirst: false };
  const senders = new Map([
    ['56011', 'BancoEstado'],
    ['56012', 'Banco Falabella'],
  ]);
  const lines = outside.split('\n').flatMap((line) => {
    const [, place, way = '', typed = ''] = /^(\d+)\. ([^|]*?) \| \w+ \| (.*?) \| /.exec(line) ?? [];
    if (place === undefined || way === 'command report') return [];
    const text = typed.replaceAll('\\t', '\t').replace(/^@SMS Desk (?:check )?/, '');
    return `${place}. ${typed} → ${inWords(parseStatusInput(text, { defaultRegion: 'CL', senders, clock }))}`;
  });
  await expect(lines.join('\n')).toMatchFileSnapshot('outside-understood.txt');
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
  if ('problem' in input) return `? ${problemInWords(input)}${understoodInWords(input.understood ?? {})}`;
  switch (input.kind) {
    case 'number':
    case 'numbers': {
      const { spec, sender, kinds } = input.request;
      const parts = [msisdnsOf(input).join(' + '), periodToText(spec)];
      if (sender !== undefined) parts.push(`from ${sender}`);
      if (kinds !== undefined) parts.push(`only ${kinds.join(' and ')}`);
      return [...parts, ...noteInWords(input.note)].join(' · ');
    }
    case 'message': {
      const { request } = input;
      if (request.by === 'id') return `identifier ${request.id}`;
      const parts = [`reference ${request.reference}`, periodToText(request.day)];
      return [...parts, ...noteInWords(input.note)].join(' · ');
    }
    default:
      return input.kind;
  }
}

function problemInWords(problem: StatusInputProblem): string {
  const { problem: name } = problem;
  if (problem.problem === 'wrong_length')
    return `${problem.digits} digits of ${problem.usual} in “${problem.text}”`;
  const text = 'text' in problem ? ` “${problem.text}”` : '';
  const readings = 'readings' in problem ? ` ${problem.readings.map(periodToText).join(' or ')}` : '';
  return `${name.replaceAll('_', ' ')}${text}${readings && ` ${readings.trim()}`}`.replace(
    / “[^”]*”(?= \S+ or )/,
    '',
  );
}

function noteInWords({
  foreign = [],
  leftOut = '',
  choice,
  isSpoken,
  wrong,
}: Partial<ReadingNote> = {}): string[] {
  const parts = foreign.length > 0 ? ['abroad'] : [];
  if (isSpoken) parts.push('from words');
  if (leftOut !== '') parts.push(`without ${leftOut}`);
  if (choice) parts.push([`read “${choice.text}”`, ...choice.others.map(periodToText)].join(', or '));
  return wrong ? [...parts, problemInWords(wrong)] : parts;
}

function understoodInWords({
  msisdns = [],
  possible = [],
  spec,
  sender,
  reference,
  kinds,
}: UnderstoodLookup): string {
  const parts = [...msisdns];
  if (possible.length > 0) parts.push(`perhaps ${possible.join(' or ')}`);
  if (reference !== undefined) parts.push(`reference ${reference}`);
  if (spec !== undefined) parts.push(periodToText(spec));
  if (sender !== undefined) parts.push(`from ${sender}`);
  if (kinds !== undefined) parts.push(`only ${kinds.join(' and ')}`);
  return parts.length === 0 ? '' : ` [${parts.join(' · ')}]`;
}
