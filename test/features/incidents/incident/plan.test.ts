import { describe, expect, test } from 'vitest';
import type { Counts } from '../../../../src/domain/incidents/counts.ts';
import type { Check } from '../../../../src/domain/incidents/detect.ts';
import {
  EMPTY_WATCH_STATE,
  updateWatchState,
  type WatchState,
} from '../../../../src/domain/incidents/lifecycle.ts';
import { type PlanInput, planIncidents } from '../../../../src/features/incidents/incident/plan.ts';
import type { Onset } from '../../../../src/features/incidents/model.ts';
import type { Incident, IncidentChange } from '../../../../src/store/incidents/incident.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../../support/incidents.ts';
import { at } from '../../../support/messages.ts';

const NAMES = ['Entel', 'Movistar', 'Claro', 'WOM'] as const;
type Name = (typeof NAMES)[number];

/** Checks five minutes apart, and the incidents that follow from them. */
function simulateWatch(onsetOf?: PlanInput['onsetOf'], count?: PlanInput['count']) {
  let state: WatchState = EMPTY_WATCH_STATE;
  let open: Incident[] = [];
  const over: IncidentChange[] = [];
  let minutes = 0;
  let opened = 0;

  function take(check: Check) {
    const followed = updateWatchState(state, check);
    state = followed.state;
    const changes = planIncidents(open, { check, ...followed, count, onsetOf });
    for (const change of changes) {
      open = applied(open, change);
      if (change.kind === 'unchecked') over.push(change);
    }
    return changes.filter(({ kind }) => kind !== 'seen').map(nameOf);
  }
  function applied(list: Incident[], change: IncidentChange): Incident[] {
    if (change.kind === 'began') {
      opened += 1;
      const { subject, verdict, beganAt, evidence } = change;
      const place = { id: String(opened), sensitivity: 'normal', revision: 1, events: [] } as const;
      return [...list, { ...place, subject, verdict, beganAt, evidence }];
    }
    if (['ended', 'lost_sight', 'unchecked', 'unwatched'].includes(change.kind)) {
      return list.filter(({ id }) => id !== change.id);
    }
    return list.map((one): Incident => {
      if (one.id !== change.id) return one;
      const { evidence } = change;
      const verdict = 'verdict' in change ? change.verdict : one.verdict;
      return { ...one, verdict, evidence, ...(change.kind === 'widened' && { subject: { of: 'all' } }) };
    });
  }
  const nameOf = (change: IncidentChange) => {
    if (change.kind !== 'began') return `${change.kind} ${change.id}`;
    const { subject } = change;
    return `began ${subject.of === 'operator' ? subject.operator : subject.of}`;
  };
  /** A day without checks. */
  const away = () => {
    minutes += 24 * 60;
  };
  function checkWith(sizeOf: (name: Name) => number, bad: readonly Name[]) {
    minutes += 5;
    const when = new Date(at('12:00:00').getTime() + minutes * 60_000);
    const operators = NAMES.map((name) => {
      return [name, countsFor(bad.includes(name), sizeOf(name)), usualWith()] as const;
    });
    return take(checkOf(operators, { at: when }));
  }
  return {
    away,
    evidenceOf: (id: string) => open.find((one) => one.id === id)?.evidence,
    over: () => over,
    beganAt: (id: string) => open.find((one) => one.id === id)?.beganAt,
    /** A check in which nothing arrives at these operators. All operators have the same number of messages. */
    check: (...bad: Name[]) => checkWith(() => 900, bad),
    /** The same with few messages at WOM. */
    bigs: (...bad: Name[]) => checkWith((name) => (name === 'WOM' ? 120 : 900), bad),
    unreachable() {
      minutes += 5;
      return take(unreachableAt(new Date(at('12:00:00').getTime() + minutes * 60_000)));
    },
    resolve(id: string) {
      const by = { id: 'U1', name: 'ana' };
      const events = [{ number: 1, at: at('12:00:00'), kind: 'resolved', by }] as const;
      open = open.map((one) => (one.id === id ? { ...one, events } : one));
    },
  };
}

