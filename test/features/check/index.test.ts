import { afterAll, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../../tools/sandbox/index.ts';
import { channels, type Desk, people, startDesk } from '../../support/desk.ts';
import { settingsFor } from '../../support/sandbox.ts';
import { suiteDatabase, uniqueName } from '../../support/store.ts';
import { actionIdsIn } from '../../support/views.ts';

const database = suiteDatabase(undefined);

/** The afternoon of a weekday in Chile. */
const AT = '2026-11-18T18:07:20Z';
const TODAY = AT.slice(0, 10);
/** Value of the menu's option with this label. */
function optionNamed({ blocks }: { readonly blocks: readonly unknown[] }, label: string): string {
  let value = '';
  JSON.parse(JSON.stringify(blocks), (_, part) => {
    if (part?.text?.text === label && part.value) value = part.value;
    return part;
  });
  return value;
}

/** Long: the speed of this machine is not under test. */
const NEVER_MS = 600_000;

/** Enough messages a day to judge the largest operators by one hour. */
const MANY = 12_000;
/** Enough to judge all operators together, and to find one that is down. */
const SOME = 3_000;
/** For tests that do not depend on the number of messages. */
const FEW = 200;

type Volume = typeof MANY | typeof SOME | typeof FEW;

/** All tests of a platform share the readings of past weeks. Each test reads only today again. */
const platforms = {
  [MANY]: createPlatform(MANY),
  [SOME]: createPlatform(SOME),
  [FEW]: createPlatform(FEW),
} as const;

function createPlatform(perDay: Volume) {
  const clock = { now: new Date(AT) };
  const reads: string[] = [];
  // Its own credentials give it its own account in the database that tests share.
  const sandbox = createSandbox({
    now: () => clock.now,
    perDay,
    credentials: { email: `${uniqueName()}@example.com` },
    onCall: ({ operation, request: { body } }) => void (operation === 'report' && reads.push(body)),
  });
  return { sandbox, clock, reads, started: undefined as Promise<{ url: string }> | undefined };
}

afterAll(async () => {
  await Promise.all(Object.values(platforms).map(({ sandbox }: { sandbox: Sandbox }) => sandbox.stop()));
});

interface CheckDeskOptions {
  readonly perDay?: Volume;
  readonly longAfterMs?: number;
  readonly workingAfterMs?: number;
}

/** The bot with a working platform of which nothing of today has been read. */
async function createCheckDesk({ perDay = FEW, ...timings }: CheckDeskOptions = {}) {
  const platform = platforms[perDay];
  const { sandbox, clock, reads } = platform;
  platform.started ??= sandbox.start();
  const { url } = await platform.started;
  sandbox.setFaults({});
  clock.now = new Date(AT);
  await database().db.deleteFrom('readings').where('day', '>=', TODAY).execute();
  const { report } = sandbox.calls;
  const readBefore = reads.length;
  const desk = await startDesk(url, {
    env: settingsFor(sandbox, url),
    overrides: {
      now: () => clock.now,
      database: database(),
      timings: { progressEveryMs: 5, jobPollMs: NEVER_MS, ...timings },
    },
    command: '/sms-check',
  });
  return {
    sandbox,
    clock,
    desk,
    /** How many reports were read for this desk. */
    reports: () => sandbox.calls.report - report,
    /** How often the day of the check was read. Days before may still be read meanwhile. */
    readsOfToday: () => reads.slice(readBefore).filter((body) => body.includes(TODAY)).length,
  };
}

/** Asks until the whole baseline has been read. */
async function ask(desk: Desk, text = '', who: Parameters<Desk['ask']>[1] = people.agent) {
  let answer = await desk.ask(text, who);
  while (/Reading the last|more weeks|Leyendo|leyendo/.test(answer.text)) answer = await desk.ask(text, who);
  return answer;
}

/** Chooses from the menu “…” under an answer. */
async function choose(desk: Desk, message: Awaited<ReturnType<Desk['ask']>>, value: string) {
  await desk.slack.click({ person: people.agent.id, message, actionId: 'check.more', value });
  await desk.requestsFinished();
  const last = desk.slack.messages({ person: people.agent.id }).findLast(({ visibleTo }) => visibleTo);
  if (!last) throw new Error('nothing was said');
  return last;
}

/** The first line of an answer. */
const verdictOf = ({ text }: { readonly text: string }) => text.split('\n')[0];

// Five days are read, also on a slow machine.
const SLOW = { timeout: 300_000 };

describe('/sms-check', SLOW, () => {
  test('tells only the asker that all is well, compared with the last four weeks', async () => {
    const { desk, reports } = await createCheckDesk({ perDay: MANY });
    const answer = await ask(desk);
    expect(answer).toMatchObject({ visibleTo: people.agent.id, channel: channels.support.id });
    // Smaller operators have too few messages to judge.
    expect(answer.text).toMatch(/^Works as usual at \d of \d operators; the others can’t be judged yet\n/);
    expect(answer.text).toMatch(/^Do: Nothing\./m);
    expect(answer.text).not.toContain('Say:');
    expect(answer.text).toContain('as of 18:07 (0 s ago)');
    expect(answer.text).toMatch(/^Entel · normal · /m);
    expect(answer.text).toMatch(/^VTR · too few to tell · – · .*\d+ of \d+ since 15:00 \(about \d+\)/m);
    expect(answer.text).toMatch(/^Ruta Andina · .* · no receipts/m);
    const details = await desk.press(answer, 'check.evidence');
    expect(details.visibleTo).toBe(people.agent.id);
    expect(details.text).toContain('Usual: this hour of the last 4 weeks');
    expect(details.text).not.toContain('Nuestros mensajes de texto');
    const read = reports();

    const spanish = await ask(desk, '', people.agente);
    expect(spanish.text).toMatch(/^Normal en \d de \d operadores; los demás aún no se pueden juzgar\n/);
    expect(spanish.text).toContain('datos de las 15:07');
    // Figures of the last five minutes serve both, and complete weeks are not read again.
    expect(reports()).toBe(read);
  });

  test('names the operator that is down, since when and who is responsible, from fresh figures', async () => {
    const { desk, sandbox, clock } = await createCheckDesk({ perDay: MANY });
    await ask(desk);
    sandbox.setFaults({ operatorDown: { operator: 'Entel', since: '2026-11-18T17:50:00Z' } });
    clock.now = new Date('2026-11-18T18:12:30Z');
    const answer = await ask(desk);
    expect(answer.text).toMatch(/^SMS is down at Entel\n/);
    expect(answer.text).toContain('as of 18:12');
    expect(answer.text).toMatch(/Since about 17:50\./);
    expect(answer.text).toContain('Only this operator’s messages wait before the hand-over');
    expect(answer.text).toContain('Do: Open a ticket with the platform’s support');
    expect(answer.text).toContain('Say: “Text messages to Entel customers are late or not arriving');
    const newest = await desk.press(answer, 'check.newest');
    expect(newest.text).toMatch(/^Newest messages at Entel\n18:1\d:\d\d · \+56 9 •••• •\d{3} · /);

    const menu = await choose(desk, answer, 'choose.*');
    const [person, message] = [people.agent.id, menu];
    const shown = () => desk.slack.messages({ person }).find(({ ts }) => ts === menu.ts)?.text;
    await desk.slack.click({ person, message, actionId: 'check.details', value: optionNamed(menu, 'Entel') });
    await desk.requestsFinished();
    expect(shown()).toMatch(
      /^Not handed over within 30 s · 100% of .* since 18:00, over 30 s old · about \d/m,
    );
    const trust = await desk.press(menu, 'check.evidence');
    expect(trust.text).toContain('Can its receipts be trusted? Based on all its messages of 11 Nov');
    expect(trust.text).toContain('No reason to doubt them.');
    sandbox.setFaults({});
    clock.now = new Date('2026-11-18T18:40:00Z');
    await desk.press(menu, 'check.refresh');
    expect(shown()).toContain('as of 18:40');
    expect(shown()).not.toContain('SMS is down');
    expect((await ask(desk, 'ENT')).text).toMatch(
      /^SMS works as usual at Entel\nSay: “Our text messages to Entel customers are arriving normally right now.”\n/,
    );
  });

  test('gives its own verdict, without rates, when the platform cannot be read', async () => {
    const { desk, sandbox, clock } = await createCheckDesk({ perDay: SOME });
    const answer = await ask(desk);
    sandbox.setFaults({ serverErrors: {} });
    const isAway = /^The SMS platform isn’t answering; I can’t tell if SMS works\n/;
    const shown = () =>
      desk.slack.messages({ person: people.agent.id }).find(({ ts }) => ts === answer.ts)?.text;
    clock.now = new Date('2026-11-18T18:08:30Z');
    await desk.press(answer, 'check.refresh');
    expect(shown()).toMatch(isAway);
    // The figures of 18:07 are young enough for a check, but the platform failed after they were read.
    clock.now = new Date('2026-11-18T18:10:00Z');
    expect((await desk.ask('')).text).toMatch(isAway);
    clock.now = new Date('2026-11-18T18:30:00Z');
    const { text } = await desk.ask('');
    expect(text).toMatch(isAway);
    expect(text).toMatch(
      /Last figures, 18:07: Works as usual overall; no single operator can be judged yet.*\n\d+% of the newest messages arrived within 2 minutes, usually about \d+%\./,
    );
    expect(text).toContain('We can’t see whether text messages arrive');
    expect((await desk.ask('entel', people.agente)).text).toMatch(/^La plataforma de SMS no responde/);
    // A request to wait says nothing about the traffic: the last figures are judged.
    sandbox.setFaults({ rateLimited: { retryAfterSeconds: 90 } });
    const patience = await desk.ask('');
    expect(patience.text).toMatch(/^As of 18:07: Works as usual overall; no single operator/);
    expect(patience.text).toContain('The SMS platform is busy and asked me to wait.');
    expect(patience.text).not.toContain('Our text messages are');
    clock.now = new Date('2026-11-18T18:38:00Z');
    expect((await desk.ask('')).text).toMatch(/^The SMS platform is busy and asked me to wait\./);
  });

  test('does not call the platform silent when it answers with a web page', async () => {
    const { desk, sandbox } = await createCheckDesk();
    sandbox.setFaults({ html: true });
    const { text } = await desk.ask('');
    expect(text).toMatch(/^The platform’s answer can’t be read; I can’t tell if SMS works\n/);
    expect(text).toContain('It may be a maintenance or sign-in page.');
    expect(text).not.toContain('answering');
  });

  test('replaces the waiting line with the answer to a button', async () => {
    const { desk } = await createCheckDesk({ workingAfterMs: 0 });
    const answer = await ask(desk);
    const said = desk.slack.messages().length;
    for (const actionId of ['check.refresh', 'check.more choose.*']) {
      const shown = await desk.press(answer, actionId);
      if (actionId === 'check.refresh') expect(shown).toMatchObject({ ts: answer.ts, replaced: 2 });
    }
    const menu = desk.slack.messages().at(-1);
    if (!menu) throw new Error('nothing was said');
    const one = await desk.choose(menu, 'check.details', optionNamed(menu, 'Entel'));
    expect(one).toMatchObject({ ts: menu.ts, replaced: 2 });
    expect(await desk.press(one, 'check.more show.*')).toMatchObject({ ts: menu.ts, replaced: 4 });
    // The menu came as a separate message, after its own waiting line.
    expect(desk.slack.messages()).toHaveLength(said + 2);
  });

  test('reads again on Refresh, except within a minute of the last reading', async () => {
    const { desk, readsOfToday, clock } = await createCheckDesk();
    const answer = await ask(desk);
    const shown = () =>
      desk.slack.messages({ person: people.agent.id }).find(({ ts }) => ts === answer.ts)?.text;
    const before = readsOfToday();
    expect(before).toBe(1);
    clock.now = new Date('2026-11-18T18:07:54Z');
    await desk.press(answer, 'check.refresh');
    expect(shown()).toContain('Read 34 s ago; Refresh reads again after a minute.');
    expect(readsOfToday()).toBe(before);
    clock.now = new Date('2026-11-18T18:08:30Z');
    await desk.press(answer, 'check.refresh');
    expect(shown()).toContain('as of 18:08 (0 s ago)');
    expect(shown()).not.toContain('Refresh reads again');
    expect(readsOfToday()).toBe(before + 1);
  });

  test('shares two lines with the channel and the rest in a thread, not from direct messages', async () => {
    const { desk } = await createCheckDesk();
    const answer = await ask(desk);
    const said = await choose(desk, answer, 'share.*');
    expect(said).toMatchObject({ text: 'Shared in this channel.', visibleTo: people.agent.id });
    const [shared, rest] = desk.slack
      .messages({ channel: channels.support.id })
      .filter(({ author, visibleTo }) => author === 'bot' && visibleTo === undefined);
    expect(shared?.text).toBe(`${verdictOf(answer)}\nas of 18 Nov 18:07 UTC · Shared by ana`);
    expect(rest).toMatchObject({ threadTs: shared?.ts });
    expect(rest?.text).toContain('By operator');
    expect(actionIdsIn(shared?.blocks)).toEqual(['check.share.refresh']);
    expect(actionIdsIn(rest?.blocks)).toEqual([]);
    const direct = await desk.ask('', people.agent, channels.direct.id);
    expect(JSON.stringify(direct.blocks)).not.toContain('share.*');
  });

  test('explains input that it cannot read, without a platform request', async () => {
    const { desk, reports } = await createCheckDesk();
    expect((await desk.ask('help')).text).toContain('Is SMS broken, and whose fault is it?');
    expect((await desk.ask('ayuda', people.agente)).text).toContain(
      '¿Fallan los SMS, y de quién es la falla?',
    );
    const days = await desk.ask('rehearse 29');
    expect(days.text).toContain('“29” isn’t a number of days from 1 to 28.');
    expect(days.text).toContain('/sms-check rehearse 14');
    const unknownWord = await desk.ask('rehearse 14 hihg');
    expect(unknownWord.text).toContain('I didn’t understand “hihg”.');
    expect(unknownWord.text).toContain('/sms-check rehearse 14 low');
    expect(reports()).toBe(0);
    const misspelt = await ask(desk, 'entle');
    expect(misspelt.text).toContain('Did you mean Entel?');
    const meant = await desk.press(misspelt, 'command.typed.0');
    expect(meant.text).toContain('Entel');
    expect(meant.text).not.toContain('No operator');
  });
});

describe('/sms-check rehearse', SLOW, () => {
  const outage = { operatorDown: { operator: 'Entel', since: '2026-11-18T17:00:00Z' } };

  test('lists the alerts that would have come, and says how to turn them on', async () => {
    const { desk, sandbox } = await createCheckDesk({ perDay: SOME, longAfterMs: NEVER_MS });
    sandbox.setFaults(outage);
    const answer = await desk.ask('rehearse 1');
    expect(answer.text).toMatch(/^17.–.18 Nov: 1 alert would have come\n/);
    expect(answer.text).toMatch(
      /^Entel · down · today 17:02 · goes on · 100% of 15 not handed over within 30 s/m,
    );
    expect(answer.text).toContain('289 checks, one every 5 min, sensitivity normal');
    expect(answer.text).toContain('/sms-check watch');
    // At low sensitivity, as a channel would see them. The button repeats this sensitivity.
    const low = await desk.ask('rehearse 1 low');
    expect(low.text).toContain('289 checks, one every 5 min, sensitivity low');
    expect(low.text).toContain('/sms-check watch low in a channel');
    await desk.press(low, 'check.rehearse');
    const again = desk.slack.messages({ person: people.agent.id }).at(-1);
    expect(again?.ts).not.toBe(low.ts);
    expect(again?.text).toContain('sensitivity low');
  });

  test('shows the progress of a long rehearsal in a direct message that becomes the answer', async () => {
    const { desk, sandbox } = await createCheckDesk({ perDay: SOME, longAfterMs: 0 });
    sandbox.setFaults(outage);
    await desk.ask('ensayar 1', people.agente);
    const inChannel = desk.slack.messages({ channel: channels.support.id });
    expect(inChannel).toHaveLength(1);
    expect(inChannel[0]?.text).toContain('Te envío el ensayo por mensaje directo');
    const [answer, another] = desk.slack.messages({ channel: channels.directo.id });
    expect(answer?.text).toMatch(/: habría llegado 1 aviso\n/);
    expect(answer?.text).toContain('Horas en America/Santiago');
    expect(another).toBeUndefined();
  });

  test('leaves the check unchanged and reports a failed rehearsal in its own message', async () => {
    const { desk, sandbox } = await createCheckDesk({ longAfterMs: 0 });
    const check = await ask(desk);
    sandbox.setFaults({ serverErrors: {} });
    await choose(desk, check, 'rehearse.7');
    const [failed] = desk.slack.messages({ channel: channels.direct.id });
    expect(failed?.text).toContain('couldn’t get an answer');
    expect(failed?.text).toMatch(/Reference: \w{6}/);
    const stands = desk.slack.messages({ channel: channels.support.id }).find(({ ts }) => ts === check.ts);
    expect(stands?.text).toBe(check.text);
  });
});
