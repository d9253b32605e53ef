import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OTHER_NAME } from '../../../src/domain/figures/figures.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { PART_BYTES } from '../../../src/upstream/report/bytes.ts';
import { numberOf } from '../../../src/upstream/report/entry.ts';
import { MAX_OPERATORS } from '../../../src/upstream/report/entry-reader.ts';
import { MAX_DEPTH } from '../../../src/upstream/report/json.ts';
import { createReportReader, type ReportReader } from '../../../src/upstream/report/reader.ts';
import { createMessageReader } from '../../../src/upstream/report/request.ts';
import { CASES } from '../../support/property-cases.ts';
import { parseReportEntry, reportAnswer } from '../../support/report-entry.ts';
import { platformEntry } from '../../support/server.ts';

/** The result of parsing the whole answer; `undefined` when it cannot be read. */
function readWhole(body: Uint8Array) {
  let answer: ReturnType<typeof reportAnswer.safeParse>;
  try {
    answer = reportAnswer.safeParse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    return undefined;
  }
  if (!answer.success) return undefined;
  const { data, total } = answer.data;
  const entries = (data ?? []).map((entry) => parseReportEntry(entry, '56001'));
  const faults = entries.flatMap((entry) => ('fault' in entry ? [entry.fault] : []));
  return {
    messages: entries.flatMap((entry) => ('message' in entry ? [entry.message] : [])),
    received: entries.length,
    unreadable: faults.length,
    faults: [...new Set(faults)].slice(0, 3),
    total,
    hasData: Array.isArray(data),
  };
}

/** The same from pieces of the given sizes; the last piece has all the rest. */
function readInPieces(body: Uint8Array, sizes: readonly number[]) {
  const messages: Message[] = [];
  const reader = createMessageReader('56001', (message) => messages.push(message));
  try {
    return { messages, ...feed(reader, body, sizes) };
  } catch (error) {
    expect(error).toMatchObject({ name: 'BodyFault' });
    return undefined;
  }
}

function feed(reader: ReportReader, body: Uint8Array, sizes: readonly number[] = []) {
  let at = 0;
  for (const size of [...sizes, body.length]) {
    if (at > body.length) break;
    // A copy that is overwritten afterwards: the reader must not use it later.
    const piece = new Uint8Array(body.subarray(at, at + size));
    reader.write(piece);
    piece.fill(0x58);
    at += size;
  }
  return reader.end();
}

/** Reads an answer and returns the parts of each entry that figures use. */
function figuresOf(body: string | Uint8Array, sizes: readonly number[] = []) {
  const entries: ReturnType<typeof figuresEntry>[] = [];
  const reader = createReportReader({
    for: 'figures',
    onEntry: ({ operator, statusWord, ...entry }) => {
      entries.push({
        msisdn: numberOf({ operator, statusWord, ...entry }),
        operator,
        statusWord,
        times: [entry.platformAtMs, entry.operatorAtMs, entry.handsetAtMs],
      });
    },
  });
  return { entries, summary: feed(reader, Buffer.from(body), sizes) };
}

function figuresEntry({ msisdn, operator, statusWord, platformAt, operatorAt, handsetAt }: Message) {
  const times = [platformAt, operatorAt, handsetAt].map((time) => time?.getTime() ?? Number.NaN);
  return { msisdn, operator, statusWord, times };
}

/** Compares both readers, for messages and for figures, with the parsed whole. */
function expectAsWhole(body: Uint8Array, sizes: readonly number[]): ReturnType<typeof readWhole> {
  const whole = readWhole(body);
  expect(readInPieces(body, sizes)).toEqual(whole);
  let figures: ReturnType<typeof figuresOf> | undefined;
  try {
    figures = figuresOf(body, sizes);
  } catch (error) {
    expect(error).toMatchObject({ name: 'BodyFault' });
  }
  if (!whole) expect(figures).toBeUndefined();
  else {
    const { messages, ...summary } = whole;
    expect(figures).toEqual({ entries: messages.map(figuresEntry), summary });
  }
  return whole;
}

const answerOf = (...entries: unknown[]) => JSON.stringify({ data: entries, total: entries.length });

/** JSON as a tree that can have a key twice; a leaf is JSON text. */
type Tree = string | readonly Tree[] | { readonly members: readonly (readonly [string, Tree])[] };

const space = fc.stringMatching(/^[ \n\r\t]{0,2}$/);

