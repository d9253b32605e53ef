import { expect, test } from 'vitest';
import {
  DEFAULT_REHEARSED_DAYS,
  MOST_REHEARSED_DAYS,
  parseCheckInput,
  parseRehearsedDays,
} from '../../../src/features/incidents/input.ts';
import { findOperator, operatorOf, operatorValue } from '../../../src/features/incidents/operators.ts';

test.each([
  ['', { kind: 'check', operator: undefined }],
  ['  ', { kind: 'check', operator: undefined }],
  ['Movistar', { kind: 'check', operator: 'Movistar' }],
  [' ruta andina ', { kind: 'check', operator: 'ruta andina' }],
  ['help', { kind: 'help' }],
  ['AYUDA', { kind: 'help' }],
  ['rehearse help', { kind: 'help' }],
  ['rehearse', { kind: 'rehearse', days: DEFAULT_REHEARSED_DAYS }],
  ['ensayar', { kind: 'rehearse', days: DEFAULT_REHEARSED_DAYS }],
  ['Rehearse 14', { kind: 'rehearse', days: 14 }],
  ['rehearse last 3 days', { kind: 'rehearse', days: 3 }],
  ['ensayar últimos 3 días', { kind: 'rehearse', days: 3 }],
  ['ensayar 1 dia', { kind: 'rehearse', days: 1 }],
  [`rehearse ${MOST_REHEARSED_DAYS}`, { kind: 'rehearse', days: MOST_REHEARSED_DAYS }],
  ['rehearse 29', { problem: 'days', text: '29' }],
  ['rehearse 0', { problem: 'days', text: '0' }],
  ['rehearse -1', { problem: 'days', text: '-1' }],
  ['rehearse yesterday', { problem: 'days', text: 'yesterday' }],
  // An operator may begin like a word.
  ['rehearsers', { kind: 'check', operator: 'rehearsers' }],
])('“%s” is read', (text, input) => {
  expect(parseCheckInput(text)).toEqual(input);
});

test.each(['', '7.5', '99999', '1e1', '0'])('a button cannot ask for “%s” days', (text) => {
  expect(parseRehearsedDays(text)).toBeUndefined();
});

const known = ['Entel', 'Entel PCS', 'Movistar', 'Móvil Exito', 'Ruta Andina', undefined];

test.each([
  ['Entel', 'Entel'],
  ['ENTEL', 'Entel'],
  ['entel p', 'Entel PCS'],
  ['movis', 'Movistar'],
  ['movil', 'Móvil Exito'],
  ['ruta a', 'Ruta Andina'],
  ['unknown', undefined],
  ['ruta d', undefined],
])('“%s” means one operator', (text, operator) => {
  expect(findOperator(text, known)).toEqual({ operator });
});

test.each(['ent', 'mov', 'Claro', 'Entel PCS 2'])('“%s” means none, or several', (text) => {
  expect(findOperator(text, known)).toEqual({ problem: 'no_such_operator', text });
});

test('a button finds its operator again, however it is called', () => {
  const long = 'An operator with a name that is much longer than what Slack takes for the value of a menu';
  for (const operator of [...known, long, '<!channel>', '*', '?', '=']) {
    const value = operatorValue(operator);
    expect(value.length).toBeLessThanOrEqual(75);
    expect(findOperator(operatorOf(value) ?? '', [operator, 'Other'])).toEqual({ operator });
  }
});

test.each(['', '=', '*', 'Entel'])('“%s” was not made for a button', (value) => {
  expect(operatorOf(value)).toBeUndefined();
});
