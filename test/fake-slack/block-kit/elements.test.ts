import { describe, expect, test } from 'vitest';
import { blockFaults } from '../../../tools/fake-slack/block-kit/validation.ts';
import { viewFaults } from '../../../tools/fake-slack/modals/view.ts';
import {
  actions,
  datepicker,
  header,
  input,
  long,
  many,
  modal,
  option,
  overflow,
  plain,
  radio,
  select,
  textInput,
  timepicker,
} from './blocks.ts';

describe('blocks that Slack accepts in a form', () => {
  test.for<[string, unknown]>([
    ['a text', input(textInput({ max_length: 3_000, placeholder: plain(long(150)) }))],
    ['a menu with a choice', input(select({ initial_option: option('one', { value: '1' }) }))],
    ['a hundred options', input(select({ options: many(100, (index) => option(`${index}`)) }))],
    ['a day', input(datepicker({ initial_date: '2028-02-29', placeholder: plain('a day') }))],
    ['a time of day', input(timepicker({ initial_time: '09:00' }))],
    ['radio buttons', input(radio({ initial_option: option('b') }))],
    [
      'a conversation',
      input({ type: 'conversations_select', filter: { include: ['public'], exclude_bot_users: true } }),
    ],
    ['a menu “…”', actions(overflow({ options: many(5, (at) => option(`${at}`)) }))],
    ['fields in a row', actions(radio(), select({ action_id: 'b' }), datepicker(), timepicker())],
  ])('%s', ([, block]) => {
    expect(blockFaults([block], 'modal')).toEqual([]);
  });
});

describe('blocks that Slack refuses in a form', () => {
  test.for<[unknown, string]>([
    [{ type: 'input', element: textInput() }, '/label: missing'],
    [input(textInput(), { label: plain(long(2_001)) }), '/label/text: longer than 2000 characters'],
    [input(textInput({ initial_value: long(3_001) })), '/element/initial_value: longer than 3000 characters'],
    [input(textInput({ max_length: 3_001 })), '/element/max_length: more than 3000'],
    [
      input(select({ options: many(101, (at) => option(`${at}`)) })),
      '/element/options: more than 100 elements',
    ],
    [
      input(select({ options: [option(long(76))] })),
      '/element/options/0/text/text: longer than 75 characters',
    ],
    [input(select({ initial_option: option('q') })), '/element/initial_option: is none of the options'],
    [
      input(select({ initial_option: { text: plain('other'), value: '1' } })),
      '/element/initial_option: is none of the options',
    ],
    [input(radio({ options: many(11, (at) => option(`${at}`)) })), '/element/options: more than 10 elements'],
    [input(radio({ initial_option: option('q') })), '/element/initial_option: is none of the options'],
    [
      input(datepicker({ initial_date: '2026-02-30' })),
      '/element/initial_date: not a date such as 2026-11-18',
    ],
    [input(timepicker({ initial_time: '24:00' })), '/element/initial_time: not a time such as 09:30'],
    [
      actions(overflow({ options: many(6, (at) => option(`${at}`)) })),
      '/elements/0/options: more than 5 elements',
    ],
    [actions(textInput()), '/elements/0/type: unknown type `plain_text_input`'],
  ])('%j %s', ([block, fault]) => {
    const [first = ''] = blockFaults([block], 'modal');
    expect(first.replace(/^\/blocks\/0/, '')).toBe(fault);
  });

  test('an input outside of a modal', () => {
    expect(blockFaults([input(textInput())])).toEqual(['/blocks/0/type: unknown type `input`']);
  });
});

describe('a modal as a whole', () => {
  test('is valid at its limits', () => {
    const view = modal([input(textInput())], {
      title: plain(long(24)),
      submit: plain(long(24)),
      close: plain(long(24)),
      private_metadata: long(3_000),
      callback_id: long(255),
    });
    expect(viewFaults(view)).toEqual([]);
    expect(viewFaults({ type: 'modal', title: plain('Ask'), blocks: [] })).toEqual([]);
  });

  test.for<[object, string]>([
    [{ title: plain(long(25)) }, '/view/title/text: longer than 24 characters'],
    [{ submit: plain(long(25)) }, '/view/submit/text: longer than 24 characters'],
    [{ close: plain(long(25)) }, '/view/close/text: longer than 24 characters'],
    [{ private_metadata: long(3_001) }, '/view/private_metadata: longer than 3000 characters'],
    [{ callback_id: long(256) }, '/view/callback_id: longer than 255 characters'],
    [{ submit: undefined }, '/view/blocks/1: must define `submit` to use an `input` block'],
    [{ blocks: many(101, () => header()) }, '/view/blocks: more than 100 blocks'],
  ])('is invalid with %j: %s', ([change, fault]) => {
    expect(viewFaults(modal([header(), input(textInput())], change))).toEqual([fault]);
  });

  test('is invalid when it is not an object', () => {
    expect(viewFaults('modal')).toEqual(['/view: not an object']);
  });
});
