import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { IncidentChange } from '../../src/domain/detection/incident.ts';
import { EMPTY_WATCH_STATE } from '../../src/domain/detection/lifecycle.ts';
import { createSubscriptions } from '../../src/store/channels/subscriptions.ts';
import { createWatches } from '../../src/store/channels/watches.ts';
import { createDayFigures } from '../../src/store/figures/day-figures.ts';
import { createObservations } from '../../src/store/figures/observations.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { createLeases } from '../../src/store/leases.ts';
import { createMessageTracking } from '../../src/store/posting/message-tracking.ts';
import { createPosts } from '../../src/store/posting/posts.ts';
import { createRuns } from '../../src/store/posting/runs.ts';
import { createSummaries } from '../../src/store/posting/summaries.ts';
import { createRowReader } from '../../src/store/row-reader.ts';
import { countsWith } from '../support/incidents.ts';
import { recordLog } from '../support/log.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const at = (time: string) => new Date(`2026-11-18T${time}Z`);
const now = at('12:00:00');
const MINUTE_MS = 60_000;

/** Values that an older or newer version, or a manual change, has left in a column. */
const BAD_ZONE = ['zone', 'Mars/Olympus'] as const;
const BAD_LANGUAGE = ['language', 'qu'] as const;
const BAD_STATE = ['state', 'canary'] as const;
const BAD_CHANNEL = ['channel', 'C1> <!everyone'] as const;

