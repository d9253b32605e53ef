import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reviewedMessage } from './support/golden-text.ts';

const GOLDEN = join(import.meta.dirname, 'golden');
const files = readdirSync(GOLDEN);

test('each family of golden files belongs to one test, and each file to a family', () => {
  const tests = globSync('**/*.test.ts', { cwd: import.meta.dirname });
  const families = tests.flatMap((path) => {
    const source = readFileSync(join(import.meta.dirname, path), 'utf8');
    return [...source.matchAll(/\bgolden\(\s*'([a-z-]+)'/g)].map(([, family = '']) => family);
  });
  expect(files.toSorted()).toEqual(families.map((family) => `${family}.txt`).toSorted());
});

test.each([
  ['times of the same distance', ['07:15', '07:30', '07:45'], 'today 07:15–07:45: 93 0 40.5'],
  ['times with a gap', ['07:15', '07:30', '08:00'], 'today: 07:15 93, 07:30 0, 08:00 40.5'],
  ['times of two days', ['23:45', '00:00', '00:15'], 'today: 23:45 93, 00:00 0, 00:15 40.5'],
  ['days', ['1 Nov', '2 Nov', '3 Nov'], 'today: 1 Nov 93, 2 Nov 0, 3 Nov 40.5'],
])('a chart is a line for each series, with all labels and values: %s', (_, categories, line) => {
  const values = [93, 0, 40.5];
  const data = categories.map((label, index) => ({ label, value: values[index] ?? 0 }));
  const chart = {
    type: 'line',
    series: [{ name: 'today', data }],
    axis_config: { categories, y_label: '% in time' },
  } as const;
  const { text, shown } = reviewedMessage({
    text: 'x',
    blocks: [{ type: 'data_visualization', title: 'Delivered', chart }],
  });
  expect(text.split('\n')).toEqual(['Delivered (line)', '% in time', line]);
  expect(shown).toContain('█');
});
