import { describe, expect, it } from 'vitest';
import { localSlack, TRANSPORTS } from '../slack-api/bolt-bot.ts';
import { everyField, form, formBot, shown } from './form-bot.ts';

const option = (value: string) => ({
  text: { type: 'plain_text', text: value.toUpperCase(), emoji: true },
  value,
});

describe.each(TRANSPORTS)('block_actions requests of modals %s', (_, start) => {
  it('of a button bring the view and what is entered in it', async () => {
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

  it('of a menu tell what was chosen, with the state after it', async () => {
    const slack = localSlack();
    await using bot = await formBot(slack, everyField(), start);
    await bot.open();

    await slack.act({ person: 'U1', actionId: 'sort', value: 'up' });

    const [sorted] = bot.actions;
    expect(sorted?.actions).toMatchObject([
      { type: 'static_select', block_id: 'order', selected_option: option('up') },
    ]);
    expect(sorted?.view?.state.values.order).toMatchObject({ sort: { selected_option: option('up') } });
    await expect(slack.act({ person: 'U1', actionId: 'sort', value: 'q' })).rejects.toThrow('offers no `q`');
    await expect(slack.act({ person: 'U1', actionId: 'q' })).rejects.toThrow('no element `q`');
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

  it('that are not acknowledged within 3 s show trouble in the modal', async () => {
    const slack = localSlack({ acknowledgementTimeoutMs: 200 });
    await using bot = await formBot(slack, everyField(), start);
    await bot.open();
    const release = bot.hold('block_actions');

    await slack.act({ person: 'U1', actionId: 'more' });
    release();
    expect(shown(slack).trouble).toContain('trouble connecting');
  });
});

it('a modal that is closed is gone, and the bot is not told', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  await bot.open();
  slack.close('U1');
  expect(slack.modal('U1')).toBeUndefined();
  expect(() => slack.close('U1')).toThrow('U1 has no modal open');
});
