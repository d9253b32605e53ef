import { describe, expect, test } from 'vitest';
import { workspaceAccount } from '../../src/domain/workspace-account.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { channels, people } from '../support/desk.ts';
import { checksOf, createShiftClock } from '../support/incidents-desk.ts';
import { openUpstreamOf } from '../support/sandbox.ts';
import { steadyTraffic } from '../support/steady-traffic.ts';
import { databases, suiteDatabase } from '../support/store.ts';
import { soon } from '../support/summaries-desk.ts';
import { twoWorkspaces, type WorkspaceSide, ways } from '../support/two-workspaces.ts';

/** The visible posts of the bot in the channel, without those in threads. */
const posts = ({ slack }: WorkspaceSide) =>
  slack
    .messages({ channel: channels.support.id })
    .filter((one) => one.author === 'bot' && one.visibleTo === undefined && one.threadTs === undefined);
const posted = (side: WorkspaceSide) => side.slack.until(() => posts(side).length > 0 && posts(side), soonOf);
const soonOf = { timeoutMs: soon.timeout };

describe.each(databases)('the automatic work of the bot in two workspaces, %s', (_, url) => {
  const database = suiteDatabase(url);

  describe.each(ways)('%s', (_way, way) => {
    test('a summary is posted once in each, in the language of its subscription', async () => {
      const { now, moveTo } = createShiftClock();
      const { a, b } = await twoWorkspaces({ database: database(), ...way, now });
      // Both channels have the same id; a setting in one workspace does not change the other.
      await a.ask('/sms-report subscribe 15:30 en');
      await b.ask('/sms-report subscribe 15:30 es');
      moveTo('15:31:00');
      const [ofA, ofB] = [await posted(a), await posted(b)];
      expect(ofA).toHaveLength(1);
      expect(ofB).toHaveLength(1);
      expect(ofA[0]?.text).toContain('Messages: ');
      expect(ofB[0]?.text).toContain('Mensajes: ');
    });

    test('an incident is posted and shown on Home only where a channel watches', async () => {
      const { now, moveTo } = createShiftClock();
      const steady = steadyTraffic(now);
      const { a, b } = await twoWorkspaces({
        database: database(),
        ...way,
        now,
        overrides: { report: { traffic: steady.traffic } },
      });
      await a.ask('/sms-check watch');
      const account = workspaceAccount(a.id, openUpstreamOf({ ...a.platform, now }).account);
      const rows = { db: database().db, account };
      const [incidents, incidentPosts] = [createIncidents(rows), createIncidentPosts(rows)];
      const { breakDown } = checksOf({ incidents, incidentPosts, steady, moveTo });
      await breakDown('Movistar');
      expect(await incidents.open()).toHaveLength(1);
      expect((await posted(a))[0]?.text).toContain('Movistar');
      const shown = async (side: WorkspaceSide) => JSON.stringify(await side.openHome(people.agent));
      expect(await shown(a)).toContain('no one has it yet');
      expect(await shown(b)).not.toContain('no one has it yet');
      expect(posts(b)).toEqual([]);
    });
  });
});
