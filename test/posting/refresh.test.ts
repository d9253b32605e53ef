import { describe, expect, test } from 'vitest';
import { translationsFor } from '../../src/i18n/index.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from '../support/desk.ts';
import { json, platformEntry, servePlatform } from '../support/server.ts';
import { emptyDatabase, suiteDatabase } from '../support/store.ts';
import { actionIdsIn } from '../support/views.ts';

const { agent, agente } = people;
const REFRESH = 'status.share.refresh';
const WAITING = { status: 'sent', time_dlr: '-' };
const { post } = translationsFor('en');

/** A bot and a platform with one message on its way, until `arrives` delivers it and moves the clock. */
async function createSharingDesk(
  env: Record<string, string> = {},
  options: Parameters<typeof startDesk>[1] = {},
) {
  const clock = { now: new Date('2026-11-18T10:32:20Z') };
  const message: { changes: Record<string, unknown> } = { changes: WAITING };
  const gate = { released: Promise.resolve(), onAsked: () => {}, isDown: false };
  const platform = await servePlatform({
    report: async ({ response, earlier }) => {
      gate.onAsked();
      await gate.released;
      if (gate.isDown) json(response, {}, 503);
      else json(response, { data: [platformEntry({ ...message.changes, id: earlier })], total: 1 });
    },
  });
  const database = options.overrides?.database ?? (await emptyDatabase());
  const overrides = { now: () => clock.now, ...options.overrides, database };
  const desk = await startDesk(platform.url, { ...options, env, overrides });
  const posted = () =>
    desk.slack.messages().filter(({ visibleTo, author }) => author === 'bot' && !visibleTo);
  const messageTo = (who: { readonly id: string }) => desk.slack.messages({ person: who.id }).at(-1);
  return {
    desk,
    platform,
    clock,
    gate,
    posted,
    messageTo,
    arrives() {
      message.changes = {};
      clock.now = new Date('2026-11-18T12:00:00Z');
    },
    async share(text = '912345678 today', who: typeof agent | typeof agente = agent) {
      await desk.press(await desk.ask(text, who), 'status.more share', who);
      const [shared] = posted();
      if (!shared) throw new Error('nothing was shared');
      return shared;
    },
    refresh(who: { readonly id: string } = agente) {
      const [message] = posted();
      if (!message) throw new Error('nothing was shared');
      return desk.slack.click({ person: who.id, message, actionId: REFRESH });
    },
    /** Delays the answers of the platform until `release`. `asked` resolves at the first request. */
    delayAnswers() {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
      Object.assign(gate, { released, onAsked });
      return { asked, release };
    },
  };
}

