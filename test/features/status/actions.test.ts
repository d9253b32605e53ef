import { describe, expect, test } from 'vitest';
import { channels, createTestWorkspace, people, startDesk } from '../../support/desk.ts';
import { numberOf, startDeskOnSandbox } from '../../support/sandbox.ts';
import { json, platformEntry, servePlatform } from '../../support/server.ts';
import { actionIdsIn } from '../../support/views.ts';

const now = () => new Date('2026-11-18T12:00:00Z');

async function answered(
  channelId: string = channels.support.id,
  who: (typeof people)['agent'] | (typeof people)['agente'] = people.agent,
) {
  const platform = await servePlatform();
  const desk = await startDesk(platform.url, { env: { ALLOWED_CHANNELS: '*' }, overrides: { now } });
  return { desk, message: await desk.ask('912345678', who, channelId) };
}

describe('sharing', () => {
  test('posts the answer in the channel, masked, with who shared it and when', async () => {
    const { desk, message } = await answered(channels.support.id, people.agente);
    const confirmation = await desk.press(message, 'status.more share', people.agente);
    expect(confirmation.text).toContain('Compartido en este canal');
    const [shared, thread] = desk.slack.messages().filter(({ visibleTo }) => visibleTo === undefined);
    expect(shared).toMatchObject({ channel: channels.support.id });
    expect(shared?.text).toMatch(
      /^\+56 9 •••• •678 · Entregado el 18.nov 07:32 UTC-3, 9 s después del envío\nCompartido por bea · datos del 18.nov 09:00 UTC-3$/,
    );
    expect(thread).toMatchObject({ channel: channels.support.id, threadTs: shared?.ts });
    expect(thread?.text).toMatch(
      /1 mensaje: 1 entregado[\s\S]*18.nov 07:32 UTC-3\nPlataforma: 18.nov 07:32:05/,
    );
    expect([shared?.text, thread?.text].join()).not.toContain('hoy');
    expect(actionIdsIn(shared?.blocks)).toEqual(['status.share.refresh']);
    expect(actionIdsIn(thread?.blocks)).toEqual([]);
    expect(desk.slack.messages()[0]).toMatchObject({ ts: message.ts, replaced: 0 });
  });

  test.each([
    [channels.withoutBot, /isn’t in that channel[\s\S]*\/invite @SMS Desk/],
    [channels.archived, /That channel is archived/],
    [channels.restricted, /won’t let SMS Desk post in that channel/],
  ])('says why and what to do when Slack refuses it: $name', async (channel, sentence) => {
    const { desk, message } = await answered(channel.id);
    expect((await desk.press(message, 'status.more share')).text).toMatch(sentence);
    expect(desk.slack.messages().every(({ visibleTo }) => visibleTo === people.agent.id)).toBe(true);
  });

  test('asks for confirmation in a channel shared with another organisation', async () => {
    const { desk, message } = await answered(channels.shared.id);
    const posted = () => desk.slack.messages().filter(({ visibleTo }) => visibleTo === undefined);
    const question = await desk.press(message, 'status.more share');
    expect(question.text).toContain('This channel is shared with another organisation.');
    expect(posted()).toEqual([]);
    await desk.press(question, 'status.share.external');
    const said = desk.slack.messages().find(({ ts }) => ts === question.ts);
    expect(said).toMatchObject({ text: expect.stringContaining('Shared in this channel'), replaced: 1 });
    expect(posted()[0]).toMatchObject({ channel: channels.shared.id });
  });

  test('is not repeated when Slack does not confirm the message', async () => {
    const { desk, message } = await answered();
    desk.slack.failNext('chat.postMessage', { status: 500 });
    expect((await desk.press(message, 'status.more share')).text).toMatch(/Slack didn’t confirm/);
    expect(desk.slack.apiCalls.filter(({ method }) => method === 'chat.postMessage')).toHaveLength(1);
    desk.slack.failNext('chat.postMessage', { status: 429, retryAfterSeconds: 30 });
    expect((await desk.press(message, 'status.more share')).text).toContain(
      'Slack is busy and asked me to wait',
    );
  });

  test('reads again, and includes messages that came after the page was built', async () => {
    let entries = [platformEntry()];
    const platform = await servePlatform({
      report: ({ response }) => json(response, { data: entries, total: entries.length }),
    });
    const desk = await startDesk(platform.url, { overrides: { now } });
    const message = await desk.ask('912345678 today');
    entries = [
      platformEntry(),
      platformEntry({ status: 'sent_failed', time_platform: '2026-11-18 12:30:00+00:00' }),
    ];
    await desk.press(message, 'status.more share');
    const [shared, thread] = desk.slack.messages().filter(({ visibleTo }) => visibleTo === undefined);
    expect(shared?.text).toContain('Failed');
    expect(thread?.text).toContain('1 delivered, 1 failed');
    await desk.press(message, 'status.more csv');
    expect(desk.slack.files()[0]?.content.match(/\n \+56/g)).toHaveLength(2);
  });

  test('masks a typed reference, which may be a number', async () => {
    const { desk, sandbox } = await startDeskOnSandbox();
    const sent = sandbox.newest(numberOf('delivered'));
    const found = await desk.ask(`${sent?.date} ${sent?.trx}`);
    expect(found.text).toContain(sent?.trx);
    await desk.press(found, 'status.more share');
    const [shared, thread] = desk.slack.messages().filter(({ visibleTo }) => visibleTo === undefined);
    expect(shared?.text).toMatch(/^\+56 9 •••• •678 · Delivered/);
    expect(thread?.text).toMatch(/^Message •••••• · 18 Nov/m);
    expect([shared?.text, thread?.text].join()).not.toContain(sent?.trx);
  });

  test('masks a number that was typed as a sender, in the answer and in the file', async () => {
    const platform = await servePlatform();
    const desk = await startDesk(platform.url, { overrides: { now } });
    const message = await desk.ask('912345678 today from +56987654321');
    expect(message.text).toContain('from +56 9 •••• •321');
    await desk.press(message, 'status.more share');
    await desk.press(message, 'status.more csv');
    const everything = JSON.stringify([desk.slack.messages(), desk.slack.files(), desk.logLines]);
    expect(everything).not.toContain('87654321');
  });

  test('removes direction characters from the name of the person who shares', async () => {
    const platform = await servePlatform();
    const slack = createTestWorkspace('http', {
      people: [{ ...people.agent, name: 'an\u202ea\u2069\u200b <!channel>' }],
    });
    const desk = await startDesk(platform.url, { slack, overrides: { now } });
    await desk.press(await desk.ask('912345678 today'), 'status.more share');
    const [shared] = slack.messages().filter(({ visibleTo }) => visibleTo === undefined);
    expect(shared?.text).toContain('Shared by ana &lt;!channel&gt;');
  });

  test('is not offered in a direct message', async () => {
    const { message } = await answered(channels.direct.id);
    expect(JSON.stringify(message.blocks)).not.toContain('Share');
  });
});