/** A JSON string with some characters escaped. */
const written = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }).map((ways) => {
    const units = [...text].map((character, index) => {
      const way = ways[index % ways.length];
      if (way !== 0) return JSON.stringify(character).slice(1, -1);
      return Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join('');
    });
    return `"${units.join('').replaceAll('/', ways[0] === 1 ? '\\/' : '/')}"`;
  });

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ufeff', '\ud800', '\udc00\ud800', 'a\nb\t"\\/', ' ', '-', '', '\u0000', 'ñandú 👩‍👧'),
);

const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));

const time = fc
  .record({
    year: fc.oneof(fc.integer({ min: 1900, max: 2100 }), fc.nat(9999)),
    month: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.nat(14)),
    date: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 28 }) }, fc.nat(33)),
    clock: fc.tuple(two(25), two(61), two(61)),
    between: fc.constantFrom(' ', ' ', 'T', 't', '  '),
    fraction: fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      fc.stringMatching(/^\.\d{1,9}$/),
      fc.constant('.'),
    ),
    zone: fc.oneof(
      fc.constantFrom('+00:00', 'Z', '-00:00', '+0000', '', 'z', '+00'),
      fc.tuple(fc.constantFrom('+', '-'), two(30), two(70)).map(([sign, h, m]) => `${sign}${h}:${m}`),
    ),
  })
  .map(({ year, month, date, clock, between, fraction, zone }) => {
    const day = [String(year).padStart(4, '0'), ...[month, date].map((n) => String(n).padStart(2, '0'))];
    return `${day.join('-')}${between}${clock.join(':')}${fraction}${zone}`;
  });

const number = fc.oneof(
  fc.constantFrom('0', '-0', '1e3', '1E+2', '2.0', '-1', '1.5', '1e400', '1e-400', '9007199254740993'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);

const { leaf: anyValue } = fc.letrec<{ leaf: Tree }>((tie) => ({
  leaf: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(number, fc.constantFrom('null', 'true', 'false'), anyText.chain(written)),
    fc.array(tie('leaf'), { maxLength: 3 }),
    fc.array(fc.tuple(anyText.chain(written), tie('leaf')), { maxLength: 3 }).map((members) => ({ members })),
  ),
}));

const everyKey = [
  'msisdn',
  'operator',
  'status',
  'text',
  'time_platform',
  'time_operator',
  'time_dlr',
] as const;
const field = fc.constantFrom(...everyKey);

const goodTime = fc.oneof(
  fc.constantFrom('-', '', '2028-02-29 23:59:59+00:00', '1969-12-31 23:59:59.9995-03:30'),
  fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 19).replace('T', ' ')}+00:00`),
);
const mostlyGoodTime = fc.oneof({ weight: 9, arbitrary: goodTime }, time);

const usualMembers = fc
  .tuple(mostlyGoodTime, mostlyGoodTime, mostlyGoodTime, anyText, anyText, anyText)
  .chain(([time_platform, time_operator, time_dlr, text, operator, status]) => {
    const entry = platformEntry({ time_platform, time_operator, time_dlr, text, operator, status });
    return fc.tuple(
      ...Object.entries(entry).map(([key, value]) => fc.tuple(written(key), written(String(value)))),
    );
  });

const strangeMembers = fc.array(
  fc.oneof(
    fc.tuple(field.chain(written), fc.oneof(anyValue, fc.oneof(time, anyText).chain(written))),
    fc.tuple(fc.oneof(anyText, fc.constantFrom('__proto__', 'textx', 'stetus')).chain(written), anyValue),
  ),
  { maxLength: 3 },
);

const entry: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(usualMembers, strangeMembers).chain(mixed) },
  strangeMembers.map((members) => ({ members })),
  anyValue,
);

const answer: fc.Arbitrary<Tree> = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.array(entry, { maxLength: 4 }) }, anyValue),
    fc.oneof(
      fc.constantFrom([], ['desde', '"2026-11-18"']),
      fc.tuple(anyText, anyValue).map((pair) => pair),
    ),
    fc.array(fc.oneof(number, anyValue), { maxLength: 2 }),
  )
  .chain(([data, other, totals]) => {
    const extra = other.length === 2 ? [[JSON.stringify(other[0]), other[1] as Tree] as const] : [];
    return mixed([[['"data"', data] as const, ...extra], totals.map((total) => ['"total"', total] as const)]);
  });

/** The members of both in any order. */
function mixed(
  groups: readonly [readonly (readonly [string, Tree])[], readonly (readonly [string, Tree])[]],
): fc.Arbitrary<Tree> {
  const members = groups.flat();
  return fc.oneof(
    fc.constant({ members }),
    fc.shuffledSubarray(members, { minLength: members.length }).map((shuffled) => ({ members: shuffled })),
  );
}

function write(tree: Tree, between: () => string): string {
  const gap = between();
  if (typeof tree === 'string') return `${gap}${tree}${between()}`;
  if (!('members' in tree)) return `${gap}[${tree.map((item) => write(item, between)).join(',') || gap}]`;
  const members = tree.members.map(
    ([key, value]) => `${between()}${key}${between()}:${write(value, between)}`,
  );
  return `${gap}{${members.join(',') || gap}}${between()}`;
}

const body = fc
  .tuple(answer, fc.array(space, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([tree, spaces, hasMark]) => {
    let turn = 0;
    const text = write(tree, () => spaces[turn++ % spaces.length] ?? '');
    return Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`);
  });

