import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPreferences } from '../../../src/store/people/preferences.ts';
import { databases, suiteDatabase, uniqueName } from '../../support/store.ts';

describe.each(databases)('preferences, %s', (_, url) => {
  const database = suiteDatabase(url);

  test('belong to one person, replace the choice before, and can be cleared', async () => {
    const own = { db: database().db, account: uniqueName() };
    const [one, other] = [createPreferences(own), createPreferences({ ...own, account: uniqueName() })];
    expect(await one.find('U1')).toEqual({});
    await one.choose('U1', { language: 'es', timeZone: 'America/Santiago' });
    expect(await one.find('U1')).toEqual({ language: 'es', timeZone: 'America/Santiago' });
    expect([await one.find('U2'), await other.find('U1')]).toEqual([{}, {}]);
    await one.choose('U1', { timeZone: 'Europe/Madrid' });
    expect(await one.find('U1')).toEqual({ timeZone: 'Europe/Madrid' });
    await one.choose('U1', {});
    expect(await one.find('U1')).toEqual({});
  });

  test('are cached for some seconds; a choice on another replica shows after that', async () => {
    const own = { db: database().db, account: uniqueName() };
    const [one, replica] = [createPreferences(own), createPreferences(own)];
    expect([await one.find('U1'), await replica.find('U1')]).toEqual([{}, {}]);
    await replica.choose('U1', { language: 'es' });
    expect([await one.find('U1'), await replica.find('U1')]).toEqual([{}, { language: 'es' }]);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    await expect.poll(() => one.find('U1')).toEqual({ language: 'es' });
    vi.setSystemTime(Date.now() + 120_000);
    await replica.choose('U1', {});
    expect(await one.find('U1')).toEqual({});
  });
});
