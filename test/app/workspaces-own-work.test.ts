import { describe, expect, test } from 'vitest';
import { workspaceAccount } from '../../src/domain/workspace-account.ts';
import { createIncidents } from '../../src/store/incidents/incidents.ts';
import { createIncidentPosts } from '../../src/store/incidents/messages.ts';
import { channels, people } from '../support/desk.ts';
import { aShiftsClock, checksOf } from '../support/incidents-desk.ts';
import { anUpstreamOf } from '../support/sandbox.ts';
import { steadyTraffic } from '../support/steady-traffic.ts';
import { databases, suiteDatabase } from '../support/store.ts';
import { soon } from '../support/summaries-desk.ts';
import { type Side, twoWorkspaces, ways } from '../support/two-workspaces.ts';

/** What the bot has posted for all in the channel, but for what stands in threads. */
const posts = ({ slack }: Side) =>
  slack
    .messages({ channel: channels.support.id })
    .filter((one) => one.author === 'bot' && one.visibleTo === undefined && one.threadTs === undefined);
const posted = (side: Side) => side.slack.until(() => posts(side).length > 0 && posts(side), soonOf);
const soonOf = { timeoutMs: soon.timeout };

describe.each(databases)('what the bot does by itself in two workspaces, %s', (_, url) => {
  const database = suiteDatabase(url);

  describe.each(ways)('%s', (_way, way) => {
    test('a summary comes to the channel that has it, in its language, once in each', async () => {
      const { now, moveTo } = aShiftsClock();
      const { a, b } = await twoWorkspaces({ database: database(), ...way, now });
      // The same channel by its id: what one asks for leaves the other’s as it is.
      await a.ask('/sms-report subscribe 15:30 en');
      await b.ask('/sms-report subscribe 15:30 es');
      moveTo('15:31:00');
      const [ofA, ofB] = [await posted(a), await posted(b)];
      expect(ofA).toHaveLength(1);
      expect(ofB).toHaveLength(1);
      expect(ofA[0]?.text).toContain('Messages: ');
      expect(ofB[0]?.text).toContain('Mensajes: ');
    });

    test('an incident is posted and stands on Home where it is watched, and nowhere else', async () => {
      const { now, moveTo } = aShiftsClock();
      const steady = steadyTraffic(now);
      const { a, b } = await twoWorkspaces({
        database: database(),
        ...way,
        now,
        overrides: { report: { traffic: steady.traffic } },
      });
      await a.ask('/sms-check watch');
      const account = workspaceAccount(a.id, anUpstreamOf({ ...a.platform, now }).account);
      const rows = { db: database().db, account };
      const [incidents, incidentPosts] = [createIncidents(rows), createIncidentPosts(rows)];
      const { breakDown } = checksOf({ incidents, incidentPosts, steady, moveTo });
      await breakDown('Movistar');
      expect(await incidents.open()).toHaveLength(1);
      expect((await posted(a))[0]?.text).toContain('Movistar');
      const shown = async (side: Side) => JSON.stringify(await side.openHome(people.agent));
      expect(await shown(a)).toContain('nobody has it yet');
      expect(await shown(b)).not.toContain('nobody has it yet');
      expect(posts(b)).toEqual([]);
    });
  });
});
