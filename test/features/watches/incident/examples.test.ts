import { describe, expect, test } from 'vitest';
import type { FindingKind } from '../../../../src/domain/detection/findings.ts';
import type { IncidentEvidence } from '../../../../src/domain/detection/incident.ts';
import type { Message } from '../../../../src/domain/messages/message.ts';
import { readExamples } from '../../../../src/features/watches/incident/examples.ts';
import { testSpan } from '../../../support/incident-scenes.ts';
import { at, testMessage } from '../../../support/messages.ts';

const now = at('12:30:00');
const time = { start: at('12:00:00'), end: now };

interface About {
  /** The operators of the incident; all if there are none. */
  readonly operators: readonly (string | undefined)[];
  readonly evidence?: Partial<IncidentEvidence>;
}

function readingOf({ operators, evidence }: About, messages: readonly Message[], ...kinds: FindingKind[]) {
  const findings = kinds.map(
    (kind) => ({ kind, share: 0.5, of: 100, usual: 0, basis: 'observed', isOfMost: true }) as const,
  );
  const upstream = {
    messages: () => ({
      counts: { received: 0, unreadable: 0, otherNumbers: 0, faults: [], shortfalls: [], daysMissing: false },
      async *[Symbol.asyncIterator]() {
        yield* messages;
      },
    }),
  };
  const known = { findings, operators: [], platform: { login: true, report: true } };
  const spans = operators.map((operator) => testSpan(operator));
  return readExamples({ evidence: { ...known, spans, ...evidence } }, time, now, upstream);
}

/** Reads the examples when they are of one operator only. */
async function reading(messages: readonly Message[], ...kinds: FindingKind[]) {
  const [only] = await readingOf({ operators: ['Entel'] }, messages, ...kinds);
  const shown = (only?.shown ?? []).map(({ message }) => message);
  return { shown, of: only?.of ?? 0, kinds: only?.kinds };
}

const none = { failed: 0, late: 0, waiting: 0, slow: 0, notHandedOver: 0 };

const waiting = (changes: Partial<Message> = {}) =>
  testMessage({
    status: 'pending',
    platformAt: at('12:10:00'),
    operatorAt: at('12:10:02'),
    handsetAt: undefined,
    ...changes,
  });
const failed = testMessage({ status: 'failed', platformAt: at('12:10:00') });
const late = testMessage({ platformAt: at('12:10:00'), handsetAt: at('12:12:01') });

