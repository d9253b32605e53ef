import { describe, expect, test } from 'vitest';
import { createUsage } from '../../src/store/usage.ts';
import { databases, suiteDatabase, uniqueName } from '../support/store.ts';

const HOURLY = { burst: 3, perMinute: 1 / 60 };
const BRISK = { burst: 1, perMinute: 60_000_000 };

describe.each(databases)('usage, %s', (_, url) => {
  const database = suiteDatabase(url);
  const createTestUsage = (account = uniqueName()) => createUsage({ db: database().db, account });

  test('is one bucket for all replicas, which returns the time to wait after a burst', async () => {
    const account = uniqueName();
    const waits = await Promise.all([1, 2, 3, 4, 5].map(() => createTestUsage(account).take('a', HOURLY, 1)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    for (const waitMs of waits.filter((one) => one > 0)) {
      expect(waitMs).toBeGreaterThan(3_000_000);
      expect(waitMs).toBeLessThanOrEqual(3_600_000);
    }
    expect(await createTestUsage(account).take('b', HOURLY, 1)).toBe(0);
    expect(await createTestUsage().take('a', HOURLY, 1)).toBe(0);
  });

  test('takes a token for each use, or none when there are fewer', async () => {
    const usage = createTestUsage();
    expect(await usage.take('a', HOURLY, 2)).toBe(0);
    expect(await usage.take('a', HOURLY, 2)).toBeGreaterThan(3_000_000);
    expect(await usage.take('a', HOURLY, 1)).toBe(0);
  });

  test('refills by the database’s clock, and a full bucket is deleted', async () => {
    const usage = createTestUsage();
    await expect.poll(() => usage.take('a', BRISK, 1)).toBe(0);
    await expect.poll(() => usage.take('a', BRISK, 1)).toBe(0);
    await usage.take('b', HOURLY, 1);
    await expect.poll(() => usage.forget()).toBe(1);
    expect(await usage.forget()).toBe(0);
  });
});
