import { expect, it } from 'vitest';
import { localSlack } from '../../support/bolt-bot.ts';
import { form, formBot, shown } from '../../support/form-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;

const titled = (title: string) =>
  form({
    title: plain(title),
    blocks: [
      {
        type: 'actions',
        block_id: 'buttons',
        elements: [{ type: 'button', action_id: 'more', text: plain('More') }],
      },
    ],
  });

async function startStackBot() {
  const slack = localSlack();
  const bot = await formBot(slack);
  /** A trigger id from an action in the topmost modal. */
  const triggerInModal = async () => {
    await slack.act({ person: 'U1', actionId: 'more' });
    return bot.actions.at(-1)?.trigger_id ?? '';
  };
  return { ...bot, slack, triggerInModal };
}

it('views.push shows up to three modals above each other', async () => {
  await using bot = await startStackBot();
  const { slack, views } = bot;
  const first = await bot.open(titled('First'));
  const pushed = await views.push({ trigger_id: await bot.triggerInModal(), view: titled('Second') });
  expect(pushed.view).toMatchObject({ root_view_id: first.id, previous_view_id: first.id });
  expect(shown(slack).title).toBe('Second');
  await views.push({ trigger_id: await bot.triggerInModal(), view: titled('Third') });
  await expect(
    views.push({ trigger_id: await bot.triggerInModal(), view: titled('Fourth') }),
  ).rejects.toThrow('push_limit_reached');
  await views.update({ view_id: first.id, view: titled('First again') });
  expect(shown(slack).title).toBe('Third');
  slack.close('U1');
  expect(shown(slack).title).toBe('Second');
  await slack.submit({ person: 'U1' });
  expect(shown(slack).title).toBe('First again');
  slack.close('U1');
  expect(slack.modal('U1')).toBeUndefined();
});

it('views.push requires a trigger id from a modal, which is valid once', async () => {
  await using bot = await startStackBot();
  const { views } = bot;
  const view = titled('Second');
  await bot.open(titled('First'));
  await expect(views.push({ trigger_id: await bot.trigger(), view })).rejects.toThrow('not_found');
  const trigger_id = await bot.triggerInModal();
  await views.push({ trigger_id, view });
  await expect(views.push({ trigger_id, view })).rejects.toThrow('exchanged_trigger_id');
  await expect(views.push({ trigger_id: '1.2.3', view })).rejects.toThrow('invalid_trigger_id');
  await expect(bot.app.client.apiCall('views.push', { view })).rejects.toThrow('invalid_arguments');
});
