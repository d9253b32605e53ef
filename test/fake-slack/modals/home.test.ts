import type { HomeView, ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;

function home(title = 'Hello'): HomeView {
  return {
    type: 'home',
    callback_id: 'home',
    private_metadata: 'kept',
    blocks: [
      { type: 'header', text: plain(title) },
      {
        type: 'input',
        block_id: 'number',
        dispatch_action: true,
        label: plain('Number'),
        element: {
          type: 'plain_text_input',
          action_id: 'look-up',
          dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] },
        },
      },
      {
        type: 'actions',
        block_id: 'more',
        elements: [{ type: 'button', action_id: 'more', value: '2', text: plain('More') }],
      },
    ],
  };
}

describe.each(TRANSPORTS)('the Home tab %s', (_, start) => {
  /** A bot that records events and actions of its Home tab, and publishes nothing by itself. */
  async function startHomeBot(changes: Partial<WorkspaceOptions> = {}) {
    const slack = localSlack({ events: ['app_home_opened'], ...changes });
    const received: unknown[] = [];
    const receivedActions: unknown[] = [];
    const bot = await start(slack, (app) => {
      app.event('app_home_opened', async ({ event }) => void received.push(event));
      app.action(/.*/, async ({ ack, body }) => {
        receivedActions.push(body);
        await ack();
      });
    });
    const publish = (view: object = home(), more: object = {}) =>
      bot.app.client.apiCall('views.publish', { user_id: 'U1', view, ...more });
    return { ...bot, slack, received, receivedActions, publish };
  }

  it('sends an event with the last view when a user opens it', async () => {
    await using bot = await startHomeBot();
    const { slack, received } = bot;
    expect(slack.home('U1')).toBeUndefined();
    await slack.openHome('U1');
    const { view } = await bot.app.client.views.publish({ user_id: 'U1', view: home() });
    await slack.openHome('U1');
    await slack.openHome('U2');
    await slack.openHome('U1', 'messages');
    const opened = { type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home' };
    expect(received).toEqual([
      { ...opened, event_ts: expect.any(String) },
      { ...opened, event_ts: expect.any(String), view },
      { ...opened, event_ts: expect.any(String), user: 'U2', channel: 'D0U2' },
      { ...opened, event_ts: expect.any(String), tab: 'messages' },
    ]);
    expect(view).toMatchObject({
      id: expect.stringMatching(/^V/),
      type: 'home',
      callback_id: 'home',
      private_metadata: 'kept',
      previous_view_id: null,
      close: null,
      submit: null,
      app_installed_team_id: 'T0LOCAL',
    });
    expect(slack.home('U2')).toBeUndefined();
    expect(slack.modal('U1')).toBeUndefined();
  });

  it('sends actions of its buttons and fields, which may open a modal', async () => {
    await using bot = await startHomeBot();
    const { slack, receivedActions } = bot;
    await bot.publish();
    await slack.actHome({ person: 'U1', actionId: 'look-up', value: '912345678' });
    await slack.actHome({ person: 'U1', actionId: 'more' });
    const entered = { number: { 'look-up': { type: 'plain_text_input', value: '912345678' } } };
    const container = { type: 'view', view_id: slack.home('U1')?.id };
    expect(receivedActions).toMatchObject([
      { container, actions: [{ action_id: 'look-up', block_id: 'number', value: '912345678' }] },
      {
        container,
        actions: [{ action_id: 'more', value: '2' }],
        view: { type: 'home', state: { values: entered } },
      },
    ]);
    for (const body of receivedActions)
      for (const field of ['channel', 'message', 'response_url', 'state'])
        expect(body).not.toHaveProperty(field);
    const { trigger_id } = receivedActions[1] as { trigger_id: string };
    const modal: ModalView = { type: 'modal', title: plain('More'), blocks: [{ type: 'divider' }] };
    await bot.app.client.views.open({ trigger_id, view: modal });
    expect(slack.modal('U1')).toMatchObject({ type: 'modal', title: 'More' });
    expect(slack.home('U1')).toMatchObject({ type: 'home' });
  });

  it.each([
    ['nobody', home(), { user_id: 'U9' }, 'user_not_found'],
    ['a title', { ...home(), title: plain('No') }, {}, 'invalid_arguments'],
    ['a chart', { ...home(), blocks: [{ type: 'data_visualization' }] }, {}, 'invalid_arguments'],
    ['a hash of nothing', home(), { hash: '1.2' }, 'hash_conflict'],
    [
      'more than 250 KB',
      {
        ...home(),
        blocks: Array.from({ length: 90 }, () => ({ type: 'context', elements: [plain('x'.repeat(2_900))] })),
      },
      {},
      'view_too_large',
    ],
  ])('is refused for %s', async (_what, view, more, error) => {
    await using bot = await startHomeBot();
    await expect(bot.publish(view, more)).rejects.toThrow(error);
    expect(bot.slack.home('U1')).toBeUndefined();
  });

  it('is refused when the app has none, and sends no event without a subscription', async () => {
    await using bot = await startHomeBot({ homeTab: false });
    await expect(bot.publish()).rejects.toThrow('not_enabled');
    await expect(bot.slack.openHome('U1')).rejects.toThrow('no Home tab');
    await using deaf = await startHomeBot({ events: [] });
    expect(await deaf.slack.openHome('U1')).toBeUndefined();
    expect(deaf.received).toEqual([]);
  });
});
