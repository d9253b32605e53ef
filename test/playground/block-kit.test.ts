import { describe, expect, test } from 'vitest';
import { blockFaults, blocksLength } from '../../src/playground/block-kit.ts';
import { viewFaults } from '../../src/playground/modals/view-faults.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const section = (text = 'text') => ({ type: 'section', text: mrkdwn(text) });
const header = (text = 'text') => ({ type: 'header', text: plain(text) });
const context = (...elements: unknown[]) => ({ type: 'context', elements });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const button = (change: object = {}) => ({ type: 'button', text: plain('Go'), action_id: 'go', ...change });
const overflow = (options: number) => ({
  type: 'overflow',
  action_id: 'more',
  options: many(options, (index) => ({ text: plain(`${index}`), value: `${index}` })),
});
const select = (change: object = {}) => ({
  type: 'static_select',
  action_id: 'pick',
  options: [{ text: plain('one'), value: '1' }],
  ...change,
});
const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const richSection = (...elements: unknown[]) =>
  richText({ type: 'rich_text_section', elements: elements.length > 0 ? elements : [text('text')] });
const text = (value: string, change: object = {}) => ({ type: 'text', text: value, ...change });
const image = (change: object = {}) => ({
  type: 'image',
  alt_text: 'a chart',
  image_url: 'https://example.org/a.png',
  ...change,
});
const table = (rows: unknown[], change: object = {}) => ({ type: 'table', rows, ...change });
const cell = (value = 'a') => ({ type: 'raw_text', text: value });
const option = (value: string, change: object = {}) => ({ text: plain(value), value, ...change });
const radio = (change: object = {}) => ({
  type: 'radio_buttons',
  action_id: 'when',
  options: [option('a'), option('b')],
  ...change,
});
const boxes = (change: object = {}) => ({ ...radio(), type: 'checkboxes', ...change });
const datepicker = (change: object = {}) => ({ type: 'datepicker', action_id: 'day', ...change });
const channels = (change: object = {}) => ({ type: 'channels_select', action_id: 'channel', ...change });
const textInput = (change: object = {}) => ({ type: 'plain_text_input', action_id: 'text', ...change });
const input = (element: unknown, change: object = {}) => ({
  type: 'input',
  label: plain('Label'),
  element,
  ...change,
});
const alert = (change: object = {}) => ({ type: 'alert', text: mrkdwn('mind'), ...change });
const modal = (blocks: unknown[], change: object = {}) => ({
  type: 'modal',
  title: plain('Ask'),
  submit: plain('Send'),
  blocks,
  ...change,
});
const markdown = (value: string) => ({ type: 'markdown', text: value });

describe('what Slack takes', () => {
  test.for<[string, unknown[]]>([
    ['no blocks', []],
    ['a section at its limit', [section(long(3_000))]],
    ['fields without text', [{ type: 'section', fields: many(10, () => mrkdwn(long(1_000))) }]],
    ['a section with a button', [{ ...section(), accessory: button(), expand: true }]],
    ['a section with an image', [{ ...section(), accessory: image() }]],
    ['a header at its limit', [header(long(150))]],
    ['a context of text and image', [context(mrkdwn('a'), plain('b'), image())]],
    ['all controls', [actions(button(), overflow(5), select(), { type: 'conversations_select' })]],
    [
      'a button with everything',
      [actions(button({ value: long(2_000), style: 'danger', url: 'https://a.b' }))],
    ],
    ['a confirmation', [actions(button({ confirm: { text: plain('Sure?'), confirm: plain('Yes') } }))]],
    ['a divider', [{ type: 'divider', block_id: 'line' }]],
    ['rich text, styled', [richSection(text('a', { style: { bold: true, italic: true, code: true } }))]],
    [
      'rich text of every kind',
      [
        richText(
          {
            type: 'rich_text_section',
            elements: [
              { type: 'emoji', name: 'x', unicode: '274c' },
              { type: 'link', url: 'https://a.b' },
              { type: 'user', user_id: 'U1' },
              { type: 'usergroup', usergroup_id: 'S1' },
              { type: 'channel', channel_id: 'C1' },
              { type: 'broadcast', range: 'here' },
              { type: 'date', timestamp: 1_763_461_925, format: '{date_num}', fallback: 'then' },
            ],
          },
          { type: 'rich_text_preformatted', elements: [text('code')], border: 1 },
          { type: 'rich_text_quote', elements: [text('quote')] },
          {
            type: 'rich_text_list',
            style: 'ordered',
            indent: 1,
            elements: [{ type: 'rich_text_section', elements: [text('one')] }],
          },
        ),
      ],
    ],
    ['an image', [image({ title: plain('Chart') })]],
    ['an uploaded image', [image({ image_url: undefined, slack_file: { id: 'F1' } })]],
    ['markdown at its limit', [markdown(long(12_000))]],
    [
      'a table',
      [
        table(
          [
            [cell(), richSection()],
            [cell(), { type: 'raw_number', value: 1, text: '1' }],
          ],
          {
            column_settings: [null, { align: 'right', is_wrapped: true }],
          },
        ),
      ],
    ],
    ['fifty blocks', many(50, () => ({ type: 'divider' }))],
    ['the same action id in two blocks', [actions(button()), actions(button())]],
  ])('%s', ([, blocks]) => {
    expect(blockFaults(blocks)).toEqual([]);
  });
});

