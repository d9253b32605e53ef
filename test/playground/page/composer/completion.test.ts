import { expect, test } from 'vitest';
import { commandsFor, mentionsFor } from '../../../../tools/playground/page/composer/completion.tsx';

const commands = ['/sms-report', '/sms-status', '/status-page'].map((command) => ({
  command,
  description: `what ${command} does`,
  usageHint: '<number>',
}));
const names = (text: string) => commandsFor(text, commands).map(({ name }) => name);

test.each([
  ['nothing', '', []],
  ['an ordinary word', 'sms', []],
  ['a slash in the middle', 'see /sms', []],
  ['a slash alone', '/', ['/sms-report', '/sms-status', '/status-page']],
  ['a beginning', '/sms', ['/sms-report', '/sms-status']],
  ['a beginning in capitals', '/SMS-S', ['/sms-status']],
  ['a part', '/stat', ['/status-page']],
  ['the whole name', '/sms-status', ['/sms-status']],
  ['the name and a space', '/sms-status ', []],
  ['the name and a new line', '/sms-status\n', []],
  ['another name', '/weather', []],
])('suggests commands for %s', (_, text, expected) => {
  expect(names(text)).toEqual(expected);
});

test('adds a space after a chosen command', () => {
  expect(commandsFor('/sms-st', commands)[0]?.text).toBe('/sms-status ');
});

const people = [
  { id: 'bot', name: 'SMS Desk' },
  { id: 'U0SAM', name: 'Sam Okafor' },
];

test.each([
  ['an @ alone', '@', 1, ['@SMS Desk ', '@Sam Okafor ']],
  ['a beginning', 'see @s', 6, ['see @SMS Desk ', 'see @Sam Okafor ']],
  ['a name with its space', '@sms d', 6, ['@SMS Desk ']],
  ['the whole name', '@SMS Desk', 9, ['@SMS Desk ']],
  ['the name and what follows', '@SMS Desk +56', 13, []],
  ['a word with an @ in it', 'ana@s', 5, []],
  ['a name before what is there already', '@sm +56 9 1111 0003', 3, ['@SMS Desk +56 9 1111 0003']],
  ['a caret elsewhere', '@sm hello', 9, []],
])('suggests names for %s', (_, text, caret, expected) => {
  expect(mentionsFor(text, caret, people).map((one) => one.text)).toEqual(expected);
});
