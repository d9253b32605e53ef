import { expect, test } from 'vitest';
import { announcesSecret } from '../../../src/domain/messages/secret-label.ts';

test.each(
  [
    'otp OTP otpCode verification_code code Código pin PINs password passwd userPassword contraseña clave_acceso',
    'token accessToken refresh_tokens secret api_key Authorization session-id cookie signature',
    'to TO send_to phone phoneNumber phonenumber Teléfono telefono_cliente celular mobile msisdn destination_msisdn',
    'email e-mail customerEmail correo recipient destinatario whatsapp text Texto body messageBody message content',
  ].flatMap((line) => line.split(' ')),
)('the label %s announces a secret', (label) => {
  expect(announcesSecret(label)).toBe(true);
});

test.each([
  ...'operator route status_code errorCode country_code parts segments price currency campaign total tone'.split(
    ' ',
  ),
  ...['channel', 'encoding', 'created_at', 'sms_id', 'num_corto', 'context', 'topic', '', '---'],
])('the label %j announces no secret', (label) => {
  expect(announcesSecret(label)).toBe(false);
});
