import { describe, expect, test } from 'vitest';
import type { Counts } from '../../../src/domain/detection/counts.ts';
import type { Check } from '../../../src/domain/detection/detect.ts';
import {
  changedIncident,
  extentOf,
  type Incident,
  type IncidentChange,
  type Onset,
} from '../../../src/domain/detection/incident.ts';
import {
  EMPTY_WATCH_STATE,
  updateWatchState,
  type WatchState,
} from '../../../src/domain/detection/lifecycle.ts';
import { type PlanInput, planIncidents, REOPENED_WITHIN_MS } from '../../../src/domain/detection/plan.ts';
import { checkOf, unreachableAt, usualWith, wellCounts } from '../../support/incidents.ts';
import { at } from '../../support/messages.ts';

const NAMES = ['Entel', 'Movistar', 'Claro', 'WOM'] as const;
type Name = (typeof NAMES)[number];

/** Checks five minutes apart, and the incidents that follow from them. */
function simulateWatch(onsetOf?: PlanInput['onsetOf'], count?: PlanInput['count']) {
  let state: WatchState = EMPTY_WATCH_STATE;
  const incidents = new Map<string, Incident>();
  let minutes = 0;
  const whenNow = () => new Date(at('12:00:00').getTime() + minutes * 60_000);

  function take(check: Check) {
    const followed = updateWatchState(state, check);
    state = followed.state;
    const known = [...incidents.values()];
    const since = new Date(check.at.getTime() - REOPENED_WITHIN_MS);
    const changes = planIncidents(
      known.filter(({ endedAt }) => endedAt === undefined),
      {
        check,
        ...followed,
        count,
        onsetOf,
        ended: known.filter(({ endedAt }) => endedAt && endedAt >= since),
      },
    );
    for (const change of changes) apply(change, check.at);
    return changes.filter(({ kind }) => kind !== 'seen').map(nameOf);
  }
  function apply(change: IncidentChange, when: Date) {
    const id = change.kind === 'began' ? String(incidents.size + 1) : change.id;
    incidents.set(id, changedIncident(incidents.get(id), change, { id, sensitivity: 'normal', at: when }));
  }
  const nameOf = (change: IncidentChange) => {
    if (change.kind !== 'began') return `${change.kind} ${change.id}`;
    const { subject } = change;
    return `began ${subject.of === 'operator' ? subject.operator : subject.of}`;
  };
  function checkWith(sizeOf: (name: Name) => number, bad: readonly Name[]) {
    minutes += 5;
    const operators = NAMES.map((name) => {
      return [name, countsFor(bad.includes(name), sizeOf(name)), usualWith()] as const;
    });
    return take(checkOf(operators, { at: whenNow() }));
  }
  const find = (id: string) => {
    const incident = incidents.get(id);
    if (!incident) throw new Error(`no incident ${id}`);
    return incident;
  };
  return {
    /** Minutes without checks. */
    away(pause: number) {
      minutes += pause;
    },
    find,
    extent: (id: string) => {
      const extent = extentOf(find(id));
      return extent.of === 'operators' ? extent.operators : extent.of;
    },
    /** The operators of an incident, each with its first and last time. */
    spans: (id: string) =>
      find(id).evidence.spans.map(({ subject, from, to }) => {
        const clock = (time: Date | undefined) => time?.toISOString().slice(11, 16) ?? '';
        return `${subject.of === 'operator' ? subject.operator : subject.of} ${clock(from)}–${clock(to)}`;
      }),
    /** A check in which nothing arrives at these operators. All operators have the same number of messages. */
    check: (...bad: Name[]) => checkWith(() => 900, bad),
    /** The same with few messages at WOM. */
    bigs: (...bad: Name[]) => checkWith((name) => (name === 'WOM' ? 120 : 900), bad),
    /** The same with few messages, and too few of them at WOM. */
    smalls: (...bad: Name[]) => checkWith((name) => (name === 'WOM' ? 25 : 60), bad),
    unreachable() {
      minutes += 5;
      return take(unreachableAt(whenNow()));
    },
    resolve(id: string) {
      const by = { id: 'U1', name: 'ana' };
      const incident = find(id);
      const resolved = { number: 1, at: whenNow(), kind: 'resolved', by } as const;
      incidents.set(id, { ...incident, events: [...incident.events, resolved] });
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
    expect(watch.spans('1')).toEqual(['Entel 12:05–12:15']);
  });

  test('operators that overlap share one incident, each with its own time', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.check('Entel', 'Movistar');
    expect(watch.check('Entel', 'Movistar')).toEqual(['widened 1']);
    expect(watch.extent('1')).toEqual(['Entel', 'Movistar']);
    watch.check('Movistar');
    expect(watch.check('Movistar', 'Claro')).toEqual([]);
    expect(watch.check('Movistar', 'Claro')).toEqual([]);
    expect(watch.extent('1')).toEqual(['Movistar', 'Claro']);
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
    expect(watch.spans('1')).toEqual(['Entel 12:05–12:20', 'Movistar 12:15–12:35', 'Claro 12:30–12:35']);
    expect(watch.extent('1')).toEqual(['Entel', 'Movistar', 'Claro']);
  });

  test('is not about all operators while one that cannot be judged has a tenth of the messages', () => {
    const watch = simulateWatch();
    watch.smalls('Entel', 'Claro', 'Movistar');
    watch.smalls('Entel', 'Claro', 'Movistar');
    expect(watch.extent('1')).toEqual(['Entel', 'Movistar', 'Claro']);
  });

  test('is about all operators only while all are bad', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Claro', 'Movistar');
    expect(watch.check('Entel', 'Claro', 'Movistar')).toEqual(['began all']);
    expect(watch.extent('1')).toEqual(['Entel', 'Movistar', 'Claro']);
    watch.check(...NAMES);
    watch.check(...NAMES);
    expect(watch.extent('1')).toBe('everywhere');
    watch.check('WOM');
    expect(watch.extent('1')).toEqual(['WOM']);
  });

  test('two operators at 100 % are down, whatever the average of all is', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Claro');
    watch.check('Entel', 'Claro');
    expect(watch.find('1')).toMatchObject({ verdict: 'down', evidence: { verdict: 'down' } });
    const [finding] = watch.find('1').evidence.findings;
    expect(finding).toMatchObject({ share: 0.98, isOfMost: true });
  });

  test('an unchecked incident ends as last known, and a failure a day later opens another', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    expect(watch.check('Entel')).toEqual(['began Entel']);
    const known = watch.find('1').evidence;
    watch.away(24 * 60);
    expect(watch.unreachable()).toEqual([]);
    expect(watch.check(...NAMES)).toEqual(['unchecked 1']);
    expect(watch.find('1').evidence).toMatchObject({ worst: known.worst, spans: [{ to: at('12:10:00') }] });
    expect(watch.check(...NAMES)).toEqual(['began all']);
    expect(watch.find('2').beganAt.getTime()).toBe(at('12:20:00').getTime() + 24 * 3_600_000);
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

  test('findings stay while checks see nothing and for one better check; the worst stays until the end', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.check('Entel');
    const found = watch.find('1').evidence;
    expect(found.findings).not.toEqual([]);
    watch.unreachable();
    watch.unreachable();
    expect(watch.find('1').evidence).toMatchObject({
      findings: found.findings,
      readAt: found.readAt,
      platform: { login: true, report: false },
      unseenSince: at('12:20:00'),
    });
    watch.check();
    const better = watch.find('1').evidence;
    expect(better).toMatchObject({ findings: found.findings, readAt: found.readAt, better: 1 });
    expect(better.unseenSince).toBeUndefined();
    watch.check('Entel');
    watch.check();
    watch.check();
    expect(watch.find('1').evidence).toMatchObject({ findings: [], worst: { findings: found.findings } });
  });

  test('what remains at one operator belongs to the incident', () => {
    const watch = simulateWatch();
    watch.bigs('Entel', 'Movistar', 'Claro');
    expect(watch.bigs('Entel', 'Movistar', 'Claro')).toEqual(['began all']);
    // The smallest operator alone does not make the total bad.
    expect([watch.bigs('WOM'), watch.bigs('WOM'), watch.bigs('WOM')].flat()).toEqual([]);
    expect(watch.extent('1')).toEqual(['WOM']);
    watch.bigs();
    expect(watch.bigs()).toEqual(['ended 1']);
  });
});