describe('what Slack refuses', () => {
  test.for<[unknown, string]>([
    [{ type: 'chart' }, '/type: unknown type `chart`'],
    [{}, '/type: missing'],
    [{ ...image(), type: 7 }, '/type: unknown type `7`'],
    [{ type: 'header', text: { text: 'a' } }, '/text/type: missing'],
    ['text', ': not an object'],
    [{ ...section(), colour: 'red' }, ': unknown `colour`'],
    [{ type: 'section' }, ': wants `text` or `fields`'],
    [section(''), '/text/text: empty'],
    [section(long(3_001)), '/text/text: longer than 3000 characters'],
    [{ type: 'section', text: 'text' }, '/text: not an object'],
    [{ type: 'section', text: { type: 'html', text: 'a' } }, '/text/type: unknown type `html`'],
    [{ type: 'section', fields: [] }, '/fields: fewer than 1 elements'],
    [{ type: 'section', fields: many(11, () => plain('a')) }, '/fields: more than 10 elements'],
    [{ type: 'section', fields: [plain(long(2_001))] }, '/fields/0/text: longer than 2000 characters'],
    [{ ...section(), accessory: { type: 'slider' } }, '/accessory/type: unknown type `slider`'],
    [{ ...section(), block_id: long(256) }, '/block_id: longer than 255 characters'],
    [header(long(151)), '/text/text: longer than 150 characters'],
    [{ type: 'header', text: mrkdwn('a') }, '/text/type: `mrkdwn` is none of plain_text'],
    [{ type: 'header' }, '/text: missing'],
    [context(), '/elements: fewer than 1 elements'],
    [context(...many(11, () => plain('a'))), '/elements: more than 10 elements'],
    [context(button()), '/elements/0/type: unknown type `button`'],
    [actions(), '/elements: fewer than 1 elements'],
    [actions(...many(26, (index) => button({ action_id: `${index}` }))), '/elements: more than 25 elements'],
    [actions(button({ text: plain(long(76)) })), '/elements/0/text/text: longer than 75 characters'],
    [actions(button({ text: mrkdwn('a') })), '/elements/0/text/type: `mrkdwn` is none of plain_text'],
    [actions(button({ value: long(2_001) })), '/elements/0/value: longer than 2000 characters'],
    [actions(button({ action_id: long(256) })), '/elements/0/action_id: longer than 255 characters'],
    [actions(button({ style: 'loud' })), '/elements/0/style: `loud` is none of primary, danger'],
    [actions(button(), button()), '/elements/1/action_id: used before in this block'],
    [actions(overflow(6)), '/elements/0/options: more than 5 elements'],
    [actions(select({ options: undefined })), '/elements/0: wants either `options` or `option_groups`'],
    [
      actions(select({ options: [{ text: plain('a'), value: long(76) }] })),
      '/elements/0/options/0/value: longer than 75 characters',
    ],
    [richText(), '/elements: fewer than 1 elements'],
    [richText({ type: 'rich_text_section', elements: [] }), '/elements/0/elements: fewer than 1 elements'],
    [richSection(text('')), '/elements/0/elements/0/text: empty'],
    [richSection(text('a', { style: { loud: true } })), '/elements/0/elements/0/style: unknown `loud`'],
    [richSection({ type: 'mention' }), '/elements/0/elements/0/type: unknown type `mention`'],
    [
      richText({ type: 'rich_text_preformatted', elements: [{ type: 'emoji', name: 'x' }] }),
      '/elements/0/elements/0/type: unknown type `emoji`',
    ],
    [
      richText({ type: 'rich_text_list', style: 'dashes', elements: [richSection().elements[0]] }),
      '/elements/0/style: `dashes` is none of bullet, ordered',
    ],
    [image({ image_url: undefined }), ': wants either `image_url` or `slack_file`'],
    [image({ alt_text: '' }), '/alt_text: empty'],
    [image({ slack_file: {}, image_url: undefined }), '/slack_file: wants either `id` or `url`'],
    [markdown(long(12_001)), '/text: longer than 12000 characters'],
    [table([]), '/rows: fewer than 1 elements'],
    [table(many(101, () => [cell()])), '/rows: more than 100 elements'],
    [table([many(21, () => cell())]), '/rows/0: more than 20 elements'],
    [table([[cell('')]]), '/rows/0/0/text: empty'],
    [table([[{ type: 'mrkdwn', text: 'a' }]]), '/rows/0/0/type: unknown type `mrkdwn`'],
  ])('%j %s', ([block, fault]) => {
    const [first = ''] = blockFaults([{ type: 'divider' }, block]);
    expect(first.replace(/^\/blocks\/1/, '')).toBe(fault);
  });

  test.for<[unknown[], string]>([
    [many(51, () => ({ type: 'divider' })), '/blocks: more than 50 blocks'],
    [
      [
        { ...section(), block_id: 'a' },
        { ...header(), block_id: 'a' },
      ],
      '/blocks/1/block_id: used before',
    ],
    [[markdown(long(6_001)), markdown(long(6_000))], '/blocks: markdown blocks together longer than 12000'],
    [[table([[cell(long(10_001))]])], '/blocks: tables together longer than 10000'],
  ])('together: %#', ([blocks, fault]) => {
    expect(blockFaults(blocks)).toEqual([expect.stringContaining(fault)]);
  });

  test('every fault is reported, not only the first', () => {
    expect(blockFaults([section(''), header(long(151))])).toEqual([
      '/blocks/0/text/text: empty',
      '/blocks/1/text/text: longer than 150 characters',
    ]);
  });
});

