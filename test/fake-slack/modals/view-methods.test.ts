import { expect, it } from 'vitest';
import { localSlack } from '../../support/bolt-bot.ts';
import { form, formBot, shown } from '../../support/form-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text }) as const;

it('views.open shows a modal to the user who caused the trigger', async () => {
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

it('a trigger_id opens one modal, then fails with `exchanged_trigger_id`', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const trigger_id = await bot.trigger();
  await bot.views.open({ trigger_id, view: form() });

  await expect(bot.views.open({ trigger_id, view: form() })).rejects.toThrow('exchanged_trigger_id');
  await expect(bot.views.open({ trigger_id: '1.2.3', view: form() })).rejects.toThrow('invalid_trigger_id');
});

it('an invalid view is refused with JSON pointers, and the trigger_id stays valid', async () => {
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

it('views.update changes a view by its id, unless its hash is old or it is closed', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { id: view_id, hash } = await bot.open();
  await bot.views.update({ view_id, hash, view: form({ title: plain('Second') }) });
  expect(shown(slack)).toMatchObject({ id: view_id, title: 'Second' });

  await expect(bot.views.update({ view_id, hash, view: form() })).rejects.toThrow('hash_conflict');
  await slack.close('U1');
  await expect(bot.views.update({ view_id, view: form() })).rejects.toThrow('not_found');
});

it('entered values survive an update in fields with the same block_id and action_id', async () => {
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
