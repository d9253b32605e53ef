import type { KnownBlock } from '@slack/types';
import { WebClient } from '@slack/web-api';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { eraseNumber } from '../../src/cli/erase.ts';
import type { ControlSession } from '../../src/control/open-control.ts';
import { auditEntries } from '../../src/control/operations.ts';
import { parseMsisdn } from '../../src/domain/messages/msisdn.ts';
import { workspaceOfAccount } from '../../src/domain/workspace-account.ts';
import { createSealer } from '../../src/runtime/crypto.ts';
import type { Database } from '../../src/store/database.ts';
import { elementsIn } from '../../tools/fake-slack/block-kit/element-state.ts';
import { recordsIn, textIn } from '../../tools/fake-slack/json.ts';
import { withIds } from '../../tools/fake-slack/modals/view.ts';
import type { LocalMessage } from '../../tools/fake-slack/workspace/workspace.ts';
import { recordKeptAudit } from '../support/audit.ts';
import { people } from '../support/desk.ts';
import { numberOf } from '../support/sandbox.ts';
import { databases, suiteDatabase } from '../support/store.ts';
import { SECRET_KEY, twoWorkspaces, type WorkspaceSide, ways } from '../support/two-workspaces.ts';
import { sharedBySuite } from '../support/when-over.ts';

const NUMBER = numberOf('delivered');
const MASKED = '••••';
const PERSON = people.agent.id;

interface Row {
  /** An act of a person in the first workspace. */
  readonly does: string;
  readonly act: (side: WorkspaceSide) => Promise<unknown>;
  /** Shows the place where the act is visible. Without it, the act is visible only in its answer. */
  readonly look?: (side: WorkspaceSide) => Promise<unknown>;
  /** The text that is visible after the act, only in the first workspace. */
  readonly trace: string;
}

const rows: readonly Row[] = [
  { does: 'looks up a number', act: (a) => a.ask(`/sms-status ${NUMBER}`), trace: MASKED },
  { does: 'reads a report', act: (a) => a.ask('/sms-report yesterday'), trace: 'report.refresh' },
  { does: 'checks', act: (a) => a.ask('/sms-check'), trace: 'check.refresh' },
  { does: 'mentions the bot', act: (a) => a.mention(NUMBER), trace: MASKED },
  { does: 'writes to the bot', act: (a) => a.directMessage(NUMBER), trace: MASKED },
  {
    does: 'has a workflow look up a number',
    act: (a) => a.runStep('look_up_sms_delivery', { number: NUMBER, person: PERSON, channel: 'C1' }),
    trace: MASKED,
  },
  {
    does: 'uses the shortcut of a message',
    act: (a) =>
      a.shortcut('status.message', {
        message: a.slack.say({ person: people.agente.id, channel: 'C1', text: `no code at ${NUMBER}` }),
      }),
    trace: MASKED,
  },
  {
    does: 'uses the shortcut from anywhere',
    act: (a) => a.globalShortcut('status.form'),
    trace: 'status.form',
  },
  {
    does: 'subscribes a channel',
    act: (a) => a.ask('/sms-report subscribe 07:41'),
    look: (side) => side.ask('/sms-report subscriptions'),
    trace: '07:41',
  },
  {
    does: 'has a channel watch',
    act: (a) => a.ask('/sms-check watch high'),
    look: (side) => side.ask('/sms-check watches'),
    trace: 'Sensitivity high',
  },
  { does: 'shares an answer', act: share, trace: 'status.share.refresh' },
  {
    does: 'looks a number up on Home',
    async act(a) {
      await a.openHome();
      await a.actHome('home.number', NUMBER);
      // A look-up is stored after the answer.
      await expect.poll(async () => JSON.stringify(await a.openHome())).toContain('home.recent.1');
    },
    look: (side) => side.openHome(),
    trace: 'home.recent.1',
  },
  {
    does: 'chooses a zone on Home',
    async act(a) {
      await a.openHome();
      await a.actHome('home.preferences');
      await a.submit({ language: 'slack', zone: 'Europe/Madrid' });
    },
    look: (side) => side.openHome(),
    trace: 'Europe/Madrid',
  },
];

async function share(side: WorkspaceSide): Promise<LocalMessage> {
  await side.press(await side.ask(`/sms-status ${NUMBER}`), 'status.more share');
  const shared = side.slack
    .messages({ channel: 'C1' })
    .findLast(({ visibleTo, threadTs }) => visibleTo === undefined && threadTs === undefined);
  if (shared === undefined) throw new Error('nothing was shared');
  return shared;
}

/** Another suite tests the automatic work of the bot. */
const overrides = { doesDueWork: false };

