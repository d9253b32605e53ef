import { expect, test } from 'vitest';
import { timeToOperator } from '../../../src/domain/incidents/counts.ts';
import type { Message } from '../../../src/domain/messages/message.ts';
import { tallyOf, withWord } from '../../support/figures.ts';
import { at } from '../../support/messages.ts';

const readAt = at('20:10:00');

/** So many messages three minutes old, that took so many seconds to the operator, or are not there. */
function messages(count: number, seconds: number | undefined, word = 'sent', age = 180): Message[] {
  const platformAt = new Date(readAt.getTime() - age * 1000);
  const operatorAt = seconds === undefined ? undefined : new Date(platformAt.getTime() + seconds * 1000);
  return Array.from({ length: count }, () =>
    withWord(word, { operator: 'Entel', platformAt, operatorAt, handsetAt: undefined }),
  );
}

const look = (list: readonly Message[]) => ({ cells: tallyOf(list, readAt).cells(), readAt });

test.each<[what: string, list: Message[], seconds: number | undefined]>([
  ['the 95th of a hundred', [...messages(95, 2), ...messages(5, 40)], 2],
  ['the first above it', [...messages(94, 2), ...messages(6, 40)], 40],
  ['what is not there yet is slower than any', [...messages(94, 2), ...messages(6, undefined)], undefined],
  ['a few of them are no matter', [...messages(96, 2), ...messages(4, undefined)], 2],
  ['the youngest may take their time', [...messages(60, 2), ...messages(40, undefined, 'sent', 10)], 2],
  ['what failed was not kept', [...messages(60, 2), ...messages(40, undefined, 'rejected')], 2],
])('%s', (_, list, seconds) => {
  expect(timeToOperator([look(list)])).toEqual({ seconds });
});

test('of fewer than fifty nothing is said, unless several looks have them', () => {
  const few = look(messages(49, 2));
  expect(timeToOperator([few])).toBeUndefined();
  expect(timeToOperator([few, few])).toEqual({ seconds: 2 });
  expect(timeToOperator([])).toBeUndefined();
});
