import { expect, test } from 'vitest';
import { addDaysTo, type Day, daysBetween } from '../../../../src/domain/time/calendar.ts';
import { checkTranslations } from '../../../../src/features/check/locales/index.ts';
import { rehearse } from '../../../../src/features/check/rehearsal/rehearse.ts';
import { rehearsalView } from '../../../../src/features/check/rehearsal/view.ts';
import { createFormatter } from '../../../../src/slack/blocks/format.ts';
import type { Traffic, TrafficFigures } from '../../../../src/traffic/types.ts';
import { featureDeps } from '../../../support/feature-deps.ts';
import { type MessageGroup, trafficOf } from '../../../support/report-figures.ts';

const now = new Date('2026-11-18T18:00:00Z');
const TODAY = '2026-11-18';
const PER_MINUTE = 20;
const DAY_MINUTES = 24 * 60;
/** Minutes of the day at which each fault begins and ends, not at a quarter hour. */
const [FROM, TO] = [13 * 60 + 7, 13 * 60 + 52];
/** Stored figures are by the quarter hour, so no time is known better. */
const ACCURACY_MINUTES = 15;
const OPERATORS = ['Entel', 'Movistar'];

const clock = (minute: number, day: Day = TODAY) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000).toISOString();

/** Messages of some minutes; `share` is their part of the usual number. */
function messages(
  operator: string,
  from: number,
  to: number,
  changes: Partial<MessageGroup> = {},
  share = 1,
) {
  const count = Math.round((to - from) * PER_MINUTE * share);
  return { from: clock(from), hours: (to - from) / 60, count, operator, ...changes };
}

const FAIL = { word: 'undeliverable', legs: [2, 6] } as const;
const LATE = { legs: [2, 900] } as const;
const KEPT = { legs: [600, 7] } as const;

/** A third of an operator's messages is affected. */
const third = (changes: Partial<MessageGroup>, operator = 'Entel', from = FROM) => [
  messages(operator, from, TO, changes, 1 / 3),
  messages(operator, from, TO, {}, 2 / 3),
];

const flapping = Array.from({ length: (TO - FROM) / 5 }, (_, turn) => {
  const from = FROM + 5 * turn;
  return messages('Entel', from, from + 5, turn % 2 === 0 ? LATE : {});
});

const isBad = ({ word, legs: [toOperator, toHandset = 7] = [2, 7] }: MessageGroup) =>
  word !== undefined || toOperator > 30 || toOperator + toHandset > 120;

/** The largest share of bad messages in five minutes, of those to operators that are named. */
function worstShare(fault: readonly MessageGroup[], operators: readonly string[]): number {
  const own = fault.filter(({ operator = '' }) => operators.includes(operator));
  const within = ({ from, hours = 1, count }: MessageGroup, start: number) => {
    const first = (Date.parse(from) - Date.parse(clock(0))) / 60_000;
    const overlap = Math.min(first + hours * 60, start + 5) - Math.max(first, start);
    return (count * Math.max(0, overlap)) / (hours * 60);
  };
  const sum = (some: readonly MessageGroup[], start: number) =>
    some.reduce((total, group) => total + within(group, start), 0);
  const starts = Array.from({ length: TO - FROM - 4 }, (_, index) => FROM + index);
  return Math.max(
    ...starts.map((start) => sum(own.filter(isBad), start) / (operators.length * 5 * PER_MINUTE)),
  );
}

/** Figures of past days, which are the same for each fault. */
const past = new Map<string, TrafficFigures>();

/** The same traffic each day, and today a fault of the operators that it names. */
function trafficWith(
  fault: readonly MessageGroup[],
  affected: readonly string[],
): Pick<Traffic, 'figuresFor'> {
  const onDay = (operator: string, day: Day): MessageGroup[] => {
    if (day !== TODAY || !affected.includes(operator))
      return [{ ...messages(operator, 0, DAY_MINUTES), from: clock(0, day) }];
    const own = fault.filter((group) => group.operator === operator);
    return [messages(operator, 0, FROM), ...own, messages(operator, TO, DAY_MINUTES)];
  };
  return {
    async figuresFor({ period: { firstDay, lastDay } }) {
      const days = Array.from({ length: daysBetween(firstDay, lastDay) + 1 }, (_, index) =>
        addDaysTo(firstDay, index),
      );
      const read = () =>
        trafficOf(
          days.flatMap((day) => OPERATORS.flatMap((operator) => onDay(operator, day))),
          now,
          { days: days.map((day) => ({ day, readAt: now, received: 1, unreadable: 0 })) },
        );
      if (days.includes(TODAY)) return read();
      const known = past.get(firstDay) ?? read();
      past.set(firstDay, known);
      return known;
    },
  };
}

interface Row {
  readonly operator: string;
  readonly verdict: string;
  readonly from: number;
  readonly minutes: number;
  readonly worst: string;
}