describe('the beginning', () => {
  function beginsAfter(prepare: (watch: ReturnType<typeof simulateWatch>) => void) {
    const watch = simulateWatch(() => ({ at: at('12:00:00'), isBefore: false }));
    prepare(watch);
    watch.check('WOM');
    watch.check('WOM');
    return watch.spans('1');
  }

  test('is not before what a good check shortly before saw', () => {
    expect(beginsAfter((watch) => watch.check())).toEqual(['WOM 12:03–']);
  });

  test('is as estimated after a pause or without a good check', () => {
    expect(beginsAfter(() => undefined)).toEqual(['WOM 12:00–']);
    expect(beginsAfter((watch) => [watch.check(), watch.away(10)])).toEqual(['WOM 12:00–']);
  });
});

describe('a relapse', () => {
  /** An incident of Entel from 12:05 to 12:10, closed at 12:20. */
  function overWatch(onsetOf?: PlanInput['onsetOf']) {
    const watch = simulateWatch(onsetOf);
    watch.check('Entel');
    watch.check('Entel');
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
    return watch;
  }

  test('within two hours reopens the incident', () => {
    const watch = overWatch();
    watch.away(60);
    watch.check('Entel');
    expect(watch.check('Entel')).toEqual(['relapsed 1']);
    expect(watch.find('1').endedAt).toBeUndefined();
    watch.check();
    watch.check();
    expect(watch.spans('1')).toEqual(['Entel 12:05–12:10', 'Entel 13:25–13:30']);
  });

  test('later, of another operator or after a person resolved it opens a new incident', () => {
    const late = overWatch();
    late.away(130);
    expect([late.check('Entel'), late.check('Entel')].flat()).toEqual(['began Entel']);
    const other = overWatch();
    expect([other.check('WOM'), other.check('WOM')].flat()).toEqual(['began WOM']);
    const resolved = overWatch();
    resolved.resolve('1');
    expect([resolved.check('Entel'), resolved.check('Entel')].flat()).toEqual(['began Entel']);
  });

  test('that began before the end is no relapse: the incident was not over', () => {
    const watch = overWatch(() => ({ at: at('12:12:00'), isBefore: false }));
    expect([watch.check('Entel'), watch.check('Entel')].flat()).toEqual(['resumed 1']);
    expect(watch.spans('1')).toEqual(['Entel 12:05–12:10', 'Entel 12:18–']);
  });

  test('of the platform reopens its incident, too', () => {
    const watch = simulateWatch();
    watch.unreachable();
    expect(watch.unreachable()).toEqual(['began platform']);
    watch.check();
    expect(watch.check()).toEqual(['ended 1']);
    watch.unreachable();
    expect(watch.unreachable()).toEqual(['relapsed 1']);
  });
});

