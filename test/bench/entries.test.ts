import { expect, test } from 'vitest';
import { createDraw } from '../../bench/draw.ts';
import { firstEntry } from '../../bench/entries.ts';
import { writerOf } from '../../bench/entry-shapes.ts';

const ENTRY = { ...JSON.parse(firstEntry()), operator: 'VTR Móvil', text: 'SÍ 🚚\nfin' };
const write = (shape: Parameters<typeof writerOf>[0]) => {
  const writer = writerOf(shape, createDraw(1));
  return Array.from({ length: 50 }, () => writer(ENTRY));
};

test('an entry has the same content in each shape', () => {
  for (const shape of ['ordered', 'reordered', 'pretty', 'escaped'] as const) {
    for (const text of write(shape)) expect(JSON.parse(text)).toEqual(ENTRY);
  }
  for (const text of write('optional')) {
    const { text: ownText = ENTRY.text, ...others } = JSON.parse(text);
    expect({ ...others, text: ownText }).toMatchObject(ENTRY);
  }
});

test('each shape has the property that its name says', () => {
  const orders = write('reordered').map((text) => Object.keys(JSON.parse(text)).join());
  expect(new Set(orders).size).toBeGreaterThan(10);
  const keys = write('optional').map((text) => Object.keys(JSON.parse(text)));
  expect(keys.some((names) => names.includes('route'))).toBe(true);
  expect(keys.some((names) => !names.includes('text'))).toBe(true);
  expect(write('pretty').join()).toContain('\n      "msisdn": "');
  const letters = write('escaped').join();
  for (const way of ['Móvil', 'M\\u00f3vil', '🚚', '\\ud83d\\ude9a']) expect(letters).toContain(way);
});
