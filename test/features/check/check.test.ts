import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../src/domain/detection/baseline.ts';
import type { Incident, Onset } from '../../../src/domain/detection/incident.ts';
import type { IncidentSubject } from '../../../src/domain/detection/subject.ts';
import type { ChangeSubject } from '../../../src/domain/figures/changes.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import { runCheck } from '../../../src/features/check/check.ts';
import type { CheckModel } from '../../../src/features/check/model.ts';
import type { CheckDeps } from '../../../src/features/dependencies.ts';
import { WEEK_MS } from '../../../src/runtime/durations.ts';
import { type BaselineReader, createBaselineReader } from '../../../src/traffic/baseline.ts';
import { findOnsets } from '../../../src/traffic/onsets.ts';
import type { Traffic, TrafficFigures } from '../../../src/traffic/types.ts';
import { windowsOf } from '../../../src/traffic/window.ts';
import { UpstreamError } from '../../../src/upstream/index.ts';
import { featureDeps, type SomeDeps } from '../../support/feature-deps.ts';
import { wellCounts } from '../../support/incidents.ts';
import { type MessageGroup, trafficOf } from '../../support/report-figures.ts';

const now = new Date('2026-11-19T01:40:00Z');
const OUTAGE = '2026-11-18T23:00:00Z';

/** Messages of Entel between two times: delivered before the outage, waiting after its start. */
function entel(from: string, to: string): MessageGroup[] {
  const hours = (start: string, end: string) => Math.max(0, Date.parse(end) - Date.parse(start)) / 3_600_000;
  const [well, ill] = [from < OUTAGE ? (to < OUTAGE ? to : OUTAGE) : from, to > OUTAGE ? OUTAGE : to];
  const begin = from > OUTAGE ? from : OUTAGE;
  const batch = (start: string, end: string) => {
    return { from: start, hours: hours(start, end), count: 800 * hours(start, end), operator: 'Entel' };
  };
  const waiting = { ...batch(begin, to), word: 'sent', legs: [2] as const };
  return [batch(from, well), ...(ill === OUTAGE ? [waiting] : [])].filter(({ count }) => count > 0);
}

/** Figures in which yesterday was read at the given time, and today at `now`. */
function readings(yesterdayReadAt: string): TrafficFigures {
  const until = yesterdayReadAt < '2026-11-19T00:00:00Z' ? yesterdayReadAt : '2026-11-19T00:00:00Z';
  const yesterday = trafficOf(entel('2026-11-18T12:00:00Z', until), new Date(yesterdayReadAt));
  const today = trafficOf(entel('2026-11-19T00:00:00Z', now.toISOString()), now);
  return {
    ...today,
    between: (start, end) => [...yesterday.between(start, end), ...today.between(start, end)],
    days: [
      { day: '2026-11-18', readAt: new Date(yesterdayReadAt), received: 1, unreadable: 0 },
      { day: '2026-11-19', readAt: now, received: 1, unreadable: 0 },
    ],
  };
}

interface Given extends SomeDeps {
  readonly baseline?: BaselineReader;
  readonly open?: readonly Incident[];
}

function depsWith(
  figuresFor: Traffic['figuresFor'],
  { baseline, open = [], traffic, ...changes }: Given = {},
): CheckDeps {
  const reader = createBaselineReader(
    featureDeps({
      traffic: {
        async asOf({ period }, moment) {
          const hours = (moment.getTime() - period.start.getTime()) / 3_600_000;
          const batch = { from: period.start.toISOString(), hours, count: 800 * hours, operator: 'Entel' };
          return { ...trafficOf([batch], moment), basis: 'reconstructed' };
        },
      },
    }),
  );
  const groups = featureDeps({
    traffic: { figuresFor, storedIfAvailable: async () => undefined, ...traffic },
    stores: {
      observations: { near: async () => [] },
      incidents: { open: async () => [...open] },
      incidentPosts: { of: async () => [] },
    },
    ...changes,
  });
  // Long enough for a slow machine.
  return { ...groups, baseline: baseline ?? { around: (moment) => reader.around(moment, 60_000) } };
}

function openIncidentWith(subject: IncidentSubject, { at: beganAt, isBefore }: Onset): Incident {
  const own = { verdict: 'down', from: beganAt, isFirstSeen: isBefore } as const;
  const spans = subject.of === 'platform' ? [] : [{ ...own, subject }];
  const platform = { login: true, report: true };
  const evidence = { findings: [], spans, operators: [], platform };
  const life = { sensitivity: 'normal', verdict: 'down', revision: 1, events: [] } as const;
  return { id: 'one', subject, beganAt, evidence, ...life };
}

