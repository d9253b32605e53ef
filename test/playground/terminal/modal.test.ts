import { describe, expect, test } from 'vitest';
import type { ShownModal } from '../../../tools/playground/terminal/modal.ts';
import { renderModal } from '../../../tools/playground/terminal/render.ts';
import { localSlack } from '../../support/bolt-bot.ts';
import { everyField, form, formBot, shown } from '../../support/form-bot.ts';

const plain = (text: string) => ({ type: 'plain_text', text });

function lines(view: ShownModal, width = 40): string[] {
  return renderModal(view, { width }).split('\n');
}

test('prints every kind of field', () => {
  expect(lines(everyField())).toEqual([
    'Ask',
    '',
    'text (optional)',
    '[ first ]',
    '',
    'menu (optional)',
    '[ … ▾ ]',
    'X / Y',
    '',
    'radio (optional)',
    '(•) X',
    '( ) Y',
    '',
    'date (optional)',
    '[ … ▾ ]',
    '',
    'time (optional)',
    '[ … ▾ ]',
    '',
    'anywhere (optional)',
    '[ … ▾ ]',
    '',
    '[ Choose ▾ ]',
    '',
    '[ More ]',
    '',
    '[ Cancel ] [ Send ]',
  ]);
});

const withBack = form({ close: { type: 'plain_text', text: 'Back' } });

test('prints entered values and errors', async () => {
  const slack = localSlack();
  await using bot = await formBot(slack, withBack);
  await bot.open();
  bot.answer({ response_action: 'errors', errors: { day: 'No messages on that day' } });
  await slack.submit({ person: 'U1', values: { number: '12345', day: '2026-11-17' } });

  expect(lines(shown(slack))).toEqual([
    'Ask',
    '',
    'Number',
    '[ 12345 ]',
    '',
    'Day (optional)',
    '[ 2026-11-17 ▾ ]',
    '✗ No messages on that day',
    '',
    '[ Back ] [ Send ]',
  ]);
});

test('prints hints, placeholders and texts of several lines', () => {
  const blocks = [
    { type: 'context', elements: [plain('Just text')] },
    {
      type: 'input',
      label: plain('Number'),
      hint: plain('With its country'),
      element: { type: 'plain_text_input', placeholder: plain('+56 9') },
    },
    { type: 'input', label: plain('Note'), element: { type: 'plain_text_input', initial_value: 'one\ntwo' } },
    {
      type: 'input',
      label: plain('Sides'),
      element: {
        type: 'radio_buttons',
        options: [{ text: plain('Left, where the heart is'), value: 'l' }],
        initial_option: { text: plain('Left, where the heart is'), value: 'l' },
      },
    },
  ];
  expect(lines({ title: plain('Ask'), blocks, close: plain('Back') }, 20)).toEqual([
    'Ask',
    '',
    'Just text',
    '',
    'Number',
    '[ +56 9… ]',
    'With its country',
    '',
    'Note',
    '│ one',
    '│ two',
    '',
    'Sides',
    '(•) Left, where the',
    '    heart is',
    '',
    '[ Back ]',
  ]);
});

describe('a modal never controls the terminal', () => {
  test('by a control character in any text', () => {
    const evil = '\u001b[31m';
    const option = { text: plain(evil), value: evil };
    const field = (element: object) => ({
      type: 'input',
      block_id: evil,
      label: plain(evil),
      hint: plain(evil),
      element: { action_id: 'a', ...element },
    });
    const blocks = [
      field({ type: 'plain_text_input', initial_value: `${evil}\n${evil}` }),
      field({ type: 'plain_text_input', placeholder: plain(evil) }),
      field({ type: 'static_select', options: [option], initial_option: option }),
      field({ type: 'radio_buttons', options: [option] }),
      field({ type: 'datepicker', initial_date: evil }),
      field({ type: 'conversations_select', initial_conversation: evil }),
    ];
    const view = { title: evil, submit: evil, close: evil, blocks, errors: { [evil]: evil }, notice: evil };
    expect(renderModal(view)).not.toContain('\u001b');
  });
});