test('a modal takes a hundred blocks, yet no tables and no markdown', () => {
  expect(
    blockFaults(
      many(100, () => section()),
      'modal',
    ),
  ).toEqual([]);
  expect(
    blockFaults(
      many(101, () => section()),
      'home',
    ),
  ).toEqual(['/blocks: more than 100 blocks']);
  expect(blockFaults([markdown('a'), table([[cell()]])], 'modal')).toEqual([
    '/blocks/0/type: unknown type `markdown`',
    '/blocks/1/type: unknown type `table`',
  ]);
});

test.for<[string, unknown[], number]>([
  ['texts, not ids and values', [section('four'), actions(button({ value: 'value' }))], 6],
  ['fields and context', [{ type: 'section', fields: [plain('ab'), plain('cd')] }, context(plain('e'))], 5],
  [
    'rich text, with links by text or else address',
    [
      richSection(
        text('ab'),
        { type: 'link', url: 'http://a', text: 'c' },
        { type: 'link', url: 'http://a' },
      ),
    ],
    11,
  ],
  ['cells', [table([[cell('ab'), richSection(text('c'))]])], 3],
  ['what is no block', [null, 'text', 5], 0],
])('blocksLength counts %s', ([, blocks, length]) => {
  expect(blocksLength(blocks)).toBe(length);
});

