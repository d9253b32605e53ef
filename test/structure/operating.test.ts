import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../../docs/structure/sources.ts';

const symptoms = readFileSync('docs/operating/recover.md', 'utf8');
const source = filesUnder('src')
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Of another's, or what explains itself. */
const NOT_OURS = ['words in quotes', 'allow users to send messages', 'Words with spaces in this type'];
/** What is typed, not said by the bot. */
const COMMAND = /^(?:npm|grep|curl|chown|\/)/;

/** What stands between two signs, in one piece: … stands for what differs. */
function quoted(pattern: RegExp): string[] {
  return [...symptoms.matchAll(pattern)]
    .flatMap(([, text = '']) => text.split('…'))
    .map((piece) => piece.trim())
    .filter((piece) => piece.includes(' ') && !COMMAND.test(piece) && !NOT_OURS.includes(piece));
}

describe('docs/operating/recover.md, quotes what the bot says', () => {
  const [, ...rows] = symptoms.split(/\n## .*\n/);
  test('in a table for each place where it is said', () => expect(rows.length).toBeGreaterThanOrEqual(5));

  test.each(quoted(/`([^`\n]+)`/g))('in terminal and log: %s', (piece) => {
    expect(source.includes(piece)).toBe(true);
  });

  test.each(quoted(/“([^”]+)”/g))('to people: %s', (piece) => {
    expect(source.includes(piece)).toBe(true);
  });
});