describe('CSV', () => {
  test('goes to the asker’s direct messages with all pages, masked, with formulas escaped', async () => {
    const { desk } = await startDeskOnSandbox();
    const message = await desk.ask(`${numberOf('hostile')} yesterday`);
    expect((await desk.press(message, 'status.more csv')).text).toContain('The CSV is in your DMs');
    const [file] = desk.slack.files();
    expect(file).toMatchObject({ channel: channels.direct.id, name: expect.stringMatching(/^sms-.*\.csv$/) });
    expect(desk.slack.messages({ channel: channels.direct.id })).toEqual([
      expect.objectContaining({
        text: expect.stringContaining('the number and texts are masked'),
        files: [expect.objectContaining({ name: file?.name })],
      }),
    ]);
    const content = file?.content ?? '';
    expect(content.match(/\+56 9 •••• •007/g)).toHaveLength(8);
    expect(content).toContain(`"'=HYPERLINK(`);
    expect(content).toContain(`"'+cmd|`);
    expect(content).not.toMatch(/,"?[=+@-]/);
    expect(content).not.toContain('11110007');
  });

  test('says so when Slack refuses it', async () => {
    const { desk, message } = await answered();
    desk.slack.failNext('files.completeUploadExternal', { error: 'restricted_action' });
    expect((await desk.press(message, 'status.more csv')).text).toContain(
      'won’t let SMS Desk post in that channel',
    );
    desk.slack.failNext('files.getUploadURLExternal', { error: 'storage_limit_reached' });
    expect((await desk.press(message, 'status.more csv')).text).toContain(
      'Slack refused it (storage_limit_reached)',
    );
  });

  test('says how to fix a disabled Messages tab, in the answer and in the log', async () => {
    const platform = await servePlatform();
    const slack = createTestWorkspace('http', { messagesTab: false });
    const desk = await startDesk(platform.url, { slack, overrides: { now } });
    const message = await desk.ask('912345678', people.agente);
    const refusal = await desk.press(message, 'status.more csv', people.agente);
    expect(refusal.text).toMatch(/la pestaña Mensajes de la app está desactivada.*\nPide a quien administra/);
    expect(desk.logLines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        reason: 'messages_tab_disabled',
        msg: expect.stringContaining('turn on the Messages tab'),
      }),
    ]);
  });
});

