import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people } from '../support/desk.ts';
import { suiteDatabase } from '../support/store.ts';
import { createSubscriptionsDesk } from '../support/subscriptions-desk.ts';
import { isReadable, typed } from './hostile.ts';
import { tryAll } from './try-all.ts';

const database = suiteDatabase(undefined);
/** Text of an unforeseen failure. */
const UNFORESEEN = /Something went wrong in SMS Desk|Algo falló en SMS Desk/;

test('any typed command gets an answer, and is readable neither in log nor buttons', async () => {
  const desk = await createSubscriptionsDesk(database);
  const command = fc.constantFrom(
    '/sms-status',
    '/sms-report',
    '/sms-check',
    '/sms-report subscribe',
    '/sms-check watch',
  );
  const who = fc.constantFrom(people.agent, people.agente);
  await tryAll('commands at a desk', 0.001, fc.tuple(command, typed, who), async ([asked, text, person]) => {
    const [name = '', ...words] = asked.split(' ');
    const logged = desk.logLines.length;
    const messageCount = desk.slack.messages({}).length;
    await desk.slack.command({
      person: person.id,
      channel: 'C1',
      command: name,
      text: [...words, text].join(' '),
    });
    await desk.requestsFinished();
    const lines = desk.logLines.slice(logged);
    expect(isReadable(JSON.stringify(lines))).toBe(false);
    expect(lines.filter(({ msg }) => msg === 'failed')).toEqual([]);
    for (const message of desk.slack.messages({}).slice(messageCount)) {
      expect(message.text).not.toMatch(UNFORESEEN);
      expect(isReadable(valuesIn(message.blocks).join(' '))).toBe(false);
    }
  });
});

function valuesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'value' && typeof value === 'string' ? [value] : valuesIn(value),
  );
}