describe('a shared answer', () => {
  test('is refreshed in its place with its thread, as of now, in its own language', async () => {
    const { desk, posted, arrives, share, refresh } = await createSharingDesk();
    await share();
    const [before, rest] = posted();
    expect(before?.text).toMatch(/On its way/);
    expect(actionIdsIn(before?.blocks)).toEqual([REFRESH]);
    const { length: said } = desk.slack.messages();
    arrives();
    await refresh(agente);
    await desk.requestsFinished();
    const [after, details, ...others] = posted();
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      ts: before?.ts,
      text: expect.stringMatching(/Delivered 18 Nov 10:32 UTC/),
    });
    expect(after?.text).toMatch(/Shared by ana · as of 18 Nov 12:00 UTC$/);
    expect(JSON.stringify(after?.blocks)).toContain('<!date^1795003200^');
    expect(details).toMatchObject({ ts: rest?.ts, threadTs: before?.ts });
    expect(details?.text).toContain('1 message: 1 delivered.');
    expect(actionIdsIn(after?.blocks)).toEqual([REFRESH]);
    // No other message is sent, and the audit has the person.
    expect(desk.slack.messages()).toHaveLength(said);
    expect(desk.audited.at(-1)).toMatchObject({
      ...{ act: 'refreshed', surface: REFRESH, person: agente.id, outcome: 'answered' },
      numbers: ['56912345678'],
    });
  });

  test('keeps the days that were shared', async () => {
    const { desk, clock, platform, share, refresh, posted } = await createSharingDesk();
    await share('912345678 yesterday');
    const asked = [...platform.seen.report];
    clock.now = new Date('2026-11-21T12:00:00Z');
    await refresh();
    await desk.requestsFinished();
    // After the days of the question, a look-up without messages asks for the last 31 days.
    expect(platform.seen.report[asked.length]?.body).toEqual(asked[0]?.body);
    expect(posted()[0]?.text).toContain('as of 21 Nov 12:00 UTC');
  });

  test('is not refreshed for another organisation, unless the person who shared it knew', async () => {
    const { desk, platform, posted, messageTo, arrives, share, refresh } = await createSharingDesk();
    // Slack does not report the external channel when the answer is shared.
    desk.slack.failNext('conversations.info', { error: 'internal_error' });
    desk.slack.changeChannel(channels.support.id, { isExternallyShared: true });
    const shared = await share();
    const reads = platform.seen.report.length;
    arrives();
    await refresh(agent);
    await desk.requestsFinished();
    expect(messageTo(agent)).toMatchObject({
      visibleTo: agent.id,
      text: expect.stringContaining(post.externalSince.sentence),
    });
    await refresh(agente);
    await desk.requestsFinished();
    expect(messageTo(agente)?.text).toContain(translationsFor('es').post.externalSince.sentence);
    expect(posted()[0]?.text).toBe(shared.text);
    expect(platform.seen.report).toHaveLength(reads);
    expect(desk.audited.at(-1)).toMatchObject({ act: 'refreshed', outcome: 'refused', why: 'external' });

    const question = await desk.press(await desk.ask('912345678 18/11'), 'status.more share');
    await desk.press(question, 'status.share.external');
    const known = posted().findLast(({ threadTs }) => threadTs === undefined);
    if (!known || known.ts === shared.ts) throw new Error('nothing was shared');
    const readsBefore = platform.seen.report.length;
    await desk.slack.click({ person: agent.id, message: known, actionId: REFRESH });
    await desk.requestsFinished();
    expect(platform.seen.report.length).toBeGreaterThan(readsBefore);
    expect(desk.audited.at(-1)).toMatchObject({ act: 'refreshed', outcome: 'answered' });
  });

  test('stays unchanged when the platform fails, and the person gets a message', async () => {
    const { desk, gate, posted, messageTo, arrives, share, refresh } = await createSharingDesk();
    const shared = await share();
    arrives();
    gate.isDown = true;
    await refresh();
    await desk.requestsFinished();
    expect(posted()[0]).toMatchObject({ ts: shared.ts, text: shared.text });
    expect(messageTo(agente)).toMatchObject({ visibleTo: agente.id });
    expect(desk.audited.at(-1)).toMatchObject({ act: 'refreshed', person: agente.id, outcome: 'failed' });
  });

  test('that Slack no longer changes gives the person a message', async () => {
    const { desk, messageTo, arrives, share, refresh } = await createSharingDesk();
    await share();
    arrives();
    desk.slack.failNext('chat.update', { error: 'message_not_found' });
    await refresh(agent);
    await desk.requestsFinished();
    expect(messageTo(agent)?.text).toContain(post.gone.sentence);
    expect(desk.audited.at(-1)).toMatchObject({ outcome: 'failed', why: 'message_not_found' });
  });
});

describe('an answer shared by another replica or before a restart', () => {
  const database = suiteDatabase(undefined);

  test('is refreshed in its place, and two simultaneous refreshes read once', async () => {
    await database().open();
    const slack = createTestWorkspace();
    const overrides = { database: database() };
    const { desk, platform, delayAnswers, clock, posted, messageTo, arrives, share, refresh } =
      await createSharingDesk({}, { slack, overrides });
    await share();
    const { length: reads } = platform.seen.report;
    const second: Desk = await startDesk(platform.url, {
      slack,
      overrides: { ...overrides, now: () => clock.now },
    });
    arrives();
    const { asked, release } = delayAnswers();
    await refresh(agente);
    await asked;
    slack.connect(desk.url);
    await refresh(agent);
    await slack.until(() => messageTo(agent)?.text.includes(post.refreshing));
    release();
    await Promise.all([desk.requestsFinished(), second.requestsFinished()]);
    expect(platform.seen.report).toHaveLength(reads + 1);
    expect(posted()[0]?.text).toContain('Delivered');
    // It can be refreshed again.
    await refresh(agent);
    await desk.requestsFinished();
    expect(platform.seen.report).toHaveLength(reads + 2);
  });
});
