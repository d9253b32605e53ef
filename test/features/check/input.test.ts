import { expect, test } from 'vitest';
import type { Sensitivity } from '../../../src/domain/detection/findings.ts';
import {
  createOperatorValue,
  findOperator,
  operatorFromValue,
  parseCheckInput,
} from '../../../src/features/check/input.ts';
import {
  DEFAULT_REHEARSED_DAYS,
  MOST_REHEARSED_DAYS,
  readRehearsal,
  rehearsalValue,
} from '../../../src/features/check/rehearsal/input.ts';
import { sealer } from '../../support/requests.ts';

function rehearsal(days: number, sensitivity: Sensitivity = 'normal') {
  return { kind: 'rehearse', days, sensitivity };
}

test.each([
  ['', { kind: 'check', operator: undefined }],
  ['  ', { kind: 'check', operator: undefined }],
  ['Movistar', { kind: 'check', operator: 'Movistar' }],
  [' ruta andina ', { kind: 'check', operator: 'ruta andina' }],
  ['help', { kind: 'help' }],
  ['AYUDA', { kind: 'help' }],
  ['rehearse help', { kind: 'help' }],
  ['rehearse', rehearsal(DEFAULT_REHEARSED_DAYS)],
  ['ensayar', rehearsal(DEFAULT_REHEARSED_DAYS)],
  ['Rehearse 14', rehearsal(14)],
  ['rehearse 14d', rehearsal(14)],
  ['rehearse last 3 days', rehearsal(3)],
  ['ensayar últimos 3 días', rehearsal(3)],
  ['ensayar 1 dia', rehearsal(1)],
  [`rehearse ${MOST_REHEARSED_DAYS}`, rehearsal(MOST_REHEARSED_DAYS)],
  ['rehearse 14 low', rehearsal(14, 'low')],
  ['rehearse HIGH', rehearsal(DEFAULT_REHEARSED_DAYS, 'high')],
  ['rehearse normal 14 days', rehearsal(14)],
  ['rehearse last 3 days with high sensitivity', rehearsal(3, 'high')],
  ['ensayar 14 días con sensibilidad baja', rehearsal(14, 'low')],
  ['ensayar alta', rehearsal(DEFAULT_REHEARSED_DAYS, 'high')],
  ['rehearse 14 hihg', { problem: 'rehearsal', text: 'hihg' }],
  ['rehearse 14 days 7', { problem: 'rehearsal', text: '7' }],
  ['rehearse 14 low high', { problem: 'rehearsal', text: 'high' }],
  ['rehearse 29 low', { problem: 'days', text: '29' }],
  ['rehearse 29', { problem: 'days', text: '29' }],
  ['rehearse 0', { problem: 'days', text: '0' }],
  ['rehearse 99999', { problem: 'days', text: '99999' }],
  ['rehearse 7.5', { problem: 'days', text: '7.5' }],
  ['rehearse two weeks', { problem: 'days', text: 'two weeks' }],
  ['rehearse -1', { problem: 'days', text: '-1' }],
  ['rehearse yesterday', { problem: 'days', text: 'yesterday' }],
  // The name of an operator may start like a command word.
  ['rehearsers', { kind: 'check', operator: 'rehearsers' }],
])('parses “%s”', (text, input) => {
  expect(parseCheckInput(text)).toEqual(input);
});

test.each(['', '7.5', '99999', '1e1', '0', '7.', '7.normal', '7.LOW', '29.low'])(
  'rejects “%s” as the value of a rehearsal button',
  (text) => {
    expect(readRehearsal(text)).toBeUndefined();
  },
);

test('a rehearsal button carries its days and sensitivity', () => {
  for (const sensitivity of ['low', 'normal', 'high'] as const) {
    expect(readRehearsal(rehearsalValue({ days: 14, sensitivity }))).toEqual({ days: 14, sensitivity });
  }
  expect(readRehearsal('7')).toEqual({ days: 7, sensitivity: 'normal' });
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
])('“%s” matches exactly one operator', (text, operator) => {
  expect(findOperator(text, known, sealer)).toEqual({ operator });
});

test.each(['ent', 'mov', 'Claro', 'Entel PCS 2'])('“%s” matches no operator or several', (text) => {
  expect(findOperator(text, known, sealer)).toEqual({ problem: 'no_such_operator', text });
});

test('a button value leads back to its operator for any name, which it does not contain', () => {
  const operatorValue = createOperatorValue(sealer);
  const long = 'An operator with a name that is much longer than what Slack takes for the value of a menu';
  for (const operator of [...known, long, '<!channel>', '*', '?', '=']) {
    const value = operatorValue(operator);
    expect(value.length).toBeLessThan(30);
    if (operator !== undefined && operator.length > 1) expect(value).not.toContain(operator);
    expect(findOperator(operatorFromValue(value) ?? '', [operator, 'Other'], sealer)).toEqual({ operator });
  }
});

test('a button of an older version has the name itself, and a digest without its operator finds none', () => {
  expect(findOperator(operatorFromValue('=Entel') ?? '', known, sealer)).toEqual({ operator: 'Entel' });
  const gone = createOperatorValue(sealer)('Claro');
  expect(findOperator(gone, known, sealer)).toEqual({ problem: 'no_such_operator', text: '' });
  for (const text of ['#', gone.slice(0, 5)])
    expect(findOperator(text, known, sealer)).toEqual({ problem: 'no_such_operator', text });
  expect(findOperator('#1', ['#1'], sealer)).toEqual({ operator: '#1' });
});

test.each(['', '=', '*', 'Entel'])('rejects “%s” as the value of an operator button', (value) => {
  expect(operatorFromValue(value)).toBeUndefined();
});
