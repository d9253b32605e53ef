import { expect, test } from 'vitest';
import { createUsageLimits } from '../../src/slack/listeners/usage-limits.ts';
import { channels, createTestWorkspace, people, startDesk } from '../support/desk.ts';
import { servePlatform } from '../support/server.ts';
import { suiteDatabase } from '../support/store.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const burst = 5;
/** No token is refilled during a test. */
const usageLimits = { person: { burst, perMinute: 0.01 }, workspace: { burst: 1_000, perMinute: 300 } };
const database = suiteDatabase(undefined);

test('a person with too many look-ups is refused by all replicas, and no one else is', async () => {
  await database().open();
  const platform = await servePlatform();
  const slack = createTestWorkspace();
  const options = { slack, overrides: { now, database: database(), usageLimits } };
  const desks = [await startDesk(platform.url, options), await startDesk(platform.url, options)] as const;
  const ask = (desk: (typeof desks)[number], person: string, text: string) => {
    slack.connect(desk.url);
    return slack.command({ person, channel: channels.support.id, command: '/sms-status', text });
  };
  for (let asked = 0; asked < burst + 12; asked += 1) {
    const number = `9123${String(45_000 + asked)}`.slice(0, 9);
    await ask(desks[asked % 2 === 0 ? 0 : 1], people.agent.id, number);
  }
  await Promise.all(desks.map((desk) => desk.requestsFinished()));
  const said = (person: string, words: RegExp) =>
    slack.messages({ person }).filter(({ author, text }) => author === 'bot' && words.test(text)).length;
  const refused = said(people.agent.id, /^You’ve asked a lot in a short time[\s\S]*Try again in /);
  expect(refused).toBe(12);
  expect(platform.seen.report.length).toBe(burst);

  slack.connect(desks[0].url);
  const reads = platform.seen.report.length;
  expect((await desks[0].ask('912345678', people.agente)).text).toContain('+56 9 •••• •678');
  expect(platform.seen.report.length).toBe(reads + 1);
  const logged = desks.flatMap(({ logLines }) => logLines).filter(({ refusal }) => refusal === 'usage');
  expect(logged).toHaveLength(refused);
});

test('a look-up of several numbers counts each of them', async () => {
  const platform = await servePlatform();
  const desk = await startDesk(platform.url, { overrides: { now, usageLimits } });
  const numbers = ['912345671', '912345672', '912345673'];
  expect((await desk.ask(numbers.join(' '))).text).toContain('•671');
  expect((await desk.ask(numbers.join(' '))).text).toMatch(/^You’ve asked a lot in a short time/);
  expect(platform.seen.report).toHaveLength(numbers.length);
  expect(desk.audited.at(-1)).toMatchObject({ act: 'looked_up', outcome: 'refused', why: 'usage' });
  // One question remains: the refused look-up used one token, and none for its further numbers.
  expect((await desk.ask('912345674')).text).toContain('•674');
  expect((await desk.ask('912345675')).text).toMatch(/^You’ve asked a lot/);
});

test('there is no limit when LIMIT_USAGE is no', async () => {
  const platform = await servePlatform();
  const desk = await startDesk(platform.url, { env: { LIMIT_USAGE: 'no' }, overrides: { now, usageLimits } });
  for (let asked = 0; asked < burst + 5; asked += 1)
    expect((await desk.ask('912345678')).text).toContain('+56 9 •••• •678');
});

test('waits for an unresponsive database once, not for each limit and request', async () => {
  const asked: string[] = [];
  const takeSharedTokens = async (who: string) => {
    asked.push(who);
    return Promise.withResolvers<number>().promise;
  };
  const overLimit = createUsageLimits({ takeSharedTokens, sharedCountsTimeoutMs: 1 });
  expect(await overLimit('U1')).toBeUndefined();
  expect(await overLimit('U2')).toBeUndefined();
  expect(asked).toEqual(['U1']);
});
