import { expect, test } from 'vitest';
import { main } from '../../tools/playground/ask.ts';
import { createSandbox, stories } from '../../tools/sandbox/index.ts';
import { runCommand } from '../support/command.ts';
import { start } from '../support/process.ts';

const ask = (...args: string[]) => runCommand(main, args);

/** Summer time in Chile, all year. */
const SUMMER = ['--zone', 'Etc/GMT+3'];

test('prints what the agent sees', async () => {
  const { code, stdout, stderr } = await ask('/sms-status +56 9 1234 5678 yesterday', ...SUMMER);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(/✅ Delivered .*\nSay: [\s\S]*\+56 9 •••• •678 · yesterday · 3 messages\n/);
  expect(stdout).toMatch(
    /Platform {2}.*18:45:10\n +Entel {5}18:45:12 {2}\+2 s\n +Handset {3}18:45:18 {2}\+6 s, 8 s in all/,
  );
  expect(stdout).toContain('[ Details ] [ For the ticket ] [ … Refresh / Share to channel / CSV ]');
});

test('answers in Spanish, accepts words without quotes and presses buttons', async () => {
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
    ...SUMMER,
  );
  expect(code).toBe(0);
  expect(stdout).toContain('150 mensajes');
  expect(stdout).toContain('página 1 de 30');
  expect(stdout).toContain('presses [ Más antiguos ]');
  expect(stdout).toContain('página 2 de 30');
});

test('exits with 0 when its output is closed early', async () => {
  const { child, printed, ended } = start('tools/playground/ask.ts', ['/sms-status 912345678 yesterday']);
  await printed(/./);
  child.stdout?.destroy();
  const { code, stderr } = await ended;
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('lists an example for each story when it gets no command', async () => {
  const { code, stdout } = await ask();
  expect(code).toBe(0);
  expect(stdout).toContain('"since":');
  for (const { number } of stories) expect(stdout).toContain(`npm run ask -- "/sms-status ${number}"`);
});

test('fills in the form, shows errors at their fields and submits correct values', async () => {
  const wrong = await ask('/sms-status', '--fill', 'number=12ab', '--lang', 'es');
  expect(wrong.code).toBe(0);
  expect(wrong.stdout).toMatch(/Número\n\[ 12ab \]\n✗ No encuentro un número de teléfono en «12ab»/);
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
  expect(right.stdout).toMatch(/yesterday · 3 messages\n/);
  expect(right.stdout).toMatch(/sms-.*\.csv:\n\ufeffnumber,sender,operator/);
  expect((await ask('/sms-status 912345678', '--press', 'Share to channel')).stdout).toMatch(
    /visible to all in #support\)\n. \+56 9 •••• •678 · .*\nShared by ana · as of/u,
  );
});

test.each([
  ['in any case', ['HOME'], /^[\s\S]*SMS Desk, Home\n/],
  [
    'with its field filled in',
    ['Home', '--fill', 'home.number=912345678 yesterday'],
    /ana fills in home\.number: 912345678 yesterday\n[\s\S]*\+56 9 •••• •678 · yesterday · 3 messages\n/,
  ],
])('opens Home %s', async (_, args, expected) => {
  const { code, stdout, stderr } = await ask(...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toMatch(expected);
});

test('recognizes a mention in the middle of a line', async () => {
  const { code, stdout } = await ask('hello @sms desk 912345678 yesterday', ...SUMMER);
  expect(code).toBe(0);
  expect(stdout).toContain('in the thread, visible to all in #support');
  expect(stdout).toContain('+56 9 •••• •678');
});

test('fills in the form that a button opens', async () => {
  const { code, stdout } = await ask(
    ...['@SMS Desk hello', '--press', 'Look up a number', '--fill', 'number=912345678'],
    ...['--fill', 'period=yesterday'],
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/fills in number: 912345678, period: yesterday\n[\s\S]*yesterday · 3 messages\n/);
});

test.each([
  [
    'where Home has no such field',
    ['home', '--fill', 'number=912345678'],
    'Not all of these fields are there: “number”. Fields: home.number.',
  ],
  [
    'where nothing can be filled in',
    ['/sms-status 912345678', '--fill', 'number=1'],
    'There was nothing to fill in.',
  ],
])('reports an unused --fill, %s', async (_, args, message) => {
  const { code, stderr } = await ask(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('finds a button that is typed with a straight apostrophe', async () => {
  const { code, stdout } = await ask('@SMS Desk 12345', '--press', "it's an identifier");
  expect(code).toBe(0);
  expect(stdout).toContain('No message “12345”');
});

test('looks a message up by its reference in the form, in Spanish', async () => {
  const sent = createSandbox().newest('+56 9 1234 5678');
  const { code, stdout } = await ask(
    ...['/sms-status', '--fill', 'way=reference', '--fill', `date=${sent?.date}`],
    ...['--fill', `reference=${sent?.trx}`, '--lang', 'es'],
  );
  expect(stdout).toContain(`Mensaje ${sent?.trx}`);
  expect(code).toBe(0);
});

test.each([
  [['/sms-nothing 1'], /\/sms-nothing is not a valid command/],
  [['sms-status 1'], /Without a leading \//],
  [['/sms-status 912345678', '--fault', '{"html":true}'], /I can’t read the SMS platform’s answer/],
])('prints a sentence and exits with 0 for a bad command: %j', async (args, sentence) => {
  const { code, stdout } = await ask(...args);
  expect(stdout).toMatch(sentence);
  expect(code).toBe(0);
});

test.each([
  [['/sms-status 1', '--lang', 'fr'], /--lang is en or es/],
  [['/sms-status 1', '--zone', 'Mars'], /--zone is an IANA time zone/],
  [
    ['/sms-status 1', '--zone', 'ART'],
    /--zone is an IANA time zone such as America\/Santiago, or UTC, not ART/,
  ],
  [['/sms-status 1', '--fault', 'html'], /--fault is JSON/],
  [['/sms-status 1', '--fault', '{"novelty":1}'], /There is no fault/],
  [['/sms-status help', '--press', 'Older'], /no button “Older”/],
  [
    ['/sms-status 912345678', '--press', 'Older', '--lang', 'es'],
    /no button “Older”, but “Detalles”, “Para el caso”, “Más antiguos”, “Actualizar”, “Compartir en el canal”, “CSV”/,
  ],
  [['/sms-status', '--fill', 'number'], /--fill is a field and a text/],
  [['/sms-status', '--fill', 'novelty=1'], /Fields: way \(number, reference, id\), number, period/],
  [['/sms-status 1', '--novelty'], /--novelty/],
])('explains a bad option and exits with 2: %j', async (args, sentence) => {
  const { code, stderr } = await ask(...args);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(2);
});