describe('examples of an incident', () => {
  test('are at most fifty, spread evenly over all messages', async () => {
    const all = Array.from({ length: 10_000 }, (_, n) => waiting({ msisdn: String(56_900_000_000 + n) }));
    const { shown, of } = await reading([...all, testMessage()], 'waiting');
    expect(of).toBe(10_000);
    expect(shown).toHaveLength(50);
    const places = shown.map((message) => all.indexOf(message));
    const apart = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThan(100);
    expect(Math.max(...apart)).toBeLessThan(300);
    expect(places[0]).toBeLessThan(300);
    expect(places.at(-1)).toBeGreaterThan(9_700);
    expect(await reading(all.slice(0, 50), 'waiting')).toMatchObject({ shown: all.slice(0, 50), of: 50 });
    for (const count of [51, 99, 100, 101, 148, 201, 399, 401]) {
      const some = await reading(all.slice(0, count), 'waiting');
      expect([count, some.of, new Set(some.shown).size]).toEqual([count, count, 50]);
    }
  });

  test('are messages of its operator that failed, arrived late or wait too long', async () => {
    const messages = [
      failed,
      late,
      waiting(),
      waiting({ platformAt: at('12:29:00') }),
      waiting({ operator: 'Claro' }),
      // An unknown word may be a final status.
      waiting({ status: 'other' }),
      testMessage({ platformAt: at('12:10:00'), handsetAt: at('12:11:59') }),
    ];
    expect((await reading(messages, 'waiting')).shown).toEqual([failed, late, waiting()]);
    expect((await reading(messages)).shown).toEqual([failed, late, waiting()]);
    expect((await reading(messages)).kinds).toEqual({ ...none, failed: 1, late: 1, waiting: 1 });
  });

  test('are only failed or slowly handed-over messages when receipts may be missing', async () => {
    const slow = waiting({ operatorAt: at('12:10:31') });
    const notHandedOver = waiting({ operatorAt: undefined });
    const messages = [waiting(), failed, slow, notHandedOver];
    expect((await reading(messages, 'failures')).shown).toEqual([failed]);
    expect((await reading(messages, 'slow_hand_over')).shown).toEqual([failed, slow, notHandedOver]);
  });

  test('distinguish messages never handed over from slow hand-overs and missing receipts', async () => {
    const notHandedOver = waiting({ operatorAt: undefined });
    const young = waiting({ operatorAt: undefined, platformAt: at('12:29:00') });
    const younger = waiting({ operatorAt: undefined, platformAt: at('12:29:30') });
    const slow = waiting({ operatorAt: at('12:10:31') });
    const slowAndLate = testMessage({
      platformAt: at('12:10:00'),
      operatorAt: at('12:15:00'),
      handsetAt: at('12:15:05'),
    });
    const unrecorded = testMessage({
      platformAt: at('12:10:00'),
      operatorAt: undefined,
      handsetAt: at('12:10:09'),
    });
    const messages = [notHandedOver, young, younger, slow, slowAndLate, unrecorded, waiting(), late, failed];
    expect(await reading(messages, 'slow_hand_over', 'waiting')).toEqual({
      shown: [notHandedOver, young, slow, slowAndLate, waiting(), late, failed],
      of: 7,
      kinds: { failed: 1, late: 1, waiting: 1, slow: 2, notHandedOver: 2 },
    });
    // Without a finding of slow hand-overs, many messages may lack a recorded hand-over.
    expect((await reading([notHandedOver], 'waiting')).kinds).toEqual({ ...none, waiting: 1 });
  });

  test('leave out missing receipts of operators that send none', async () => {
    const silent = (changes: Partial<Message>) => waiting({ operator: 'Ruta Andina', ...changes });
    const messages = [
      waiting(),
      silent({}),
      silent({ status: 'delivered', handsetAt: at('12:20:00') }),
      waiting({ operator: undefined }),
    ];
    const evidence = { withoutReceipts: ['Ruta Andina', null] };
    const examplesOf = async (...changes: Partial<Message>[]) => {
      const all = [...messages, ...changes.map(silent)];
      const found = await readingOf({ operators: [], evidence }, all, 'waiting', 'late', 'slow_hand_over');
      return found.map(({ operator, kinds }) => [operator, kinds]);
    };
    expect(await examplesOf()).toEqual([['Entel', { ...none, waiting: 1 }]]);
    const more = [{ status: 'failed' }, { operatorAt: undefined }, { operatorAt: undefined }] as const;
    expect(await examplesOf(...more)).toEqual([
      ['Ruta Andina', { ...none, failed: 1, notHandedOver: 2 }],
      ['Entel', { ...none, waiting: 1 }],
    ]);
  });

  test('are none for silence or wrong clocks', async () => {
    expect((await reading([failed, late, waiting()], 'silence', 'clock_off')).of).toBe(0);
  });

  test('are within the period of the incident', async () => {
    const early = waiting({ platformAt: at('11:59:59') });
    const ahead = { ...failed, platformAt: now };
    expect((await reading([early, waiting(), ahead], 'waiting')).shown).toEqual([waiting()]);
  });

  test('are grouped by operator, without operators outside the incident', async () => {
    const of = (operator: string | undefined, count: number) =>
      Array.from({ length: count }, () => waiting({ operator }));
    const messages = [...of('Claro', 30), ...of(undefined, 7), ...of('WOM', 90), ...of('Entel', 200)];
    const named = await readingOf({ operators: ['Entel', 'Claro', undefined] }, messages, 'waiting');
    expect(named.map(({ operator, of: count }) => [operator, count])).toEqual([
      ['Entel', 200],
      ['Claro', 30],
      [undefined, 7],
    ]);
    // Places that one operator does not use go to the others.
    expect(named.map(({ shown }) => shown.length)).toEqual([22, 21, 7]);
    for (const { operator, shown } of named) {
      expect(new Set(shown.map(({ message }) => message.operator))).toEqual(new Set([operator]));
    }
    expect((await readingOf({ operators: [] }, messages, 'waiting')).map(({ operator }) => operator)).toEqual(
      ['Entel', 'WOM', 'Claro', undefined],
    );
  });
});