describe.each(databases)('rows that cannot be read, %s', (_name, url) => {
  const database = suiteDatabase(url);

  function createStores() {
    const { log, lines } = recordLog();
    const account = uniqueName();
    const rows = { db: database().db, account, log };
    /** Sets a column in the row in which another column has a value. */
    const setColumn = async (
      table: string,
      [column, value]: readonly [string, string],
      [key, name]: [string, string],
    ) => {
      const set = sql`${sql.id(column)} = ${sql.lit(value)}`;
      const where = sql`${sql.id(key)} = ${name}`;
      await sql`update ${sql.id(database().schema, table)} set ${set} where ${where}`.execute(database().db);
    };
    const expectWarning = (table: string) =>
      expect(lines[0]).toMatchObject({ level: 'warn', msg: `a row of ${table} cannot be read`, untold: 0 });
    return { rows, setColumn, lines, expectWarning, account };
  }

  test.each([
    BAD_ZONE,
    BAD_LANGUAGE,
    BAD_STATE,
    ['next_due_at', '-infinity'],
    ['paused_at', 'infinity'],
    ['time', '25:99'],
    BAD_CHANNEL,
  ] as const)('a subscription with the %s %s is ignored; a new one replaces it', async (column, value) => {
    const { rows, setColumn, expectWarning } = createStores();
    const subscriptions = createSubscriptions(rows);
    const wanted = { time: '09:00', zone: 'UTC', language: 'en', subscriber: 'U1' } as const;
    for (const channel of ['C1', 'C2']) await subscriptions.add({ ...wanted, channel }, now);
    const { id } = (await subscriptions.findFor('C1', undefined)) ?? { id: '' };
    await setColumn('subscriptions', [column, value], ['id', id]);
    expect(await subscriptions.list()).toMatchObject([{ channel: 'C2' }]);
    const tomorrow = new Date(now.getTime() + 24 * 60 * MINUTE_MS);
    expect(await subscriptions.due(tomorrow, 1)).toMatchObject([{ channel: 'C2' }]);
    expect(await subscriptions.find(id)).toBeUndefined();
    expectWarning('subscriptions');
    const { isNew } = await subscriptions.add({ ...wanted, channel: 'C1' }, now);
    expect(isNew).toBe(true);
    expect(await subscriptions.list()).toMatchObject([{ channel: 'C2' }, { channel: 'C1', zone: 'UTC' }]);
  });

  test('a subscription ignores a summary of a day that does not exist', async () => {
    const { rows, setColumn } = createStores();
    const [subscriptions, summaries] = [createSubscriptions(rows), createSummaries(rows)];
    const channel = 'C79';
    const both = { channel, zone: 'UTC', language: 'en' } as const;
    await subscriptions.add({ ...both, time: '09:00', subscriber: 'U1' }, now);
    await summaries.plan([{ ...both, day: '2026-11-17', dueAt: now }], now);
    const { id = '' } = (await summaries.findFor(channel, undefined, '2026-11-17')) ?? {};
    await summaries.progress(id, { state: 'posted', ts: '1.1' });
    await setColumn('summaries', ['day', '2026-99-99'], ['id', id]);
    const [listed] = await subscriptions.list();
    expect(listed).not.toHaveProperty('lastPost');
    expect(await summaries.find(id)).toBeUndefined();
  });

  test.each([
    BAD_ZONE,
    BAD_LANGUAGE,
    BAD_STATE,
    ['sensitivity', 'canary'],
    BAD_CHANNEL,
    ['paused_at', 'infinity'],
  ] as const)('a watch with the %s %s is ignored, and a new one replaces it', async (column, value) => {
    const { rows, setColumn, expectWarning } = createStores();
    const watches = createWatches(rows);
    const wanted = { sensitivity: 'normal', zone: 'UTC', language: 'en', watcher: 'U1' } as const;
    for (const channel of ['C1', 'C2']) await watches.add({ ...wanted, channel });
    const { id } = (await watches.findFor('C1')) ?? { id: '' };
    await setColumn('watches', [column, value], ['id', id]);
    expect(await watches.list()).toMatchObject([{ channel: 'C2' }]);
    expectWarning('watches');
    expect(await watches.add({ ...wanted, channel: 'C1' })).not.toHaveProperty('before');
    expect(await watches.list()).toMatchObject([{ channel: 'C2' }, { channel: 'C1' }]);
  });

  test.each([BAD_ZONE, BAD_LANGUAGE, ['asked_at', 'infinity']] as const)(
    'a tracked message with the %s %s blocks no other, and can be tracked again',
    async (column, value) => {
      const { rows, setColumn, expectWarning } = createStores();
      const tracking = createMessageTracking(rows);
      const one = { person: 'U1', sealedMessage: 'sealed', language: 'es', zone: 'UTC' } as const;
      const first = { ...one, message: uniqueName(), query: 'look-1' };
      const second = { ...one, message: uniqueName(), query: 'look-2' };
      await tracking.add(first, now, 5);
      await tracking.add(second, at('12:00:01'), 5);
      await setColumn('settlings', [column, value], ['message', first.message]);
      expect(await tracking.claimDue(at('12:01:00'), 1, MINUTE_MS)).toMatchObject([{ query: 'look-2' }]);
      expect(await tracking.findFor('U1', first.message)).toBeUndefined();
      expectWarning('settlings');
      expect(await tracking.add({ ...one, message: uniqueName(), query: 'look-3' }, now, 2)).toBe('new');
      expect(await tracking.add(first, now, 3)).toBe('new');
      expect(await tracking.findFor('U1', first.message)).toMatchObject({ query: 'look-1' });
    },
  );

  test.each([
    BAD_ZONE,
    BAD_LANGUAGE,
    BAD_STATE,
    ['step_at', '-infinity'],
    ['planned_at', 'infinity'],
  ] as const)('a summary with the %s %s is ignored', async (column, value) => {
    const { rows, setColumn, lines } = createStores();
    const summaries = createSummaries(rows);
    const one = { day: '2026-11-17', zone: 'UTC', language: 'en', dueAt: now } as const;
    await summaries.plan(
      [
        { ...one, channel: 'C1' },
        { ...one, channel: 'C2' },
      ],
      now,
    );
    const { id = '' } = (await summaries.findFor('C1', undefined, one.day)) ?? {};
    const other = await summaries.findFor('C2', undefined, one.day);
    await setColumn('summaries', [column, value], ['id', id]);
    expect(await summaries.find(id)).toBeUndefined();
    expect(await summaries.toDo('posts', now, now, 9)).toContainEqual({ id: other?.id, stepAt: now });
    expect(lines.length).toBeGreaterThan(0);
  });

  test.each([BAD_STATE, ['created_at', '-infinity']] as const)(
    'a run with the %s %s is ignored',
    async (column, value) => {
      const { rows, setColumn, lines } = createStores();
      const runs = createRuns(rows);
      const make = () => runs.create({ userId: 'U1', sealedRequest: 'sealed', ofDays: 3 });
      const [bad, good] = [await make(), await make()];
      await setColumn('long_runs', [column, value], ['id', bad]);
      expect(await runs.find(bad)).toBeUndefined();
      expect(await runs.claimSilent(-MINUTE_MS, [bad, good])).toMatchObject([{ id: good }]);
      if (column === 'state')
        expect(await runs.progress(bad, { daysDone: 1, messagesRead: 1 })).toBeUndefined();
      expect(lines).toHaveLength(1);
    },
  );

  describe('of incidents', () => {
    const evidence = {
      findings: [],
      spans: [],
      operators: ['Entel'],
      platform: { login: true, report: true },
    };
    const began = (operator: string): IncidentChange => {
      const subject = { of: 'operator', operator } as const;
      return { kind: 'began', subject, verdict: 'down', beganAt: now, evidence };
    };
    const check = { state: EMPTY_WATCH_STATE, checkedAt: now, tookMs: 5 };

    async function openTwoIncidents() {
      const created = createStores();
      const incidents = createIncidents(created.rows);
      await incidents.saveCheck('normal', undefined, check, [began('Entel'), began('WOM')]);
      const [bad, good] = await incidents.open();
      return { ...created, incidents, bad: bad?.id ?? '', good: good?.id ?? '' };
    }

    test.each([
      ['verdict', 'canary'],
      ['evidence', 'canary'],
      ['evidence', '{"findings":1}'],
      ['sensitivity', 'canary'],
      ['began_at', 'infinity'],
    ] as const)('an incident with the %s %s is ignored', async (column, value) => {
      const { incidents, setColumn, bad, good, expectWarning } = await openTwoIncidents();
      await setColumn('incidents', [column, value], ['id', bad]);
      expect(await incidents.open()).toMatchObject([{ id: good }]);
      expect(await incidents.find(bad)).toBeUndefined();
      expect(
        await incidents.act(bad, { kind: 'resolved', by: { id: 'U1', name: 'ana' } }, now),
      ).toBeUndefined();
      expectWarning('incidents');
    });

    test.each([
      ['kind', 'canary'],
      ['verdict', 'canary'],
      ['at', 'infinity'],
    ] as const)('an event with the %s %s is left out of its incident', async (column, value) => {
      const { incidents, setColumn, bad, good, expectWarning } = await openTwoIncidents();
      await setColumn('incident_events', [column, value], ['incident', bad]);
      expect(await incidents.open()).toMatchObject([
        { id: bad, events: [] },
        { id: good, events: [{ kind: 'began' }] },
      ]);
      expectWarning('incident_events');
    });

    test.each([BAD_ZONE, BAD_LANGUAGE] as const)('a message with %s %s is ignored', async (column, value) => {
      const { rows, setColumn, bad, expectWarning } = await openTwoIncidents();
      const posts = createIncidentPosts(rows);
      const channel = uniqueName();
      const place = { zone: 'UTC', language: 'en' } as const;
      await posts.plan(bad, 0, [
        { ...place, channel },
        { ...place, channel: 'C2' },
      ]);
      await setColumn('incident_posts', [column, value], ['channel', channel]);
      expect(await posts.of(bad)).toMatchObject([{ channel: 'C2' }]);
      expectWarning('incident_posts');
    });

    test.each([
      ['state', 'canary'],
      ['state', '{"subjects":[{"whose":{"of":"all"},"sinceMs":1e300}]}'],
      ['state', '{"subjects":[],"lastReadMs":1e300}'],
      ['checked_at', 'infinity'],
    ] as const)('a watch state with the %s %s is replaced by an empty one', async (column, value) => {
      const { incidents, setColumn, account, expectWarning } = await openTwoIncidents();
      await setColumn('watch_states', [column, value], ['account', account]);
      const before = await incidents.watching('normal');
      expect(before).toEqual({ version: 1, state: EMPTY_WATCH_STATE, checkedAt: new Date(0), tookMs: 0 });
      expectWarning('watch_states');
      expect(await incidents.saveCheck('normal', before?.version, check, [])).toBe(true);
      expect(await incidents.watching('normal')).toEqual({ version: 2, ...check });
    });

    test.each(['null', '"+058850-01-01T00:00:00.000Z"', '1e20'])(
      'a wait until %s, as older versions stored it, is ignored',
      async (until) => {
        const { incidents, setColumn, account } = await openTwoIncidents();
        const failing = `{"since":"2026-11-18T12:00:00.000Z","because":"rate_limited","until":${until}}`;
        await setColumn(
          'watch_states',
          ['state', `{"subjects":[],"failing":${failing}}`],
          ['account', account],
        );
        expect(await incidents.watching('normal')).toEqual({ version: 1, ...check });
      },
    );
  });

  test.each([
    ['counted', 'canary'],
    ['counted', '[{"operator":1}]'],
  ] as const)('an observation with the %s %s is ignored', async (column, value) => {
    const { rows, expectWarning } = createStores();
    const { db, account } = rows;
    const observations = createObservations(rows);
    const counted = { operator: 'Entel', counts: countsWith({}), basis: 'observed' } as const;
    const [bad, good] = [at('12:00:00'), at('12:05:00')];
    await observations.save([bad, good].map((moment) => ({ ...counted, at: moment })));
    await db
      .updateTable('observations')
      .set({ [column]: value })
      .where('account', '=', account)
      .where('at', '=', bad)
      .execute();
    expect(await observations.near(new Date('2026-11-25T12:00:00Z'))).toMatchObject([{ at: good }]);
    expectWarning('observations');
  });

  test('texts that look like infinite numbers, and bytes, are read unchanged', () => {
    const row = { person: 'Infinity', channel: '1e999', cells: new Uint8Array([9, 9]), ended_at: null };
    const { one } = createRowReader('readings', (read: typeof row) => read, undefined);
    expect(one(row)).toBe(row);
    const bytes = Object.assign(new Uint8Array(1), {
      [Symbol.toPrimitive]: () => {
        throw new Error('read as a number');
      },
    });
    expect(one({ ...row, cells: bytes })).toBeDefined();
  });

  test('a reading with an invalid time or day is ignored, and others are thinned', async () => {
    const { rows, setColumn, expectWarning } = createStores();
    const figures = createDayFigures({ ...rows, zone: 'UTC', receiptHours: 72 });
    const reading = {
      tookMs: 1,
      received: 1,
      unreadable: 0,
      mayLackDays: false,
      packedCells: new Uint8Array(),
    };
    const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
    for (const [bytes, day] of days.entries()) {
      for (const second of ['00', '01', '02', '03']) {
        const readAt = new Date(`${day}T05:00:${second}Z`);
        await figures.save({ ...reading, day, readAt, bytes: bytes + 8_000_001 });
      }
    }
    await setColumn('readings', ['day', '2026-99-99'], ['bytes', '8000001']);
    const { db, account } = rows;
    const [last] = await db
      .updateTable('readings')
      .set({ read_at: sql<Date>`'infinity'` })
      .where('account', '=', account)
      .where('read_at', '=', new Date('2026-11-02T05:00:03Z'))
      .returning('day')
      .execute();
    expect(last?.day).toBe('2026-11-02');
    expect([...(await figures.latest(days)).keys()]).toEqual(['2026-11-03']);
    const times = await figures.readTimes(days);
    expect([...times].map(([day, read]) => [day, read.length])).toEqual([
      ['2026-11-02', 3],
      ['2026-11-03', 4],
    ]);
    expect(await figures.thin(new Date('2026-11-18T00:00:00Z'))).toBeGreaterThan(0);
    expectWarning('readings');
  });

  test('a pause or lease that ends years ahead counts as expired', async () => {
    const { rows, setColumn, account } = createStores();
    const posts = createPosts(rows);
    const pace = { postGapMs: 1, channelGapMs: 1, mostMs: 2_000 };
    await posts.pause(MINUTE_MS);
    await posts.pauseChanges(MINUTE_MS);
    expect(await posts.changesWaitMs()).toBeGreaterThan(0);
    expect(await posts.slot('C1', pace)).toMatchObject({ isMine: false });
    for (const far of ['2082-01-01', 'infinity']) {
      await setColumn('post_pace', ['next_at', far], ['account', account]);
      expect(await posts.changesWaitMs()).toBe(0);
      expect(await posts.slot('C1', pace)).toMatchObject({ isMine: true });
    }
    await setColumn('post_pace', ['next_at', '2082-01-01'], ['account', account]);
    await posts.pauseChanges(MINUTE_MS);
    expect(await posts.changesWaitMs()).toBeLessThanOrEqual(MINUTE_MS);
    expect(await posts.changesWaitMs()).toBeGreaterThan(0);

    const leases = createLeases(rows);
    const lease = await leases.acquire('one');
    expect(await leases.acquire('one')).toBeUndefined();
    await setColumn('leases', ['expires_at', 'infinity'], ['account', account]);
    const other = await leases.acquire('one');
    expect(other).toBeDefined();
    await other?.release();
    await lease?.release();
  });
});
