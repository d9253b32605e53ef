import { expect, test } from 'vitest';
import { roomIn } from '../../../src/cli/doctor/database.ts';
import { createAttempts } from '../../../src/cli/doctor/diagnosis.ts';

const named = { group: 'Slack', name: 'bot token' } as const;
const step = { ...named, lateAdvice: 'look at it' };

test('a check that hangs ends at its time limit, and its signal is aborted', async () => {
  let given: AbortSignal | undefined;
  const attempt = createAttempts([], undefined, 1);
  const diagnosis = await attempt(step, (signal) => {
    given = signal;
    return new Promise(() => undefined);
  });
  expect(diagnosis).toMatchObject({ ...named, outcome: 'wrong', advice: 'look at it' });
  expect(given?.aborted).toBe(true);
});

test('a check that starts after the total time limit is not awaited', async () => {
  const attempt = createAttempts([], undefined, 0);
  expect(await attempt(step, () => new Promise(() => undefined))).toMatchObject({ outcome: 'wrong' });
});

test('nothing is tried when a required variable is wrong', async () => {
  const attempt = createAttempts(['SLACK_BOT_TOKEN']);
  const never = async () => expect.fail('it was tried');
  expect(await attempt({ ...step, needs: ['SLACK_BOT_TOKEN'] }, never)).toEqual({
    ...named,
    outcome: 'not_tried',
    found: 'SLACK_BOT_TOKEN is at fault',
  });
});

test('an unexplained failure is reported by its type, without its message', async () => {
  const started: string[] = [];
  const attempt = createAttempts([], ({ name }) => started.push(name));
  const fails = async () => {
    throw new TypeError('canary');
  };
  expect(await attempt(step, fails)).toMatchObject({ outcome: 'wrong', found: 'failed: TypeError' });
  expect(started).toEqual(['bot token']);
});

test.each([
  [100, 'wrong'],
  [500, 'warning'],
  [5_000, 'ok'],
])('%i MB of free space are %s', (megabytes, outcome) => {
  expect(roomIn(megabytes * 1024 * 1024)).toMatchObject({ outcome, found: `${megabytes} MB` });
});
