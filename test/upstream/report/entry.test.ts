import { expect, test } from 'vitest';
import { describeMarks, READ, UNREADABLE_TIME, WRONG_TYPE } from '../../../src/upstream/report/entry.ts';
import { parseReportEntry } from '../../../src/upstream/wire.ts';

const fields = ['msisdn', 'operator', 'status', 'text', 'time_platform', 'time_operator', 'time_dlr'];
/** What comes of a field, and a value that it comes of. */
const kinds: readonly { readonly mark: number; readonly value: unknown }[] = [
  { mark: 0, value: undefined },
  { mark: READ, value: '' },
  { mark: WRONG_TYPE, value: null },
  { mark: UNREADABLE_TIME, value: 'not a time' },
];

test('faults are told as the entry itself would have them told, whatever fields have them', () => {
  const isTime = (index: number) => index > 3;
  for (let combination = 0; combination < 4 ** fields.length; combination += 1) {
    const chosen = fields.map((name, index) => {
      const { mark = 0, value } = kinds[(combination >> (2 * index)) & 0b11] ?? {};
      return { name, mark, value };
    });
    if (chosen.some(({ mark }, index) => mark === UNREADABLE_TIME && !isTime(index))) continue;
    const marks = chosen.reduce((all, { mark }, index) => all | (mark << (2 * index)), 0);
    const present = chosen.filter(({ mark }) => mark !== 0).map(({ name, value }) => [name, value]);
    const parsed = parseReportEntry(Object.fromEntries(present), undefined);
    expect(describeMarks(marks)).toBe('fault' in parsed ? parsed.fault : '');
  }
  expect({ fault: describeMarks(undefined) }).toEqual(parseReportEntry(null, undefined));
});