const at = (clock: string, isBefore: boolean): Onset => ({
  at: new Date(`2026-11-18T${clock}:00Z`),
  isBefore,
});

async function checked(deps: CheckDeps, operator?: string, when = now): Promise<CheckModel> {
  const model = await runCheck(deps, { operator, now: when });
  if ('problem' in model) throw new Error('there is no such operator');
  return model;
}

const checkedAt = (when: Date, figures: TrafficFigures) => {
  const deps = depsWith(async () => figures);
  return checked(deps, undefined, when);
};

describe('the onset in a check', () => {
  test.each([
    // At 23:05, two fifths of the messages that are 2 to 7 minutes old wait; at 23:00, none.
    [
      'is found in the previous day, which was read at another time',
      '2026-11-19T01:35:00Z',
      '2026-11-18T23:00:00Z',
      false,
    ],
    [
      'is marked as “or before” when the evening before was not read',
      '2026-11-18T20:00:00Z',
      '2026-11-19T00:45:00Z',
      true,
    ],
  ])('%s', async (_, yesterdayReadAt, at, isBefore) => {
    const model = await checked(depsWith(async () => readings(yesterdayReadAt)));
    expect(model.verdict).toBe('down');
    expect(model.all?.onset).toEqual({ at: new Date(at), isBefore });
    expect(model.operators[0]?.onset).toEqual(model.all?.onset);
    // Hours that were not read are not drawn as hours without messages.
    const unread = model.chart?.points.filter(({ start }) => start >= new Date(yesterdayReadAt));
    expect(unread?.every(({ start }) => start >= new Date('2026-11-19T00:00:00Z'))).toBe(true);
  });

  test('is marked as “or before” when the hours before cannot be read', async () => {
    let asked = 0;
    const figures = readings('2026-11-19T01:35:00Z');
    const deps = depsWith(async () => {
      asked += 1;
      if (asked > 1) throw new UpstreamError('unavailable', { operation: 'report', reason: 'away' });
      return figures;
    });
    expect((await checked(deps)).all?.onset).toMatchObject({ isBefore: true });
  });

  test('is the same at every later check', async () => {
    const found = new Set<string>();
    for (let minute = 11; minute <= 100; minute += 7) {
      const readAt = new Date(Date.parse('2026-11-19T12:22:00Z') + minute * 60_000 + 20_000);
      const outage = { from: '2026-11-19T12:22:00Z', hours: (minute * 60 + 20) / 3600 };
      const figures = trafficOf(
        [
          { from: '2026-11-19T06:00:00Z', hours: 6 + 22 / 60, count: 800 * (6 + 22 / 60), operator: 'Entel' },
          { ...outage, count: 800 * outage.hours, operator: 'Entel', word: 'sent', legs: [2] },
        ],
        readAt,
      );
      const model = await checkedAt(readAt, figures);
      expect(model.all?.onset?.isBefore).toBe(false);
      found.add(model.all?.onset?.at.toISOString() ?? '');
    }
    expect([...found]).toEqual(['2026-11-19T12:20:00.000Z']);
  });

  test.each<[string, IncidentSubject, Onset, string]>([
    ['its own', { of: 'operator', operator: 'Entel' }, at('23:02', false), '23:02'],
    ['its own, first seen then', { of: 'all' }, at('23:02', true), '23:02'],
    ['one of all that began later', { of: 'all' }, at('23:20', false), '23:20'],
    ['one of the platform', { of: 'platform' }, at('23:20', false), '23:00'],
  ])('comes from an open incident, but never of the platform: %s', async (_, subject, onset, clock) => {
    const open = [openIncidentWith(subject, onset)];
    const model = await checked(depsWith(async () => readings('2026-11-19T01:35:00Z'), { open }));
    expect(model.operators[0]?.onset).toEqual(at(clock, onset.isBefore));
  });

  test('is searched once for all subjects together', () => {
    const readAt = new Date('2026-11-19T00:00:00Z');
    const operators = Array.from({ length: 10 }, (_, at) => `Operator ${at}`);
    const figures = trafficOf(
      operators.map((operator): MessageGroup => {
        return { from: '2026-11-18T17:30:00Z', hours: 6.5, count: 2600, operator, word: 'sent', legs: [2] };
      }),
      readAt,
      { days: [{ day: '2026-11-18', readAt, received: 26_000, unreadable: 0 }] },
    );
    const time = { start: new Date('2026-11-18T17:30:00Z'), end: readAt };
    // One observation every half hour of the week before.
    const past = operators.flatMap((operator) =>
      Array.from({ length: 12 }, (_, index): Observation => {
        const at = new Date(readAt.getTime() - WEEK_MS - index * 1_800_000);
        return { at, operator, counts: wellCounts(100), basis: 'observed' };
      }),
    );
    const subject = operators.map((operator): ChangeSubject => ({ of: 'operator', operator }));
    const steps = findOnsets(subject, windowsOf(figures, time, 'UTC'), past, readAt);
    let turns = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) turns += 1;
    expect(turns).toBe(60);
    const since = { at: new Date('2026-11-18T19:00:00Z'), isBefore: true };
    expect(step.value).toEqual(operators.map(() => since));
  });
});

