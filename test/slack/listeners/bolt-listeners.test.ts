import type { App } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createBoltListeners } from '../../../src/slack/listeners/bolt-listeners.ts';

test('Bolt gets one listener for all buttons and one for all forms', async () => {
  const seen: string[] = [];
  const listeners: ((args: unknown) => Promise<void>)[] = [];
  const listen = (_: unknown, listener: (args: unknown) => Promise<void>) => void listeners.push(listener);
  const { onAction, onSubmission } = createBoltListeners(
    { action: listen, view: listen } as unknown as App,
    async ({ action }) => void seen.push(`unknown ${action.action_id}`),
    async ({ view }) => void seen.push(`unknown form ${view.callback_id}`),
  );
  onAction(['a', 'b'], async ({ action }) => void seen.push(action.action_id));
  onAction(['c'], async () => void seen.push('the other button'));
  onSubmission('a', async () => void seen.push('the form'));
  expect(listeners).toHaveLength(2);
  for (const action_id of ['b', 'c', 'd']) await listeners[0]?.({ action: { action_id } });
  for (const callback_id of ['a', 'b']) await listeners[1]?.({ view: { callback_id } });
  expect(seen).toEqual(['b', 'the other button', 'unknown d', 'the form', 'unknown form b']);
  expect(() => onAction(['c'], async () => undefined)).toThrow('two listeners for c');
});
