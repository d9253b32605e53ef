import { describe, expect, test } from 'vitest';
import { blockFaults, blocksLength } from '../../../tools/fake-slack/block-kit/validation.ts';
import {
  actions,
  axes,
  button,
  cell,
  chart,
  context,
  dataTable,
  figure,
  header,
  long,
  many,
  mrkdwn,
  plain,
  points,
  richSection,
  richText,
  select,
  series,
  text,
} from './blocks.ts';

function dateBlock(changes: object, type = 'rich_text_section') {
  const element = { type: 'date', timestamp: 1_795_014_000, format: '{time}', fallback: '12:00', ...changes };
  return richText({ type, elements: [element] });
}

describe('blocks that Slack accepts', () => {
  test.for<[string, unknown[]]>([
    ['no blocks', []],
    ['a date', [dateBlock({ style: { bold: true } })]],
    ['a date in markup', [context(mrkdwn('<!date^1795014000^{time}|12:00>'))]],
    ['a header at its limit', [header(long(150))]],
    ['a context at its limits', [context(...many(10, () => plain(long(3_000))))]],
    ['all controls', [actions(button(), select(), { type: 'conversations_select' })]],
    ['a button with everything', [actions(button({ value: long(2_000), style: 'danger' }))]],
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
              { type: 'emoji', name: 'x' },
              { type: 'user', user_id: 'U1' },
              { type: 'channel', channel_id: 'C1' },
            ],
          },
          { type: 'rich_text_preformatted', elements: [text('code')] },
          { type: 'rich_text_quote', elements: [text('quote')] },
        ),
      ],
    ],
    [
      'a data table at its limits',
      [
        dataTable(
          [
            many(20, () => cell()),
            ...many(100, () => [figure(1), ...many(19, () => richSection(text('a')))]),
          ],
          { page_size: 100 },
        ),
      ],
    ],
    [
      'charts at their limits',
      [
        chart(
          {
            series: many(6, (at) => series(20, { name: `${at}`.padEnd(20) })),
            axis_config: axes(20, { y_label: long(50) }),
          },
          { title: long(50) },
        ),
        chart({ type: 'bar' }),
      ],
    ],
    ['fifty blocks', many(50, () => ({ type: 'divider' }))],
    ['the same action id in two blocks', [actions(button()), actions(button())]],
  ])('%s', ([, blocks]) => {
    expect(blockFaults(blocks)).toEqual([]);
  });
});

