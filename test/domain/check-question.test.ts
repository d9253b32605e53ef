import { expect, test } from 'vitest';
import { operatorInQuestion } from '../../src/domain/check-question.ts';

test.each([
  ['is WOM down?', 'WOM'],
  ['Is Claro slow right now', 'Claro'],
  ['hi, is Ruta Andina having problems?', 'Ruta Andina'],
  ['are there problems at Entel?', 'Entel'],
  ['does VTR work', 'VTR'],
  ['WOM is down', 'WOM'],
  ['are SMS working?', ''],
  ['is the SMS platform down?', ''],
  ['what is down?', ''],
  ['how is WOM doing?', 'WOM'],
  ['¿está caído WOM?', 'WOM'],
  ['esta caido WOM', 'WOM'],
  ['¿WOM está lento?', 'WOM'],
  ['Hola, ¿se cayó Movistar?', 'Movistar'],
  ['¿Hay problemas con Entel hoy?', 'Entel'],
  ['¿WOM tiene problemas?', 'WOM'],
  ['¿funcionan los SMS?', ''],
  ['¿está funcionando la plataforma?', ''],
  ['¿cómo está Móvil Ñandú?', 'Móvil Ñandú'],
])('“%s” asks about the operator “%s”', (text, operator) => {
  expect(operatorInQuestion(text)).toBe(operator);
});

test.each([
  'is my code late?',
  'is 9 1234 5678 working?',
  '¿está bien su número?',
  'check WOM is down',
  'report yesterday is late',
  'hello',
  'WOM',
  'what happened to 912345678?',
  'is WOM',
  '',
])('“%s” is no question about an operator', (text) => {
  expect(operatorInQuestion(text)).toBeUndefined();
});
