import { addMinutes } from 'date-fns/addMinutes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Check, detect } from '../../../src/domain/detection/detect.ts';
import {
  EMPTY_WATCH_STATE,
  type LastFindings,
  lastProblemAt,
  updateWatchState,
  type WatchEvent,
  type WatchState,
} from '../../../src/domain/detection/lifecycle.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

/**
 * Counts of WOM in a check, while others are well: normal, nearly normal, bad, very bad, with a wrong clock, too few.
 * `u` is a check that cannot read the platform.
 */
const SIGHTS = {
  w: wellCounts(900),
  n: wellCounts(900, { waiting: { of: 300, hits: 48 } }),
  b: wellCounts(900, { waiting: { of: 300, hits: 90 } }),
  d: wellCounts(900, { waiting: { of: 300, hits: 290 } }),
  c: wellCounts(900, { clockOff: { of: 900, hits: 900 } }),
  t: wellCounts(20),
} as const;
type Sight = keyof typeof SIGHTS | 'u';

function checkAt(turn: number, sight: Sight): Check {
  const when = addMinutes(at('12:00:00'), 5 * turn);
  if (sight === 'u') return unreachableAt(when);
  // Enough other traffic to keep all operators together well.
  const others = wellCounts(90_000);
  return checkOf(
    [
      ['Entel', others, usualWith({ counts: others })],
      ['WOM', SIGHTS[sight], usualWith()],
    ],
    { at: when },
  );
}

/** The events of checks five minutes apart, each with the number of its check. */
function eventsOf(sights: Iterable<Sight>): string[] {
  let state: WatchState = EMPTY_WATCH_STATE;
  const told: string[] = [];
  for (const [turn, sight] of [...sights].entries()) {
    // The state as it is stored between two checks.
    const step = updateWatchState(JSON.parse(JSON.stringify(state)), checkAt(turn, sight));
    state = step.state;
    told.push(...step.events.map((event) => `${turn} ${describeEvent(event)}`));
  }
  return told;
}

function describeEvent(event: WatchEvent): string {
  const { kind, subject, verdict, sinceMs } = event;
  const who = subject.of === 'operator' ? subject.operator : subject.of;
  const seen = event.kind === 'unchecked' ? ` seen ${turnOf(event.seenMs)}` : '';
  return `${who} ${kind} ${verdict} since ${turnOf(sinceMs)}${seen}`;
}

const turnOf = (ms: number) => (ms - at('12:00:00').getTime()) / 300_000;
const range = (from: number, end: number) => Array.from({ length: end - from }, (_, index) => from + index);

const letters = (sights: string) => [...sights] as Sight[];

