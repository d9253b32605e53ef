import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSubscriptionInput } from '../../../src/features/summaries/input.ts';

const senders = new Map([
  ['56001', 'OTP'],
  ['56002', 'Banco Sur 9'],
  ['56912340000', 'Branches'],
]);
const parse = (text: string) => parseSubscriptionInput(text, senders);

describe('subscribe', () => {
  test.each([
    ['subscribe', { kind: 'form' }],
    ['suscribir ', { kind: 'form' }],
    ['Subscribe help', { kind: 'help' }],
    ['subscriptions ayuda', { kind: 'help' }],
    ['subscriptions', { kind: 'list' }],
    ['suscripciones', { kind: 'list' }],
  ])('%j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test.each([
    ['9', { time: '09:00' }],
    ['<#C123|ops>', { channel: 'C123' }],
    ['<#C123>', { channel: 'C123' }],
    // A private channel may come without its name.
    ['<#G123|> 8:30', { channel: 'G123', time: '08:30' }],
    [
      '<#C123|ops> 09:00 America/Santiago es',
      { channel: 'C123', time: '09:00', zone: 'America/Santiago', language: 'es' },
    ],
    [
      'es america/santiago 9:30 pm <#C123|ops>',
      { channel: 'C123', time: '21:30', zone: 'America/Santiago', language: 'es' },
    ],
    [
      'español a las 9 Buenos Aires',
      { language: 'es', time: '09:00', zone: 'America/Argentina/Buenos_Aires' },
    ],
    ['8:30 de la mañana todos los días', { time: '08:30' }],
    ['todos los dias a las 8 de la noche de OTP', { time: '20:00', sender: '56001' }],
    ['de OTP cada día a las 8 de la noche', { time: '20:00', sender: '56001' }],
    ['diario 3.15 de la tarde en Madrid', { time: '15:15', zone: 'Europe/Madrid' }],
    ['every day at 8 in the evening in Madrid', { time: '20:00', zone: 'Europe/Madrid' }],
    ['daily 8:30 in the morning from 56001', { time: '08:30', sender: '56001' }],
    ['at 9am in new york', { time: '09:00', zone: 'America/New_York' }],
    ['9 en', { time: '09:00', language: 'en' }],
    ['en 9', { time: '09:00', language: 'en' }],
    ['EN <#C123|ops> 9', { channel: 'C123', time: '09:00' }],
    ['a las 9 en Madrid', { time: '09:00', zone: 'Europe/Madrid' }],
    ['en new york a las 9', { time: '09:00', zone: 'America/New_York' }],
    ['a las 9 en inglés', { time: '09:00', language: 'en' }],
    ['a las 9 en Madrid en español', { time: '09:00', zone: 'Europe/Madrid', language: 'es' }],
    ['at 9 in Madrid in English', { time: '09:00', zone: 'Europe/Madrid', language: 'en' }],
    ['America/Santiago en', { zone: 'America/Santiago', language: 'en' }],
    ['from 56001 9', { sender: '56001', time: '09:00' }],
    ['from 56001 9:30 en', { sender: '56001', time: '09:30', language: 'en' }],
    ['from 56 001', { sender: '56001' }],
    ['from 56912340000', { sender: '56912340000' }],
    ['from otp', { sender: '56001' }],
    ['desde 56009', { sender: '56009' }],
    ['9 de OTP', { time: '09:00', sender: '56001' }],
    ['from OTP 9', { time: '09:00', sender: '56001' }],
    ['from banco sur 9', { sender: '56002' }],
    ['from Banco Sur 9 9:15 en', { sender: '56002', time: '09:15', language: 'en' }],
    ['de 56001 <#C123|ops> es', { sender: '56001', channel: 'C123', language: 'es' }],
  ])('subscribe %s', (text, settings) => {
    expect(parse(`subscribe ${text}`)).toEqual({ kind: 'subscribe', settings });
    expect(parse(`suscribir ${text}`)).toEqual({ kind: 'subscribe', settings });
  });

  test.each([
    ['#ops 9', { problem: 'channel_name', text: '#ops' }],
    ['25:00', { problem: 'time', text: '25:00' }],
    ['930', { problem: 'time', text: '930' }],
    ['13pm', { problem: 'time', text: '13pm' }],
    ['America/Atlantis', { problem: 'zone', text: 'America/Atlantis' }],
    ['9 ART', { problem: 'zone', text: 'ART' }],
    ['at 9 in est', { problem: 'zone', text: 'est' }],
    ['9 en CEST', { problem: 'zone', text: 'CEST' }],
    ['9 EST5EDT', { problem: 'zone', text: 'EST5EDT' }],
    ['9 PRC', { problem: 'zone', text: 'PRC' }],
    ['UTC-3 9', { problem: 'zone', text: 'UTC-3' }],
    ['9 +03:00', { problem: 'zone', text: '+03:00' }],
    ['cada 2 días', { problem: 'not_understood', text: 'cada' }],
    ['every 2 days', { problem: 'not_understood', text: 'every' }],
    ['next', { problem: 'not_understood', text: 'next' }],
    ['whenever', { problem: 'not_understood', text: 'whenever' }],
    ['56001', { problem: 'not_understood', text: '56001' }],
    ['9 10', { problem: 'twice', text: '10' }],
    ['es 9 english', { problem: 'twice', text: 'english' }],
    ['es 9 en inglés', { problem: 'twice', text: 'inglés' }],
    ['en es', { problem: 'twice', text: 'es' }],
    ['from +56912345678', { problem: 'telephone' }],
    ['9 from +56 9 1234 5678 es', { problem: 'telephone' }],
    ['de 912345678 9', { problem: 'telephone' }],
    ['from 9 1234 5678', { problem: 'telephone' }],
    ['from (600) 555-0100', { problem: 'telephone' }],
    ['9 from otp 10', { problem: 'twice', text: '10' }],
    ['9 from', { problem: 'no_sender' }],
    ['from nobody at all 9', { problem: 'sender', text: 'nobody at all' }],
    ['from otp whenever', { problem: 'not_understood', text: 'whenever' }],
    ['<@U1|ana>', { problem: 'not_understood', text: '<@U1|ana>' }],
  ])('explains what is wrong with “subscribe %s”', (text, expected) => {
    expect(parse(`subscribe ${text}`)).toEqual(expected);
  });
});