function countsFor(isBad: boolean, recent: number): Counts {
  const well = wellCounts(recent);
  if (!isBad) return well;
  const nearly = (of: number) => ({ of, hits: 0.98 * of });
  return { ...well, waiting: nearly(recent / 3), late: nearly(recent) };
}

describe('incidents planned from checks', () => {
  test('one bad operator opens one incident, though the total is bad too', () => {
    const watch = simulateWatch();
    expect(watch.check('Entel')).toEqual([]);
    expect(watch.check('Entel')).toEqual(['began Entel']);
    expect(watch.check('Entel')).toEqual([]);
    expect(watch.check()).toEqual([]);
    expect(watch.check()).toEqual(['ended 1']);
    expect(watch.check()).toEqual([]);
  });

  test('two bad operators with half of the messages open one incident of all', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Claro');
    expect(watch.check('Entel', 'Claro')).toEqual(['began all']);
    expect(watch.check('Entel', 'Claro', 'WOM')).toEqual([]);
    expect(watch.check('Entel', 'Claro', 'WOM')).toEqual([]);
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
  });

  test('the incident of one operator widens to all operators when it spreads', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    expect(watch.check('Entel', 'Movistar')).toEqual([]);
    expect(watch.check('Entel', 'Movistar')).toEqual(['widened 1']);
    expect(watch.check('Entel', 'Movistar', 'WOM')).toEqual([]);
    expect(watch.check('Entel', 'Movistar', 'WOM')).toEqual([]);
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
  });

  test('an unchecked incident ends as last known, and a failure a day later opens another', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    expect(watch.check('Entel')).toEqual(['began Entel']);
    const known = watch.evidenceOf('1');
    watch.away();
    expect(watch.unreachable()).toEqual([]);
    expect(watch.check(...NAMES)).toEqual(['unchecked 1']);
    expect(watch.over()).toMatchObject([
      { id: '1', evidence: { findings: known?.findings, worst: known?.worst, unseenSince: at('12:10:00') } },
    ]);
    expect(watch.check(...NAMES)).toEqual(['began all']);
    expect(watch.beganAt('2')?.getTime()).toBe(at('12:20:00').getTime() + 24 * 3_600_000);
  });

  test('a resolved incident is not widened: a failure of all opens a new one', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.resolve('1');
    expect([watch.check('Entel', 'Claro'), watch.check('Entel', 'Claro')].flat()).toEqual(['began all']);
  });

  test('an unreachable platform opens its own incident and leaves those of operators unchanged', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.unreachable();
    expect(watch.unreachable()).toEqual(['began platform']);
    expect(watch.unreachable()).toEqual([]);
    watch.check('Entel');
    expect(watch.check('Entel')).toEqual(['ended 2']);
  });

  test('findings stay while checks see nothing, and the worst stays until the end', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    const found = watch.evidenceOf('1');
    expect(found?.findings).not.toEqual([]);
    expect(found?.worst?.findings).toEqual(found?.findings);
    watch.unreachable();
    watch.unreachable();
    expect(watch.evidenceOf('1')).toEqual({
      ...found,
      platform: { login: true, report: false },
      unseenSince: at('12:15:00'),
    });
    watch.check();
    const after = watch.evidenceOf('1');
    expect(after).toMatchObject({
      findings: [],
      worst: { findings: found?.findings, readAt: found?.readAt },
    });
    expect(after).not.toHaveProperty('unseenSince');
  });

  test('an incident of all ends and one operator’s opens when only that operator is bad', () => {
    const watch = simulateWatch();
    watch.bigs('Entel', 'Movistar', 'Claro');
    expect(watch.bigs('Entel', 'Movistar', 'Claro')).toEqual(['began all']);
    // The smallest operator alone does not make the total bad.
    expect(watch.bigs('WOM')).toEqual([]);
    expect(watch.bigs('WOM')).toEqual(['ended 1', 'began WOM']);
    expect(watch.beganAt('2')).toEqual(at('12:15:00'));
    expect(watch.bigs('WOM')).toEqual([]);
  });

  test('an operator that recovers last opens no incident of its own', () => {
    const watch = simulateWatch();
    watch.bigs('Entel', 'Movistar', 'Claro', 'WOM');
    expect(watch.bigs('Entel', 'Movistar', 'Claro', 'WOM')).toEqual(['began all']);
    expect(watch.bigs('WOM')).toEqual([]);
    expect(watch.bigs()).toEqual(['ended 1']);
    expect(watch.bigs()).toEqual([]);
  });
});

