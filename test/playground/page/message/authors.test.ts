import { expect, test } from 'vitest';
import { plainText } from '../../../../tools/playground/page/message/authors.ts';

const people = [{ id: 'U0ANA', name: 'Ana Rojas', role: '', locale: 'en-US', zone: 'America/Santiago' }];
const bot = { id: 'U0BOT', name: 'SMS Desk', description: '', shortcuts: [], steps: [] };
const channels = [{ id: 'C0SUPPORT', name: 'support', isDm: false, hasBot: true, isArchived: false }];

test.each([
  ['Asked by <@U0ANA> in <#C0SUPPORT|support>', 'Asked by Ana Rojas in #support'],
  ['<@U0BOT> &lt;hello&gt;', '@SMS Desk <hello>'],
  ['1 &lt; 2 &amp;amp; 3', '1 < 2 &amp; 3'],
])('%j is read aloud as %j', (text, expected) => {
  expect(plainText(text, { bot, people, channels })).toBe(expected);
});