const sizes = fc.oneof(
  fc.constant([]),
  fc.array(fc.nat(20), { maxLength: 60 }),
  fc.constant(Array.from({ length: 4_000 }, () => 1)),
);

const alikeName = fc.constantFrom('Entel', 'Ente', 'VTR Móvil', 'VTR M\\u00f3vil', '-', '', 'a\\"b', 'x\\\\');
const alikeValues = fc.record({
  msisdn: fc.constantFrom('+56912345678', '56 9 1234', '', 'no number', '\\u0035', '1'.repeat(40)),
  operator: alikeName,
  status: alikeName,
  text: fc.constantFrom(
    '',
    'Tu clave es 123456',
    'ñandú 👩‍👧',
    '\\n\\"\\u00e9',
    'a tab: \t',
    'bad: \\x',
    'abc\\',
  ),
  time_platform: mostlyGoodTime,
  time_operator: mostlyGoodTime,
  time_dlr: mostlyGoodTime,
  id: fc.constantFrom('7', ''),
});
type AlikeValues = typeof alikeValues extends fc.Arbitrary<infer Each> ? Each : never;
const someKeys = fc.oneof(
  fc.constant<readonly (keyof AlikeValues)[]>(everyKey),
  fc.shuffledSubarray<keyof AlikeValues>([...everyKey, 'id'], { minLength: 6 }),
);
const way = fc.record({ keys: someKeys, gap: fc.constantFrom('', '', ' ', '\n  '), isTwice: fc.nat(9) });
const writtenBy = (
  entry: AlikeValues,
  { keys, gap, isTwice }: { keys: readonly (keyof AlikeValues)[]; gap: string; isTwice: number },
) => {
  const members = keys.map((key) => `"${key}":${gap}"${entry[key]}"`);
  return `{${[...members, ...(isTwice === 0 ? ['"status":"twice"'] : [])].join(`,${gap}`)}}`;
};
/** Entries that nearly all have the same format, with few distinct values. */
const alikeEntries = fc
  .tuple(way, way, fc.array(fc.tuple(alikeValues, fc.nat(5)), { maxLength: 60, size: 'max' }))
  .map(([usual, other, list]) => list.map(([entry, turn]) => writtenBy(entry, turn === 0 ? other : usual)));

const readableOnes = (entries: readonly string[]) => entries.filter((entry) => readWhole(bodyOf([entry])));
const bodyOf = (entries: readonly string[]) =>
  Buffer.from(`{"data":[${entries.join(', ')}],"total":${entries.length}}`);

