import { describe, expect, test } from 'vitest';
import { renderMessage } from '../../../src/playground/terminal/render.ts';

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string) => ({ type: 'plain_text', text });
const section = (text: string) => ({ type: 'section', text: mrkdwn(text) });
const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const paragraph = (...elements: unknown[]) => richText({ type: 'rich_text_section', elements });
const text = (value: string, style?: object) => ({ type: 'text', text: value, ...(style ? { style } : {}) });
const button = (label: string) => ({ type: 'button', text: plain(label) });

/** What a terminal shows of these blocks, line by line. */
function shown(blocks: unknown[], width = 60): string[] {
  return renderMessage({ text: 'the fallback', blocks }, { width }).split('\n');
}

test('a whole message is laid out as in Slack', () => {
  const blocks = [
    { type: 'header', text: plain('+56 9 •••• •678, last 3 days') },
    section(
      ':white_check_mark: *Delivery works*: the last message reached the handset 12 s after it was sent',
    ),
    richText(
      {
        type: 'rich_text_preformatted',
        elements: [text('Platform 10:32:05 ──2 s──▶ Operator 10:32:07 ──7 s──▶ Handset')],
      },
      { type: 'rich_text_quote', elements: [text('Your code is ••••••\nnever share it')] },
    ),
    { type: 'context', elements: [mrkdwn('as of *10:40*'), plain('1 segment')] },
    { type: 'divider' },
    section('Page 1 of 2'),
    { type: 'actions', elements: [button('Newer'), button('Older'), button('Refresh')] },
  ];

  expect(shown(blocks, 44)).toEqual([
    '+56 9 •••• •678, last 3 days',
    '',
    '✅ Delivery works: the last message reached',
    'the handset 12 s after it was sent',
    '    Platform 10:32:05 ──2 s──▶ Operator 10:32:07 ──7 s──▶ Handset',
    '│ Your code is ••••••',
    '│ never share it',
    'as of 10:40  1 segment',
    '────────────────────────────────────────────',
    'Page 1 of 2',
    '',
    '[ Newer ] [ Older ] [ Refresh ]',
  ]);
});

test('without blocks the text is shown', () => {
  expect(renderMessage({ text: '*Nothing* found', blocks: [] })).toBe('Nothing found');
});

test('colours set apart what Slack sets apart', () => {
  const blocks = [
    { type: 'header', text: plain('A title') },
    section('_slow_ `sent_failed`'),
    { type: 'context', elements: [mrkdwn('as of *now*')] },
  ];
  expect(renderMessage({ text: '', blocks }, { color: true }).split('\n')).toEqual([
    '\u001b[1mA title\u001b[0m',
    '',
    '\u001b[3mslow\u001b[0m \u001b[36m`sent_failed`\u001b[0m',
    '\u001b[2mas of \u001b[0m\u001b[1;2mnow\u001b[0m',
  ]);
});

