import { describe, expect, test } from 'vitest';
import { createChannelInfo } from '../../../src/slack/connection/channel-info.ts';
import { createClients } from '../../../src/slack/connection/clients.ts';
import type { LocalChannel, WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { createTestWorkspace } from '../../support/desk.ts';
import { recordLog } from '../../support/log.ts';

const BOTH = ['channels:read', 'groups:read'];

async function serveChannel(channel: Partial<LocalChannel>, options: Partial<WorkspaceOptions> = {}) {
  const slack = createTestWorkspace('http', {
    channels: [{ id: 'C1', name: 'support', ...channel }],
    scopes: BOTH,
    ...options,
  });
  const { apiUrl } = await slack.start();
  const { log } = recordLog();
  const { asking } = createClients({ botToken: 'xoxb-canary', apiUrl, log });
  return { slack, info: createChannelInfo(asking) };
}

describe('the reason why the bot cannot post in a channel', () => {
  test.each([
    [{}, undefined],
    [{ isPrivate: true }, undefined],
    [{ isArchived: true }, 'is_archived'],
    [{ isReadOnly: true }, 'restricted_action_read_only_channel'],
    [{ hasBot: false }, 'not_in_channel'],
    [{ hasBot: false, isPrivate: true }, 'channel_not_found'],
  ])('for %j is %s', async (channel, refused) => {
    const { info } = await serveChannel(channel);
    expect(await info.refusalFor('C1')).toEqual(refused === undefined ? undefined : { refused });
  });

  test.each([
    ['public', {}, ['groups:read']],
    ['private', { isPrivate: true }, ['channels:read']],
    // Slack hides this channel from such a token in any case.
    ['hidden', { isPrivate: true, hasBot: false }, ['channels:read']],
    ['any', {}, []],
  ])('is unknown for a %s channel when the token lacks the scope', async (_kind, channel, scopes) => {
    const { info } = await serveChannel(
      { isArchived: true, isExternallyShared: true, ...channel },
      { scopes },
    );
    expect(await info.refusalFor('C1')).toBeUndefined();
    expect(await info.isExternallyShared('C1')).toBeUndefined();
  });

  test('is requested each time, because a channel may have changed', async () => {
    const { slack, info } = await serveChannel({ hasBot: false });
    expect(await info.refusalFor('C1')).toEqual({ refused: 'not_in_channel' });
    slack.changeChannel('C1', { hasBot: true });
    expect(await info.refusalFor('C1')).toBeUndefined();
  });

  test('is the error when Slack refuses the request', async () => {
    const { slack, info } = await serveChannel({});
    slack.failNext('conversations.info', { retryAfterSeconds: 30 });
    expect(await info.refusalFor('C1')).toEqual({ refused: 'ratelimited', retryAfterMs: 30_000 });
  });
});

describe('external sharing of a channel', () => {
  test.each([true, false])('is %s, and requested once', async (isExternallyShared) => {
    const { slack, info } = await serveChannel({ isExternallyShared });
    expect(await info.isExternallyShared('C1')).toBe(isExternallyShared);
    expect(await info.isExternallyShared('C1')).toBe(isExternallyShared);
    expect(slack.apiCalls).toHaveLength(1);
  });

  test('is unknown when Slack fails, and requested again', async () => {
    const { slack, info } = await serveChannel({ isExternallyShared: true });
    slack.failNext('conversations.info', { error: 'fatal_error' });
    expect(await info.isExternallyShared('C1')).toBeUndefined();
    expect(await info.isExternallyShared('C1')).toBe(true);
  });
});