describe('reading in pieces equals parsing the whole', () => {
  test('for any content, format and division into pieces', () => {
    let readable = 0;
    fc.assert(
      fc.property(body, sizes, (bytes, cuts) => {
        const whole = expectAsWhole(bytes, cuts);
        if (whole && whole.messages.length > 0) readable += 1;
      }),
    );
    expect(readable).toBeGreaterThan(CASES / 8);
  });

  test('for entries of one format with occasional exceptions', () => {
    let readable = 0;
    fc.assert(
      fc.property(alikeEntries, fc.boolean(), sizes, (list, isClean, cuts) => {
        // Most unreadable entries are left out; otherwise hardly any body would be readable.
        const chosen = isClean ? readableOnes(list) : list;
        const whole = expectAsWhole(bodyOf(chosen), cuts);
        if (whole && whole.messages.length > 10) readable += 1;
      }),
    );
    expect(readable).toBeGreaterThan(CASES / 10);
  });

  test('for a body that is damaged anywhere', () => {
    const change = fc.record({
      at: fc.nat(),
      removed: fc.nat(3),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 3 }),
        fc
          .constantFrom(...'{}[]",:\\-0e. n'.split(''), '\\u', '{"', ',"', 'null', '\n', '\x7f', '\0')
          .map(Buffer.from),
      ),
    });
    const anyBody = fc.oneof(body, alikeEntries.map(readableOnes).map(bodyOf));
    const seen = { refused: 0, accepted: 0 };
    fc.assert(
      fc.property(
        anyBody,
        fc.array(change, { minLength: 1, maxLength: 2 }),
        sizes,
        (bytes, changes, cuts) => {
          let damaged: Uint8Array = bytes;
          for (const { at, removed, put } of changes) {
            const from = at % (damaged.length + 1);
            damaged = Buffer.concat([damaged.subarray(0, from), put, damaged.subarray(from + removed)]);
          }
          seen[expectAsWhole(damaged, cuts) ? 'accepted' : 'refused'] += 1;
        },
      ),
    );
    expect(Math.min(seen.refused, seen.accepted)).toBeGreaterThan(CASES / 20);
  });

  const text = 'á\n"\\ 👩‍👧 \u0001 canary-text';
  const entries = [
    platformEntry({ text, time_dlr: '-' }),
    'no entry',
    platformEntry({ operator: '', extra: [{ a: [-1.5e-3, true] }] }),
    platformEntry({ msisdn: 569 }),
    platformEntry({ time_platform: '2026-02-30 00:00:00+00:00' }),
  ];
  const sample = Buffer.from(
    `\ufeff{"total":5 ,"data":${JSON.stringify(entries)},"desde":null}`.replace('operator', 'oper\\u0061tor'),
  );

  test('for a body split at any one byte, or at all of them', () => {
    const whole = expectAsWhole(sample, Array(sample.length).fill(1));
    expect(whole).toMatchObject({ received: 5, unreadable: 3, total: 5 });
    for (let at = 0; at <= sample.length; at += 1) expectAsWhole(sample, [at]);
  });

  test.each([
    ...Array.from({ length: 0x20 }, (_, code) => `{"data":[{"text":"${String.fromCharCode(code)}"}]}`),
    '{"a\tb":1}',
    '{"a":"\\x"}',
    '{"a":"\\u12g4"}',
    '{"a":01}',
    '{"a":-}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":1e}',
    '{"a":+1}',
    '{"a":tru}',
    '{"a":nulll}',
    '{"a":1,}',
    '{"a" 1}',
    '{a:1}',
    '{"a":[1,]}',
    '{"a":[1}',
    '{"data":[{}]]}',
    '{}{}',
    '\ufeff\ufeff{}',
    '{\u00a0}',
  ])('both refuse %j', (text) => {
    const bytes = Buffer.from(text);
    for (const cuts of [[], Array(bytes.length).fill(1)]) expect(expectAsWhole(bytes, cuts)).toBeUndefined();
  });

  test.each([
    ['a day', `${'\0'.repeat(10)} 12:00:00+00:00`],
    ['what stands up to the clock', `${'\0'.repeat(11)}12:00:00+00:00`],
    ['a zone', `2026-11-18 12:00:00${'\0'.repeat(6)}`],
  ])('both refuse %s that consists of NUL, after a similar entry', (_, damaged) => {
    const times = { time_operator: '-', time_dlr: '-' };
    const [plain, other] = ['-', '#'].map((time_platform) =>
      JSON.stringify(platformEntry({ ...times, time_platform })),
    );
    const bytes = Buffer.from(`{"data":[${plain},${other?.replace('#', damaged)}]}`);
    expect(expectAsWhole(bytes, [])).toBeUndefined();
  });

  test('for a body that ends at any byte: it is refused', () => {
    for (let at = 0; at < sample.length; at += 1) {
      expect(readInPieces(sample.subarray(0, at), [])).toBeUndefined();
    }
  });
});