describe('mrkdwn', () => {
  test.for<[string, string]>([
    ['*bold* and _italic_', 'bold and italic'],
    ['*bold with `code` in it*', 'bold with `code` in it'],
    ['~gone~', '~gone~'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['&lt;b&gt; &amp;amp; `a &amp; b`', '<b> &amp; `a & b`'],
    ['<https://a.b>', 'https://a.b'],
    ['<https://a.b|the page>', 'the page (https://a.b)'],
    ['<tel:+56912345678|+56 9 1234 5678>', '+56 9 1234 5678'],
    ['<mailto:a@b.c>', 'a@b.c'],
    ['<@U1> <@U1|ana> <#C1|support> <#C1>', '@U1 @ana #support #C1'],
    ['<!here> <!subteam^S1> <!subteam^S1|@desk>', '@here @S1 @desk'],
    ['<!date^1763461925^{time}|10:32>', '10:32'],
    [':x: :unheard_of: 10:32:05', '❌ :unheard_of: 10:32:05'],
  ])('%s', ([source, line]) => {
    expect(shown([section(source)])).toEqual([line]);
  });

  test('quotes stand behind bars, preformatted parts are never wrapped', () => {
    const source =
      '&gt; a quote that is longer than the line\n```\na  table   that is longer\nend\n```\nafter';
    expect(shown([section(source)], 20)).toEqual([
      '│ a quote that is',
      '│ longer than the',
      '│ line',
      '    a  table   that is longer',
      '    end',
      'after',
    ]);
  });
});

describe('rich text', () => {
  test('elements', () => {
    const block = paragraph(
      text('*as it is* &amp; ', { bold: true }),
      text('code', { code: true }),
      text('old', { strike: true }),
      { type: 'emoji', name: 'warning' },
      { type: 'link', url: 'https://a.b' },
      text(' '),
      { type: 'link', url: 'https://a.b', text: 'page' },
      text(' '),
      { type: 'user', user_id: 'U1' },
      { type: 'channel', channel_id: 'C1' },
      { type: 'broadcast', range: 'here' },
    );
    expect(shown([block], 100)).toEqual([
      '*as it is* &amp; `code`~old~⚠️https://a.b page (https://a.b) @U1#C1@here',
    ]);
  });

  test('a date shows its fallback, else universal time', () => {
    const date = { type: 'date', timestamp: 1_763_461_925, format: '{time}' };
    expect(shown([paragraph({ ...date, fallback: '10:32' }, text(' '), date)])).toEqual([
      '10:32 2025-11-18 10:32 UTC',
    ]);
  });

  test('lists', () => {
    const items = [paragraph(text('the first of them')).elements[0], paragraph(text('b')).elements[0]];
    const list = { type: 'rich_text_list', elements: items };
    expect(
      shown([richText({ ...list, style: 'bullet' }, { ...list, style: 'ordered', indent: 1 })], 14),
    ).toEqual(['• the first of', '  them', '• b', '  1. the first', '     of them', '  2. b']);
  });
});

test('mentions show names where they are known, but never in a text that holds none', () => {
  const names = new Map([
    ['C1', 'support'],
    ['U1', 'ana'],
  ]);
  const mentions = [
    { type: 'channel', channel_id: 'C1' },
    { type: 'text', text: ' <#C1> ' },
    { type: 'user', user_id: 'U1' },
    { type: 'user', user_id: 'U2' },
  ];
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: 'in <#C1|>' } },
    { type: 'section', text: { type: 'plain_text', text: 'in <#C1>' } },
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: mentions }] },
  ];
  expect(renderMessage({ text: '', blocks }, { names }).split('\n').filter(Boolean)).toEqual([
    'in #support',
    'in <#C1>',
    '#support <#C1> @ana@U2',
  ]);
  expect(renderMessage({ text: '<@U1> in <#C1> and <#C2>', blocks: [] }, { names })).toBe(
    '@ana in #support and #C2',
  );
});

test('fields stand in two columns, or under one another where there is no room', () => {
  const fields = { type: 'section', fields: ['*Operator*\nEntel', '*Status*\n✅ ok', 'alone'].map(mrkdwn) };
  expect(shown([fields], 42)).toEqual([
    'Operator              Status',
    'Entel                 ✅ ok',
    'alone',
  ]);
  expect(shown([fields], 30)).toEqual(['Operator', 'Entel', 'Status', '✅ ok', 'alone']);
});

test('tables are aligned by what is seen', () => {
  const raw = (value: string) => ({ type: 'raw_text', text: value });
  const rows = [
    [raw('Operator'), raw('Sent')],
    [paragraph(text('日本')), { type: 'raw_number', value: 12_000, text: '12,000' }],
  ];
  expect(shown([{ type: 'table', rows, column_settings: [null, { align: 'right' }] }])).toEqual([
    'Operator    Sent',
    '日本      12,000',
  ]);
});

const chart = (fields: object) => ({ type: 'data_visualization', title: 'A day', chart: fields });
const points = (...values: number[]) => values.map((value, at) => ({ label: `0${2 * at}:00`, value }));

test('a data table shows its caption, all rows, and figures to the right', () => {
  const raw = (value: string) => ({ type: 'raw_text', text: value });
  const figure = (value: number) => ({ type: 'raw_number', value, text: String(value) });
  const rows = [
    [raw('Operator'), raw('Sent'), raw('Note')],
    [raw('Entel'), figure(7), figure(1)],
    [raw('Claro'), figure(120), paragraph(text('late'))],
  ];
  expect(shown([{ type: 'data_table', caption: 'By operator', page_size: 1, rows }])).toEqual([
    'By operator',
    'Operator  Sent  Note',
    'Entel        7  1',
    'Claro      120  late',
  ]);
});

test.for(['line', 'bar', 'area'])('a %s chart shows each value in figures and as a bar', (type) => {
  const series = [
    { name: 'Delivered', data: points(100, 50, 0.5, 0) },
    { name: 'Change', data: points(25, -3, 1, 2) },
  ];
  const axis_config = { categories: ['00:00', '02:00', '04:00'], x_label: 'Hour', y_label: 'Messages' };
  expect(shown([section('above'), chart({ type, series, axis_config })], 24)).toEqual([
    'above',
    '',
    'A day',
    'Messages / Hour',
    'Delivered',
    '00:00  100  ████████████',
    '02:00   50  ██████',
    '04:00  0.5  ▏',
    '06:00    0',
    'Change',
    '00:00   25  ███',
    '02:00   -3',
    '04:00    1  ▏',
    '06:00    2  ▎',
  ]);
});

