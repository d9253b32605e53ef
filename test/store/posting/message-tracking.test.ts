import { describe, expect, test } from 'vitest';
import {
  createMessageTracking,
  type NewTrackedMessage,
} from '../../../src/store/posting/message-tracking.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 12, minute));
const MINUTE_MS = 60_000;
const one: NewTrackedMessage = {
  person: 'U1',
  message: 'message-1',
  query: 'look-1',
  sealedMessage: 'sealed',
  language: 'es',
  zone: 'America/Santiago',
};

describe.each(databases)('tracked messages, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const createTestTracking = (account = uniqueName()) =>
    createMessageTracking({ db: database().db, account });

  test('are due at once, and then at the time of their next check', async () => {
    const tracking = createTestTracking();
    expect(await tracking.add(one, at(0), 50)).toBe('new');
    const [claimed, ...others] = await tracking.claimDue(at(0), 10, MINUTE_MS);
    expect(others).toEqual([]);
    expect(claimed).toEqual({ ...one, id: claimed?.id, requestedAt: at(0) });
    const id = claimed?.id ?? '';
    await tracking.checked(id, at(5));
    expect(await tracking.claimDue(at(4), 10, MINUTE_MS)).toEqual([]);
    expect(await tracking.claimDue(at(5), 10, MINUTE_MS)).toMatchObject([{ id }]);
  });

  test('exist once per person and message when added at the same time', async () => {
    const account = uniqueName();
    const added = await Promise.all([1, 2, 3].map(() => createTestTracking(account).add(one, at(0), 50)));
    expect(added.toSorted()).toEqual(['known', 'known', 'new']);
    const tracking = createTestTracking(account);
    expect(await tracking.add({ ...one, person: 'U2' }, at(0), 50)).toBe('new');
    expect(await tracking.add({ ...one, message: 'message-2' }, at(0), 50)).toBe('new');
  });

  test('are limited per person, and a known one is not counted again', async () => {
    const tracking = createTestTracking();
    await tracking.add(one, at(0), 2);
    await tracking.add({ ...one, message: 'message-2' }, at(0), 2);
    expect(await tracking.add({ ...one, message: 'message-3' }, at(0), 2)).toBe('too_many');
    expect(await tracking.add(one, at(0), 2)).toBe('known');
    expect(await tracking.add({ ...one, person: 'U2', message: 'message-3' }, at(0), 2)).toBe('new');
  });

  test('that share a check are claimed together, by one of several simultaneous callers', async () => {
    const account = uniqueName();
    const tracking = createTestTracking(account);
    for (const person of ['U1', 'U2', 'U3']) await tracking.add({ ...one, person }, at(0), 50);
    for (const { id } of await tracking.claimDue(at(0), 10, MINUTE_MS)) await tracking.checked(id, at(30));
    await tracking.add({ ...one, person: 'U4' }, at(1), 50);
    const claimed = await Promise.all(
      [1, 2, 3].map(() => createTestTracking(account).claimDue(at(1), 10, MINUTE_MS)),
    );
    expect(
      claimed
        .flat()
        .map(({ person }) => person)
        .toSorted(),
    ).toEqual(['U1', 'U2', 'U3', 'U4']);
    // The process that claimed them has ended.
    expect(await tracking.claimDue(at(2), 10, MINUTE_MS)).toHaveLength(4);
  });

  test('are claimed for a limited number of checks, the longest due first', async () => {
    const tracking = createTestTracking();
    for (const minute of [3, 1, 2]) {
      await tracking.add({ ...one, message: `message-${minute}`, query: `look-${minute}` }, at(minute), 50);
    }
    expect((await tracking.claimDue(at(5), 2, MINUTE_MS)).map(({ query }) => query).toSorted()).toEqual([
      'look-1',
      'look-2',
    ]);
    expect((await tracking.claimDue(at(5), 2, MINUTE_MS)).map(({ query }) => query)).toEqual(['look-3']);
  });

  test('added with a delay are claimed after it, or earlier when they are rescheduled', async () => {
    const tracking = createTestTracking();
    await tracking.add(one, at(0), 50, 2 * MINUTE_MS);
    expect(await tracking.claimDue(at(1), 10, MINUTE_MS)).toEqual([]);
    expect(await tracking.claimDue(at(2), 10, MINUTE_MS)).toHaveLength(1);
    await tracking.add({ ...one, person: 'U2' }, at(0), 50, 2 * MINUTE_MS);
    await tracking.checked((await tracking.findFor('U2', one.message))?.id ?? '', at(0));
    expect(await tracking.claimDue(at(1), 10, MINUTE_MS)).toMatchObject([{ person: 'U2' }]);
  });

  test('are found by person and message', async () => {
    const tracking = createTestTracking();
    await tracking.add(one, at(0), 50);
    expect(await tracking.findFor(one.person, one.message)).toMatchObject(one);
    expect(await tracking.findFor('U2', one.message)).toBeUndefined();
    expect(await tracking.findFor(one.person, 'message-2')).toBeUndefined();
    expect(await createTestTracking().findFor(one.person, one.message)).toBeUndefined();
  });

  test('have a message in Slack, and are deleted at their end', async () => {
    const tracking = createTestTracking();
    await tracking.add(one, at(0), 50);
    const [{ id } = { id: '' }] = await tracking.claimDue(at(0), 10, MINUTE_MS);
    expect(await tracking.setTarget(id, { channel: 'D1', ts: '1.2' })).toBe(true);
    expect(await tracking.find(id)).toMatchObject({ target: { channel: 'D1', ts: '1.2' } });
    expect(await tracking.end(id)).toBe(true);
    expect(await tracking.find(id)).toBeUndefined();
    expect(await tracking.end(id)).toBe(false);
    expect(await tracking.setTarget(id, { channel: 'D1', ts: '1.2' })).toBe(false);
    expect(await tracking.add(one, at(0), 50)).toBe('new');
  });

  test('are not visible to another account', async () => {
    const tracking = createTestTracking();
    await tracking.add(one, at(0), 50);
    const other = createTestTracking();
    expect(await other.claimDue(at(9), 10, MINUTE_MS)).toEqual([]);
    const [{ id } = { id: '' }] = await tracking.claimDue(at(0), 10, MINUTE_MS);
    expect(await other.find(id)).toBeUndefined();
    expect(await other.end(id)).toBe(false);
  });
});
