import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../../docs/structure/sources.ts';

const symptoms = readFileSync('docs/operating/recover.md', 'utf8');
const source = filesUnder('src')
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Texts of other programs, and texts that need no explanation. */
const NOT_OURS = ['words in quotes', 'allow users to send messages', 'Words with spaces in this type'];
/** Commands that a person types. */
const COMMAND = /^(?:npm|grep|curl|chown|\/)/;

/** The texts between two signs, split at …, which stands for a variable part. */
function quoted(pattern: RegExp): string[] {
  return [...symptoms.matchAll(pattern)]
    .flatMap(([, text = '']) => text.split('…'))
    .map((piece) => piece.trim())
    .filter((piece) => piece.includes(' ') && !COMMAND.test(piece) && !NOT_OURS.includes(piece));
}

describe('docs/operating/recover.md quotes the texts of the bot', () => {
  const [, ...rows] = symptoms.split(/\n## .*\n/);
  test('in at least five sections', () => expect(rows.length).toBeGreaterThanOrEqual(5));

  test.each(quoted(/`([^`\n]+)`/g))('in terminal and log: %s', (piece) => {
    expect(source.includes(piece)).toBe(true);
  });

  test.each(quoted(/“([^”]+)”/g))('to people: %s', (piece) => {
    expect(source.includes(piece)).toBe(true);
  });
});
