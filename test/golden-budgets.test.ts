import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUDGETS, budgetFaults, UNLIMITED } from './support/golden-budgets.ts';

const families = readdirSync(join(import.meta.dirname, 'golden')).map((name) => name.replace(/\.txt$/, ''));

// Each state of a family is held to it where it is made, in both languages: `test/support/golden.ts`.
test('every family of messages has a budget, or needs none', () => {
  expect([...Object.keys(BUDGETS), ...UNLIMITED].toSorted()).toEqual(families.toSorted());
});

const words = (count: number) => Array.from({ length: count }, () => 'word').join('\n');

test.each([
  ['en', 25, []],
  ['en', 26, ['26 words, not 25']],
  ['es', 27, []],
  ['es', 28, ['28 words, not 27']],
] as const)('in %s, of %i words', (language, count, faults) => {
  const shown = words(count).replaceAll('\n', ' ');
  expect(budgetFaults('mention', language, shown).filter((fault) => fault.includes('words'))).toEqual(faults);
});

test('lines are those of a telephone, without buttons, figures and rules', () => {
  const shown = (line: string) => [line, '─'.repeat(100), '07:15  93  ████', '[ Refresh ]'].join('\n');
  expect(budgetFaults('mention', 'en', shown('x'.repeat(4 * 45)))).toEqual([]);
  expect(budgetFaults('mention', 'en', shown('x'.repeat(4 * 45 + 1)))).toEqual(['5 lines, not 4']);
  expect(budgetFaults('incident', 'en', `${words(9)}\n[ I have it ]\n${words(10)}`)).toEqual([]);
  expect(budgetFaults('incident', 'en', `${words(10)}\n[ I have it ]`)).toEqual([
    '10 lines before its buttons, not 9',
  ]);
});

test('a table has the columns and rows that a telephone shows; a chart has as many rows as it needs', () => {
  const rows = (count: number, row: string) => Array.from({ length: count }, () => row).join('\n');
  expect(budgetFaults('report', 'en', rows(9, 'Entel  1  2  3  4'))).toEqual([]);
  expect(budgetFaults('report', 'en', rows(10, 'Entel  1  2  3  4'))).toEqual(['9 rows']);
  expect(budgetFaults('report', 'en', rows(1, 'Entel  1  2  3  4  5'))).toEqual(['6 columns']);
  expect(budgetFaults('report', 'en', rows(40, '07:15  93  ████'))).toEqual([]);
});

test('a golden file without a budget may have any number of words', () => {
  expect(budgetFaults('report-details', 'en', words(1_000))).toEqual([]);
});
