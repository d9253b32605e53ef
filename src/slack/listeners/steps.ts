import { setTimeout as pause } from 'node:timers/promises';
import type { FunctionExecutedEvent } from '@slack/types';
import { cutTyped } from '../../domain/input.ts';
import type { Translations } from '../../i18n/index.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { backoffMs } from '../../runtime/timeouts.ts';
import type { View } from '../blocks/blocks.ts';
import { clip } from '../blocks/text.ts';
import { asksForPause, isRunEnded, isSignedOut, isTransient, toSlackError } from '../errors.ts';
import { ALREADY_SHOWN, type RequestContext } from './context.ts';
import { type ListenerOptions, type RouterOptions, translated } from './listener.ts';

/** Name of a workflow step's input → its value; empty values are left out. */
export type StepInputs = Readonly<Record<string, string>>;

type StepReply = { readonly outputs: Readonly<Record<string, string>> } | View;

export type AnswerStep<T extends Translations = Translations> = (
  inputs: StepInputs,
  context: RequestContext<T>,
) => Promise<StepReply>;

/** Runs a workflow step for the person in the input `person`, in the channel in the input `channel`. */
export function listenToStep<T extends Translations>(
  callbackId: string,
  answer: AnswerStep<T>,
  options: ListenerOptions<T>,
): void {
  const { app, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  app.function(callbackId, async ({ event, context }) => {
    const inputs = readInputs(event.inputs);
    const { person = '', channel } = inputs;
    const run = createRun(event, options);
    await handleRequest({
      name: callbackId,
      requestId: context.requestId,
      userId: person,
      channelId: channel,
      answerTo: { respond: ({ text }) => run.fail(text), tryRespond: async () => {} },
      replaces: false,
      async answer(context) {
        const reply = await answerTranslated(inputs, context);
        if (!('outputs' in reply)) return reply;
        await run.complete(reply.outputs);
        return ALREADY_SHOWN;
      },
    });
  });
}

function readInputs(values: FunctionExecutedEvent['inputs']): StepInputs {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const { text } = cutTyped(typeof value === 'string' ? value : '');
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** Maximum attempts to report a result: Slack accepts 50 a minute, and refuses a second one of a run. */
const MOST_ATTEMPTS = 10;
const PAUSE_MS = 30_000;
const LONGEST_ERROR = 1_000;

function createRun(
  event: FunctionExecutedEvent,
  { client, timings, stopping }: Pick<RouterOptions, 'client' | 'timings' | 'stopping'>,
) {
  const { function_execution_id, bot_access_token: ownToken } = event;

  async function report(call: (token: { readonly token?: string }) => Promise<unknown>): Promise<void> {
    // The token in the event is valid only for a short time; after that the bot's own token is used.
    let token: { readonly token?: string } = ownToken ? { token: ownToken } : {};
    for (let attempt = 1; ; attempt += 1) {
      try {
        await call(token);
        return;
      } catch (error) {
        const { refused = '', retryAfterMs } = toSlackError(error) ?? {};
        if (isRunEnded(refused)) return;
        const isOutdated = 'token' in token && isSignedOut(refused);
        if (!(isOutdated || isTransient(refused)) || attempt === MOST_ATTEMPTS) throw error;
        const firstMs = asksForPause(refused) ? PAUSE_MS : timings.answerRetryMs;
        const pauseMs = retryAfterMs ?? backoffMs(attempt - 1, { firstMs });
        if (isOutdated) token = {};
        else await pause(Math.min(pauseMs, MINUTE_MS), undefined, { signal: stopping });
      }
    }
  }

  return {
    complete: (outputs: Readonly<Record<string, string>>) =>
      report((token) => client.functions.completeSuccess({ ...token, function_execution_id, outputs })),
    fail: (error: string) =>
      report((token) =>
        client.functions.completeError({
          ...token,
          function_execution_id,
          error: clip(error, LONGEST_ERROR),
        }),
      ),
  };
}
