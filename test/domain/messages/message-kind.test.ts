import { expect, test } from 'vitest';
import { messageKindOf } from '../../../src/domain/messages/message-kind.ts';

test.each([
  [undefined, undefined],
  ['Tu código es 482913. Vence en 5 minutos.', 'code'],
  ['Su clave dinámica: girasol', 'code'],
  ['482913', 'code'],
  ['G-123456 is your Google verification code', 'code'],
  ['Your code is AB12-CD34', 'code'],
  ['Código 1234. No lo compartas. banco.cl', 'code'],
  ['Tu PIN es 12 34 56', 'code'],
  ['Tu pedido 123456 va en camino: https://x.cl/a', 'link'],
  ['Hola Ana, tu paquete llega hoy. bit.ly/abc', 'link'],
  ['Banco nunca pide tu clave. Compra por $45.990', 'other'],
  ['Banco nunca pide tu clave. Llama al 600 123 4567', 'other'],
  ['Recuerda cambiar tu clave antes del 18/11/2026', 'other'],
  ['Tu hora es a las 14:30 del 18/11/2026', 'other'],
  ['Hola', 'other'],
  ['', 'other'],
])('%s is %s', (text, kind) => {
  expect(messageKindOf({ text })).toBe(kind);
});