test('a pie chart shows the share of each segment', () => {
  const segments = [
    { label: 'Delivered', value: 75 },
    { label: 'Failed', value: 25 },
  ];
  expect(shown([chart({ type: 'pie', segments })], 32)).toEqual([
    'A day',
    'Delivered  75 (75 %)  ██████████',
    'Failed     25 (25 %)  ███▍',
  ]);
});

test('controls, images and blocks of an unknown kind', () => {
  const options = [{ text: plain('CSV') }, { text: plain('Share') }];
  const blocks = [
    { ...section('text'), accessory: { type: 'overflow', options } },
    { type: 'actions', elements: [button('One button'), button('Another'), { type: 'static_select' }] },
    { type: 'image', alt_text: 'a chart', image_url: 'https://a.b' },
    { type: 'carousel' },
    { type: 'markdown', text: '**as it is**' },
  ];
  expect(shown(blocks, 30)).toEqual([
    'text',
    '[ ⋯ CSV / Share ]',
    '',
    '[ One button ] [ Another ]',
    '[ Choose ▾ ]',
    '',
    '[image: a chart]',
    '',
    '[carousel]',
    '',
    '**as it is**',
  ]);
});

describe('wrapping', () => {
  test.for<[string, string, number, string[]]>([
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['a word that fills the line', 'one four five', 4, ['one', 'four', 'five']],
    ['a word that is too long', 'a 0123456789 b', 4, ['a', '0123', '4567', '89 b']],
    ['by columns, not by characters', '日本語 日本語', 8, ['日本語', '日本語']],
    ['never inside an emoji', '👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
    ['not between a style and its comma', 'one *two*, three', 8, ['one two,', 'three']],
    ['with leading spaces kept', '  one two', 6, ['  one', 'two']],
    ['with empty lines kept', 'one\n\ntwo', 6, ['one', '', 'two']],
  ])('%s', ([, source, width, lines]) => {
    expect(shown([section(source)], width)).toEqual(lines);
  });
});

describe('a message never drives the terminal', () => {
  test.for<[string, string, string[]]>([
    ['escape sequences', '\u001b[2J\u001b]0;title\u0007', ['␛[2J␛]0;title␇']],
    ['eight-bit controls', '\u009b31m', ['<U+009B>31m']],
    ['going back', 'paid\rfree\b\u007f', ['paid␍free␈␡']],
    ['turned direction', 'a\u202ecod\u2066b', ['a<U+202E>cod<U+2066>b']],
    ['line separators', 'a\u2028b', ['a<U+2028>b']],
    ['tabs and line breaks', 'a\tb\r\nc', ['a    b', 'c']],
    ['half a character', 'a\ud83d', ['a\ufffd']],
  ])('%s', ([, hostile, lines]) => {
    expect(shown([section(hostile)])).toEqual(lines);
    expect(shown([paragraph(text(hostile))])).toEqual(lines);
    expect(renderMessage({ text: hostile, blocks: [] }).split('\n')).toEqual(lines);
  });

  test('wherever the text stands', () => {
    const evil = '\u001b[31m';
    const blocks = [
      { type: 'header', text: plain(evil) },
      { type: 'section', fields: [plain(evil)], accessory: button(evil) },
      { type: 'context', elements: [plain(evil), { type: 'image', alt_text: evil }] },
      { type: 'actions', elements: [{ type: evil }, { type: 'static_select', placeholder: plain(evil) }] },
      { type: 'table', rows: [[{ type: 'raw_text', text: evil }]] },
      { type: 'data_table', caption: evil, rows: [[{ type: 'raw_text', text: evil }]] },
      { ...chart({ type: 'pie', segments: [{ label: evil, value: 1 }] }), title: evil },
      chart({ type: 'bar', series: [{ name: evil, data: [] }], axis_config: { x_label: evil } }),
      { type: 'markdown', text: evil },
      { type: evil },
      paragraph({ type: 'user', user_id: evil }, { type: 'link', url: evil }, { type: 'emoji', name: evil }),
    ];
    expect(renderMessage({ text: '', blocks })).not.toContain('\u001b');
  });
});
