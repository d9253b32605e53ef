import { describe, expect, it } from 'vitest';
import {
  channelOptions,
  dispatchesOn,
  enteredIn,
  fieldOf,
  firstValue,
  valueIn,
  withEdit,
} from '../../../../tools/playground/page/form/fields.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ value, text: plain(value) });
const input = (blockId: string, element: Readonly<Record<string, unknown>>) => ({
  type: 'input',
  block_id: blockId,
  label: plain(blockId),
  element: { action_id: 'value', ...element },
});

const number = input('number', { type: 'plain_text_input' });
const period = input('period', { type: 'static_select', options: [option('today'), option('yesterday')] });
const also = input('also', { type: 'radio_buttons', options: [option('csv'), option('share')] });
const blocks = [number, { type: 'divider' }, period, also];
const values = {
  number: { value: { type: 'plain_text_input', value: '912' } },
  period: { value: { type: 'static_select', selected_option: option('today') } },
  also: { value: { type: 'radio_buttons', selected_option: option('share') } },
};

describe('a value entered in a form', () => {
  it('is the value of the form until the person changes it', () => {
    expect(enteredIn({ blocks, values }, {})).toEqual({ number: '912', period: 'today', also: 'share' });
    const edits = withEdit(withEdit({}, fieldOf(number), '91'), fieldOf(also), 'csv');
    expect(enteredIn({ blocks, values }, edits)).toEqual({ number: '91', period: 'today', also: 'csv' });
  });

  it('survives a change of the form while the field exists', () => {
    const edits = withEdit({}, fieldOf(number), '91');
    expect(valueIn(fieldOf(number), { values: {} }, edits)).toBe('91');
    const other = input('number', { type: 'datepicker', initial_date: '2026-11-18' });
    expect(valueIn(fieldOf(other), { values: {} }, edits)).toBe('2026-11-18');
  });

  it('is dropped when it is no longer offered', () => {
    const edits = withEdit({}, fieldOf(period), 'yesterday');
    const fewer = input('period', { type: 'static_select', options: [option('today')] });
    expect(valueIn(fieldOf(fewer), { values }, edits)).toBe('today');
  });

  it('may be empty', () => {
    const edits = withEdit({}, fieldOf(number), null);
    expect(valueIn(fieldOf(number), { values }, edits)).toBeNull();
  });

  it.each([
    [{ type: 'plain_text_input', initial_value: 'a' }, 'a'],
    [{ type: 'plain_text_input' }, null],
    [{ type: 'static_select', initial_option: option('a') }, 'a'],
    [{ type: 'datepicker', initial_date: '2026-11-18' }, '2026-11-18'],
    [{ type: 'timepicker', initial_time: '09:30' }, '09:30'],
    [{ type: 'conversations_select', initial_conversation: 'C1' }, 'C1'],
  ])('starts with the initial value of the element: %j', (element, expected) => {
    expect(firstValue(element)).toEqual(expected);
  });
});

describe('events of a field that are sent to the bot', () => {
  const sentMoments = (element: Readonly<Record<string, unknown>>, isDispatched = true) => {
    const field = fieldOf({ ...input('one', element), dispatch_action: isDispatched });
    return (['change', 'enter'] as const).filter((moment) => dispatchesOn(field, moment));
  };

  it.each([
    ['a menu', { type: 'static_select' }, ['change']],
    ['a text', { type: 'plain_text_input' }, ['enter']],
    [
      'a text that wants each letter',
      { type: 'plain_text_input', dispatch_action_config: { trigger_actions_on: ['on_character_entered'] } },
      ['change'],
    ],
  ])('%s', (_, element, expected) => {
    expect(sentMoments(element)).toEqual(expected);
    expect(sentMoments(element, false)).toEqual([]);
  });
});

describe('the channels that a menu offers', () => {
  const channels = [
    { id: 'C1', name: 'support', isDm: false, isArchived: false },
    { id: 'C2', name: 'old', isDm: false, isArchived: true },
    { id: 'D1', name: 'SMS Desk', isDm: true, isArchived: false },
  ];
  const offered = (element: Readonly<Record<string, unknown>>) =>
    channelOptions(element, channels).map(({ text }) => text);

  it.each([
    [{ type: 'conversations_select' }, ['#support', 'SMS Desk']],
    [{ type: 'conversations_select', filter: { include: ['public', 'private'] } }, ['#support']],
    [{ type: 'conversations_select', filter: { include: ['im'] } }, ['SMS Desk']],
  ])('%j', (element, expected) => {
    expect(offered(element)).toEqual(expected);
  });
});