describe.each(databases)('of two workspaces, %s', (_, url) => {
  const database = suiteDatabase(url);

  describe.each(ways)('%s', (_way, way) => {
    // READ_AHEAD: reading ahead would run at the same time as the acts.
    const shared = sharedBySuite(() =>
      twoWorkspaces({ database: database(), ...way, overrides, entry: { READ_AHEAD: 'no' } }),
    );

    // This test runs first, before any act in either workspace.
    test('no act in one is visible in the other', async () => {
      const { a, b } = shared();
      const known = new Set(await accountsIn(database()));
      const before = b.everything();
      for (const { does, act, look, trace } of rows) {
        const done = await act(a);
        expect(b.everything(), does).toBe(before);
        expect(JSON.stringify((await look?.(a)) ?? done), does).toContain(trace);
      }
      const added = (await accountsIn(database())).filter((account) => !known.has(account));
      expect(added.map(workspaceOfAccount)).toEqual(['T1']);
      for (const { does, look, trace } of rows) {
        if (look) expect(JSON.stringify(await look(b)), does).not.toContain(trace);
        expect(b.everything(), does).not.toContain(trace);
      }
    });

    test('a sealed value of one opens nothing in the other', async () => {
      const { a, b } = await twoWorkspaces({ database: database(), ...way, overrides });
      const answer = await a.ask(`/sms-status ${NUMBER}`);
      const shared = await share(a);
      const { calls } = b.platform.sandbox;
      for (const message of [answer, shared]) {
        const forged = await postedIn(b, message);
        for (const action of actionsOf(message)) {
          const before = calls.report;
          const said = await b.press(forged, action);
          expect(calls.report, action).toBe(before);
          expect(said.text, action).not.toContain(MASKED);
        }
      }
      // It opens in its own workspace.
      const before = a.platform.sandbox.calls.report;
      await a.press(answer, 'status.more refresh');
      expect(a.platform.sandbox.calls.report).toBeGreaterThan(before);
    });

    test('each has its own usage limits', async () => {
      const usageLimits = {
        person: { burst: 2, perMinute: 0.01 },
        workspace: { burst: 1_000, perMinute: 300 },
      };
      const limited = { ...overrides, usageLimits };
      const { a, b } = await twoWorkspaces({ database: database(), ...way, overrides: limited });
      for (const _time of [1, 2]) expect((await a.ask(`/sms-status ${NUMBER}`)).text).toContain(MASKED);
      expect((await a.ask(`/sms-status ${NUMBER}`)).text).toContain('You’ve asked a lot');
      expect((await b.ask(`/sms-status ${NUMBER}`)).text).toContain(MASKED);
    });

    test('the audit of each is listed separately', async () => {
      const { a, b, bots } = shared();
      // After this, the audit is written to the database.
      await Promise.all(bots.map((bot) => bot.prepare()));
      // Entries of other people may still be written in the background.
      const who = people.agente;
      const listed = async (workspace: string) =>
        (await Array.fromAsync(auditEntries.run({ workspace, person: who.id }, database()))).map(
          ({ id }) => id,
        );
      const [ofA, ofB] = [await listed(a.id), await listed(b.id)];
      await a.ask(`/sms-status ${NUMBER}`, who);
      await expect.poll(async () => (await listed(a.id)).length).toBe(ofA.length + 1);
      expect(await listed(b.id)).toEqual(ofB);
      await b.ask(`/sms-status ${NUMBER}`, who);
      await expect.poll(async () => (await listed(b.id)).length).toBe(ofB.length + 1);
      expect(await listed(a.id)).toHaveLength(ofA.length + 1);
      for (const { account, team } of await recordKeptAudit(database()))
        expect(team).toBe(workspaceOfAccount(account));
    });

    test('a number is erased in both, with the key of each workspace', async () => {
      const { a, b } = shared();
      const erased = numberOf('stuck');
      // A person without look-ups so far.
      const who = people.agente;
      const shown = async (side: WorkspaceSide) => JSON.stringify(await side.openHome(who));
      for (const side of [a, b]) {
        await side.openHome(who);
        await side.actHome('home.number', erased, who);
        await expect.poll(() => shown(side)).toContain('home.recent.1');
        await side.actHome('home.number', NUMBER, who);
        await expect.poll(() => shown(side)).toContain('home.recent.2');
      }
      const msisdn = parseMsisdn(erased, 'CL');
      if (!msisdn) throw new Error('no number');
      const control: ControlSession = { ask: ({ run }, input) => run(input, database()), async close() {} };
      const sealer = createSealer(SECRET_KEY);
      const done = await Array.fromAsync(eraseNumber(msisdn, { control, sealer, isCheck: false }));
      expect(done).toContainEqual({ what: 'recent look-ups on Homes', rows: 2, unopened: 0 });
      for (const side of [a, b]) {
        expect(await shown(side)).toContain('home.recent.1');
        expect(await shown(side)).not.toContain('home.recent.2');
      }
    });

    test('each reads the figures of its own account', async () => {
      const { a, b } = shared();
      // A person without preferences in either workspace.
      const read = (side: WorkspaceSide) => side.ask('/sms-report yesterday', people.agente);
      const [ofA, ofB] = [await read(a), await read(b)];
      expect(ofB.text === ofA.text).toBe(way.isSameAccount);
    });
  });
});

/** The accounts of workspaces that have rows in any table. */
async function accountsIn({ db, schema }: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = ${schema} and column_name = 'account'`.execute(db);
  const found = await Promise.all(
    tables.map(({ name }) =>
      sql<{ account: string }>`select account from ${sql.id(schema, name)}`.execute(db),
    ),
  );
  const accounts = found.flatMap((one) => one.rows.map(({ account }) => account));
  return [...new Set(accounts)].filter((account) => workspaceOfAccount(account) !== undefined);
}

/** Posts a message of one workspace unchanged in the other, as the bot. */
async function postedIn({ id, slack }: WorkspaceSide, { text, blocks }: LocalMessage): Promise<LocalMessage> {
  const { apiUrl } = await slack.start();
  const client = new WebClient(`xoxb-${id}`, { slackApiUrl: apiUrl, retryConfig: { retries: 0 } });
  await client.chat.postMessage({ channel: 'C1', text, blocks: blocks as KnownBlock[] });
  const message = slack.messages({ channel: 'C1' }).at(-1);
  if (message === undefined) throw new Error('nothing was posted');
  return message;
}

/** All buttons and menu entries of a message. */
function actionsOf({ blocks }: LocalMessage): string[] {
  return elementsIn(withIds(blocks)).flatMap(({ actionId, type, element }) =>
    type === 'overflow'
      ? recordsIn(element.options).map((option) => `${actionId} ${textIn(option, 'value')}`)
      : [actionId],
  );
}
