import { describe, expect, it } from 'vitest';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';
import { everyField, form, formBot } from '../../support/form-bot.ts';

describe.each(TRANSPORTS)('block_actions requests of modals %s', (_, start) => {
  it('of a button contain the view and its entered values', async () => {
    const slack = localSlack();
    await using bot = await formBot(slack, everyField(), start);
    const { id } = await bot.open();
    slack.fill({ person: 'U1', values: { text: 'so far' } });

    await slack.act({ person: 'U1', actionId: 'more' });

    expect(bot.actions[0]).toEqual({
      type: 'block_actions',
      user: { id: 'U1', username: 'ana', name: 'ana', team_id: 'T0LOCAL' },
      api_app_id: 'A0BOT',
      token: expect.any(String),
      container: { type: 'view', view_id: id },
      trigger_id: expect.any(String),
      team: { id: 'T0LOCAL', domain: 'local' },
      enterprise: null,
      is_enterprise_install: false,
      view: expect.objectContaining({ id }),
      actions: [
        {
          type: 'button',
          action_id: 'more',
          block_id: 'actions',
          text: { type: 'plain_text', text: 'More', emoji: true },
          value: '2',
          action_ts: expect.any(String),
        },
      ],
    });
    expect(bot.actions[0]?.view?.state.values.text).toEqual({
      a: { type: 'plain_text_input', value: 'so far' },
    });
  });

  it('of a field are sent only with `dispatch_action`', async () => {
    const slack = localSlack();
    await using bot = await formBot(slack, form(), start);
    const blocks = form().blocks.map((block) => ({ ...block, dispatch_action: true }));
    const use = () => slack.act({ person: 'U1', actionId: 'text', value: '123' });

    await bot.open();
    await expect(use()).rejects.toThrow('no dispatch_action');
    await bot.open(form({ blocks }));
    await use();

    expect(bot.actions).toMatchObject([
      { actions: [{ type: 'plain_text_input', block_id: 'number', value: '123' }] },
    ]);
  });
});
