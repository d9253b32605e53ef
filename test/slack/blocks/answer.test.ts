import { expect, test } from 'vitest';
import { translationsFor } from '../../../src/i18n/index.ts';
import { answerLines } from '../../../src/slack/blocks/advice-view.ts';
import { code, view } from '../../../src/slack/blocks/blocks.ts';

const stuck = {
  sign: 'warning',
  verdict: 'Stuck at WOM since 11:02',
  say: 'It is on its way.',
  act: ['Run ', code('/sms-check')],
} as const;

test.each([
  ['en', 'Stuck at WOM since 11:02\nSay: “It is on its way.”\nDo: Run /sms-check'],
  ['es', 'Stuck at WOM since 11:02\nDile: «It is on its way.»\nHaz: Run /sms-check'],
] as const)('the verdict, what to say and what to do, each on a line (%s)', (language, text) => {
  expect(view(answerLines(stuck, translationsFor(language))).text).toBe(text);
});

test('what there is not to say or to do is left out', () => {
  const lines = answerLines({ sign: 'x', verdict: 'No messages' }, translationsFor('en'));
  expect(view(lines).text).toBe('No messages');
});