describe('a resolved incident', () => {
  test('stays silent about its operators, and ends after good checks', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Movistar', 'Claro');
    expect(watch.check('Entel', 'Movistar', 'Claro')).toEqual(['began all']);
    watch.resolve('1');
    expect([watch.check('Entel', 'Movistar', 'Claro'), watch.check('Entel'), watch.check()].flat()).toEqual(
      [],
    );
    expect(watch.check()).toEqual(['ended 1']);
  });

  test('gets no more operators: those open a new one', () => {
    const watch = simulateWatch();
    watch.check('Entel');
    watch.check('Entel');
    watch.resolve('1');
    expect([watch.check('Entel', 'Claro'), watch.check('Entel', 'Claro')].flat()).toEqual(['began Claro']);
    expect(watch.spans('1')).toEqual(['Entel 12:05–']);
  });

  test('does not silence an operator that is bad again', () => {
    const watch = simulateWatch();
    watch.check('Entel', 'Movistar');
    watch.check('Entel', 'Movistar');
    watch.resolve('1');
    watch.check('Entel');
    watch.check('Entel');
    watch.check('Entel', 'Movistar');
    expect(watch.check('Entel', 'Movistar')).toEqual(['began Movistar']);
  });
});

describe('the onset of an incident', () => {
  test('is the first bad check, or earlier when the figures show it', () => {
    const beginning = (onset: Onset | undefined) => {
      const watch = simulateWatch(() => onset);
      watch.check('Entel');
      watch.check('Entel');
      const { beganAt, evidence } = watch.find('1');
      return [beganAt, evidence.isFirstSeen];
    };
    expect(beginning(undefined)).toEqual([at('12:05:00'), undefined]);
    expect(beginning({ at: at('11:20:00'), isBefore: false })).toEqual([at('11:20:00'), undefined]);
    expect(beginning({ at: at('12:10:00'), isBefore: true })).toEqual([at('12:05:00'), true]);
  });
});

describe('the count of affected messages', () => {
  test('is the sum over the operators, without kinds that no check found', () => {
    const watch = simulateWatch(undefined, (subject, from) => [
      { start: from, count: subject.of === 'all' ? 20 : 100, failed: 40, missing: 0, mostMissing: 0 },
    ]);
    watch.check('Entel');
    watch.check('Entel');
    expect(watch.find('1').evidence.affected).toMatchObject({ count: 60, failed: 0 });
    watch.check('Entel', 'Claro');
    watch.check('Entel', 'Claro');
    expect(watch.find('1').evidence.affected).toMatchObject({ count: 120, failed: 0 });
  });
});
