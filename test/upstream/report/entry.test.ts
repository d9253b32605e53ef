import { expect, test } from 'vitest';
import { LONGEST_TEXT } from '../../../src/upstream/fields.ts';
import { describeMarks, READ, UNREADABLE_FIELD, WRONG_TYPE } from '../../../src/upstream/report/entry.ts';
import { parseReportEntry } from '../../../src/upstream/wire.ts';

const fields = ['msisdn', 'operator', 'status', 'text', 'time_platform', 'time_operator', 'time_dlr'];
/** What comes of a field, and a value that it comes of. */
const kinds: readonly { readonly mark: number; readonly value: unknown }[] = [
  { mark: 0, value: undefined },
  { mark: READ, value: '' },
  { mark: WRONG_TYPE, value: null },
  { mark: UNREADABLE_FIELD, value: 'x'.repeat(LONGEST_TEXT + 1) },
];

test('faults are told as the entry itself would have them told, whatever fields have them', () => {
  for (let combination = 0; combination < 4 ** fields.length; combination += 1) {
    const chosen = fields.map((name, index) => {
      const { mark = 0, value } = kinds[(combination >> (2 * index)) & 0b11] ?? {};
      return { name, mark, value };
    });
    // A text that is too long is cut.
    if (chosen.some(({ name, mark }) => mark === UNREADABLE_FIELD && name === 'text')) continue;
    const marks = chosen.reduce((all, { mark }, index) => all | (mark << (2 * index)), 0);
    const present = chosen.filter(({ mark }) => mark !== 0).map(({ name, value }) => [name, value]);
    const parsed = parseReportEntry(Object.fromEntries(present), undefined);
    expect(describeMarks(marks)).toBe('fault' in parsed ? parsed.fault : '');
  }
  expect({ fault: describeMarks(undefined) }).toEqual(parseReportEntry(null, undefined));
});