describe('a resolved incident', () => {
  test('stays silent while all operators are affected, and ends after two good checks', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    expect(watch.check('Entel', 'Movistar', 'Claro')).toEqual(['began all']);
    watch.resolve('1');
    const silent = [watch.check('Entel', 'Movistar', 'Claro'), watch.check('Entel', 'WOM')];
    expect([...silent, watch.check()].flat()).toEqual([]);
    expect(watch.check()).toEqual(['ended 1']);
    watch.check('Entel', 'Claro');
    expect(watch.check('Entel', 'Claro')).toEqual(['began all']);
  });

  test('does not silence a later outage of one operator', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    watch.check('Entel', 'Movistar', 'Claro');
    watch.resolve('1');
    expect(watch.check()).toEqual([]);
    expect(watch.check('Movistar')).toEqual([]);
    expect(watch.check('Movistar')).toEqual(['ended 1', 'began Movistar']);
    expect(watch.beganAt('2')).toEqual(at('12:20:00'));
    // A quarter of the messages makes the total bad, which no longer belongs to the incident of all.
    expect(watch.check('Movistar')).toEqual([]);
    expect([watch.check('Movistar', 'Entel'), watch.check('Movistar', 'Entel')].flat()).toEqual([
      'widened 2',
    ]);
  });

  test('does not silence what remains at one operator, and ignores unreachable checks', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    watch.check('Entel', 'Movistar', 'Claro');
    watch.resolve('1');
    expect(watch.check('Movistar')).toEqual([]);
    expect(watch.unreachable()).toEqual([]);
    expect(watch.check('Movistar')).toEqual(['began Movistar']);
    expect(watch.check('Movistar')).toEqual(['ended 1']);
  });
});

describe('the onset of an incident', () => {
  test('is the first bad check, or earlier when the figures show it', () => {
    const beginning = (onset: Onset | undefined) => {
      const watch = simulateWatch(() => onset);
      watch.check('Entel');
      watch.check('Entel');
      return [watch.beganAt('1'), watch.evidenceOf('1')?.isFirstSeen];
    };
    expect(beginning(undefined)).toEqual([at('12:05:00'), false]);
    expect(beginning({ at: at('11:20:00'), isBefore: false })).toEqual([at('11:20:00'), false]);
    expect(beginning({ at: at('12:10:00'), isBefore: true })).toEqual([at('12:05:00'), true]);
  });
});

describe('the count of affected messages', () => {
  test('does not decrease when the incident widens to all', () => {
    const watch = simulateWatch(undefined, (subject, from) => [
      { start: from, count: subject.of === 'all' ? 20 : 100, failed: 0, missing: 0 },
    ]);
    watch.check('Entel');
    watch.check('Entel');
    expect(watch.evidenceOf('1')?.affected?.count).toBe(100);
    watch.check('Entel', 'Claro');
    expect(watch.check('Entel', 'Claro')).toEqual(['widened 1']);
    expect(watch.evidenceOf('1')?.affected?.count).toBeGreaterThanOrEqual(100);
  });
});
