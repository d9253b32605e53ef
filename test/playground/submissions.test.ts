import type { ViewResponseAction } from '@slack/bolt';
import { expect, test } from 'vitest';
import { localSlack } from './bolt-bot.ts';
import { everyField, form, formBot, shown } from './form-bot.ts';

const filled = { person: 'U1', values: { number: '12345' } };
const option = (value: string) => ({
  text: { type: 'plain_text', text: value.toUpperCase(), emoji: true },
  value,
});

test('a form is filled in, sent off with all its values, and closes', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { id } = await bot.open();

  const acknowledgement = await slack.submit(filled);

  expect(acknowledgement).toMatchObject({ status: 200, body: '' });
  expect(slack.modal('U1')).toBeUndefined();
  expect(bot.submissions).toMatchObject([
    {
      type: 'view_submission',
      user: { id: 'U1', name: 'ana', team_id: 'T0LOCAL' },
      trigger_id: expect.any(String),
      response_urls: [],
      view: {
        id,
        callback_id: 'form',
        private_metadata: 'kept',
        state: {
          values: {
            number: { text: { type: 'plain_text_input', value: '12345' } },
            day: { date: { type: 'datepicker', selected_date: '2026-11-18' } },
          },
        },
      },
    },
  ]);
});

test('every field has a value, empty ones `null` or none, those of sections too', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, everyField());
  await bot.open();
  await slack.submit({ person: 'U1', values: { text: '' } });

  expect(bot.submissions[0]?.view.state.values).toEqual({
    text: { a: { type: 'plain_text_input', value: null } },
    menu: { a: { type: 'static_select', selected_option: null } },
    radio: { a: { type: 'radio_buttons', selected_option: option('x') } },
    boxes: { a: { type: 'checkboxes', selected_options: [] } },
    date: { a: { type: 'datepicker', selected_date: null } },
    anywhere: { a: { type: 'conversations_select', selected_conversation: 'C1' } },
    channel: { a: { type: 'channels_select', selected_channel: null } },
    section: { sort: { type: 'static_select', selected_option: null } },
  });
});

test('every field takes what people enter', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, everyField());
  await bot.open();
  const values = {
    text: 'words',
    menu: 'y',
    radio: 'y',
    boxes: ['x', 'z'],
    date: '2026-02-28',
    anywhere: 'D1',
    channel: 'C2',
    section: 'down',
  };
  await slack.submit({ person: 'U1', values });

  expect(bot.submissions[0]?.view.state.values).toEqual({
    text: { a: { type: 'plain_text_input', value: 'words' } },
    menu: { a: { type: 'static_select', selected_option: option('y') } },
    radio: { a: { type: 'radio_buttons', selected_option: option('y') } },
    boxes: { a: { type: 'checkboxes', selected_options: [option('x'), option('z')] } },
    date: { a: { type: 'datepicker', selected_date: '2026-02-28' } },
    anywhere: { a: { type: 'conversations_select', selected_conversation: 'D1' } },
    channel: { a: { type: 'channels_select', selected_channel: 'C2' } },
    section: { sort: { type: 'static_select', selected_option: option('down') } },
  });
});

test.for([
  ['an option that is not offered', { menu: 'q' }, 'offers no `q`'],
  ['a day that does not exist', { date: '2026-02-30' }, 'takes dates'],
  ['a direct message in a menu of channels', { channel: 'D1' }, 'offers no channel `D1`'],
  ['a channel that is not there', { anywhere: 'C7' }, 'offers no channel `C7`'],
  ['one value for several', { boxes: 'x' }, 'a list of values'],
  ['several values for one', { menu: ['x'] }, 'one value'],
  ['a field that is not there', { colour: 'red' }, 'no field `colour`'],
  ['text for a button', { actions: 'csv' }, 'no field `actions`'],
] as const)('nobody can enter %s', async ([, values, reason]) => {
  const slack = localSlack();
  await using bot = await formBot(slack, everyField());
  await bot.open();
  await expect(slack.submit({ person: 'U1', values })).rejects.toThrow(reason);
});

test.for([
  ['nothing', null, 'Please complete this required field.'],
  ['too little', '12', 'Please enter at least 3 characters.'],
  ['too much', '123456789', 'Please enter no more than 8 characters.'],
] as const)('the client finds %s in a field by itself', async ([, number, error]) => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  await bot.open();

  expect(await slack.submit({ person: 'U1', values: { number } })).toBeUndefined();
  expect(shown(slack).errors).toEqual({ number: error });
  expect(bot.submissions).toEqual([]);
});

