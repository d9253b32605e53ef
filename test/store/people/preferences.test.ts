import { describe, expect, test } from 'vitest';
import { createPreferences } from '../../../src/store/people/preferences.ts';
import { aName, databases, suiteDatabase } from '../../support/store.ts';

describe.each(databases)('preferences, %s', (_, url) => {
  const database = suiteDatabase(url);

  test('are each person’s own, replace what was chosen before, and can be given up', async () => {
    const own = { db: database().db, account: aName() };
    const [one, other] = [createPreferences(own), createPreferences({ ...own, account: aName() })];
    expect(await one.find('U1')).toEqual({});
    await one.choose('U1', { language: 'es', timeZone: 'America/Santiago' });
    expect(await one.find('U1')).toEqual({ language: 'es', timeZone: 'America/Santiago' });
    expect([await one.find('U2'), await other.find('U1')]).toEqual([{}, {}]);
    await one.choose('U1', { timeZone: 'Europe/Madrid' });
    expect(await one.find('U1')).toEqual({ timeZone: 'Europe/Madrid' });
    await one.choose('U1', {});
    expect(await one.find('U1')).toEqual({});
  });
});
