import { expect, test } from 'vitest';
import { localSlack } from './bolt-bot.ts';
import { form, formBot, shown } from './form-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;

test('views.open shows a modal to whoever caused the trigger', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);

  const answer = await bot.views.open({ trigger_id: await bot.trigger(), view: form() });

  expect(answer.view).toMatchObject({
    id: expect.stringMatching(/^V/),
    hash: expect.stringMatching(/^\d+\.[0-9a-f]{8}$/),
    root_view_id: answer.view?.id,
    previous_view_id: null,
    callback_id: 'form',
    private_metadata: 'kept',
    team_id: 'T0LOCAL',
    close: null,
    state: { values: { number: { text: { type: 'plain_text_input', value: null } } } },
  });
  expect(slack.modal('U1')).toMatchObject({ id: answer.view?.id, title: 'Ask', submit: 'Send', errors: {} });
  expect(slack.modal('U2')).toBeUndefined();
});

test('Slack adds ids and defaults to what it was sent', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const element = { type: 'plain_text_input' } as const;

  await bot.open(form({ blocks: [{ type: 'input', label: plain('Name'), element }] }));

  expect(shown(slack).blocks).toEqual([
    {
      type: 'input',
      block_id: 'block-0',
      optional: false,
      dispatch_action: false,
      label: { type: 'plain_text', text: 'Name', emoji: true },
      element: { type: 'plain_text_input', action_id: 'action-0' },
    },
  ]);
  expect(shown(slack).values).toEqual({ 'block-0': { 'action-0': { ...element, value: null } } });
});

test('a trigger opens one modal', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const trigger_id = await bot.trigger();
  await bot.views.open({ trigger_id, view: form() });

  await expect(bot.views.open({ trigger_id, view: form() })).rejects.toThrow('exchanged_trigger_id');
  await expect(bot.views.open({ trigger_id: '1.2.3', view: form() })).rejects.toThrow('invalid_trigger_id');
});

test('a trigger lives in real time, whatever clock the workspace goes by', async () => {
  const slack = localSlack({ triggerLifetimeMs: 0, now: () => new Date(0) });
  await using bot = await formBot(slack);

  await expect(bot.open()).rejects.toThrow('expired_trigger_id');
  expect(slack.modal('U1')).toBeUndefined();
});

test('a view that is refused does not use up its trigger', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const trigger_id = await bot.trigger();
  const { submit: _, ...view } = form({ title: plain('x'.repeat(25)) });

  await expect(bot.views.open({ trigger_id, view })).rejects.toMatchObject({
    data: {
      error: 'invalid_arguments',
      response_metadata: {
        messages: [
          '[ERROR] longer than 24 characters [json-pointer:/view/title/text]',
          '[ERROR] must define `submit` to use an `input` block [json-pointer:/view/blocks/0]',
        ],
      },
    },
  });
  await expect(bot.views.open({ trigger_id, view: form() })).resolves.toMatchObject({ ok: true });
});

test('what belongs to a call is asked for', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { client } = bot.app;

  await expect(client.apiCall('views.open', { view: form() })).rejects.toThrow('invalid_arguments');
  await expect(client.apiCall('views.open', { trigger_id: '1' })).rejects.toThrow('invalid_arguments');
  await expect(client.apiCall('views.update', { view: form() })).rejects.toThrow('invalid_arguments');
  const blocks = Array.from({ length: 90 }, () => ({
    type: 'section' as const,
    text: plain('x'.repeat(2_900)),
  }));
  await expect(bot.open(form({ blocks }))).rejects.toThrow('view_too_large');
});

test('views.update changes a view by its id or the id the bot gave it', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { id: view_id, hash } = await bot.open(form({ external_id: 'mine' }));

  await bot.views.update({ view_id, hash, view: form({ title: plain('Second'), external_id: 'mine' }) });
  expect(shown(slack)).toMatchObject({ id: view_id, title: 'Second' });
  expect(shown(slack).hash).not.toBe(hash);
  await bot.views.update({ external_id: 'mine', view: form({ title: plain('Third') }) });
  expect(shown(slack).title).toBe('Third');
});

test('views.update is refused where the view has changed, or is gone', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { id: view_id, hash } = await bot.open();
  await bot.views.update({ view_id, view: form() });

  await expect(bot.views.update({ view_id, hash, view: form() })).rejects.toThrow('hash_conflict');
  await slack.close('U1');
  await expect(bot.views.update({ view_id, view: form() })).rejects.toThrow('not_found');
});

test('what was entered outlives an update, in fields that keep their ids and options', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { id: view_id } = await bot.open();
  slack.fill({ person: 'U1', values: { number: '12345', day: null } });

  const [number, ...others] = form().blocks;
  const renamed = others.map((block) => ({ ...block, block_id: 'another' }));
  await bot.views.update({ view_id, view: form({ blocks: number ? [number, ...renamed] : [] }) });

  expect(shown(slack).values).toEqual({
    number: { text: { type: 'plain_text_input', value: '12345' } },
    another: { date: { type: 'datepicker', selected_date: '2026-11-18' } },
  });
});

test('views.push stacks up to three views, from a trigger within the modal', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, form({ blocks: [{ type: 'actions', elements: [next()] }] }));
  const push = async () => {
    await slack.act({ person: 'U1', actionId: 'next' });
    const trigger_id = bot.actions.at(-1)?.trigger_id ?? '';
    return bot.views.push({ trigger_id, view: form({ blocks: [{ type: 'actions', elements: [next()] }] }) });
  };
  const first = await bot.open();

  const second = await push();
  expect(second.view).toMatchObject({ root_view_id: first.id, previous_view_id: first.id });
  await push();
  await expect(push()).rejects.toThrow('push_limit_reached');
  await slack.close('U1');
  expect(shown(slack).id).toBe(second.view?.id);
  await expect(bot.views.push({ trigger_id: await bot.trigger(), view: form() })).rejects.toThrow(
    'not_found',
  );
});

test('the id a bot gives is good for one view', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  await bot.open(form({ external_id: 'mine' }));
  await expect(bot.open(form({ external_id: 'mine' }))).rejects.toThrow('duplicate_external_id');
});

test('closing tells the bot where it asked for it', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);

  await bot.open();
  expect(await slack.close('U1')).toEqual([]);
  const { id } = await bot.open(form({ notify_on_close: true }));
  expect(await slack.close('U1')).toMatchObject([{ status: 200 }]);

  expect(bot.closures).toMatchObject([{ type: 'view_closed', is_cleared: false, view: { id } }]);
  await expect(slack.close('U1')).rejects.toThrow('U1 has no modal open');
});

test('closing a view with `clear_on_close` closes the whole stack', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, form({ notify_on_close: true }));
  const first = await bot.open();
  const top = form({ notify_on_close: true, clear_on_close: true });
  bot.answer({ response_action: 'push', view: top });
  await slack.submit({ person: 'U1', values: { number: '123' } });
  const second = shown(slack);

  await slack.close('U1');

  expect(slack.modal('U1')).toBeUndefined();
  expect(bot.closures.map(({ view, is_cleared }) => [view.id, is_cleared])).toEqual(
    expect.arrayContaining([
      [second.id, true],
      [first.id, true],
    ]),
  );
});

function next() {
  return { type: 'button', action_id: 'next', text: plain('Next') } as const;
}
