import { describe, expect, test } from 'vitest';
import { renderMessage } from '../../../tools/playground/terminal/render.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const paragraph = (...elements: unknown[]) => richText({ type: 'rich_text_section', elements });
const text = (value: string, style?: object) => ({ type: 'text', text: value, ...(style ? { style } : {}) });
const button = (label: string) => ({ type: 'button', text: plain(label) });

function shown(blocks: unknown[], width = 60): string[] {
  return renderMessage({ text: 'the fallback', blocks }, { width }).split('\n');
}

test('prints a whole message with the layout of Slack', () => {
  const blocks = [
    { type: 'header', text: plain('+56 9 •••• •678, last 3 days') },
    paragraph(
      { type: 'emoji', name: 'white_check_mark' },
      text(' '),
      text('Delivery works', { bold: true }),
      text(': the last message reached the handset 12 s after it was sent'),
    ),
    richText(
      {
        type: 'rich_text_preformatted',
        elements: [text('Platform 10:32:05 ──2 s──▶ Operator 10:32:07 ──7 s──▶ Handset')],
      },
      { type: 'rich_text_quote', elements: [text('Your code is ••••••\nnever share it')] },
    ),
    { type: 'context', elements: [plain('as of 10:40'), plain('1 segment')] },
    { type: 'divider' },
    paragraph(text('Page 1 of 2')),
    { type: 'actions', elements: [button('Newer'), button('Older'), button('Refresh')] },
  ];

  expect(shown(blocks, 44)).toEqual([
    '+56 9 •••• •678, last 3 days',
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

test('prints the text of a message without blocks', () => {
  expect(renderMessage({ text: 'Nothing &lt;found&gt; &amp;amp;', blocks: [] })).toBe(
    'Nothing <found> &amp;',
  );
});

test('marks titles, styles and contexts with colours', () => {
  const blocks = [
    { type: 'header', text: plain('A title') },
    paragraph(text('slow', { italic: true }), text(' '), text('sent_failed', { code: true })),
    { type: 'context', elements: [plain('as of now')] },
  ];
  expect(renderMessage({ text: '', blocks }, { color: true }).split('\n')).toEqual([
    '\u001b[1mA title\u001b[22m',
    '\u001b[3mslow\u001b[23m \u001b[36m`sent_failed`\u001b[39m',
    '\u001b[2mas of now\u001b[22m',
  ]);
});

describe('rich text', () => {
  test('prints its elements', () => {
    const block = paragraph(
      text('*as it is* &amp; ', { bold: true }),
      text('code', { code: true }),
      { type: 'emoji', name: 'warning' },
      { type: 'emoji', name: 'unheard_of' },
      { type: 'user', user_id: 'U1' },
      { type: 'channel', channel_id: 'C1' },
    );
    expect(shown([block], 100)).toEqual(['*as it is* &amp; `code`⚠️:unheard_of:@U1#C1']);
  });

  test('prints quotes behind bars, and never wraps preformatted text', () => {
    const block = richText(
      { type: 'rich_text_quote', elements: [text('a quote that is longer than the line')] },
      { type: 'rich_text_preformatted', elements: [text('a  table   that is longer\nend')] },
      { type: 'rich_text_section', elements: [text('after')] },
    );
    expect(shown([block], 20)).toEqual([
      '│ a quote that is',
      '│ longer than the',
      '│ line',
      '    a  table   that is longer',
      '    end',
      'after',
    ]);
  });
});

test('prints mentions with known names, but not in plain text', () => {
  const names = new Map([
    ['C1', 'support'],
    ['U1', 'ana'],
    ['S1', 'on-call'],
  ]);
  const mentions = [
    { type: 'channel', channel_id: 'C1' },
    { type: 'text', text: ' <#C1> ' },
    { type: 'user', user_id: 'U1' },
    { type: 'user', user_id: 'U2' },
    { type: 'text', text: ' ' },
    { type: 'usergroup', usergroup_id: 'S1' },
  ];
  const blocks = [
    { type: 'context', elements: [plain('in <#C1>')] },
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: mentions }] },
  ];
  expect(renderMessage({ text: '', blocks }, { names }).split('\n').filter(Boolean)).toEqual([
    'in <#C1>',
    '#support <#C1> @ana@U2 @on-call',
  ]);
  expect(renderMessage({ text: '<@U1> in <#C1> and <#C2>', blocks: [] }, { names })).toBe(
    '@ana in #support and #C2',
  );
});

const chart = (fields: object) => ({ type: 'data_visualization', title: 'A day', chart: fields });
const points = (...values: number[]) => values.map((value, at) => ({ label: `0${2 * at}:00`, value }));

test('prints the caption and all rows of a data table, with numbers to the right', () => {
  const raw = (value: string) => ({ type: 'raw_text', text: value });
  const figure = (value: number) => ({ type: 'raw_number', value, text: String(value) });
  const rows = [
    [raw('Operator'), raw('Sent'), raw('Note')],
    [raw('Entel'), figure(7), figure(1)],
    [raw('日本'), figure(120), paragraph(text('late'))],
  ];
  expect(shown([{ type: 'data_table', caption: 'By operator', page_size: 1, rows }])).toEqual([
    'By operator',
    'Operator  Sent  Note',
    'Entel        7  1',
    '日本       120  late',
  ]);
});

test.for(['line', 'bar'])('prints each value of a %s chart as a number and as a bar', (type) => {
  const series = [
    { name: 'Delivered', data: points(100, 50, 0.5, 0) },
    { name: 'Change', data: points(25, -3, 1, 2) },
  ];
  const axis_config = { categories: ['00:00', '02:00', '04:00'], x_label: 'Hour', y_label: 'Messages' };
  expect(shown([paragraph(text('above')), chart({ type, series, axis_config })], 24)).toEqual([
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

test('prints controls and unknown blocks', () => {
  const radio = { type: 'radio_buttons', options: [{ text: plain('CSV') }, { text: plain('Share') }] };
  const blocks = [
    { type: 'actions', elements: [radio, { type: 'slider' }] },
    { type: 'actions', elements: [{ ...radio, type: 'overflow' }] },
    { type: 'actions', elements: [button('One button'), button('Another'), { type: 'static_select' }] },
    { type: 'carousel' },
  ];
  expect(shown(blocks, 30)).toEqual([
    '[ CSV / Share ] [ slider ]',
    '',
    '[ … CSV / Share ]',
    '',
    '[ One button ] [ Another ]',
    '[ Choose ▾ ]',
    '',
    '[carousel]',
  ]);
});

describe('wrapping', () => {
  test.for<[string, string, number, string[]]>([
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['a word that fills the line', 'one four five', 4, ['one', 'four', 'five']],
    ['a word that is too long', 'a 0123456789 b', 4, ['a', '0123', '4567', '89 b']],
    ['by columns, not by characters', '日本語 日本語', 8, ['日本語', '日本語']],
    ['never inside an emoji', '👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
    ['with leading spaces kept', '  one two', 6, ['  one', 'two']],
    ['with empty lines kept', 'one\n\ntwo', 6, ['one', '', 'two']],
  ])('%s', ([, source, width, lines]) => {
    expect(shown([paragraph(text(source))], width)).toEqual(lines);
  });

  test('never between styled text and its comma', () => {
    const block = paragraph(text('one '), text('two', { bold: true }), text(', three'));
    expect(shown([block], 8)).toEqual(['one two,', 'three']);
  });
});

describe('a message never controls the terminal', () => {
  test.for<[string, string, string[]]>([
    ['escape sequences', '\u001b[2J\u001b]0;title\u0007', ['␛[2J␛]0;title␇']],
    ['eight-bit controls', '\u009b31m', ['<U+009B>31m']],
    ['going back', 'paid\rfree\b\u007f', ['paid␍free␈␡']],
    ['turned direction', 'a\u202ecod\u2066b', ['a<U+202E>cod<U+2066>b']],
    ['line separators', 'a\u2028b', ['a<U+2028>b']],
    ['tabs and line breaks', 'a\tb\r\nc', ['a    b', 'c']],
    ['half a character', 'a\ud83d', ['a\ufffd']],
  ])('by %s', ([, hostile, lines]) => {
    expect(shown([paragraph(text(hostile))])).toEqual(lines);
    expect(renderMessage({ text: hostile, blocks: [] }).split('\n')).toEqual(lines);
  });

  test('by a control character in any text', () => {
    const evil = '\u001b[31m';
    const blocks = [
      { type: 'header', text: plain(evil) },
      { type: 'context', elements: [plain(evil)] },
      {
        type: 'actions',
        elements: [button(evil), { type: evil }, { type: 'static_select', placeholder: plain(evil) }],
      },
      { type: 'data_table', caption: evil, rows: [[{ type: 'raw_text', text: evil }]] },
      {
        ...chart({ type: 'line', series: [{ name: evil, data: [{ label: evil, value: 1 }] }] }),
        title: evil,
      },
      chart({ type: 'bar', series: [{ name: evil, data: [] }], axis_config: { x_label: evil } }),
      { type: evil },
      paragraph({ type: 'user', user_id: evil }, text(evil, { code: true }), { type: 'emoji', name: evil }),
    ];
    expect(renderMessage({ text: '', blocks })).not.toContain('\u001b');
  });
});
