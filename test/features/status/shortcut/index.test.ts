import { describe, expect, test } from 'vitest';
import type { Overrides } from '../../../../src/app/overrides.ts';
import type { LocalMessage, LocalView, Person } from '../../../../tools/fake-slack/workspace/workspace.ts';
import { channels, createTestWorkspace, type Desk, people, startDesk } from '../../../support/desk.ts';
import { tablesIn } from '../../../support/queries.ts';
import { json, servePlatform } from '../../../support/server.ts';
import { injectFaults } from '../../../support/slack-weather.ts';
import { emptyDatabase, suiteDatabase } from '../../../support/store.ts';
import { actionIdsIn } from '../../../support/views.ts';

const now = () => new Date('2026-11-18T12:00:00Z');

async function createDesk(
  handlers: Parameters<typeof servePlatform>[0] = {},
  env: Record<string, string> = {},
  changes: Partial<Overrides> = {},
) {
  const platform = await servePlatform(handlers);
  const clock = { now: now() };
  const slack = createTestWorkspace('http', { now: () => clock.now });
  const overrides = { now, database: await emptyDatabase(), ...changes };
  return { platform, clock, desk: await startDesk(platform.url, { env, slack, overrides }) };
}

function written({ slack }: Desk, text: string, channel: string = channels.support.id): LocalMessage {
  slack.say({ person: people.outsider.id, channel, text });
  const message = slack.messages().findLast((one) => one.channel === channel);
  if (!message) throw new Error('nothing was written');
  return message;
}

const shownIn = (view: LocalView | undefined) => JSON.stringify(view?.blocks ?? []);

const use = (desk: Desk, text: string, who: Person = people.agent, channel?: string) =>
  desk.shortcut('status.message', { message: written(desk, text, channel), who });

describe('the message shortcut', () => {
  test('answers the number of the message in a modal, masked, in the user’s language', async () => {
    const { desk } = await createDesk();
    const english = await use(desk, 'Hi, +56 9 1234 5678 never got the code');
    expect(english).toMatchObject({ title: 'SMS Desk', callbackId: 'status.message.answer' });
    expect(shownIn(english)).toContain('Delivered 10:32, 9 s after it was sent');
    expect(shownIn(english)).toContain('+56 9 •••• •678');
    expect(shownIn(english)).not.toContain('1234');
    expect(shownIn(await use(desk, 'no llega a 912345678', people.agente))).toContain('Entregado a las');
    expect(desk.slack.messages().map(({ author }) => author)).toEqual([
      people.outsider.id,
      people.outsider.id,
    ]);
  });

  test('shows details on top of the answer, which returns when they are closed', async () => {
    const { desk } = await createDesk();
    const answer = await use(desk, '912345678');
    const details = await desk.act('status.details');
    expect(details).toMatchObject({ previousId: answer.id, callbackId: 'status.details.answer' });
    expect(shownIn(details)).toContain('1 message: 1 delivered');
    desk.slack.close(people.agent.id);
    expect(desk.slack.modal(people.agent.id)?.id).toBe(answer.id);
    const fresh = await desk.act('status.more', 'refresh');
    expect(fresh?.id).toBe(answer.id);
    expect(shownIn(fresh)).toContain('Delivered 10:32');
  });

  test('lists several numbers with a line and a button each', async () => {
    const { desk } = await createDesk();
    const list = await use(desk, 'Both 912345678 and 987654321, ref: 20261117-42');
    expect(shownIn(list)).toContain('3 found in this message');
    const one = await desk.act('status.number.1');
    expect(one?.previousId).toBe(list.id);
    expect(shownIn(one)).toContain('Delivered 10:32');
  });

  test('uses the first five of six numbers, and says so', async () => {
    const { desk } = await createDesk();
    const numbers = [1, 2, 3, 4, 5, 6].map((digit) => `91234567${digit}`);
    expect(shownIn(await use(desk, numbers.join('\n')))).toContain('I took the first 5 of 6.');
  });

  test('finds no number in small talk, and offers the form', async () => {
    const { desk } = await createDesk();
    expect(shownIn(await use(desk, 'See you at 10:30 on 18/11'))).toContain('I see no number');
    const form = await desk.act('status.ask.form');
    expect(form?.submit).toBe('Look up');
    const answer = await desk.submit({ number: '912345678' });
    expect(answer?.id).toBe(form?.id);
    expect(shownIn(answer)).toContain('Delivered 10:32');
  });

  test('searches around the day of an older message, and says so', async () => {
    const { desk, clock, platform } = await createDesk();
    clock.now = new Date('2026-11-05T10:00:00Z');
    const message = written(desk, '912345678 or ref 20261105-42');
    clock.now = now();
    const view = await desk.shortcut('status.message', { message });
    expect(shownIn(view)).toContain('Messages around 5 Nov, when this was written.');
    expect(shownIn(view)).toContain('References looked up for that day.');
    const days = platform.seen.report.map(({ body }) => body.desde);
    expect(days.every((day) => String(day) < '2026-11-08')).toBe(true);
    expect(platform.seen.info[0]?.request.url).toContain('2026-11-05');
  });
});