describe('one message', () => {
  test('is found by date and reference, and by identifier, in both languages', async () => {
    const { desk, sandbox } = await startDeskOnSandbox();
    const sent = sandbox.newest(numberOf('delivered'));
    const english = await desk.ask(`${sent?.date} ${sent?.trx}`);
    expect(english.text).toMatch(
      new RegExp(`^Delivered .*Message ${sent?.trx} · 18 Nov · \\+56 9 •••• •678 · from .*$`, 's'),
    );
    const more = await desk.press(english, 'status.details');
    expect(more.text).toContain('Delivered (Delivered) · Entel · from');
    const spanish = await desk.ask(`id ${sent?.smsId}`, people.agente);
    expect(spanish.text).toMatch(
      new RegExp(`^Entregado .*Mensaje ${sent?.smsId} · \\+56 9 •••• •678 · de .*$`, 's'),
    );
    expect((await desk.press(spanish, 'status.details', people.agente)).text).toMatch(
      /Otros datos[\s\S]*sms_id: /,
    );
    await desk.press(english, 'status.more refresh');
    expect(desk.slack.messages().find(({ ts }) => ts === english.ts)).toMatchObject({ replaced: 1 });
    const others = await desk.press(english, 'status.number');
    expect(desk.slack.messages().find(({ ts }) => ts === english.ts)?.text).toMatch(
      /\+56 9 •••• •678 · last 3 days · \d+ messages/,
    );
    expect(JSON.stringify(others.blocks)).not.toContain('12345678');
  });

  test('that the platform does not know is called unknown, not undelivered', async () => {
    const { desk } = await startDeskOnSandbox();
    expect((await desk.ask('2026-11-18 NOPE')).text).toContain('No message “NOPE” on that day');
    expect((await desk.ask('id NOPE', people.agente)).text).toContain('No hay ningún mensaje «NOPE»');
    expect((await desk.ask('2027-01-01 NOPE')).text).toContain('That day hasn’t come yet.');
  });

  test('by identifier says so when the second host is not set up', async () => {
    const { desk } = await startDeskOnSandbox(
      {},
      { SMS_AUTH_URL: '', SMS_CLIENT_ID: '', SMS_CLIENT_SECRET: '' },
    );
    expect((await desk.ask('id 4711')).text).toContain('Look-up by identifier isn’t set up here.');
  });
});
