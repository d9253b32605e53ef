import { expect, test } from 'vitest';
import { createAttempts } from '../../../src/cli/doctor/attempt.ts';
import { roomIn } from '../../../src/cli/doctor/database.ts';

const named = { group: 'Slack', name: 'bot token' } as const;

test('what hangs is given up at its limit, with its signal', async () => {
  let given: AbortSignal | undefined;
  const attempt = createAttempts(60_000, () => undefined);
  const diagnosis = await attempt(named, { limitMs: 1, lateAdvice: 'look at it' }, (signal) => {
    given = signal;
    return new Promise(() => undefined);
  });
  expect(diagnosis).toMatchObject({ ...named, outcome: 'wrong', advice: 'look at it' });
  expect(given?.aborted).toBe(true);
});

test('what begins after the whole time is not waited for', async () => {
  const attempt = createAttempts(0, () => undefined);
  const hangs = () => new Promise<never>(() => undefined);
  expect(await attempt(named, { limitMs: 60_000, lateAdvice: 'look' }, hangs)).toMatchObject({
    outcome: 'wrong',
  });
});

test('a failure that nobody explains is told by its kind, without its message', async () => {
  const begun: string[] = [];
  const attempt = createAttempts(60_000, ({ name }) => begun.push(name));
  const fails = async () => {
    throw new TypeError('canary');
  };
  const diagnosis = await attempt(named, { limitMs: 60_000, lateAdvice: 'look' }, fails);
  expect(diagnosis).toMatchObject({ outcome: 'wrong', found: 'failed: TypeError' });
  expect(begun).toEqual(['bot token']);
});

test.each([
  [100, 'wrong'],
  [500, 'warning'],
  [5_000, 'ok'],
])('%i MB of room are %s', (megabytes, outcome) => {
  expect(roomIn(megabytes * 1024 * 1024)).toMatchObject({ outcome, found: `${megabytes} MB` });
});
