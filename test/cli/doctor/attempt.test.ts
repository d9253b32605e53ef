import { expect, test } from 'vitest';
import { roomIn } from '../../../src/cli/doctor/database.ts';
import { createAttempts } from '../../../src/cli/doctor/diagnosis.ts';

const named = { group: 'Slack', name: 'bot token' } as const;
const step = { ...named, lateAdvice: 'look at it' };

test('what hangs is given up at its time limit, with its signal', async () => {
  let given: AbortSignal | undefined;
  const attempt = createAttempts([], undefined, 1);
  const diagnosis = await attempt(step, (signal) => {
    given = signal;
    return new Promise(() => undefined);
  });
  expect(diagnosis).toMatchObject({ ...named, outcome: 'wrong', advice: 'look at it' });
  expect(given?.aborted).toBe(true);
});

test('what begins after the whole time is not waited for', async () => {
  const attempt = createAttempts([], undefined, 0);
  const hangs = () => new Promise<never>(() => undefined);
  expect(await attempt(step, hangs)).toMatchObject({ outcome: 'wrong' });
});

test('with a variable at fault nothing is tried', async () => {
  const attempt = createAttempts(['SLACK_BOT_TOKEN']);
  const never = async () => expect.fail('it was tried');
  expect(await attempt({ ...step, needs: ['SLACK_BOT_TOKEN'] }, never)).toEqual({
    ...named,
    outcome: 'not_tried',
    found: 'SLACK_BOT_TOKEN is at fault',
  });
});

test('a failure that nobody explains is told by its kind, without its message', async () => {
  const begun: string[] = [];
  const attempt = createAttempts([], ({ name }) => begun.push(name));
  const fails = async () => {
    throw new TypeError('canary');
  };
  const diagnosis = await attempt(step, fails);
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
