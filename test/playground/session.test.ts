import { expect, test } from 'vitest';
import { startSession } from '../../tools/playground/session.ts';
import { emptyDatabase } from '../support/store.ts';

const noon = () => new Date('2026-11-18T15:00:00Z');
const options = { locale: 'en-US', zone: 'America/Santiago', now: noon, database: emptyDatabase };

test('a check at the start of a session shows an operator that is down', async () => {
  const session = await startSession({ ...options, faults: { operatorDown: { operator: 'Entel' } } });
  try {
    await session.ask('/sms-check', '');
    expect(session.messages().at(-1)?.text).toContain('SMS is down at Entel');
  } finally {
    await session.stop();
  }
});

test.each([
  [
    '/sms-check',
    'watch #operations notify @on-call on recovery',
    /again when it’s over: <!subteam\^S0ONCALL>/,
  ],
  ['/sms-report', 'subscribe #operations 9:00 America/Santiago es', /<#C0OPS>/],
])('accepts another channel and a group: %s %s', async (command, text, expected) => {
  const session = await startSession(options);
  try {
    await session.ask(command, text);
    expect(session.messages().some((message) => expected.test(message.text))).toBe(true);
  } finally {
    await session.stop();
  }
});