describe('what Slack takes in a form', () => {
  test.for<[string, unknown]>([
    [
      'a text of one line or several',
      input(textInput({ multiline: true, min_length: 3, max_length: 3_000, placeholder: plain(long(150)) })),
    ],
    [
      'a text that is told of as it is typed',
      input(textInput({ dispatch_action_config: { trigger_actions_on: ['on_character_entered'] } }), {
        dispatch_action: true,
      }),
    ],
    [
      'everything around a field',
      input(textInput(), { hint: plain(long(2_000)), optional: true, block_id: 'a' }),
    ],
    ['a menu with a choice', input(select({ initial_option: option('one', { value: '1' }) }))],
    [
      'a hundred options',
      input(select({ options: many(100, (index) => option(`${index}`, { description: plain(long(75)) })) })),
    ],
    [
      'a menu in groups, with a choice',
      input(
        select({
          options: undefined,
          option_groups: [{ label: plain('group'), options: [option('a')] }],
          initial_option: option('a'),
        }),
      ),
    ],
    ['a day', input(datepicker({ initial_date: '2028-02-29', placeholder: plain('a day') }))],
    ['radio buttons', input(radio({ initial_option: option('b') }))],
    ['checkboxes', input(boxes({ initial_options: [option('a'), option('b')] }))],
    ['options in mrkdwn that stand open', input(boxes({ options: [{ text: mrkdwn('*a*'), value: 'a' }] }))],
    [
      'a conversation',
      input({
        type: 'conversations_select',
        default_to_current_conversation: true,
        response_url_enabled: true,
      }),
    ],
    ['a channel', input(channels({ initial_channel: 'C1', response_url_enabled: true }))],
    ['an alert', alert({ level: 'warning' })],
    ['fields beside a text', { ...section(), accessory: datepicker() }],
    ['fields in a row', actions(radio(), boxes({ action_id: 'b' }), datepicker(), channels())],
  ])('%s', ([, block]) => {
    expect(blockFaults([block], 'modal')).toEqual([]);
  });
});

describe('what Slack refuses in a form', () => {
  test.for<[unknown, string]>([
    [{ type: 'input', element: textInput() }, '/label: missing'],
    [input(undefined), '/element: missing'],
    [input(textInput(), { label: plain(long(2_001)) }), '/label/text: longer than 2000 characters'],
    [input(textInput(), { label: mrkdwn('a') }), '/label/type: `mrkdwn` is none of plain_text'],
    [input(textInput(), { hint: plain(long(2_001)) }), '/hint/text: longer than 2000 characters'],
    [input(button()), '/element/type: unknown type `button`'],
    [input(overflow(2)), '/element/type: unknown type `overflow`'],
    [
      input(textInput({ placeholder: plain(long(151)) })),
      '/element/placeholder/text: longer than 150 characters',
    ],
    [input(textInput({ initial_value: long(3_001) })), '/element/initial_value: longer than 3000 characters'],
    [input(textInput({ max_length: 3_001 })), '/element/max_length: more than 3000'],
    [
      input(textInput({ min_length: 5, max_length: 4 })),
      '/element: `min_length` is greater than `max_length`',
    ],
    [
      input(textInput({ dispatch_action_config: { trigger_actions_on: ['on_blur'] } })),
      '/element/dispatch_action_config/trigger_actions_on/0: `on_blur` is none of on_enter_pressed, on_character_entered',
    ],
    [
      input(select({ options: many(101, (at) => option(`${at}`)) })),
      '/element/options: more than 100 elements',
    ],
    [input(select({ options: [] })), '/element/options: fewer than 1 elements'],
    [
      input(select({ options: [option(long(76))] })),
      '/element/options/0/text/text: longer than 75 characters',
    ],
    [
      input(select({ options: [option('a', { description: plain(long(76)) })] })),
      '/element/options/0/description/text: longer than 75 characters',
    ],
    [input(select({ initial_option: option('q') })), '/element/initial_option: is none of the options'],
    [
      input(select({ initial_option: option('1', { description: plain('other') }) })),
      '/element/initial_option: is none of the options',
    ],
    [input(radio({ options: many(11, (at) => option(`${at}`)) })), '/element/options: more than 10 elements'],
    [input(radio({ initial_option: option('q') })), '/element/initial_option: is none of the options'],
    [input(radio({ placeholder: plain('a') })), '/element: unknown `placeholder`'],
    [input(boxes({ initial_options: [option('q')] })), '/element/initial_options: is none of the options'],
    [input(boxes({ initial_options: [] })), '/element/initial_options: fewer than 1 elements'],
    [
      input(datepicker({ initial_date: '2026-02-30' })),
      '/element/initial_date: not a date such as 2026-11-18',
    ],
    [input(channels({ filter: {} })), '/element: unknown `filter`'],
    [alert({ level: 'loud' }), '/level: `loud` is none of default, info, warning, error, success'],
    [alert({ text: undefined }), '/text: missing'],
    [{ ...section(), accessory: textInput() }, '/accessory/type: unknown type `plain_text_input`'],
    [actions(textInput()), '/elements/0/type: unknown type `plain_text_input`'],
  ])('%j %s', ([block, fault]) => {
    const [first = ''] = blockFaults([block], 'modal');
    expect(first.replace(/^\/blocks\/0/, '')).toBe(fault);
  });

  test('alerts are for modals, fields for modals and the Home tab', () => {
    expect(blockFaults([alert()])).toEqual(['/blocks/0/type: unknown type `alert`']);
    expect(blockFaults([alert()], 'home')).toEqual(['/blocks/0/type: unknown type `alert`']);
    expect(blockFaults([input(textInput())])).toEqual(['/blocks/0/type: unknown type `input`']);
    expect(blockFaults([input(textInput())], 'home')).toEqual([]);
  });
});

