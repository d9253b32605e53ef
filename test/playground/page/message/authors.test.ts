import { expect, test } from 'vitest';
import { plainText } from '../../../../src/playground/page/message/authors.ts';

const people = [
  { id: 'U0ANA', name: 'Ana Rojas', role: { en: '', es: '' }, locale: 'en-US', zone: 'America/Santiago' },
];
const channels = [{ id: 'C0SUPPORT', name: 'support', isDm: false, hasBot: true, isArchived: false }];

test.each([
  ['Asked by <@U0ANA> in <#C0SUPPORT|support>', 'Asked by Ana Rojas in #support'],
  ['1 &lt; 2 &amp;amp; 3', '1 < 2 &amp; 3'],
])('%j is read aloud as %j', (text, expected) => {
  expect(plainText(text, { people, channels })).toBe(expected);
});
