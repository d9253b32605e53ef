import { describe, expect, test } from 'vitest';
import { createChannelInfo } from '../../../src/slack/connection/channel-info.ts';
import { createClients } from '../../../src/slack/connection/clients.ts';
import type { LocalChannel, WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { aWorkspace } from '../../support/desk.ts';
import { recordLog } from '../../support/log.ts';

const BOTH = ['channels:read', 'groups:read'];

async function aChannel(channel: Partial<LocalChannel>, options: Partial<WorkspaceOptions> = {}) {
  const slack = aWorkspace('http', {
    channels: [{ id: 'C1', name: 'support', ...channel }],
    scopes: BOTH,
    ...options,
  });
  const { apiUrl } = await slack.start();
  const { log } = recordLog();
  const { asking } = createClients({ botToken: 'xoxb-canary', apiUrl, log });
  return { slack, info: createChannelInfo(asking) };
}

describe('what stands against posting in a channel', () => {
  test.each([
    [{}, undefined],
    [{ isPrivate: true }, undefined],
    [{ isArchived: true }, 'is_archived'],
    [{ isReadOnly: true }, 'restricted_action_read_only_channel'],
    [{ hasBot: false }, 'not_in_channel'],
    [{ hasBot: false, isPrivate: true }, 'channel_not_found'],
  ])('%j: %s', async (channel, refused) => {
    const { info } = await aChannel(channel);
    expect(await info.refusalFor('C1')).toEqual(refused === undefined ? undefined : { refused });
  });

  test.each([
    ['public', {}, ['groups:read']],
    ['private', { isPrivate: true }, ['channels:read']],
    // Slack hides it from a token that could not ask of it in any case.
    ['hidden', { isPrivate: true, hasBot: false }, ['channels:read']],
    ['any', {}, []],
  ])('is not known of a %s channel to a token without its scope', async (_kind, channel, scopes) => {
    const { info } = await aChannel({ isArchived: true, isExternallyShared: true, ...channel }, { scopes });
    expect(await info.refusalFor('C1')).toBeUndefined();
    expect(await info.isExternallyShared('C1')).toBeUndefined();
  });

  test('is asked anew: a channel may have been opened a moment ago', async () => {
    const { slack, info } = await aChannel({ hasBot: false });
    expect(await info.refusalFor('C1')).toEqual({ refused: 'not_in_channel' });
    slack.changeChannel('C1', { hasBot: true });
    expect(await info.refusalFor('C1')).toBeUndefined();
  });

  test('is what went wrong where Slack does not answer', async () => {
    const { slack, info } = await aChannel({});
    slack.failNext('conversations.info', { retryAfterSeconds: 30 });
    expect(await info.refusalFor('C1')).toEqual({ refused: 'ratelimited', retryAfterMs: 30_000 });
  });
});

describe('whether another organisation reads a channel', () => {
  test.each([true, false])('%s', async (isExternallyShared) => {
    const { slack, info } = await aChannel({ isExternallyShared });
    expect(await info.isExternallyShared('C1')).toBe(isExternallyShared);
    expect(await info.isExternallyShared('C1')).toBe(isExternallyShared);
    expect(slack.apiCalls).toHaveLength(1);
  });

  test('is not known where Slack does not answer, and is asked again', async () => {
    const { slack, info } = await aChannel({ isExternallyShared: true });
    slack.failNext('conversations.info', { error: 'fatal_error' });
    expect(await info.isExternallyShared('C1')).toBeUndefined();
    expect(await info.isExternallyShared('C1')).toBe(true);
  });
});
