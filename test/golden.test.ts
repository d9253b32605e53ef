import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IN_BOTH, outlineOf, remainingLines, UNLIKE } from './support/golden-languages.ts';
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

test('each family and state listed for the comparison of languages exists', () => {
  for (const family of IN_BOTH) expect(files).toContain(`${family}.txt`);
  for (const unlike of Object.keys(UNLIKE)) {
    const [family, name = ''] = unlike.split('/');
    expect(readFileSync(join(GOLDEN, `${family}.txt`), 'utf8')).toContain(`══ ${name}`);
  }
});

describe('the outline of a state, which is equal in both languages', () => {
  const button = {
    type: 'button',
    action_id: 'check.refresh',
    value: '*',
    text: { type: 'plain_text', text: 'Refresh' },
  };
  const row = { type: 'actions', block_id: 'check.turn', elements: [button] };
  const said = (...texts: string[]) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: texts.map((text) => ({ type: 'text', text })) }],
  });
  const english = [said('1,234 messages, ', '98.9% of them at 07:15'), row];

  const sentence = said('98,9% a las 07:15, de ', '1.234 mensajes');

  test('ignores words and their order', () => {
    const text = { type: 'plain_text', text: 'Actualizar' };
    const spanish = [sentence, { ...row, elements: [{ ...button, text }] }];
    expect(outlineOf(spanish, 'es')).toEqual(outlineOf(english, 'en'));
  });

  test.each([
    ['a number', [said('1.234 mensajes, ', '98,8% a las 07:15'), row]],
    ['a number that is written as the other does', [said('1,234 mensajes, ', '98.9% a las 07:15'), row]],
    ['a time', [said('1.234 mensajes, ', '98,9% a las 07:30'), row]],
    ['the sentence of a number', [said('1.234 mensajes'), said('98,9% a las 07:15'), row]],
    ['the id of a button', [sentence, { ...row, elements: [{ ...button, action_id: 'check.again' }] }]],
    ['what a button carries', [sentence, { ...row, elements: [{ ...button, value: '7' }] }]],
    ['the look of a button', [sentence, { ...row, elements: [{ ...button, style: 'danger' }] }]],
    ['a button', [sentence, { ...row, elements: [button, button] }]],
    ['the id of a row', [sentence, { ...row, block_id: 'check.row' }]],
    ['the order of blocks', [row, sentence]],
  ])('differs if this differs: %s', (_, spanish) => {
    expect(outlineOf(spanish, 'es')).not.toEqual(outlineOf(english, 'en'));
  });
});

test('what is said in no state that stands in Spanish is listed, figures, bars and spaces aside, each line once', () => {
  const others = new Map([
    ['one', 'Ayer: 93,5% entregado\nHaz: Nada.\n\n07:15  93  ███\n08:00  0'],
    ['other', 'Ayer: 1.200% entregado\n    Haz: Nada.\nHaz: Espera 2 min.'],
  ]);
  expect(remainingLines(['Ayer: 40% entregado'], others)).toEqual([
    'one: Haz: Nada.',
    'other: Haz: Espera 2 min.',
  ]);
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

test('a text in a style is named by how it begins', () => {
  const text = (text: string, style?: { bold?: true; italic?: true }) =>
    ({ type: 'text', text, ...(style ? { style } : {}) }) as const;
  const elements = [
    text('Delivered in 9 s to the handset', { bold: true }),
    text(', says '),
    text('Entel', { italic: true }),
    text('. '),
    text('Do:', { bold: true }),
  ];
  const section = { type: 'rich_text_section' as const, elements };
  const reviewed = reviewedMessage({ text: 'x', blocks: [{ type: 'rich_text', elements: [section] }] });
  expect(reviewed.text.split('\n').slice(2)).toEqual(['bold: Delivered in 9 s… | Do:', 'italic: Entel']);
});