describe('differences from JSON.parse', () => {
  const refusalOf = (text: string) => {
    try {
      figuresOf(text);
    } catch (error) {
      return String(error);
    }
    return undefined;
  };

  test.each([
    ['{"data":[{"text":"canary-text"}x', 'BodyFault: byte 31: expected a comma or the end'],
    ['{"data":[', 'BodyFault: byte 9: expected a value or ], not the end'],
    ['{"data":[]} canary', 'BodyFault: byte 12: expected nothing more'],
    ['["canary"]', 'BodyFault: the answer: expected object'],
    ['{"data":{"canary":1}}', 'BodyFault: data: expected array'],
    ['{"data":[],"data":[]}', 'BodyFault: data: expected once'],
    ['{"data":[],"data":null}', 'BodyFault: data: expected once'],
  ])('%s is refused with a message that does not quote it', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });

  test('too many nested levels are refused', () => {
    const nested = (levels: number) => `{"data":[${'['.repeat(levels)}${']'.repeat(levels)}]}`;
    expect(figuresOf(nested(MAX_DEPTH - 2)).summary).toMatchObject({ received: 1, unreadable: 1 });
    expect(refusalOf(nested(MAX_DEPTH - 1))).toContain(`expected at most ${MAX_DEPTH} levels`);
    expect(refusalOf(`{"data":${'['.repeat(1_000_000)}`)).toContain(`expected at most ${MAX_DEPTH} levels`);
  });

  test('figures merge the operators beyond the first thousand', () => {
    const operators = Array.from({ length: MAX_OPERATORS + 7 }, (_, index) => `operator ${index}`);
    const long = 'x'.repeat(300);
    const named = (...names: readonly string[]) => names.map((operator) => platformEntry({ operator }));
    const { entries } = figuresOf(answerOf(...named(...operators, ...operators.toReversed(), long)));
    const expectedNames = [...operators.slice(0, MAX_OPERATORS), ...Array(7).fill(OTHER_NAME)];
    expect(entries.map(({ operator }) => operator)).toEqual([
      ...expectedNames,
      ...expectedNames.toReversed(),
      OTHER_NAME,
    ]);

    const messages: Message[] = [];
    const reader = createMessageReader(undefined, (message) => messages.push(message));
    feed(reader, Buffer.from(answerOf(...named(...operators, long))));
    expect(messages.map(({ operator }) => operator)).toEqual([...operators, long]);
  });
});

describe('a hostile body', () => {
  const ones = Array(100_000).fill(1);

  test.each([
    ['a text of a million characters', answerOf(platformEntry({ text: 'x'.repeat(1_000_000) })), 1, 0],
    ['a text of escapes', answerOf(platformEntry({ text: '\n"\u0001'.repeat(300_000) })), 1, 0],
    ['an operator of a megabyte', answerOf(platformEntry({ operator: 'x'.repeat(1_000_000) })), 1, 1],
    ['a number of a megabyte', answerOf(platformEntry({ msisdn: '9'.repeat(1_000_000) })), 1, 1],
    ['a key of a megabyte', answerOf(platformEntry({ ['k'.repeat(1_000_000)]: 'v' })), 1, 0],
    ['a time of a megabyte', answerOf(platformEntry({ time_dlr: '2'.repeat(1_000_000) })), 1, 1],
    ['white space', `{"data":[${' '.repeat(1_000_000)}]}`, 0, 0],
    ['a total of a megabyte', `{"data":[],"total":1${'0'.repeat(1_000_000)}}`, 0, 0],
    ['entries that are none', `{"data":[${'7,'.repeat(300_000)}7]}`, 300_001, 300_001],
  ])('is read with %s', (_, text, received, unreadable) => {
    for (const cuts of [[], ones]) {
      expect(figuresOf(text, cuts).summary).toMatchObject({ received, unreadable });
    }
    expect(readInPieces(Buffer.from(text), ones)).toMatchObject({ received, unreadable });
  });

  test.each([
    ['an entry', (more: string) => answerOf(platformEntry({ text: more }))],
    ['a value that nobody reads', (more: string) => JSON.stringify({ more, data: [] })],
  ])('fails when %s exceeds the maximum length, however it is split', (_, bodyWith) => {
    const isRead = (length: number, cuts: readonly number[]) => {
      const body = Buffer.from(bodyWith('x'.repeat(length)));
      const isOfMessages = readInPieces(body, cuts) !== undefined;
      let isOfFigures = true;
      try {
        figuresOf(body, cuts);
      } catch (error) {
        expect(String(error)).toContain(`expected a value of at most ${PART_BYTES} bytes`);
        isOfFigures = false;
      }
      expect(isOfFigures).toBe(isOfMessages);
      return isOfFigures;
    };
    // The 300 bytes leave space for the rest of the entry.
    for (const cuts of [[], Array(300).fill(30_000)]) {
      expect(isRead(PART_BYTES - 300, cuts)).toBe(true);
      expect(isRead(PART_BYTES + 1, cuts)).toBe(false);
    }
  });

  test('may have white space of any length between entries', () => {
    const space = ' '.repeat(PART_BYTES + 1);
    for (const cuts of [[], [4_000_000]]) {
      expect(
        figuresOf(`${space}{${space}"data":[${space}{"msisdn":1}${space},${space}7]}`, cuts).summary,
      ).toMatchObject({ received: 2, unreadable: 2 });
    }
  });
});
