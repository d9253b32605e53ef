import { expect, test } from 'vitest';
import { linesOfMessage } from '../../../src/slack/listeners/shortcuts.ts';

const text = (value: string, style = {}) => ({ type: 'text', text: value, ...style });
const section = (...elements: unknown[]) => ({ type: 'rich_text_section', elements });

test.each([
  [
    'its text, without Slack’s own writing',
    { text: 'Hi <@U1>, <tel:+56912345678|9 1234 5678> &amp; co' },
    ['Hi  ; , 9 1234 5678 & co'],
  ],
  [
    'rich text: what is styled in part stays together, entries of a list apart',
    {
      blocks: [
        {
          type: 'rich_text',
          elements: [
            section(text('9 1234 '), text('5678', { style: { bold: true } })),
            { type: 'rich_text_list', elements: [section(text('912')), section(text('345678'))] },
          ],
        },
      ],
    },
    ['9 1234 5678', '912', '345678'],
  ],
  [
    'links as they are shown, a chat’s by its address',
    {
      blocks: [
        {
          type: 'rich_text',
          elements: [
            section(
              { type: 'link', url: 'https://wa.me/56912345678', text: 'chat' },
              { type: 'user', user_id: 'U1' },
              { type: 'link', url: 'tel:+56987654321', text: '987654321' },
            ),
          ],
        },
      ],
    },
    ['https://wa.me/56912345678 ; 987654321'],
  ],
  [
    'sections, their fields, headers and contexts',
    {
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Case 7' } },
        { type: 'section', text: { type: 'mrkdwn', text: 'one' }, fields: [{ type: 'mrkdwn', text: 'two' }] },
        { type: 'context', elements: [{ type: 'mrkdwn', text: 'three' }, { type: 'image' }] },
      ],
    },
    ['Case 7', 'one', 'two', 'three'],
  ],
  [
    'what was attached and forwarded, and what files are called',
    {
      attachments: [
        {
          title: 'Ticket',
          fields: [{ title: 'Ref', value: '20261118-42' }],
          fallback: 'not read',
          text: 'body',
        },
        {
          message_blocks: [
            { message: { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'inner' } }] } },
          ],
        },
        { fallback: 'only this' },
      ],
      files: [{ title: 'numbers 912345678', name: 'scan.png' }],
    },
    ['Ticket', 'body', 'Ref: 20261118-42', 'inner', 'only this', 'numbers 912345678', 'scan.png'],
  ],
  ['nothing of what has another shape', { text: 7, blocks: {}, attachments: [null, 3], files: [{}] }, []],
  ['nothing of none', undefined, []],
])('a message gives %s', (_, message, lines) => {
  expect(linesOfMessage(message)).toEqual(lines);
});

test('a very long or deep message is read up to a limit', () => {
  expect(linesOfMessage({ text: 'x'.repeat(40_000) }).join('').length).toBe(12_000);
  const deep = Array.from({ length: 50 }).reduce<object>(
    (inner) => ({ attachments: [{ message_blocks: [{ message: inner }], text: 'again' }] }),
    { text: 'innermost' },
  );
  expect(linesOfMessage(deep)).toEqual(['again']);
});
