import { describe, expect, test } from 'vitest';
import type { FindingKind } from '../../../src/domain/incident.ts';
import type { Message } from '../../../src/domain/message.ts';
import { readExamples } from '../../../src/features/incidents/examples.ts';
import type { Incident } from '../../../src/store/incidents.ts';
import { aMessage, at } from '../../support/messages.ts';

const now = at('12:30:00');
const time = { start: at('12:00:00'), end: now };
const whose = { of: 'operator', operator: 'Entel' } as const;

type Subject = Pick<Incident, 'whose' | 'evidence'>;

function readingOf(
  { whose, evidence }: { whose: Subject['whose']; evidence?: Partial<Subject['evidence']> },
  messages: readonly Message[],
  ...kinds: FindingKind[]
) {
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
  const known = { findings, operators: [], platform: { login: true, report: true }, ...evidence };
  return readExamples({ whose, evidence: known }, time, now, upstream);
}

/** Those of the one operator that they are of. */
async function reading(messages: readonly Message[], ...kinds: FindingKind[]) {
  const [only] = await readingOf({ whose }, messages, ...kinds);
  return { shown: only?.shown ?? [], of: only?.of ?? 0, kinds: only?.kinds };
}

const waiting = (changes: Partial<Message> = {}) =>
  aMessage({
    status: 'pending',
    platformAt: at('12:10:00'),
    operatorAt: at('12:10:02'),
    handsetAt: undefined,
    ...changes,
  });
const failed = aMessage({ status: 'failed', platformAt: at('12:10:00') });
const late = aMessage({ platformAt: at('12:10:00'), handsetAt: at('12:12:01') });

describe('examples of an incident', () => {
  test('are spread over all there were, and no more than fifty, of however many', async () => {
    const all = Array.from({ length: 10_000 }, (_, n) => waiting({ msisdn: String(56_900_000_000 + n) }));
    const { shown, of } = await reading([...all, aMessage()], 'waiting');
    expect(of).toBe(10_000);
    expect(shown.length).toBeGreaterThan(25);
    expect(shown.length).toBeLessThanOrEqual(50);
    const places = shown.map((message) => all.indexOf(message));
    expect(new Set(places.slice(1).map((place, index) => place - (places[index] ?? 0))).size).toBe(1);
    expect(places.at(-1)).toBeGreaterThan(9_000);
    expect(await reading(all.slice(0, 50), 'waiting')).toMatchObject({ shown: all.slice(0, 50), of: 50 });
  });

  test('are the messages of its operator that failed, came late or wait for too long', async () => {
    const messages = [
      failed,
      late,
      waiting(),
      waiting({ platformAt: at('12:29:00') }),
      waiting({ operator: 'Claro' }),
      aMessage({ platformAt: at('12:10:00'), handsetAt: at('12:11:59') }),
    ];
    expect((await reading(messages, 'waiting')).shown).toEqual([failed, late, waiting()]);
    expect((await reading(messages)).shown).toEqual([failed, late, waiting()]);
    expect((await reading(messages)).kinds).toEqual({ failed: 1, late: 1, waiting: 1, slow: 0 });
  });

  test('of what may send no receipts are what failed, or was handed over slowly', async () => {
    const slow = waiting({ operatorAt: at('12:10:31') });
    const kept = waiting({ operatorAt: undefined });
    const messages = [waiting(), failed, slow, kept];
    expect((await reading(messages, 'failures')).shown).toEqual([failed]);
    expect((await reading(messages, 'slow_hand_over')).shown).toEqual([failed, slow, kept]);
  });

  test('are of the time in question', async () => {
    const early = waiting({ platformAt: at('11:59:59') });
    const ahead = { ...failed, platformAt: now };
    expect((await reading([early, waiting(), ahead], 'waiting')).shown).toEqual([waiting()]);
  });

  test('of several operators stand together by operator, and those of others are left out', async () => {
    const of = (operator: string | undefined, count: number) =>
      Array.from({ length: count }, () => waiting({ operator }));
    const messages = [...of('Claro', 30), ...of(undefined, 7), ...of('WOM', 90), ...of('Entel', 200)];
    const all = { of: 'all' } as const;
    const named = await readingOf(
      { whose: all, evidence: { operators: ['Entel', 'Claro', null], judged: 4 } },
      messages,
      'waiting',
    );
    expect(named.map(({ operator, of: count }) => [operator, count])).toEqual([
      ['Entel', 200],
      ['Claro', 30],
      [undefined, 7],
    ]);
    expect(named.flatMap(({ shown }) => shown).length).toBeLessThanOrEqual(50);
    for (const { operator, shown } of named) {
      expect(new Set(shown.map((message) => message.operator))).toEqual(new Set([operator]));
    }
    expect((await readingOf({ whose: all }, messages, 'waiting')).map(({ operator }) => operator)).toEqual([
      'Entel',
      'WOM',
      'Claro',
      undefined,
    ]);
  });
});