describe('blocks that Slack refuses', () => {
  test.for<[unknown, string]>([
    [{ type: 'chart' }, '/type: unknown type `chart`'],
    [{ ...header(), colour: 'red' }, ': unknown `colour`'],
    [{ type: 'section', text: plain('a') }, '/type: unknown type `section`'],
    [header(''), '/text/text: empty'],
    [context(plain(long(3_001))), '/elements/0/text: longer than 3000 characters'],
    [{ ...header(), block_id: long(256) }, '/block_id: longer than 255 characters'],
    [header(long(151)), '/text/text: longer than 150 characters'],
    [{ type: 'header', text: mrkdwn('a') }, '/text/type: `mrkdwn` is none of plain_text'],
    [context(), '/elements: fewer than 1 elements'],
    [context(...many(11, () => plain('a'))), '/elements: more than 10 elements'],
    [actions(), '/elements: fewer than 1 elements'],
    [actions(...many(26, (index) => button({ action_id: `${index}` }))), '/elements: more than 25 elements'],
    [actions(button({ text: plain(long(76)) })), '/elements/0/text/text: longer than 75 characters'],
    [actions(button({ value: long(2_001) })), '/elements/0/value: longer than 2000 characters'],
    [actions(button({ action_id: long(256) })), '/elements/0/action_id: longer than 255 characters'],
    [actions(button(), button()), '/elements/1/action_id: used before in this block'],
    [richText(), '/elements: fewer than 1 elements'],
    [richSection(text('')), '/elements/0/elements/0/text: empty'],
    [richSection(text('a', { style: { loud: true } })), '/elements/0/elements/0/style: unknown `loud`'],
    [dataTable(undefined, { caption: '' }), '/caption: empty'],
    [dataTable([[cell()]]), '/rows: wants a header and at least one row'],
    [dataTable(many(102, () => [cell()])), '/rows: more than 100 rows under the header'],
    [dataTable([many(21, () => cell()), [cell()]]), '/rows/0: more than 20 elements'],
    [dataTable([[cell(), cell()], [cell()]]), '/rows/1: not as many cells as in the header: 1, not 2'],
    [dataTable(undefined, { page_size: 101 }), '/page_size: more than 100'],
    [chart({}, { title: long(51) }), '/title: longer than 50 characters'],
    [chart({ series: many(7, (at) => series(2, { name: `${at}` })) }), '/chart/series: more than 6 elements'],
    [chart({ series: [series(2, { name: long(21) })] }), '/chart/series/0/name: longer than 20 characters'],
    [chart({ series: [series(), series()] }), '/chart/series/1/name: used before in this chart'],
    [chart({ series: [series(21)], axis_config: axes(20) }), '/chart/series/0/data: more than 20 elements'],
    [chart({ axis_config: axes(21) }), '/chart/axis_config/categories: more than 20 elements'],
    [
      chart({ axis_config: axes(2, { categories: ['0', '0'] }), series: [series(1)] }),
      '/chart/axis_config/categories/1: used before in this chart',
    ],
    [chart({ axis_config: axes(3) }), '/chart/series/0/data: no point for `2`'],
    [chart({ axis_config: axes(1) }), '/chart/series/0/data/1/label: is none of the categories'],
    [
      chart({ series: [series(2, { data: points(2, () => '0') })], axis_config: axes(1) }),
      '/chart/series/0/data/1/label: used before in this series',
    ],
    [dateBlock({ timestamp: 1_795_014_000_000 }), '/elements/0/elements/0/timestamp: more than 32503680000'],
    [
      dateBlock({ format: '{clock}' }),
      '/elements/0/elements/0/format: not a format with tokens such as {time}',
    ],
    [dateBlock({}, 'rich_text_preformatted'), '/elements/0/elements/0/type: unknown type `date`'],
    [
      chart({ axis_config: axes(2, { y_label: long(51) }) }),
      '/chart/axis_config/y_label: longer than 50 characters',
    ],
  ])('%j %s', ([block, fault]) => {
    const [first = ''] = blockFaults([{ type: 'divider' }, block]);
    expect(first.replace(/^\/blocks\/1/, '')).toBe(fault);
  });

  test.for<[unknown[], string]>([
    [many(51, () => ({ type: 'divider' })), '/blocks: more than 50 blocks'],
    [
      [
        { type: 'divider', block_id: 'a' },
        { ...header(), block_id: 'a' },
      ],
      '/blocks/1/block_id: used before',
    ],
    [
      [dataTable([[cell()], [cell(long(10_001))]])],
      '/blocks: data tables together longer than 10000 characters',
    ],
    [[chart(), chart(), chart({ type: 'bar' })], '/blocks: more than 2 charts'],
  ])('together in one message (%#)', ([blocks, fault]) => {
    expect(blockFaults(blocks)).toEqual([expect.stringContaining(fault)]);
  });
});

test.for(['modal', 'older_message'] as const)('charts and data tables are refused in: %s', (surface) => {
  expect(blockFaults([chart(), dataTable()])).toEqual([]);
  expect(blockFaults([chart(), dataTable()], surface)).toEqual([
    '/blocks/0/type: unknown type `data_visualization`',
    '/blocks/1/type: unknown type `data_table`',
  ]);
});

test.for<[string, unknown[], number]>([
  ['texts, not ids and values', [header('four'), actions(button({ value: 'value' }))], 6],
  ['context and rich text', [context(plain('ab'), plain('cd')), richSection(text('e'))], 5],
  ['captions and cells', [dataTable([[cell('ab')], [figure(7)]], { caption: 'c' })], 4],
  ['titles, labels, not what is drawn', [chart({ axis_config: axes(2, { y_label: 'ab' }) })], 9],
  ['what is no block', [null, 'text', 5], 0],
])('blocksLength counts %s', ([, blocks, length]) => {
  expect(blocksLength(blocks)).toBe(length);
});
