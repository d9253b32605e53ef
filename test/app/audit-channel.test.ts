import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/runtime/durations.ts';
import { recordKeptAudit } from '../support/audit.ts';
import { channels, createTestWorkspace, people, startDesk } from '../support/desk.ts';
import { createRequester } from '../support/requests.ts';
import { recordSent } from '../support/sent-run.ts';
import { servePlatform } from '../support/server.ts';
import { databases, suiteDatabase } from '../support/store.ts';

const soon = { timeout: 120_000, interval: 50 };

describe.each(databases)('AUDIT_CHANNEL of two replicas, %s', (_, url) => {
  const database = suiteDatabase(url);

  /** Two bots that check for conspicuous use once a minute, with a clock that the test moves. */
  async function createTwoDesks() {
    const platform = await servePlatform();
    const slack = createTestWorkspace();
    let aheadMs = 0;
    const now = () => new Date(Date.now() + aheadMs);
    const env = { AUDIT_CHANNEL: channels.random.id, LIMIT_USAGE: 'no', OPS_PORT: '0' };
    const overrides = { now, database: database(), doesDueWork: true };
    const options = { slack, env, overrides, storesAudit: true };
    const desks = [await startDesk(platform.url, options), await startDesk(platform.url, options)];
    await Promise.all(desks.map((desk) => desk.prepare()));
    const requesters = await Promise.all(desks.map(createRequester));
    /** Looks up some numbers, at one bot after the other. */
    async function scrape(person: string, count: number): Promise<void> {
      for (let asked = 0; asked < count; asked += 1) {
        const requester = requesters[asked % requesters.length];
        const from = { person, channel: channels.support.id };
        await requester?.command(from, '/sms-status', `9123${45_000 + asked}`);
      }
      const written = () =>
        database().db.selectFrom('audit').where('person', '=', person).select('id').execute();
      await expect.poll(async () => (await written()).length, soon).toBe(count);
    }
    return {
      scrape,
      checkAgain() {
        aheadMs += 2 * MINUTE_MS;
      },
      metrics: () => Promise.all(desks.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text())),
      reports: () => slack.messages({ channel: channels.random.id }).map(({ text }) => text),
    };
  }

  test('receives one report of a person with many look-ups, and one of refusals', async () => {
    const { scrape, checkAgain, reports, metrics } = await createTwoDesks();
    await scrape(people.agent.id, 63);
    checkAgain();
    await expect.poll(reports, soon).toEqual([expect.stringContaining('asked about 63 different numbers')]);
    expect(reports()[0]).toMatch(/ana \(U1\)[\s\S]*npm run audit -- --user U1 --since 20/);
    // The check that finds this finds the first person again.
    await scrape(people.outsider.id, 10);
    checkAgain();
    await expect.poll(reports, soon).toHaveLength(2);
    expect(reports()[1]).toContain('cleo (U3) was refused 10 times within an hour');
    expect(reports().join('\n')).not.toMatch(/9123|45\d{3}/);
    for (const text of await metrics()) recordSent('metrics', text);
    const rows = await recordKeptAudit(database());
    // Times and digests may have any digits.
    const stored = rows.map(({ at, expires_at, id, number_digest, ...row }) => row);
    expect(JSON.stringify(stored)).not.toMatch(/9123 ?45|56 ?9/);
  });
});