describe('a modal as a whole', () => {
  test('at its limits', () => {
    const view = modal([input(textInput())], {
      title: plain(long(24)),
      submit: plain(long(24)),
      close: plain(long(24)),
      private_metadata: long(3_000),
      callback_id: long(255),
      external_id: long(255),
      clear_on_close: true,
      notify_on_close: true,
    });
    expect(viewFaults(view)).toEqual([]);
    expect(viewFaults({ type: 'modal', title: plain('Ask'), blocks: [] })).toEqual([]);
  });

  test.for<[object, string]>([
    [{ title: undefined }, '/view/title: missing'],
    [{ title: plain(long(25)) }, '/view/title/text: longer than 24 characters'],
    [{ title: mrkdwn('a') }, '/view/title/type: `mrkdwn` is none of plain_text'],
    [{ submit: plain(long(25)) }, '/view/submit/text: longer than 24 characters'],
    [{ close: plain(long(25)) }, '/view/close/text: longer than 24 characters'],
    [{ private_metadata: long(3_001) }, '/view/private_metadata: longer than 3000 characters'],
    [{ callback_id: long(256) }, '/view/callback_id: longer than 255 characters'],
    [{ external_id: long(256) }, '/view/external_id: longer than 255 characters'],
    [{ type: 'home' }, '/view/type: `home` is none of modal'],
    [{ blocks: undefined }, '/view/blocks: missing'],
    [{ submit_disabled: true }, '/view: unknown `submit_disabled`'],
    [{ submit: undefined }, '/view/blocks/1: must define `submit` to use an `input` block'],
    [{ blocks: [header('')] }, '/view/blocks/0/text/text: empty'],
    [{ blocks: many(101, () => section()) }, '/view/blocks: more than 100 blocks'],
    [
      { blocks: [input(textInput({ focus_on_load: true })), input(datepicker({ focus_on_load: true }))] },
      '/view/blocks: more than one element with `focus_on_load`',
    ],
  ])('%j %s', ([change, fault]) => {
    expect(viewFaults(modal([section(), input(textInput())], change))).toEqual([fault]);
  });

  test('what is no view', () => {
    expect(viewFaults('modal')).toEqual(['/view: not an object']);
  });
});