test("the bot's errors stand at their fields until the form is sent off again", async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  await bot.open();
  bot.answer({ response_action: 'errors', errors: { number: 'No such number' } });

  await slack.submit(filled);
  expect(shown(slack).errors).toEqual({ number: 'No such number' });
  expect(shown(slack).values.number).toEqual({ text: { type: 'plain_text_input', value: '12345' } });
  await slack.submit({ person: 'U1' });
  expect(slack.modal('U1')).toBeUndefined();
});

test('update shows another view in its place, push one on top, clear none', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { id } = await bot.open();
  const titled = (text: string) => form({ title: { type: 'plain_text', text } });

  bot.answer({ response_action: 'update', view: titled('Second') });
  await slack.submit(filled);
  expect(shown(slack)).toMatchObject({ id, title: 'Second' });
  bot.answer({ response_action: 'push', view: titled('On top') });
  await slack.submit(filled);
  expect(shown(slack)).toMatchObject({ title: 'On top', previousId: id });
  await slack.submit(filled);
  expect(shown(slack)).toMatchObject({ id, title: 'Second' });
  bot.answer({ response_action: 'clear' });
  await slack.submit(filled);
  expect(slack.modal('U1')).toBeUndefined();
});

test.for<[string, ViewResponseAction, string]>([
  ['errors for what is no field', { response_action: 'errors', errors: { colour: 'no' } }, 'invalid_errors'],
  ['no errors', { response_action: 'errors', errors: {} }, 'invalid_errors'],
  ['an error without words', { response_action: 'errors', errors: { number: '' } }, 'invalid_errors'],
  [
    'a view that is not valid',
    { response_action: 'update', view: form({ callback_id: '' }) },
    'invalid_arguments',
  ],
])('%s is no answer', async ([, answer, refused]) => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  await bot.open();
  bot.answer(answer);

  expect(await slack.submit(filled)).toMatchObject({ refused, faults: [expect.any(String)] });
  expect(shown(slack)).toMatchObject({ trouble: 'We had some trouble connecting. Try again?', errors: {} });
});

test('an acknowledgement that comes too late shows in the modal', async () => {
  const slack = localSlack({ acknowledgementTimeoutMs: 200 });
  await using bot = await formBot(slack);
  await bot.open();
  const release = bot.hold('view_submission');

  expect(await slack.submit(filled)).toMatchObject({ timedOut: true });
  release();
  expect(shown(slack).trouble).toBe('We had some trouble connecting. Try again?');
});

test('a chosen channel comes with an address to answer in, where the field asks for one', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, everyField());
  await bot.open();
  await slack.submit({ person: 'U1' });

  const [address] = bot.submissions[0]?.response_urls ?? [];
  expect(address).toMatchObject({ block_id: 'anywhere', action_id: 'a', channel_id: 'C1' });
  const body = JSON.stringify({ text: 'here', response_type: 'in_channel' });
  await fetch(address?.response_url ?? '', { method: 'POST', body });
  expect(slack.messages({ channel: 'C1' })).toMatchObject([{ text: 'here', author: 'bot' }]);
});

test('a modal without a submit button cannot be sent off', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
  const { submit: _, ...view } = form({ blocks: [] });
  await bot.open(view);
  await expect(slack.submit({ person: 'U1' })).rejects.toThrow('no submit button');
});

test('a button in a modal brings the view and what is entered in it', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, everyField());
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

test('menus in a modal tell what was chosen, with the state after it', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, everyField());
  await bot.open();

  await slack.act({ person: 'U1', actionId: 'sort', value: 'up' });
  await slack.act({ person: 'U1', actionId: 'menu', value: 'csv' });

  const [sorted, chosen] = bot.actions;
  expect(sorted?.actions).toMatchObject([
    { type: 'static_select', block_id: 'section', selected_option: option('up') },
  ]);
  expect(sorted?.view?.state.values.section).toMatchObject({ sort: { selected_option: option('up') } });
  expect(chosen?.actions).toMatchObject([{ type: 'overflow', selected_option: option('csv') }]);
  await expect(slack.act({ person: 'U1', actionId: 'menu', value: 'q' })).rejects.toThrow('offers no `q`');
  await expect(slack.act({ person: 'U1', actionId: 'q' })).rejects.toThrow('no element `q`');
});

test('a field of a form tells the bot at once only with `dispatch_action`', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack);
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

test('an action that is not acknowledged shows in the modal', async () => {
  const slack = localSlack({ acknowledgementTimeoutMs: 200 });
  await using bot = await formBot(slack, everyField());
  await bot.open();
  const release = bot.hold('block_actions');

  await slack.act({ person: 'U1', actionId: 'more' });
  release();
  expect(shown(slack).trouble).toContain('trouble connecting');
});
