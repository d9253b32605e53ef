import type { SlashCommand } from '@slack/bolt';
import { expect, test } from 'vitest';
import { localSlack, startBot } from './bolt-bot.ts';

const typed = { person: 'U1', channel: 'C1', command: '/ask', text: 'one & two' };

test('a signed command is accepted by Bolt and carries the fields Slack sends', async () => {
  const slack = localSlack({ teamName: 'My Team' });
  const received: SlashCommand[] = [];
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack, command }) => {
      received.push(command);
      await ack();
    });
  });

  const acknowledgement = await slack.command(typed);

  expect(acknowledgement).toMatchObject({ status: 200, body: '', timedOut: false });
  expect({ ...received[0] }).toEqual({
    token: expect.any(String),
    team_id: 'T0LOCAL',
    team_domain: 'my-team',
    channel_id: 'C1',
    channel_name: 'support',
    user_id: 'U1',
    user_name: 'ana',
    command: '/ask',
    text: 'one & two',
    api_app_id: 'A0BOT',
    is_enterprise_install: 'false',
    response_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/responses\/./),
    trigger_id: expect.any(String),
  });
});

test('a direct message is named `directmessage`, a stranger comes with his own team', async () => {
  const slack = localSlack();
  const received: SlashCommand[] = [];
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack, command }) => {
      received.push(command);
      await ack();
    });
  });

  await slack.command({ ...typed, channel: 'D1' });
  await slack.command({ ...typed, person: 'U3' });

  expect(received.map(({ channel_name, team_id }) => [channel_name, team_id])).toEqual([
    ['directmessage', 'T0LOCAL'],
    ['support', 'T9OTHER'],
  ]);
});

test.for([
  ['a wrong secret', { secret: 'another' }],
  ['a stale time', { timestampSeconds: Math.floor(Date.now() / 1000) - 600 }],
  ['a body changed on its way', { tamperBody: (body: string) => body.replace('U1', 'U2') }],
] as const)('%s is refused with 401', async ([, signing]) => {
  const slack = localSlack();
  let calls = 0;
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack }) => {
      calls += 1;
      await ack();
    });
  });

  expect(await slack.command({ ...typed, signing })).toMatchObject({ status: 401 });
  expect(calls).toBe(0);
});

test('a clock moved for messages leaves signatures valid', async () => {
  const slack = localSlack({ now: () => new Date('2026-01-01T00:00:00.5Z') });
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack }) => ack('done'));
  });

  expect(await slack.command(typed)).toMatchObject({ status: 200 });
  expect(slack.messages().map(({ ts }) => ts)).toEqual(['1767225600.500000']);
});

test('no acknowledgement in time is a time-out', async () => {
  const slack = localSlack({ acknowledgementTimeoutMs: 50 });
  const released = Promise.withResolvers<void>();
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack }) => {
      await released.promise;
      await ack();
    });
  });

  const acknowledgement = await slack.command(typed);
  released.resolve();

  expect(acknowledgement).toMatchObject({ status: 0, timedOut: true });
  expect(acknowledgement.afterMs).toBeGreaterThanOrEqual(45);
});

test('an acknowledgement may itself be the message, only for whoever typed the command', async () => {
  const slack = localSlack();
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack }) => ack({ text: 'here', response_type: 'ephemeral' }));
  });

  await slack.command(typed);

  expect(slack.messages({ person: 'U1', channel: 'C1' })).toMatchObject([{ text: 'here', visibleTo: 'U1' }]);
  expect(slack.messages({ person: 'U2', channel: 'C1' })).toEqual([]);
});

test('a refused acknowledgement body says why', async () => {
  const slack = localSlack();
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack }) => ack({ text: 'x'.repeat(40_001) }));
  });

  expect(await slack.command(typed)).toMatchObject({ status: 200, refused: 'msg_too_long' });
});

test('phone numbers are linked as Slack does it, dates are left alone', async () => {
  const slack = localSlack({ linksPhoneNumbers: true });
  const texts: string[] = [];
  await using _ = await startBot(slack, (app) => {
    app.command('/ask', async ({ ack, command }) => {
      texts.push(command.text);
      await ack();
    });
  });

  await slack.command({ ...typed, text: '+56 9 1234 5678 2026-11-15..2026-11-18' });
  await slack.command({ ...typed, text: '2026-11-18 from 56001' });

  expect(texts).toEqual([
    '<tel:+56912345678|+56 9 1234 5678> 2026-11-15..2026-11-18',
    '2026-11-18 from 56001',
  ]);
});

test('what cannot be done says why', async () => {
  const slack = localSlack();
  await expect(slack.command(typed)).rejects.toThrow('not started');
  await using _ = await startBot(slack, () => {});
  await expect(slack.command({ ...typed, person: 'U7' })).rejects.toThrow('No person U7');
  await expect(slack.command({ ...typed, channel: 'C7' })).rejects.toThrow('No channel C7');
  slack.connect('http://127.0.0.1:1/slack/events');
  await expect(slack.command(typed)).rejects.toThrow('No bot answers at');
});
