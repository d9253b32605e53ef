import { describe, expect, it } from 'vitest';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';
import { PAGING, startClickingBot } from './clicking-bot.ts';

const option = (value: string) => ({ text: { type: 'plain_text', text: value.toUpperCase() }, value });
const MENUS = {
  type: 'actions',
  block_id: 'menus',
  elements: [
    { type: 'static_select', action_id: 'sort', options: [option('up'), option('down')] },
    { type: 'datepicker', action_id: 'day', initial_date: '2026-11-18' },
    { type: 'radio_buttons', action_id: 'as', options: [option('csv'), option('share')] },
    { type: 'overflow', action_id: 'more', options: [option('refresh'), option('share')] },
  ],
};

describe.each(TRANSPORTS)('block_actions requests %s', (_, start) => {
  it('of an ephemeral message do not contain the message', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    await (await bot.typed())({ text: 'page 1', blocks: [PAGING] });
    const message = slack.messages()[0];

    const { body } = await bot.clicked(message);

    expect(body).toEqual({
      type: 'block_actions',
      user: { id: 'U1', username: 'ana', name: 'ana', team_id: 'T0LOCAL' },
      api_app_id: 'A0BOT',
      token: expect.any(String),
      container: { type: 'message', message_ts: message?.ts, channel_id: 'C1', is_ephemeral: true },
      trigger_id: expect.any(String),
      team: { id: 'T0LOCAL', domain: 'local' },
      enterprise: null,
      is_enterprise_install: false,
      channel: { id: 'C1', name: 'support' },
      state: { values: {} },
      response_url: expect.stringContaining('/responses/'),
      actions: [
        {
          type: 'button',
          action_id: 'older',
          block_id: 'paging',
          text: { type: 'plain_text', text: 'Older' },
          value: 'page-2',
          style: 'primary',
          action_ts: expect.any(String),
        },
      ],
    });
  });

  it('of a public message contain the message, with generated block ids', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const { block_id: _id, ...withoutId } = PAGING;
    await bot.app.client.chat.postMessage({ channel: 'C1', text: 'page 1', blocks: [withoutId] });

    const { body } = await bot.clicked(slack.messages()[0]);

    expect(body.container).toMatchObject({ is_ephemeral: false });
    expect(body.message).toMatchObject({
      text: 'page 1',
      blocks: [{ block_id: 'block-0', type: 'actions' }],
    });
    expect(body.actions).toMatchObject([{ block_id: 'block-0' }]);
  });

  it('contain the chosen option and the state of all fields', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    await bot.app.client.chat.postMessage({ channel: 'C1', text: 'menus', blocks: [MENUS] });
    const [message] = slack.messages();
    const untouched = {
      sort: { type: 'static_select', selected_option: null },
      day: { type: 'datepicker', selected_date: '2026-11-18' },
      as: { type: 'radio_buttons', selected_option: null },
    };

    const { body: sorted } = await bot.clicked(message, 'sort', 'down');
    const { body: ticked } = await bot.clicked(message, 'as', 'share');
    const { body: more } = await bot.clicked(message, 'more', 'share');
    const { body: emptied } = await bot.clicked(message, 'day', null);

    expect(sorted).toMatchObject({
      actions: [{ type: 'static_select', selected_option: option('down'), action_ts: expect.any(String) }],
      state: {
        values: { menus: { ...untouched, sort: { type: 'static_select', selected_option: option('down') } } },
      },
    });
    expect(ticked.actions).toMatchObject([{ type: 'radio_buttons', selected_option: option('share') }]);
    // A choice in an overflow menu is not part of the state.
    expect(more).toMatchObject({
      actions: [{ type: 'overflow', block_id: 'menus', selected_option: option('share') }],
      state: { values: { menus: untouched } },
    });
    expect(emptied.actions).toMatchObject([{ type: 'datepicker', selected_date: null }]);
  });

  it('are sent only for existing elements, by users who see the message', async () => {
    const slack = localSlack();
    await using bot = await startClickingBot(slack, start);
    const twice = [PAGING, { ...PAGING, block_id: 'again' }, MENUS];
    await (await bot.typed())({ text: 'page 1', blocks: twice });
    const [message] = slack.messages();
    if (message === undefined) throw new Error('no message');
    const click = (change: object) => slack.click({ person: 'U1', message, actionId: 'older', ...change });

    await expect(click({ person: 'U2' })).rejects.toThrow('U2 does not see');
    await expect(click({ actionId: 'newer' })).rejects.toThrow('no element `newer`');
    await expect(click({})).rejects.toThrow('several elements `older`');
    await expect(click({ actionId: 'sort', value: 'pdf' })).rejects.toThrow('offers no `pdf`');
    await expect(click({ blockId: 'again' })).resolves.toMatchObject({ status: 200 });
  });
});