async function rehearsed(fault: readonly MessageGroup[], affected: readonly string[]) {
  const rehearsal = await rehearse(featureDeps({ traffic: trafficWith(fault, affected) }), {
    days: 1,
    sensitivity: 'normal',
    now,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const t = checkTranslations('en');
  const { text } = rehearsalView(rehearsal, {
    t,
    format: createFormatter(t, 'UTC', now),
    senders: new Map(),
  });
  const rows = [
    ...text.matchAll(/^(.+) · (.+) · today (\d\d):(\d\d) · (?:(\d+) h ?)?(?:(\d+) min)? · (.+)$/gm),
  ];
  return {
    text,
    rows: rows.map(
      ([, operator = '', verdict = '', hour, minute, hours = 0, minutes = 0, worst = '']): Row => {
        const from = Number(hour) * 60 + Number(minute);
        return { operator, verdict, from, minutes: Number(hours) * 60 + Number(minutes), worst };
      },
    ),
    minutesInChart: [...text.matchAll(/^\d\d Nov: (\d+)$/gm)].reduce(
      (sum, [, minutes]) => sum + Number(minutes),
      0,
    ),
  };
}

test.each<[name: string, fault: MessageGroup[], verdicts: string[], measures: string[]]>([
  ['all fail', [messages('Entel', FROM, TO, FAIL)], ['down'], ['failed']],
  ['a third fails', third(FAIL), ['degraded'], ['failed']],
  ['a third is late', third(LATE), ['degraded'], ['waiting', 'late']],
  ['all wait', [messages('Entel', FROM, TO, LATE)], ['down or late'], ['waiting', 'late']],
  ['delivery comes and goes', flapping, ['degraded', 'down or late'], ['waiting', 'late']],
  [
    'all are handed over late',
    [messages('Entel', FROM, TO, KEPT)],
    ['down'],
    ['waiting', 'late', 'not handed over within 30 s'],
  ],
  [
    'a third is handed over late',
    third(KEPT),
    ['degraded'],
    ['waiting', 'late', 'not handed over within 30 s'],
  ],
])('%s: the row says what happened to the messages', async (_, fault, verdicts, measures) => {
  const { text, rows, minutesInChart } = await rehearsed(fault, ['Entel']);
  expect(text).toContain(': 1 alert would have come');
  expect(rows).toHaveLength(1);
  const [row] = rows as [Row];
  expect(row.operator).toBe('Entel');
  expect(verdicts).toContain(row.verdict);
  expect(Math.abs(row.from - FROM)).toBeLessThanOrEqual(ACCURACY_MINUTES);
  expect(Math.abs(row.from + row.minutes - TO)).toBeLessThanOrEqual(ACCURACY_MINUTES);
  expect(minutesInChart).toBe(row.minutes);
  const [, share, of, measure] = /^(\d+)% of (\d+) (.+)$/.exec(row.worst) ?? [];
  expect(measures).toContain(measure);
  // Counted are at most the last hour's messages of the operator.
  expect(Number(of)).toBeLessThanOrEqual(60 * PER_MINUTE);
  expect(Number(share) / 100).toBeLessThanOrEqual(worstShare(fault, ['Entel']) + 0.02);
  expect(Number(share) / 100).toBeGreaterThanOrEqual(worstShare(fault, ['Entel']) / 2);
  // Most messages are bad only where that is said.
  expect(row.verdict.startsWith('down')).toBe(Number(share) > 50 && row.verdict !== 'degraded');
});

test('silence: the row says how many messages there were, and how many there always are', async () => {
  const { text, rows } = await rehearsed([], ['Entel']);
  expect(text).toContain(': 1 alert would have come');
  expect(rows).toHaveLength(1);
  const [row] = rows as [Row];
  expect(row).toMatchObject({ operator: 'Entel', verdict: 'silent' });
  expect(row.worst).toMatch(/^0 messages instead of (200|300) or more$/);
  expect(Math.abs(row.from - FROM)).toBeLessThanOrEqual(ACCURACY_MINUTES);
  expect(Math.abs(row.from + row.minutes - TO)).toBeLessThanOrEqual(ACCURACY_MINUTES);
});

test('nothing wrong: no row, and the sentence says so', async () => {
  const { text, rows, minutesInChart } = await rehearsed([], []);
  expect(text).toContain(': no alert would have come');
  expect(text).toContain('A channel with alerts would have stayed quiet.');
  expect([rows, minutesInChart]).toEqual([[], 0]);
});

test('one operator, then all: the share is one of the messages to all operators', async () => {
  const spreads = FROM + 20;
  const fault = [
    messages('Entel', FROM, TO, LATE),
    messages('Movistar', FROM, spreads),
    ...third(LATE, 'Movistar', spreads),
  ];
  const { rows } = await rehearsed(fault, OPERATORS);
  expect(rows).toMatchObject([{ operator: 'all operators' }]);
  const [, share, of] = /^(\d+)% of (\d+) (?:waiting|late)$/.exec(rows[0]?.worst ?? '') ?? [];
  expect(Number(share) / 100).toBeLessThanOrEqual(worstShare(fault, OPERATORS) + 0.02);
  expect(Number(of)).toBeGreaterThan(5 * PER_MINUTE);
});

test('two faults at different operators: the sum of the rows is the time that the sentence says', async () => {
  const fault = [
    messages('Entel', FROM, FROM + 20, FAIL),
    messages('Entel', FROM + 20, TO),
    messages('Movistar', FROM, TO),
  ];
  const later = messages('Movistar', TO, TO + 60);
  const second = messages('Movistar', TO + 60, TO + 90, FAIL);
  const traffic = [...fault, later, second];
  const { text, rows, minutesInChart } = await rehearsed(traffic, ['Entel', 'Movistar']);
  expect(text).toContain(': 2 alerts would have come');
  expect(rows.map(({ operator }) => operator)).toEqual(['Movistar', 'Entel']);
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
  expect(minutesInChart).toBe(minutes);
  const said = /In all, (?:(\d+) h ?)?(?:(\d+) min)? with problems/.exec(text) ?? [];
  expect(Number(said[1] ?? 0) * 60 + Number(said[2] ?? 0)).toBe(minutes);
});