describe('the figures behind a check', () => {
  const figures = readings('2026-11-19T01:35:00Z');

  test('name the weeks of the baseline and how they were read', async () => {
    const model = await checked(depsWith(async () => figures));
    const said = { weeks: 4, basis: 'reconstructed', hasFailures: false, isReading: false, unread: 0 };
    expect(model.baseline).toEqual(said);
  });

  test('give “too little traffic” and the unread weeks when the baseline cannot be read', async () => {
    const asOf = async () => {
      throw new UpstreamError('unavailable', { operation: 'report', reason: 'away' });
    };
    const baseline = createBaselineReader(featureDeps({ traffic: { asOf } }));
    const model = await checked(depsWith(async () => figures, { baseline }));
    expect(model).toMatchObject({ verdict: 'too_little_traffic', baseline: { weeks: 0, unread: 4 } });
  });

  test.each([
    ['UTC', '2026-11-12', '2026-11-12T00:00:00Z', '2026-11-13T00:00:00Z'],
    ['America/Santiago', '2026-11-11', '2026-11-11T03:00:00Z', '2026-11-12T03:00:00Z'],
  ])('include a whole platform day for receipt trust, in %s', async (platformZone, day, start, end) => {
    const asked: Period[] = [];
    const completeDay = trafficOf([{ from: start, hours: 24, count: 480, operator: 'Entel' }], now);
    const deps = depsWith(
      async ({ period }) => {
        asked.push(period);
        return period.firstDay === day ? completeDay : figures;
      },
      { settings: { platformZone } },
    );
    const { about } = await checked(deps, 'Entel');
    expect(asked.at(-1)).toMatchObject({ firstDay: day, start: new Date(start), end: new Date(end) });
    expect(about?.trust?.profile.receipts).toEqual({ of: 480, hits: 480 });
  });

  test('include the time to the operator and its usual value', async () => {
    const model = await checked(depsWith(async () => figures));
    expect(model.operators[0]?.toOperator).toEqual({ now: { seconds: 2 }, usual: { seconds: 2 } });
    expect(model.all?.toOperator).toEqual(model.operators[0]?.toOperator);
  });
});

