import { expect, test } from 'vitest';
import { createSandbox, stories } from '../../src/sandbox/index.ts';
import { start } from '../support/process.ts';

const ask = (...args: string[]) => start('src/cli/ask.ts', args).ended;

test('prints what the agent sees', async () => {
  const { code, stdout, stderr } = await ask('/sms-status +56 9 1234 5678 yesterday');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /\+56 9 •••• •678 · yesterday \(.*\)\n3 messages: 3 delivered\n✅ Delivery to this number worked/,
  );
  expect(stdout).toMatch(
    /Platform 18:45:10 ──2 s──▶ Operator 18:45:12 ──6 s──▶ Handset 18:45:18 {3}8 s in all/,
  );
  expect(stdout).toContain('[ Refresh ]');
});

test('speaks Spanish, takes words without quotes, and presses buttons', async () => {
  const { code, stdout } = await ask(
    '/sms-status',
    '+56',
    '9',
    '1111',
    '0008',
    'ayer',
    '--lang',
    'es',
    '--press',
    'Más antiguos',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('150 mensajes');
  expect(stdout).toContain('página 1 de 30');
  expect(stdout).toContain('presses [ Más antiguos ]');
  expect(stdout).toContain('página 2 de 30');
});

test('without a command it lists one to try for each story', async () => {
  const { code, stdout } = await ask();
  expect(code).toBe(0);
  for (const { number } of stories) expect(stdout).toContain(`npm run ask -- "/sms-status ${number}"`);
});

test('fills in the form, says what is wrong at its field, and takes it when it is right', async () => {
  const wrong = await ask('/sms-status', '--fill', 'number=12ab', '--lang', 'es');
  expect(wrong.code).toBe(0);
  expect(wrong.stdout).toMatch(/Número\n\[ 12ab \]\n✗ «12ab» no es un número de teléfono/);
  const right = await ask(
    '/sms-status',
    '--fill',
    'number=912345678',
    '--fill',
    'period=yesterday',
    '--press',
    'CSV',
  );
  expect(right.code).toBe(0);
  expect(right.stdout).toMatch(/yesterday \(.*\)\n3 messages: 3 delivered/);
  expect(right.stdout).toMatch(/sms-.*\.csv:\n\ufeffnumber,sender,operator/);
  const shared = await ask('/sms-status 912345678', '--press', 'Share to channel');
  expect(shared.stdout).toMatch(/visible to all in #support\)\n\+56 9 •••• •678[\s\S]*Shared by ana, /);
});

test('looks one message up, by reference and by identifier, typed and in the form, in both languages', async () => {
  const sent = createSandbox().newest('+56 9 1234 5678');
  const { date = '', trx = '', smsId = '' } = sent ?? {};
  const answers = await Promise.all([
    ask(`/sms-status ${date} ${trx}`),
    ask(`/sms-status id ${smsId}`, '--lang', 'es'),
    ask(
      '/sms-status',
      '--fill',
      'way=reference',
      '--fill',
      `date=${date}`,
      '--fill',
      `reference=${trx}`,
      '--lang',
      'es',
    ),
    ask('/sms-status', '--fill', 'way=id', '--fill', `id=${smsId}`),
    ask('/sms-status', '--fill', 'number=912345678', '--lang', 'es'),
    ask('/sms-status', '--fill', 'number=12ab', '--fill', 'days=soon'),
    ask('/sms-status id NOPE', '--lang', 'es'),
    ask('/sms-status 2026-11-18 NOPE'),
  ]);
  const expected = [
    `Message ${trx}`,
    `Mensaje ${smsId}`,
    `Mensaje ${trx}`,
    `Message ${smsId}`,
    'La entrega a este número funciona',
    '✗ Write 2026-11-18, or',
    'no conoce ningún mensaje «NOPE»',
    'knows no message “NOPE” on that day',
  ];
  for (const [index, { code, stdout }] of answers.entries()) {
    expect(stdout).toContain(expected[index]);
    expect(code).toBe(0);
  }
});

test.each([
  [['/sms-status maria'], /“maria” is not a telephone number I can read/],
  [['/sms-status +56 9 1234 5678 tomorrow'], /I did not understand “tomorrow”/],
  [['/sms-nothing 1'], /\/sms-nothing is not a valid command/],
  [['sms-status 1'], /Without a leading \//],
  [['/sms-status 912345678', '--fault', '{"html":true}'], /answered in a way that SMS Desk cannot read/],
])('a bad command gets a sentence and success: %j', async (args, sentence) => {
  const { code, stdout } = await ask(...args);
  expect(stdout).toMatch(sentence);
  expect(code).toBe(0);
});

test.each([
  [['/sms-status 1', '--lang', 'fr'], /--lang is en or es/],
  [['/sms-status 1', '--zone', 'Mars'], /--zone is an IANA time zone/],
  [['/sms-status 1', '--fault', 'html'], /--fault is JSON/],
  [['/sms-status 1', '--fault', '{"novelty":1}'], /There is no fault/],
  [['/sms-status help', '--press', 'Older'], /no button “Older”/],
  [
    ['/sms-status 912345678', '--press', 'Older', '--lang', 'es'],
    /no button “Older”, but “Más antiguos”, “Actualizar”/,
  ],
  [['/sms-status', '--fill', 'number'], /--fill is a field and a text/],
  [['/sms-status', '--fill', 'novelty=1'], /Its fields: way \(number, reference, id\), number, period/],
  [['/sms-status 1', '--novelty'], /--novelty/],
])('a bad option is explained: %j', async (args, sentence) => {
  const { code, stderr } = await ask(...args);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(2);
});
