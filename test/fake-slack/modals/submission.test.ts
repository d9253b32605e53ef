import { describe, expect, it } from 'vitest';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';
import { everyField, form, formBot, shown } from '../../support/form-bot.ts';

const filled = { person: 'U1', values: { number: '12345' } };
const option = (value: string) => ({
  text: { type: 'plain_text', text: value.toUpperCase(), emoji: true },
  value,
});

type Entered = Partial<Record<'text' | 'menu' | 'radio' | 'date' | 'time' | 'anywhere' | 'order', string>>;

const EMPTY: Entered = {};

describe.each(TRANSPORTS)('view_submission requests %s', (_, start) => {
  it('contain the view with all values; an empty acknowledgement closes it', async () => {
    const slack = localSlack();
    await using bot = await formBot(slack, form(), start);
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

  it.for([
    ['empty', { text: '', radio: 'x' }],
    [
      'filled in',
      {
        ...{ text: 'words', menu: 'y', radio: 'y', date: '2026-02-28' },
        ...{ time: '09:05', anywhere: 'D1', order: 'down' },
      },
    ],
  ] as const)('contain a value for every field, also in action blocks: %s', async ([, values]) => {
    const slack = localSlack();
    await using bot = await formBot(slack, everyField(), start);
    await bot.open();
    await slack.submit({ person: 'U1', values });

    const { text, menu, radio, date = null, time = null, anywhere = null, order } = { ...EMPTY, ...values };
    const chosen = (value: string | undefined) => (value === undefined ? null : option(value));
    expect(bot.submissions[0]?.view.state.values).toEqual({
      text: { a: { type: 'plain_text_input', value: text || null } },
      menu: { a: { type: 'static_select', selected_option: chosen(menu) } },
      radio: { a: { type: 'radio_buttons', selected_option: chosen(radio) } },
      date: { a: { type: 'datepicker', selected_date: date } },
      time: { a: { type: 'timepicker', selected_time: time } },
      anywhere: { a: { type: 'conversations_select', selected_conversation: anywhere } },
      order: { sort: { type: 'static_select', selected_option: chosen(order) } },
    });
  });

  it.for([
    ['an option that is not offered', { menu: 'q' }, 'offers no `q`'],
    ['a day that does not exist', { date: '2026-02-30' }, 'takes dates'],
    ['a time that does not exist', { time: '24:00' }, 'takes times'],
    ['a channel that is not there', { anywhere: 'C7' }, 'offers no channel `C7`'],
    ['a field that is not there', { colour: 'red' }, 'no field `colour`'],
    ['text for a button', { actions: 'csv' }, 'no field `actions`'],
  ] as const)('never contain %s', async ([, values, reason]) => {
    const slack = localSlack();
    await using bot = await formBot(slack, everyField(), start);
    await bot.open();
    await expect(slack.submit({ person: 'U1', values })).rejects.toThrow(reason);
  });

  it.for([
    ['nothing', null, 'Please complete this required field.'],
    ['too much', '123456789', 'Please enter no more than 8 characters.'],
  ] as const)('are not sent by the client while a field contains %s', async ([, number, error]) => {
    const slack = localSlack();
    await using bot = await formBot(slack, form(), start);
    await bot.open();

    expect(await slack.submit({ person: 'U1', values: { number } })).toBeUndefined();
    expect(shown(slack).errors).toEqual({ number: error });
    expect(bot.submissions).toEqual([]);
  });
});