describe('the answer in the thread', () => {
  test('is posted masked in the channel’s language, and the modal can return to the answer', async () => {
    const { desk } = await createDesk({}, { LANGUAGE: 'es' });
    const message = written(desk, 'Does +56 9 1234 5678 work?');
    await desk.shortcut('status.message', { message });
    expect(shownIn(await desk.act('status.reply'))).toContain('Answered in the thread.');
    const reply = desk.slack.messages().at(-1);
    expect(reply).toMatchObject({ channel: channels.support.id, threadTs: message.ts });
    expect(reply?.text).toMatch(/Entregado/);
    expect(reply?.text).not.toContain('1234');
    expect(shownIn(await desk.act('status.refresh'))).toContain('Delivered 10:32');
    expect(desk.audited.map(({ act, surface }) => `${surface} ${act}`)).toContain('status.reply looked_up');
  });

  test('is posted once when its button is pressed twice', async () => {
    const { desk } = await createDesk();
    const message = written(desk, '912345678');
    await desk.shortcut('status.message', { message });
    const press = () => desk.slack.act({ person: people.agent.id, actionId: 'status.reply' });
    await Promise.all([press(), press()]);
    await desk.requestsFinished();
    expect(desk.slack.messages().filter(({ threadTs }) => threadTs === message.ts)).toHaveLength(1);
  });

  test('lists several numbers, one per line', async () => {
    const { desk } = await createDesk();
    await use(desk, '912345678 and 987654321');
    expect(shownIn(await desk.act('status.reply'))).toContain('Answered in the thread.');
    expect(desk.slack.messages().at(-1)?.text).toContain('2 found in the message above');
    expect(shownIn(await desk.act('status.message.again'))).toContain('2 found in this message');
  });

  test('says why it cannot be posted', async () => {
    const { desk } = await createDesk({}, { ALLOWED_CHANNELS: '*' });
    await use(desk, '912345678', people.agent, channels.withoutBot.id);
    expect(shownIn(await desk.act('status.reply'))).toContain('isn’t in that channel');
  });
});

describe('the answer in the thread is not posted', () => {
  test.each([
    ['is_archived', 'That channel is archived.'],
    ['restricted_action_read_only_channel', 'Only some people can post in that channel.'],
  ])('when Slack refuses with %s, and the modal says so', async (error, sentence) => {
    const { desk } = await createDesk();
    await use(desk, '912345678');
    const before = desk.slack.messages().length;
    desk.slack.failNext('chat.postMessage', { error });
    const said = await desk.act('status.reply');
    expect(shownIn(said)).toContain(sentence);
    expect(shownIn(said)).not.toContain('Answered in the thread.');
    expect(desk.slack.messages()).toHaveLength(before);
  });

  test('for a person who lost access after the modal opened', async () => {
    const { desk } = await createDesk({}, {}, { timings: { peopleTtlMs: 0 } });
    await use(desk, '912345678');
    const before = desk.slack.messages().length;
    desk.slack.changePerson(people.agent.id, { isDeactivated: true });
    expect(shownIn(await desk.act('status.reply'))).toContain('not in a group');
    expect(desk.slack.messages()).toHaveLength(before);
  });
});

test('a person without access gets the refusal in the modal, without a platform request', async () => {
  const { desk, platform } = await createDesk();
  const view = await use(desk, '912345678', people.outsider);
  expect(shownIn(view)).toContain('not in a group');
  expect(shownIn(view)).not.toContain('button');
  expect(platform.seen.report).toEqual([]);
});