describe('figures that are not current', () => {
  const wellUntil = (readAt: string) =>
    trafficOf(entel('2026-11-18T20:00:00Z', '2026-11-18T22:59:00Z'), new Date(readAt));
  const refusing =
    (code: 'rate_limited' | 'unavailable'): Traffic['figuresFor'] =>
    async () => {
      throw new UpstreamError(code, { operation: 'report', reason: 'no', retryAfterMs: 5_000 });
    };
  const storedFiguresAt = (readAt: string): Traffic['storedIfAvailable'] => {
    const { between } = wellUntil(readAt);
    return async ({ end }) =>
      end > new Date('2026-11-19T00:00:00Z') ? undefined : { between, readAt: new Date(readAt), days: [] };
  };
  const ask = (
    code: 'rate_limited' | 'unavailable',
    readAt: string,
    when: string,
    open: readonly Incident[] = [],
  ) => {
    const deps = depsWith(refusing(code), { traffic: { storedIfAvailable: storedFiguresAt(readAt) }, open });
    return runCheck(deps, { now: new Date(when) });
  };

  test('are used, with the reason, when the platform asks to wait', async () => {
    expect(await ask('rate_limited', '2026-11-18T22:58:00Z', '2026-11-18T23:10:00Z')).toMatchObject({
      verdict: 'normal',
      reading: { readAt: new Date('2026-11-18T22:58:00Z') },
      notRefreshed: { code: 'rate_limited', retryAfterMs: 5_000 },
      unreachable: undefined,
    });
  });

  test('come from the previous day when today has not been read', async () => {
    const model = await ask('rate_limited', '2026-11-18T23:50:00Z', '2026-11-19T00:05:00Z');
    expect(model).toMatchObject({ reading: { readAt: new Date('2026-11-18T23:50:00Z') } });
  });

  test('are not used when they are older than half an hour', async () => {
    const asked = ask('rate_limited', '2026-11-18T22:00:00Z', '2026-11-18T23:10:00Z');
    await expect(asked).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('are shown with an unreachable platform, and its start only if no reading followed', async () => {
    const open = (clock: string) => [openIncidentWith({ of: 'platform' }, at(clock, false))];
    const [readAt, when] = ['2026-11-18T22:58:00Z', '2026-11-18T23:10:00Z'];
    expect(await ask('unavailable', readAt, when, open('23:00'))).toMatchObject({
      verdict: 'platform_unreachable',
      unreachable: {
        since: new Date('2026-11-18T23:00:00Z'),
        lastReadAt: new Date(readAt),
        last: { verdict: 'normal' },
      },
    });
    const readSince = await ask('unavailable', readAt, when, open('22:40'));
    expect(readSince).toMatchObject({ unreachable: { since: undefined, lastReadAt: new Date(readAt) } });
    expect(await ask('unavailable', '2026-11-18T22:00:00Z', when)).toMatchObject({
      unreachable: { lastReadAt: new Date('2026-11-18T22:00:00Z'), last: undefined },
    });
  });

  const failed = { code: 'unavailable', at: new Date('2026-11-19T01:38:00Z') } as const;
  const openCircuit = { host: 'platform', state: 'open', since: now, probeEveryMs: 2_000 } as const;

  test.each<[string, Given, Date | undefined]>([
    [
      'the last request failed',
      { platform: { lastFailures: () => ({ platform: failed, oauth: undefined }) } },
      failed.at,
    ],
    [
      'the platform asked to wait',
      {
        platform: {
          lastFailures: () => ({ platform: { ...failed, code: 'rate_limited' }, oauth: undefined }),
        },
      },
      undefined,
    ],
    [
      'requests are stopped',
      { platform: { circuits: () => ({ platform: openCircuit, oauth: undefined }) } },
      now,
    ],
    ['it has an open incident', { open: [openIncidentWith({ of: 'platform' }, at('23:00', false))] }, now],
    ['all is well', {}, undefined],
  ])('are read again if they are older than the moment when %s', async (_, given, since) => {
    const wanted: (Date | undefined)[] = [];
    const deps = depsWith(async (__, options) => {
      wanted.push(options?.readSince);
      return readings('2026-11-19T01:35:00Z');
    }, given);
    await runCheck(deps, { now });
    expect(wanted[0]).toEqual(since);
  });

  test('are read again on request, unless they are younger than a minute', async () => {
    const wanted: (number | undefined)[] = [];
    const figures = readings('2026-11-19T01:35:00Z');
    const deps = depsWith(async (_, options) => {
      wanted.push(options?.maxAgeMs);
      return figures;
    });
    const later = new Date(now.getTime() + 34_000);
    expect(await runCheck(deps, { now: later, isRefresh: true })).toMatchObject({
      notRefreshed: 'just_read',
    });
    expect(wanted[0]).toBe(60_000);
    expect(await runCheck(deps, { now, isRefresh: true })).toMatchObject({ notRefreshed: undefined });
    expect(await runCheck(deps, { now: later })).toMatchObject({ notRefreshed: undefined });
  });
});

test('the chart leaves out a quarter hour until five minutes of it have passed', async () => {
  const starts = async (when: string) => {
    const readAt = new Date(when);
    const hours = (readAt.getTime() - Date.parse('2026-11-19T06:00:00Z')) / 3_600_000;
    const figures = trafficOf(
      [{ from: '2026-11-19T06:00:00Z', hours, count: 800 * hours, operator: 'Entel' }],
      readAt,
    );
    const { chart } = await checkedAt(readAt, figures);
    return chart?.points.at(-1)?.start.toISOString().slice(11, 16);
  };
  expect(await starts('2026-11-19T12:04:50Z')).toBe('11:45');
  expect(await starts('2026-11-19T12:05:10Z')).toBe('12:00');
});
