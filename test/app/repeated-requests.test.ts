import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { signBody } from '../../tools/fake-slack/slack-api/delivery.ts';
import {
  channels,
  createTestWorkspace,
  type Desk,
  people,
  SIGNING_SECRET,
  startDesk,
} from '../support/desk.ts';
import { serve, servePlatform } from '../support/server.ts';
import { databases, suiteDatabase } from '../support/store.ts';

const now = () => new Date('2026-11-18T12:00:00Z');
const person = people.agent.id;
const channel = channels.support.id;
const MASKED = '+56 9 •••• •678';

interface Recorded {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Two replicas on one database, and a recorder of Slack's requests, which a test can send again. */
async function createTwoDesks(database: ReturnType<typeof suiteDatabase>) {
  await database().open();
  const platform = await servePlatform();
  const slack = createTestWorkspace('http');
  const options = { slack, overrides: { now, database: database() } };
  const desks = [await startDesk(platform.url, options), await startDesk(platform.url, options)] as const;
  slack.connect(desks[0].url);
  const recorded: Recorded[] = [];
  const recorder = await serve(async (request, response) => {
    const { 'content-type': type, ...headers } = request.headers;
    const signed = ['x-slack-request-timestamp', 'x-slack-signature'].map((name) => [name, headers[name]]);
    recorded.push({
      body: await text(request),
      headers: { 'content-type': type, ...Object.fromEntries(signed) },
    });
    response.end();
  });
  const settled = () => Promise.all(desks.map((desk) => desk.requestsFinished()));
  return {
    desks,
    slack,
    platform,
    settled,
    /** The answers of the bot, without Slack's own messages about missing acknowledgements. */
    answers: (words = '') =>
      slack
        .messages({ person })
        .filter(({ author, text }) => author === 'bot' && text.includes(words))
        .map(({ text }) => text),
    /** The one request that Slack sends during an act; it reaches no bot. */
    async record(act: () => Promise<unknown>): Promise<Recorded> {
      slack.connect(recorder);
      await act();
      slack.connect(desks[0].url);
      const [request, ...more] = recorded.splice(0);
      if (!request || more.length > 0) throw new Error('one request was to be kept');
      return request;
    },
    /** Sends a request twice to both bots. Each acknowledges it with an empty answer. */
    async sendToBoth(request: Recorded): Promise<void> {
      const send = ({ url }: Desk) => fetch(url, { method: 'POST', ...request });
      for (const answers of [await Promise.all(desks.map(send)), await Promise.all(desks.map(send))]) {
        for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, '']);
      }
      await settled();
    },
  };
}

describe.each(databases)('a request sent again to either of two replicas has one effect, %s', (_, url) => {
  const database = suiteDatabase(url);

  test('a command', async () => {
    const { slack, platform, answers, record, sendToBoth } = await createTwoDesks(database);
    const asked = { person, channel, command: '/sms-status', text: '912345678' };
    await sendToBoth(await record(() => slack.command(asked)));
    expect(platform.seen.report).toHaveLength(1);
    expect(answers(MASKED)).toHaveLength(1);
  });

  test('a click', async () => {
    const { desks, slack, platform, record, sendToBoth } = await createTwoDesks(database);
    const message = await desks[0].ask('912345678');
    const click = { person, message, actionId: 'status.more', value: 'refresh' };
    await sendToBoth(await record(() => slack.click(click)));
    expect(platform.seen.report).toHaveLength(2);
  });

  test('a form', async () => {
    const { slack, platform, answers, settled, record, sendToBoth } = await createTwoDesks(database);
    await slack.command({ person, channel, command: '/sms-status', text: '' });
    await settled();
    await sendToBoth(await record(() => slack.submit({ person, values: { number: '912345678' } })));
    expect(platform.seen.report).toHaveLength(1);
    expect(answers(MASKED)).toHaveLength(1);
  });

  test('a mention: five deliveries give one answer in the thread', async () => {
    const { desks, slack, platform, record, settled } = await createTwoDesks(database);
    const event = await record(async () => {
      slack.say({ person, channel, text: '@bot 912345678' });
      await slack.eventsSent();
    });
    const [first, second] = desks;
    const send = ({ url }: Desk) => fetch(url, { method: 'POST', ...event });
    await Promise.all([first, second, first].map(send));
    await settled();
    for (const desk of [second, first]) await send(desk);
    await settled();
    expect(platform.seen.report).toHaveLength(1);
    const said = slack.messages().filter(({ author }) => author === 'bot');
    expect(said.map(({ text, visibleTo }) => [text.includes(MASKED), visibleTo])).toEqual([
      [true, undefined],
    ]);
  });

  test('a direct message that Slack signs again', async () => {
    const { slack, answers, record, sendToBoth } = await createTwoDesks(database);
    const event = await record(async () => {
      slack.say({ person, channel: channels.direct.id, text: 'hello' });
      await slack.eventsSent();
    });
    await sendToBoth(event);
    const timestampSeconds = Number(event.headers['x-slack-request-timestamp']) + 60;
    const form = { contentType: 'application/json', text: event.body };
    await sendToBoth(signBody(form, SIGNING_SECRET, { timestampSeconds }));
    expect(answers()).toHaveLength(1);
  });

  test('the run of a workflow step, also in another event', async () => {
    const { slack, platform, record, sendToBoth } = await createTwoDesks(database);
    const inputs = { number: '912345678', person };
    const run = await record(() => slack.runStep('look_up_sms_delivery', inputs));
    await sendToBoth(run);
    const again = JSON.stringify({ ...JSON.parse(run.body), event_id: 'Ev-another' });
    await sendToBoth(signBody({ contentType: 'application/json', text: again }, SIGNING_SECRET));
    expect(platform.seen.report).toHaveLength(1);
    const completions = slack.apiCalls.filter(({ method }) => method.startsWith('functions.'));
    expect(completions).toMatchObject([{ method: 'functions.completeSuccess' }]);
  });
});