describe('updateWatchState', () => {
  test.each<[what: string, sights: string, events: readonly string[]]>([
    ['all well', 'wwww', []],
    ['one bad check', 'wbw', []],
    ['two that are not in a row', 'bwbwnb', []],
    ['two in a row', 'wbb', ['2 WOM began degraded since 1']],
    ['more of them', 'bbbbb', ['1 WOM began degraded since 0']],
    ['two, with one between that could not tell', 'btb', ['2 WOM began degraded since 0']],
    ['two well ones', 'bbww', ['1 WOM began degraded since 0', '3 WOM ended degraded since 0']],
    ['one well one', 'bbwbbw', ['1 WOM began degraded since 0']],
    ['a check that is not bad, and not well yet', 'bbwnwn', ['1 WOM began degraded since 0']],
    [
      'well ones, with one between that could not tell',
      'bbwtw',
      ['1 WOM began degraded since 0', '4 WOM ended degraded since 0'],
    ],
    [
      'the same again',
      'bbwwbb',
      ['1 WOM began degraded since 0', '3 WOM ended degraded since 0', '5 WOM began degraded since 4'],
    ],
    ['what gets worse', 'bbddd', ['1 WOM began degraded since 0', '3 WOM worsened down since 0']],
    ['what is worse once', 'bbdbd', ['1 WOM began degraded since 0']],
    ['what gets milder', 'ddbb', ['1 WOM began down since 0']],
    ['a clock', 'ccww', ['1 WOM began clock_off since 0', '3 WOM ended clock_off since 0']],
    ['a clock, and then an outage', 'ccdd', ['1 WOM began clock_off since 0', '3 WOM worsened down since 0']],
    [
      'a night after an outage',
      `dd${'t'.repeat(12)}`,
      ['1 WOM began down since 0', '13 WOM lost_sight down since 0'],
    ],
    ['a night after one bad check', `b${'t'.repeat(12)}b`, []],
    [
      'a platform that does not answer',
      'uuww',
      ['1 platform began platform_unreachable since 0', '3 platform ended platform_unreachable since 0'],
    ],
    ['a platform that does not answer once', 'uw', []],
    [
      'an outage around one',
      'duud',
      ['2 platform began platform_unreachable since 1', '3 WOM began down since 0'],
    ],
  ])('%s', (_, sights, events) => {
    expect(eventsOf(letters(sights))).toEqual(events);
  });

  test.each([
    ['an hour', 12, ['WOM began down']],
    ['three days', 3 * 288, []],
  ])('joins bad checks an hour apart, but not three days apart: %s', (_, turns, events) => {
    const first = updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'd'));
    const then = updateWatchState(first.state, checkAt(turns, 'd'));
    expect(then.events.map(describeEvent).map((event) => event.replace(/ since .*/, ''))).toEqual(events);
    const [started] = updateWatchState(then.state, checkAt(turns + 1, 'd')).events;
    if (events.length === 0) expect(started && describeEvent(started)).toBe(`WOM began down since ${turns}`);
  });

  test.each<[what: string, sights: Record<number, Sight>, events: readonly string[]]>([
    [
      'over where it was not checked for over an hour, and works at the next check',
      { 0: 'd', 1: 'd', 2: 'd', 3: 'w', 900: 'w', 901: 'w' },
      ['1 WOM began down since 0', '900 WOM unchecked down since 0 seen 3'],
    ],
    [
      'over there, and another where there is trouble then',
      { 0: 'd', 1: 'd', 2: 'd', 290: 'd', 291: 'd' },
      ['1 WOM began down since 0', '290 WOM unchecked down since 0 seen 2', '291 WOM began down since 290'],
    ],
    [
      'one where it was checked an hour later',
      { 0: 'd', 1: 'd', 13: 'd', 14: 'd' },
      ['1 WOM began down since 0'],
    ],
    [
      'over where the platform could not be read for over an hour, and that of the platform is not',
      { 0: 'd', 1: 'd', ...Object.fromEntries(range(2, 16).map((turn) => [turn, 'u'])), 16: 'w', 17: 'w' },
      [
        '1 WOM began down since 0',
        '3 platform began platform_unreachable since 2',
        '16 WOM unchecked down since 0 seen 1',
        '17 platform ended platform_unreachable since 2',
      ],
    ],
    [
      'over for the platform, too, where nobody asked it for over an hour',
      { 0: 'u', 1: 'u', 290: 'u', 291: 'u' },
      [
        '1 platform began platform_unreachable since 0',
        '290 platform unchecked platform_unreachable since 0 seen 1',
        '291 platform began platform_unreachable since 290',
      ],
    ],
    ['none by a platform that was away twice, days apart', { 0: 'u', 900: 'u' }, []],
  ])('an incident is %s', (_, sights, events) => {
    let state: WatchState = EMPTY_WATCH_STATE;
    const told = Object.entries(sights).flatMap(([turn, sight]) => {
      const step = updateWatchState(JSON.parse(JSON.stringify(state)), checkAt(Number(turn), sight));
      state = step.state;
      return step.events.map((event) => `${turn} ${describeEvent(event)}`);
    });
    expect(told).toEqual(events);
  });

  test('checks two hours apart are consecutive when the longest interval is four hours', () => {
    const first = updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'd'), 4 * 3_600_000);
    const second = updateWatchState(first.state, checkAt(24, 'd'), 4 * 3_600_000);
    expect(second.events.map(describeEvent)).toEqual(['WOM began down since 0']);
    expect(updateWatchState(second.state, checkAt(48, 'd'), 4 * 3_600_000).events).toEqual([]);
  });

  test('neither loses nor ends an incident without a baseline', () => {
    const open = updateWatchState(
      updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'd')).state,
      checkAt(1, 'd'),
    ).state;
    let state = open;
    for (let turn = 2; turn < 30; turn++) {
      const when = addMinutes(at('12:00:00'), 5 * turn);
      const blind = detect(
        {
          readAt: when,
          counts: [{ operator: 'WOM', counts: wellCounts(900) }],
          baselines: [],
          lacksBaselines: true,
        },
        { at: when, platform: { login: true, report: true } },
      );
      const step = updateWatchState(state, blind);
      expect(step.events).toEqual([]);
      state = step.state;
    }
    expect(state.subjects).toEqual(open.subjects);
  });

  test('does not count the same figures twice', () => {
    const first = updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'd'));
    const again = updateWatchState(first.state, { ...checkAt(0, 'd'), at: addMinutes(at('12:00:00'), 5) });
    expect(again.events).toEqual([]);
    expect(updateWatchState(again.state, checkAt(2, 'd')).events).toHaveLength(1);
  });

  test('loses sight of an operator that no longer appears', () => {
    let { state } = updateWatchState(
      updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'd')).state,
      checkAt(1, 'd'),
    );
    const kinds: string[] = [];
    for (let turn = 2; turn < 20; turn++) {
      const step = updateWatchState(state, checkOf([], { at: addMinutes(at('12:00:00'), 5 * turn) }));
      state = step.state;
      kinds.push(...step.events.map((event) => `${turn} ${event.kind}`));
    }
    expect(kinds).toEqual(['13 lost_sight']);
    expect(state.subjects).toEqual([]);
  });

  test('returns the findings of the check with an event', () => {
    const { state } = updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'd'));
    const [event] = updateWatchState(state, checkAt(1, 'd')).events;
    expect(event?.detection?.findings[0]).toMatchObject({ kind: 'waiting', isOfMost: true });
  });

  test('stores nothing for an operator that is well', () => {
    expect(updateWatchState(EMPTY_WATCH_STATE, checkAt(0, 'w')).state.subjects).toEqual([]);
  });

  test('an incident begins before it ends, and ends before it begins again', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters('wnbdctu')), { maxLength: 60 }), (sights) => {
        for (const who of ['WOM', 'platform']) {
          const kinds = eventsOf(sights)
            .filter((event) => event.includes(`${who} `))
            .map((event) => event.split(' ')[2])
            .filter((kind) => kind !== 'worsened');
          for (const [index, kind] of kinds.entries()) expect(kind === 'began').toBe(index % 2 === 0);
        }
      }),
    );
  });
});

describe('lastProblemAt', () => {
  test.each<[what: string, found: LastFindings, last: string | undefined]>([
    ['nothing', {}, undefined],
    [
      'what waits, and is found late for longer',
      { waiting: at('12:20:00'), late: at('12:30:00') },
      '12:20:00',
    ],
    ['lateness alone', { late: at('12:30:00') }, '12:30:00'],
    ['a slow hand-over after it', { late: at('12:30:00'), slow_hand_over: at('12:40:00') }, '12:40:00'],
    [
      'what goes on late, but does not wait any more',
      { waiting: at('12:20:00'), late: at('12:50:00') },
      '12:50:00',
    ],
    ['failures of the hour before', { late: at('12:30:00'), failures: at('13:10:00') }, '12:30:00'],
    ['failures since then', { late: at('12:30:00'), failures: at('13:35:00') }, '13:35:00'],
    ['failures alone', { failures: at('13:10:00') }, '13:10:00'],
    ['silence', { silence: at('12:10:00'), waiting: at('12:15:00') }, '12:15:00'],
  ])('%s', (_, found, last) => {
    expect(lastProblemAt(found)).toEqual(last && at(last));
  });
});