describe('a person with unknown access', () => {
  const database = suiteDatabase(undefined);

  async function createObservedDesk() {
    const asked: string[] = [];
    const observed = database().db.withPlugin({
      transformQuery({ node }) {
        // Expired rows may be deleted at any time.
        if (node.kind !== 'DeleteQueryNode') asked.push(...tablesIn(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { desk, platform } = await createDesk(
      {
        report(request) {
          asked.push('platform');
          platform.good.report(request);
        },
      },
      {},
      { database: { ...database(), db: observed }, timings: { slackAnswerTimeoutMs: 1_000 } },
    );
    return { desk, platform, asked };
  }

  const FIGURES = ['readings', 'observations', 'recent_lookups'];
  const figuresIn = (asked: readonly string[]) => asked.filter((one) => FIGURES.includes(one));

  test('reads that access could not be checked, and no figures are read', async () => {
    const { desk, platform, asked } = await createObservedDesk();
    const message = written(desk, '912345678');
    // Slack accepts the question about the person and never answers it.
    injectFaults(desk.slack, { methods: { 'users.info': { silent: 1 } }, carriedOut: 0 });
    asked.length = 0;
    const use = { person: people.agent.id, callbackId: 'status.message', message };
    expect(await desk.slack.messageShortcut(use)).toMatchObject({ status: 200, timedOut: false });
    expect(desk.slack.apiCalls.map(({ method }) => method)).not.toContain('views.open');
    await desk.requestsFinished();
    expect(shownIn(desk.slack.modal(people.agent.id))).toContain('Slack didn’t confirm in time');
    expect(platform.seen.report).toEqual([]);
    expect(figuresIn(asked)).toEqual([]);
    injectFaults(desk.slack);
    await desk.shortcut('status.message', { message });
    expect(platform.seen.report).not.toEqual([]);
    await expect.poll(() => figuresIn(asked)).not.toEqual([]);
  });
});

describe('a platform failure', () => {
  test('is shown in the modal with a retry button', async () => {
    let isBroken = true;
    const { desk, platform } = await createDesk({
      report: (asked) => (isBroken ? json(asked.response, 'nonsense') : platform.good.report(asked)),
    });
    const failed = await use(desk, '912345678');
    expect(shownIn(failed)).toMatch(/can’t read[\s\S]*Reference: /);
    isBroken = false;
    const answer = await desk.act('status.message.again');
    expect(answer?.id).toBe(failed.id);
    expect(shownIn(answer)).toContain('Delivered 10:32');
  });

  test('is shown after the form too, with a retry button', async () => {
    let isBroken = true;
    const { desk, platform } = await createDesk({
      report: (asked) => (isBroken ? json(asked.response, 'nonsense') : platform.good.report(asked)),
    });
    await desk.globalShortcut('status.form');
    expect(shownIn(await desk.submit({ number: '912345678' }))).toMatch(/can’t read[\s\S]*Reference: /);
    isBroken = false;
    expect(shownIn(await desk.act('status.refresh'))).toContain('Delivered 10:32');
  });
});

describe('a modal that cannot be opened', () => {
  test.each([
    ['912345678', /^Delivered 10:32/, 'status.details'],
    ['912345678 and 987654321', /^2 found in this message/, 'status.message.again'],
  ])('is replaced by a direct message without a button for the thread: %s', async (text, said, button) => {
    const { desk } = await createDesk({}, { ALLOWED_CHANNELS: '*' });
    desk.slack.failNext('views.open', { error: 'expired_trigger_id' });
    const message = written(desk, text, channels.withoutBot.id);
    await desk.slack.messageShortcut({ person: people.agent.id, callbackId: 'status.message', message });
    await desk.requestsFinished();
    const answer = desk.slack.messages({ person: people.agent.id }).at(-1);
    expect(answer).toMatchObject({ channel: channels.direct.id, text: expect.stringMatching(said) });
    expect(actionIdsIn(answer?.blocks)).toContain(button);
    expect(actionIdsIn(answer?.blocks)).not.toContain('status.reply');
  });
});

describe('a modal that is closed before its answer', () => {
  test('is replaced by a direct message', async () => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { desk, platform } = await createDesk({
      async report(request) {
        isAsked();
        await released;
        platform.good.report(request);
      },
    });
    const message = written(desk, '912345678');
    await desk.slack.messageShortcut({ person: people.agent.id, callbackId: 'status.message', message });
    await asked;
    await desk.slack.until(() => desk.slack.modal(people.agent.id));
    desk.slack.close(people.agent.id);
    release();
    await desk.requestsFinished();
    expect(desk.slack.modal(people.agent.id)).toBeUndefined();
    expect(desk.slack.messages({ person: people.agent.id }).at(-1)).toMatchObject({
      channel: channels.direct.id,
      text: expect.stringMatching(/^Delivered 10:32/),
    });
  });
});

describe('the global shortcut', () => {
  test('opens the form, and the answer replaces it', async () => {
    const { desk } = await createDesk();
    const form = await desk.globalShortcut('status.form', people.agente);
    expect(form.submit).toBe('Buscar');
    const answer = await desk.submit({ number: '912345678' }, people.agente);
    expect(answer?.id).toBe(form.id);
    expect(shownIn(answer)).toContain('Entregado a las 07:32');
    // There is no channel to answer in.
    expect(shownIn(answer)).not.toContain('status.reply');
  });
});