test.each([
  ['unsubscribe 3', { kind: 'unsubscribe', selector: { number: 3 } }],
  ['unsubscribe #3', { kind: 'unsubscribe', selector: { number: 3 } }],
  ['cancelar 12', { kind: 'unsubscribe', selector: { number: 12 } }],
  ['unsubscribe <#C123|ops>', { kind: 'unsubscribe', selector: { channel: 'C123' } }],
  ['unsubscribe', { problem: 'which_one' }],
  ['unsubscribe #ops', { problem: 'which', text: '#ops' }],
  ['cancelar #ops', { problem: 'which', text: '#ops' }],
  ['unsubscribe all', { problem: 'which', text: 'all' }],
  ['unsubscribe 2 3', { problem: 'which', text: '2 3' }],
  ['unsubscribe 99999999999', { problem: 'which', text: '99999999999' }],
  ['subscriptions of mine', { problem: 'list', text: 'of mine' }],
])('%s', (text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test('settings are read in any order', () => {
  const settings = fc.shuffledSubarray(['<#C1|a>', '9:30 pm', 'New York', 'es'], { minLength: 1 });
  fc.assert(
    fc.property(settings, fc.boolean(), (t, isLed) => {
      const text = isLed ? ['from OTP', ...t] : [...t, 'from OTP'];
      expect(parse(`subscribe ${text.join(' ')}`)).toEqual({
        kind: 'subscribe',
        settings: {
          sender: '56001',
          ...(t.includes('es') ? { language: 'es' } : {}),
          ...(t.includes('<#C1|a>') ? { channel: 'C1' } : {}),
          ...(t.includes('9:30 pm') ? { time: '21:30' } : {}),
          ...(t.includes('New York') ? { zone: 'America/New_York' } : {}),
        },
      });
    }),
  );
});
