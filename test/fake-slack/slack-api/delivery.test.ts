import { expect, it, onTestFinished } from 'vitest';
import type { Workspace } from '../../../tools/fake-slack/workspace/workspace.ts';
import { answeringBot, localSlack, startBot } from '../../support/bolt-bot.ts';
import { serve } from '../../support/server.ts';

const typed = { person: 'U1', channel: 'C1', command: '/ask', text: 'this' };

const newest = (slack: Workspace) => slack.messages({ person: 'U1' }).at(-1);

/** A bot that answers everything with an HTTP status; `0` closes the connection. */
async function connectAnswering(slack: Workspace, status: number): Promise<void> {
  await slack.start();
  onTestFinished(() => slack.stop());
  const url = await serve((request, response) => {
    request.resume();
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end();
  });
  slack.connect(`${url}/slack/events`);
}

it.for([
  ['signed with another secret', { secret: 'another' }],
  ['signed more than five minutes ago', { timestampSeconds: Math.floor(Date.now() / 1000) - 301 }],
  ['changed after it was signed', { tamperBody: (body: string) => body.replace('U1', 'U2') }],
] as const)('a request %s is refused', async ([, signing]) => {
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
  expect(slack.messages()).toEqual([]);
});

it('requests are signed with real time, even when messages use another clock', async () => {
  const slack = localSlack({ now: () => new Date('2026-01-01T00:00:00.5Z') });
  await using _ = await startBot(slack, answeringBot('done'));

  expect(await slack.command(typed)).toMatchObject({ status: 200 });
  expect(slack.messages().map(({ ts }) => ts)).toEqual(['1767225600.500000']);
});

it.for([
  ['answered with 404', 'http_client_error', 404],
  ['answered with 500', 'http_service_error', 500],
  ['answered with 503', 'http_service_error', 503],
  ['cut off', 'dispatch_failed', 0],
] as const)('a command that is %s fails with `%s`', async ([, error, status]) => {
  const slack = localSlack();
  await connectAnswering(slack, status);

  expect(await slack.command(typed)).toMatchObject({ status, timedOut: false });
  expect(newest(slack)).toMatchObject({
    author: 'slackbot',
    visibleTo: 'U1',
    text: `/ask failed with the error "${error}"`,
  });
  expect(slack.messages({ person: 'U2' })).toEqual([]);
});

it('a command of an unknown user, channel or thread is rejected', async () => {
  const slack = localSlack({ delivery: 'http' });
  await expect(slack.command(typed)).rejects.toThrow('not started');
  await slack.start();
  onTestFinished(() => slack.stop());
  await expect(slack.command({ ...typed, person: 'U7' })).rejects.toThrow('No person U7');
  await expect(slack.command({ ...typed, channel: 'C7' })).rejects.toThrow('No channel C7');
  await expect(slack.command({ ...typed, threadTs: '1.1' })).rejects.toThrow('1.1 is not there');
  await expect(slack.command(typed)).rejects.toThrow('No bot is connected');
});
