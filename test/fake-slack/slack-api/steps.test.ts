import { describe, expect, it } from 'vitest';
import type { WorkspaceOptions } from '../../../tools/fake-slack/workspace/workspace.ts';
import { localSlack, TRANSPORTS } from '../../support/bolt-bot.ts';

const parameter = (name: string, type: string, isRequired = false) => ({
  name,
  type,
  title: name,
  isRequired,
});

const STEP = {
  callbackId: 'look_up',
  title: 'Look it up',
  description: 'What became of it',
  inputs: [
    parameter('number', 'string', true),
    parameter('days', 'integer'),
    parameter('from', 'slack#/types/date'),
  ],
  outputs: [parameter('status', 'string', true), parameter('sent', 'boolean'), parameter('rate', 'number')],
};

describe.each(TRANSPORTS)('workflow steps %s', (_, start) => {
  /** A bot that records its steps and ends none by itself. */
  async function startStepBot(changes: Partial<WorkspaceOptions> = {}) {
    const slack = localSlack({ events: ['function_executed'], steps: [STEP], ...changes });
    const received: unknown[] = [];
    const bot = await start(slack, (app) => {
      app.function('look_up', async ({ event }) => void received.push(event));
    });
    const end = (how: 'completeSuccess' | 'completeError', args: object) =>
      bot.app.client.apiCall(`functions.${how}`, { ...args });
    return { ...bot, slack, received, end };
  }

  it('send their inputs, and can succeed once', async () => {
    await using bot = await startStepBot();
    const { slack, received } = bot;
    const inputs = { number: '912345678', days: 3, from: '2026-11-18' };
    const { id, token, status } = await slack.runStep('look_up', inputs);
    expect(status).toBe('running');
    expect(received).toMatchObject([
      {
        type: 'function_executed',
        function: { callback_id: 'look_up', title: 'Look it up', type: 'app' },
        inputs,
        function_execution_id: id,
        workflow_execution_id: expect.stringMatching(/^Wx/),
        bot_access_token: token,
      },
    ]);
    const outputs = { status: 'delivered', sent: true, rate: 0.5 };
    await bot.end('completeSuccess', { function_execution_id: id, outputs });
    expect(slack.execution(id)).toMatchObject({ status: 'completed', outputs });
    for (const how of ['completeSuccess', 'completeError'] as const)
      await expect(bot.end(how, { function_execution_id: id, outputs, error: 'no' })).rejects.toThrow(
        'execution_not_in_running_state',
      );
  });

  it('can fail with a sentence', async () => {
    await using bot = await startStepBot();
    const { id } = await bot.slack.runStep('look_up', { number: '1' });
    await bot.end('completeError', { function_execution_id: id, error: 'No such number' });
    expect(bot.slack.execution(id)).toMatchObject({ status: 'failed', error: 'No such number' });
  });

  it.each([
    ['completeSuccess', { outputs: { status: 'x' } }, 'invalid_arguments'],
    ['completeSuccess', { function_execution_id: 'Fx1' }, 'invalid_arguments'],
    ['completeError', { function_execution_id: 'Fx1' }, 'invalid_arguments'],
    ['completeSuccess', { function_execution_id: 'Fx1', outputs: {} }, 'function_execution_not_found'],
    ['completeError', { function_execution_id: 'Fx1', error: 'x' }, 'function_execution_not_found'],
  ] as const)('functions.%s refuses %o', async (how, args, error) => {
    await using bot = await startStepBot();
    await expect(bot.end(how, args)).rejects.toThrow(error);
  });

  it.each([
    [{}, '/status: missing'],
    [{ status: 7 }, '/status: not of type string'],
    [{ status: 'x', sent: 'yes' }, '/sent: not of type boolean'],
    [{ status: 'x', rate: '1' }, '/rate: not of type number'],
    [{ status: 'x', other: 'y' }, '/other: unknown'],
  ])('refuse the outputs %o', async (outputs, fault) => {
    await using bot = await startStepBot();
    const { id } = await bot.slack.runStep('look_up', { number: '1' });
    const [pointer, text] = fault.split(': ');
    await expect(bot.end('completeSuccess', { function_execution_id: id, outputs })).rejects.toMatchObject({
      data: {
        error: 'parameter_validation_failed',
        response_metadata: { messages: [`[ERROR] ${text} [json-pointer:${pointer}]`] },
      },
    });
    expect(bot.slack.execution(id)?.status).toBe('running');
  });

  it.each([
    ['look_up', {}, 'number: missing'],
    ['look_up', { number: '1', days: 1.5 }, 'days: not of type integer'],
    ['look_up', { number: '1', from: 'yesterday' }, 'from: not of type slack#/types/date'],
    ['other', {}, 'no step `other`'],
  ])('do not run with an unknown id or invalid inputs: %s %o', async (callbackId, inputs, error) => {
    await using bot = await startStepBot();
    await expect(bot.slack.runStep(callbackId, inputs)).rejects.toThrow(error);
    expect(bot.received).toEqual([]);
  });
});
