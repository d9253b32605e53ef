import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/runtime/durations.ts';
import { recordKeptAudit } from '../support/audit.ts';
import { aDesk, aWorkspace, channels, people } from '../support/desk.ts';
import { aRequester } from '../support/requests.ts';
import { recordSent } from '../support/sent-run.ts';
import { servePlatform } from '../support/server.ts';
import { databases, suiteDatabase } from '../support/store.ts';

const soon = { timeout: 120_000, interval: 50 };

describe.each(databases)('AUDIT_CHANNEL of two replicas, %s', (_, url) => {
  const database = suiteDatabase(url);

  /** Two bots that look at what stands out once a minute, by a clock that can be moved on. */
  async function twoDesks() {
    const platform = await servePlatform();
    const slack = aWorkspace();
    let aheadMs = 0;
    const now = () => new Date(Date.now() + aheadMs);
    const env = { AUDIT_CHANNEL: channels.random.id, LIMIT_USAGE: 'no', OPS_PORT: '0' };
    const overrides = { now, database: database(), doesDueWork: true };
    const options = { slack, env, overrides, keepsAudit: true };
    const desks = [await aDesk(platform.url, options), await aDesk(platform.url, options)];
    await Promise.all(desks.map((desk) => desk.prepare()));
    const requesters = await Promise.all(desks.map(aRequester));
    /** Asks for so many numbers, of one bot after the other. */
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
      lookAgain() {
        aheadMs += 2 * MINUTE_MS;
      },
      metrics: () => Promise.all(desks.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text())),
      told: () => slack.messages({ channel: channels.random.id }).map(({ text }) => text),
    };
  }

  test('is told once of somebody who asks for one number after the other, and once of refusals', async () => {
    const { scrape, lookAgain, told, metrics } = await twoDesks();
    await scrape(people.agent.id, 63);
    lookAgain();
    await expect.poll(told, soon).toEqual([expect.stringContaining('asked about 63 different numbers')]);
    expect(told()[0]).toMatch(/ana \(U1\)[\s\S]*npm run audit -- --user U1 --since 20/);
    // The look that finds this finds the other once more.
    await scrape(people.outsider.id, 10);
    lookAgain();
    await expect.poll(told, soon).toHaveLength(2);
    expect(told()[1]).toContain('cleo (U3) was refused 10 times within an hour');
    expect(told().join('\n')).not.toMatch(/9123|45\d{3}/);
    for (const text of await metrics()) recordSent('metrics', text);
    const rows = await recordKeptAudit(database());
    // Times and digests may have any digits.
    const kept = rows.map(({ at, expires_at, id, number_digest, ...row }) => row);
    expect(JSON.stringify(kept)).not.toMatch(/9123 ?45|56 ?9/);
  });
});
