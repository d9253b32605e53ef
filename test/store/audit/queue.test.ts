import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/domain/audit.ts';
import type { WaitingEntry } from '../../../src/store/audit/audit.ts';
import { createAuditQueue } from '../../../src/store/audit/queue.ts';
import { DatabaseError } from '../../../src/store/connection.ts';
import { recordLog } from '../../support/log.ts';

const entryOf = (person: string): AuditEntry => ({
  act: 'looked_up',
  surface: '/sms-status',
  person,
  reference: 'ACDEFH',
  outcome: 'answered',
  numbers: [],
});

/** A table that is away, or refuses entries, for as long as a test wants it. */
function aTable() {
  const rows: WaitingEntry[] = [];
  const state = { isAway: false, refuses: 'nobody', batches: [] as number[] };
  return {
    rows,
    state,
    people: () => rows.map(({ entry }) => (entry.act === 'interrupted' ? entry.why : entry.person)),
    async add(entries: readonly WaitingEntry[]) {
      state.batches.push(entries.length);
      if (state.isAway) throw new DatabaseError('it is away', { code: 'unreachable' });
      if (entries.some(({ entry }) => entry.person === state.refuses)) throw new Error('not this one');
      rows.push(...entries);
    },
  };
}

function countLost() {
  const lost: true[] = [];
  return { metrics: { auditEntryLost: () => void lost.push(true) }, lost: () => lost.length };
}

test('entries are written in order and in batches, none before it has begun', async () => {
  const table = aTable();
  const queue = createAuditQueue({ audit: table, log: recordLog().log });
  const people = Array.from({ length: 450 }, (_, index) => `U${index}`);
  for (const person of people) queue.write(entryOf(person));
  await queue.written();
  expect(table.rows).toEqual([]);
  queue.begin();
  await queue.written();
  expect(table.people()).toEqual(people);
  expect(table.state.batches).toEqual([200, 200, 50]);
});

test('while the database is away they wait; that they did is told, and is an entry', async () => {
  const table = aTable();
  const { log, lines } = recordLog();
  const { metrics, lost } = countLost();
  const queue = createAuditQueue({ audit: table, log, metrics, mostWaiting: 2, retryMs: 1 });
  queue.begin();
  table.state.isAway = true;
  for (const person of ['U1', 'U2', 'U3']) queue.write(entryOf(person));
  await queue.written();
  await queue.written();
  expect(table.rows).toEqual([]);
  // Once a minute, however often it fails.
  const told = lines.filter(({ level }) => level === 'error');
  expect(told).toMatchObject([{ waiting: 2, msg: 'the audit cannot be written; entries wait' }]);
  table.state.isAway = false;
  await queue.written();
  expect(table.people()).toEqual(['U1', 'U2', 'lost 1']);
  expect(lost()).toBe(1);
  expect(lines.at(-1)).toMatchObject({ lost: 1, msg: 'the audit is written again' });
  expect(table.rows.every(({ ageMs }) => ageMs >= 0)).toBe(true);
});

test('by itself it tries again', async () => {
  const table = aTable();
  const queue = createAuditQueue({ audit: table, log: recordLog().log, retryMs: 1 });
  queue.begin();
  table.state.isAway = true;
  queue.write(entryOf('U1'));
  await expect.poll(() => table.state.batches.length).toBeGreaterThan(2);
  table.state.isAway = false;
  await expect.poll(() => table.people()).toEqual(['U1', 'lost 0']);
});

test('one entry that the database does not take keeps no other from being written', async () => {
  const table = aTable();
  const { metrics, lost } = countLost();
  const queue = createAuditQueue({ audit: table, log: recordLog().log, metrics });
  table.state.refuses = 'U2';
  for (const person of ['U1', 'U2', 'U3']) queue.write(entryOf(person));
  queue.begin();
  await queue.written();
  expect(table.people()).toEqual(['U1', 'U3', 'lost 1']);
  expect(lost()).toBe(1);
});

test('what is left at the end is told, and nothing where nothing is', async () => {
  const table = aTable();
  const { log, lines } = recordLog();
  const queue = createAuditQueue({ audit: table, log, mostWaiting: 2 });
  queue.begin();
  queue.write(entryOf('U1'));
  await queue.written();
  queue.tellLeft();
  expect(lines).toEqual([]);
  table.state.isAway = true;
  for (const person of ['U2', 'U3', 'U4']) queue.write(entryOf(person));
  await queue.written();
  queue.tellLeft();
  expect(lines.at(-1)).toMatchObject({
    level: 'error',
    lost: 3,
    msg: 'the audit could not be written before the end; entries are lost',
  });
});
