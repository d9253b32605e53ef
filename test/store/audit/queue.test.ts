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

/** A table that can be unreachable or reject entries. */
function createTable() {
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

test('writes entries in order and in batches, and none before it starts', async () => {
  const table = createTable();
  const queue = createAuditQueue({ audit: table, log: recordLog().log });
  const people = Array.from({ length: 450 }, (_, index) => `U${index}`);
  for (const person of people) queue.write(entryOf(person));
  await queue.flush();
  expect(table.rows).toEqual([]);
  queue.start();
  await queue.flush();
  expect(table.people()).toEqual(people);
  expect(table.state.batches).toEqual([200, 200, 50]);
});

test('entries wait while the database is unreachable; the log and an entry say so', async () => {
  const table = createTable();
  const { log, lines } = recordLog();
  const { metrics, lost } = countLost();
  const queue = createAuditQueue({ audit: table, log, metrics, mostWaiting: 2, retryMs: 1 });
  queue.start();
  table.state.isAway = true;
  for (const person of ['U1', 'U2', 'U3']) queue.write(entryOf(person));
  await queue.flush();
  await queue.flush();
  expect(table.rows).toEqual([]);
  // At most once a minute.
  const errors = lines.filter(({ level }) => level === 'error');
  expect(errors).toMatchObject([{ waiting: 2, msg: 'the audit cannot be written; entries wait' }]);
  table.state.isAway = false;
  await queue.flush();
  expect(table.people()).toEqual(['U1', 'U2', 'lost 1']);
  expect(lost()).toBe(1);
  expect(lines.at(-1)).toMatchObject({ lost: 1, msg: 'the audit is written again' });
  expect(table.rows.every(({ ageMs }) => ageMs >= 0)).toBe(true);
});

test('retries by itself', async () => {
  const table = createTable();
  const queue = createAuditQueue({ audit: table, log: recordLog().log, retryMs: 1 });
  queue.start();
  table.state.isAway = true;
  queue.write(entryOf('U1'));
  await expect.poll(() => table.state.batches.length).toBeGreaterThan(2);
  table.state.isAway = false;
  await expect.poll(() => table.people()).toEqual(['U1', 'lost 0']);
});

test('an entry that the database rejects does not block the others', async () => {
  const table = createTable();
  const { metrics, lost } = countLost();
  const queue = createAuditQueue({ audit: table, log: recordLog().log, metrics });
  table.state.refuses = 'U2';
  for (const person of ['U1', 'U2', 'U3']) queue.write(entryOf(person));
  queue.start();
  await queue.flush();
  expect(table.people()).toEqual(['U1', 'U3', 'lost 1']);
  expect(lost()).toBe(1);
});

test('does not say that it writes again while the database rejects every entry', async () => {
  const table = createTable();
  const { log, lines } = recordLog();
  const queue = createAuditQueue({ audit: table, log });
  table.state.refuses = 'U1';
  queue.start();
  queue.write(entryOf('U1'));
  await queue.flush();
  queue.reportLost();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the audit cannot be written; entries wait',
    'the audit could not be written before the end; entries are lost',
  ]);
  queue.write(entryOf('U2'));
  await queue.flush();
  expect(table.people()).toEqual(['U2', 'lost 1']);
});

test('logs at the end how many entries are lost, and nothing when none are', async () => {
  const table = createTable();
  const { log, lines } = recordLog();
  const queue = createAuditQueue({ audit: table, log, mostWaiting: 2 });
  queue.start();
  queue.write(entryOf('U1'));
  await queue.flush();
  queue.reportLost();
  expect(lines).toEqual([]);
  table.state.isAway = true;
  for (const person of ['U2', 'U3', 'U4']) queue.write(entryOf(person));
  await queue.flush();
  queue.reportLost();
  expect(lines.at(-1)).toMatchObject({
    level: 'error',
    lost: 3,
    msg: 'the audit could not be written before the end; entries are lost',
  });
});
