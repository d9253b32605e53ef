import { describe, expect, test } from 'vitest';
import type { Counts } from '../../../../src/domain/incidents/counts.ts';
import type { Check } from '../../../../src/domain/incidents/detect.ts';
import { follow, NOTHING_WATCHED, type WatchState } from '../../../../src/domain/incidents/lifecycle.ts';
import { type PlanInput, planIncidents } from '../../../../src/features/incidents/incident/plan.ts';
import type { Onset } from '../../../../src/features/incidents/model.ts';
import type { Incident, IncidentChange } from '../../../../src/store/incidents/incident.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../../support/incidents.ts';
import { at } from '../../../support/messages.ts';

const NAMES = ['Entel', 'Movistar', 'Claro', 'WOM'] as const;
type Name = (typeof NAMES)[number];

/** Checks five minutes apart, and the incidents that follow from them. */
function aWatch(onsetOf?: PlanInput['onsetOf'], count?: PlanInput['count']) {
  let state: WatchState = NOTHING_WATCHED;
  let open: Incident[] = [];
  const over: IncidentChange[] = [];
  let minutes = 0;
  let made = 0;

  function take(check: Check) {
    const followed = follow(state, check);
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
      made += 1;
      const { subject, verdict, beganAt, evidence } = change;
      const place = { id: String(made), sensitivity: 'normal', revision: 1, events: [] } as const;
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
  /** An hour and more in which nothing is checked. */
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
    /** A check in which nothing of these operators arrives; they all have as many messages. */
    check: (...bad: Name[]) => checkWith(() => 900, bad),
    /** The same where WOM has few. */
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

describe('what is one incident', () => {
  test('one operator has one of its own, though all together are bad for it too', () => {
    const watch = aWatch();
    expect(watch.check('Entel')).toEqual([]);
    expect(watch.check('Entel')).toEqual(['began Entel']);
    expect(watch.check('Entel')).toEqual([]);
    expect(watch.check()).toEqual([]);
    expect(watch.check()).toEqual(['ended 1']);
    expect(watch.check()).toEqual([]);
  });

  test('two that carry half of the messages are one of all', () => {
    const watch = aWatch();
    watch.check('Entel', 'Claro');
    expect(watch.check('Entel', 'Claro')).toEqual(['began all']);
    expect(watch.check('Entel', 'Claro', 'WOM')).toEqual([]);
    expect(watch.check('Entel', 'Claro', 'WOM')).toEqual([]);
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
  });

  test('that of one becomes that of all when it spreads', () => {
    const watch = aWatch();
    watch.check('Entel');
    watch.check('Entel');
    expect(watch.check('Entel', 'Movistar')).toEqual([]);
    expect(watch.check('Entel', 'Movistar')).toEqual(['widened 1']);
    expect(watch.check('Entel', 'Movistar', 'WOM')).toEqual([]);
    expect(watch.check('Entel', 'Movistar', 'WOM')).toEqual([]);
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
  });

  test('what was open when checks stopped is over with what was known then, and trouble a day later is another', () => {
    const watch = aWatch();
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

  test('that somebody has resolved does not become one of all: that is new', () => {
    const watch = aWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.resolve('1');
    const changes = [watch.check('Entel', 'Claro'), watch.check('Entel', 'Claro')];
    expect(changes.flat()).toEqual(['began all']);
  });

  test('the platform’s stands apart, and nothing is said of operators while it cannot be reached', () => {
    const watch = aWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.unreachable();
    expect(watch.unreachable()).toEqual(['began platform']);
    expect(watch.unreachable()).toEqual([]);
    watch.check('Entel');
    expect(watch.check('Entel')).toEqual(['ended 2']);
  });

  test('what was found stays while nothing can be seen, and its worst to the end', () => {
    const watch = aWatch();
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

  test('of all is over for an operator that has a trouble of its own once the whole has none', () => {
    const watch = aWatch();
    watch.bigs('Entel', 'Movistar', 'Claro');
    expect(watch.bigs('Entel', 'Movistar', 'Claro')).toEqual(['began all']);
    // Of the smallest alone the whole is not bad.
    expect(watch.bigs('WOM')).toEqual([]);
    expect(watch.bigs('WOM')).toEqual(['ended 1', 'began WOM']);
    expect(watch.beganAt('2')).toEqual(at('12:15:00'));
    expect(watch.bigs('WOM')).toEqual([]);
  });

  test('of all is not told again by operator on the way back', () => {
    const watch = aWatch();
    watch.bigs('Entel', 'Movistar', 'Claro', 'WOM');
    expect(watch.bigs('Entel', 'Movistar', 'Claro', 'WOM')).toEqual(['began all']);
    expect(watch.bigs('WOM')).toEqual([]);
    expect(watch.bigs()).toEqual(['ended 1']);
    expect(watch.bigs()).toEqual([]);
  });
});

describe('what somebody resolved', () => {
  test('is silent as long as it is everyone’s trouble, and over after two good checks', () => {
    const watch = aWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    expect(watch.check('Entel', 'Movistar', 'Claro')).toEqual(['began all']);
    watch.resolve('1');
    const silent = [watch.check('Entel', 'Movistar', 'Claro'), watch.check('Entel', 'WOM')];
    expect([...silent, watch.check()].flat()).toEqual([]);
    expect(watch.check()).toEqual(['ended 1']);
    watch.check('Entel', 'Claro');
    expect(watch.check('Entel', 'Claro')).toEqual(['began all']);
  });

  test('silences no outage of one operator that follows it', () => {
    const watch = aWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    watch.check('Entel', 'Movistar', 'Claro');
    watch.resolve('1');
    expect(watch.check()).toEqual([]);
    expect(watch.check('Movistar')).toEqual([]);
    expect(watch.check('Movistar')).toEqual(['ended 1', 'began Movistar']);
    expect(watch.beganAt('2')).toEqual(at('12:20:00'));
    // A quarter of the messages is enough for the whole to be bad, which is not that of all any more.
    expect(watch.check('Movistar')).toEqual([]);
    expect([watch.check('Movistar', 'Entel'), watch.check('Movistar', 'Entel')].flat()).toEqual([
      'widened 2',
    ]);
  });

  test('nor what is left of it at one operator; but what cannot be told counts for nothing', () => {
    const watch = aWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    watch.check('Entel', 'Movistar', 'Claro');
    watch.resolve('1');
    expect(watch.check('Movistar')).toEqual([]);
    expect(watch.unreachable()).toEqual([]);
    expect(watch.check('Movistar')).toEqual(['began Movistar']);
    expect(watch.check('Movistar')).toEqual(['ended 1']);
  });
});

describe('when something began', () => {
  test('is when the first bad check was, or earlier where the figures tell so', () => {
    const beginning = (told: Onset | undefined) => {
      const watch = aWatch(() => told);
      watch.check('Entel');
      watch.check('Entel');
      return [watch.beganAt('1'), watch.evidenceOf('1')?.isFirstSeen];
    };
    expect(beginning(undefined)).toEqual([at('12:05:00'), false]);
    expect(beginning({ at: at('11:20:00'), isBefore: false })).toEqual([at('11:20:00'), false]);
    expect(beginning({ at: at('12:10:00'), isBefore: true })).toEqual([at('12:05:00'), true]);
  });
});

describe('how many messages were in it', () => {
  test('is never less for being everyone’s now', () => {
    const watch = aWatch(undefined, (subject, from) => [
      { start: from, count: subject.of === 'all' ? 20 : 100 },
    ]);
    watch.check('Entel');
    watch.check('Entel');
    expect(watch.evidenceOf('1')?.affected?.count).toBe(100);
    watch.check('Entel', 'Claro');
    expect(watch.check('Entel', 'Claro')).toEqual(['widened 1']);
    expect(watch.evidenceOf('1')?.affected?.count).toBeGreaterThanOrEqual(100);
  });
});
