import { describe, expect, test } from 'vitest';
import {
  createMessageTracking,
  type NewTrackedMessage,
} from '../../../src/store/posting/message-tracking.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 12, minute));
const MINUTE_MS = 60_000;
const one: NewTrackedMessage = {
  person: 'U1',
  message: 'message-1',
  look: 'look-1',
  sealedMessage: 'sealed',
  language: 'es',
  zone: 'America/Santiago',
};

describe.each(databases)('settlings, %s', (_name, url) => {
  const database = suiteDatabase(url);
  const someSettlings = (account = aName()) => createMessageTracking({ db: database().db, account });

  test('are due at once, then when they are put back to', async () => {
    const settlings = someSettlings();
    expect(await settlings.add(one, at(0), 50)).toBe('new');
    const [taken, ...others] = await settlings.take(at(0), 10, MINUTE_MS);
    expect(others).toEqual([]);
    expect(taken).toEqual({ ...one, id: taken?.id, askedAt: at(0), looks: 0 });
    const id = taken?.id ?? '';
    await settlings.looked(id, at(5));
    expect(await settlings.take(at(4), 10, MINUTE_MS)).toEqual([]);
    expect(await settlings.take(at(5), 10, MINUTE_MS)).toMatchObject([{ id, looks: 1 }]);
  });

  test('are one for a person and a message, whoever asks at once', async () => {
    const account = aName();
    const added = await Promise.all([1, 2, 3].map(() => someSettlings(account).add(one, at(0), 50)));
    expect(added.toSorted()).toEqual(['known', 'known', 'new']);
    const settlings = someSettlings(account);
    expect(await settlings.add({ ...one, person: 'U2' }, at(0), 50)).toBe('new');
    expect(await settlings.add({ ...one, message: 'message-2' }, at(0), 50)).toBe('new');
  });

  test('are at most so many for a person, of which known ones are no more', async () => {
    const settlings = someSettlings();
    await settlings.add(one, at(0), 2);
    await settlings.add({ ...one, message: 'message-2' }, at(0), 2);
    expect(await settlings.add({ ...one, message: 'message-3' }, at(0), 2)).toBe('too_many');
    expect(await settlings.add(one, at(0), 2)).toBe('known');
    expect(await settlings.add({ ...one, person: 'U2', message: 'message-3' }, at(0), 2)).toBe('new');
  });

  test('are taken together where one look tells of them, and by one of those who ask at once', async () => {
    const account = aName();
    const settlings = someSettlings(account);
    for (const person of ['U1', 'U2', 'U3']) await settlings.add({ ...one, person }, at(0), 50);
    for (const { id } of await settlings.take(at(0), 10, MINUTE_MS)) await settlings.looked(id, at(30));
    await settlings.add({ ...one, person: 'U4' }, at(1), 50);
    const taken = await Promise.all([1, 2, 3].map(() => someSettlings(account).take(at(1), 10, MINUTE_MS)));
    expect(
      taken
        .flat()
        .map(({ person }) => person)
        .toSorted(),
    ).toEqual(['U1', 'U2', 'U3', 'U4']);
    // Whoever has them has ended.
    expect(await settlings.take(at(2), 10, MINUTE_MS)).toHaveLength(4);
  });

  test('are taken by so many looks at a time, those first that are due for longest', async () => {
    const settlings = someSettlings();
    for (const minute of [3, 1, 2]) {
      await settlings.add({ ...one, message: `message-${minute}`, look: `look-${minute}` }, at(minute), 50);
    }
    expect((await settlings.take(at(5), 2, MINUTE_MS)).map(({ look }) => look).toSorted()).toEqual([
      'look-1',
      'look-2',
    ]);
    expect((await settlings.take(at(5), 2, MINUTE_MS)).map(({ look }) => look)).toEqual(['look-3']);
  });

  test('that are held at first are taken once that is over, or once they are put back', async () => {
    const settlings = someSettlings();
    await settlings.add(one, at(0), 50, 2 * MINUTE_MS);
    expect(await settlings.take(at(1), 10, MINUTE_MS)).toEqual([]);
    expect(await settlings.take(at(2), 10, MINUTE_MS)).toHaveLength(1);
    await settlings.add({ ...one, person: 'U2' }, at(0), 50, 2 * MINUTE_MS);
    await settlings.looked((await settlings.findFor('U2', one.message))?.id ?? '', at(0));
    expect(await settlings.take(at(1), 10, MINUTE_MS)).toMatchObject([{ person: 'U2' }]);
  });

  test('are found by who waits and for what', async () => {
    const settlings = someSettlings();
    await settlings.add(one, at(0), 50);
    expect(await settlings.findFor(one.person, one.message)).toMatchObject(one);
    expect(await settlings.findFor('U2', one.message)).toBeUndefined();
    expect(await settlings.findFor(one.person, 'message-2')).toBeUndefined();
    expect(await someSettlings().findFor(one.person, one.message)).toBeUndefined();
  });

  test('have a place, and are gone once they have ended', async () => {
    const settlings = someSettlings();
    await settlings.add(one, at(0), 50);
    const [{ id } = { id: '' }] = await settlings.take(at(0), 10, MINUTE_MS);
    expect(await settlings.place(id, { channel: 'D1', ts: '1.2' })).toBe(true);
    expect(await settlings.find(id)).toMatchObject({ place: { channel: 'D1', ts: '1.2' } });
    expect(await settlings.end(id)).toBe(true);
    expect(await settlings.find(id)).toBeUndefined();
    expect(await settlings.end(id)).toBe(false);
    expect(await settlings.place(id, { channel: 'D1', ts: '1.2' })).toBe(false);
    expect(await settlings.add(one, at(0), 50)).toBe('new');
  });

  test('are not seen by another account', async () => {
    const settlings = someSettlings();
    await settlings.add(one, at(0), 50);
    const other = someSettlings();
    expect(await other.take(at(9), 10, MINUTE_MS)).toEqual([]);
    const [{ id } = { id: '' }] = await settlings.take(at(0), 10, MINUTE_MS);
    expect(await other.find(id)).toBeUndefined();
    expect(await other.end(id)).toBe(false);
  });
});
