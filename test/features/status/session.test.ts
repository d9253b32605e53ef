import { describe, expect, test } from 'vitest';
import type { LocalMessage } from '../../../tools/fake-slack/workspace/workspace.ts';
import {
  channels,
  createTestWorkspace,
  type Desk,
  people,
  startDesk,
  type Transport,
} from '../../support/desk.ts';
import { numberOf, runningSandbox, settingsFor } from '../../support/sandbox.ts';

const transports: Transport[] = ['http', 'socket_mode'];

async function createPlatform() {
  const { sandbox, url, now } = await runningSandbox();
  const env = settingsFor(sandbox, url);
  return { sandbox, url, options: { env, overrides: { now } } };
}

async function script(desk: Desk, sent: { date: string; trx: string; smsId: string } | undefined) {
  if (!sent) throw new Error('the sandbox has sent nothing');
  const { slack } = desk;
  const first = await desk.ask(`${numberOf('many')} today`);
  const second = await desk.press(first, 'status.older');
  await desk.press(await desk.press(second, 'status.older'), 'status.newer');
  await desk.ask('maria', people.agente);
  await desk.ask('help');
  const one = await desk.ask(`${sent.date} ${sent.trx}`, people.agente);
  await desk.press(one, 'status.more share', people.agente);
  await desk.ask(`id ${sent.smsId}`);
  await desk.ask('912345678', people.stranger);
  await desk.press(await desk.ask(`${numberOf('failed')} yesterday`), 'status.more csv');

  const person = people.agente.id;
  await slack.command({ person, channel: channels.support.id, command: '/sms-status', text: '' });
  await desk.requestsFinished();
  await slack.submit({ person, values: { number: 'x', days: 'y' } });
  await desk.requestsFinished();
  const errors = slack.modal(person)?.errors;
  await slack.act({ person, actionId: 'status.form.way', blockId: 'way', value: 'reference' });
  await desk.requestsFinished();
  await slack.submit({ person, values: { date: sent.date, reference: sent.trx } });
  await desk.requestsFinished();
  return {
    messages: slack.messages().map(visiblePart),
    files: slack.files().map(({ content }) => content),
    errors,
  };
}

function visiblePart({ channel, visibleTo, text, replaced }: LocalMessage) {
  return { channel, visibleTo, replaced, text };
}

test('the same session ends with the same messages over HTTP and over Socket Mode', async () => {
  const ends = [];
  for (const transport of transports) {
    const { sandbox, url, options } = await createPlatform();
    const desk = await startDesk(url, { ...options, transport });
    ends.push(await script(desk, sandbox.newest(numberOf('delivered'))));
  }
  const [http, socket] = ends;
  expect(http?.messages.length).toBeGreaterThan(9);
  expect(http?.files).toHaveLength(1);
  expect(Object.keys(http?.errors ?? {})).toEqual(['number', 'days']);
  expect(socket).toEqual(http);
});

describe('Socket Mode', () => {
  test('reconnects when Slack asks for a new connection and when the connection is cut', async () => {
    const { url, options } = await createPlatform();
    const desk = await startDesk(url, { ...options, transport: 'socket_mode' });
    const { socketMode } = desk.slack;
    for (const interrupt of [() => socketMode.refresh(), () => socketMode.drop()]) {
      const [before] = socketMode.connections();
      interrupt();
      await desk.slack.until(() => socketMode.connections().some(({ id }) => id !== before?.id));
      expect((await desk.ask(numberOf('delivered'))).text).toContain('Delivered ');
    }
  });

  test('reconnects after Slack could not open connections for a while', async () => {
    const { url, options } = await createPlatform();
    const desk = await startDesk(url, { ...options, transport: 'socket_mode' });
    desk.slack.failNext('apps.connections.open', { status: 500, times: 3 });
    desk.slack.socketMode.drop();
    await desk.slack.until(() => desk.slack.socketMode.connections().length === 1);
    expect((await desk.ask(numberOf('delivered'))).text).toContain('Delivered ');
  });

  test('keeps trying to reconnect while Slack refuses the app-level token', async () => {
    const { url, options } = await createPlatform();
    const desk = await startDesk(url, { ...options, transport: 'socket_mode' });
    desk.slack.failNext('apps.connections.open', { error: 'invalid_auth', times: 2 });
    desk.slack.failNext('apps.connections.open', { status: 429, retryAfterSeconds: 1, times: 1 });
    desk.slack.socketMode.drop();
    await desk.slack.until(() => desk.slack.socketMode.connections().length === 1);
    expect((await desk.ask(numberOf('delivered'))).text).toContain('Delivered ');
  });

  test('leaves no connection open when the bot stops during a connect', async () => {
    const { url, options } = await createPlatform();
    const desk = await startDesk(url, { ...options, transport: 'socket_mode' });
    const opened = () =>
      desk.slack.apiCalls.filter(({ method }) => method === 'apps.connections.open').length;
    const before = opened();
    desk.slack.failNext('apps.connections.open', { delayMs: 200 });
    desk.slack.socketMode.drop();
    await desk.slack.until(() => opened() > before);
    await desk.stop();
    await desk.slack.until(() => desk.slack.socketMode.connections().length === 0);
  });

  test('finishes answers in flight when the bot stops', async () => {
    const { sandbox, url, options } = await createPlatform();
    const desk = await startDesk(url, { ...options, transport: 'socket_mode' });
    sandbox.setFaults({ operation: 'report', slowFirstByteMs: 300 });
    await desk.slack.command({
      person: people.agent.id,
      channel: channels.support.id,
      command: '/sms-status',
      text: numberOf('delivered'),
    });
    await desk.stop();
    expect(desk.slack.messages().at(-1)?.text).toContain('Delivered ');
  });
});

describe.each(transports)('two replicas over %s', (transport) => {
  test('share the work, and each answers buttons of the other', async () => {
    const { url, options } = await createPlatform();
    const slack = createTestWorkspace(transport);
    const first = await startDesk(url, { ...options, transport, slack });
    const second = await startDesk(url, { ...options, transport, slack });
    const both = async () => void (await Promise.all([first.requestsFinished(), second.requestsFinished()]));

    if (transport === 'http') slack.connect(first.url);
    const message = await first.ask(`${numberOf('many')} today`);
    await both();
    if (transport === 'http') slack.connect(second.url);
    for (const page of [2, 3]) {
      await slack.click({ person: people.agent.id, message, actionId: 'status.older' });
      await slack.until(() => slack.messages().some(({ text }) => text.includes(`page ${page} of`)));
      await both();
    }
    const answered = [first, second].map(
      ({ logLines }) => logLines.filter(({ msg }) => msg === 'answered').length,
    );
    expect(answered.every((count) => count > 0)).toBe(true);
    expect(answered.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(slack.messages()).toHaveLength(1);
  });
});
