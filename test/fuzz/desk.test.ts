import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people } from '../support/desk.ts';
import { suiteDatabase } from '../support/store.ts';
import { aSubscriptionsDesk } from '../support/subscriptions-desk.ts';
import { isReadable, typed } from './hostile.ts';
import { tryAll } from './try-all.ts';

const database = suiteDatabase(undefined);
/** Text of an unforeseen failure. */
const UNFORESEEN = /Something went wrong in SMS Desk|Algo falló en SMS Desk/;

test('whatever is typed has an answer, and nothing of it is in the log or in what buttons hold', async () => {
  const desk = await aSubscriptionsDesk(database);
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
    const said = desk.slack.messages({}).length;
    await desk.slack.command({
      person: person.id,
      channel: 'C1',
      command: name,
      text: [...words, text].join(' '),
    });
    await desk.settled();
    const lines = desk.logLines.slice(logged);
    expect(isReadable(JSON.stringify(lines))).toBe(false);
    expect(lines.filter(({ msg }) => msg === 'failed')).toEqual([]);
    for (const message of desk.slack.messages({}).slice(said)) {
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
