import { cutTyped } from '../../domain/input.ts';
import type { Translations } from '../../i18n/index.ts';
import { readFields } from '../forms/modal.ts';
import type { BoltListeners } from './bolt-listeners.ts';
import { chosenValue } from './buttons.ts';
import type { AnswerCommand, IncomingRequest } from './context.ts';
import { buttonTarget } from './forms.ts';
import {
  type HandleFeatureRequest,
  type ListenerOptions,
  type RouterOptions,
  toAnswer,
  translated,
} from './listener.ts';
import { openCommand, TYPED_COMMANDS } from './typed-command.ts';

interface CommandListener {
  readonly answer: AnswerCommand;
  readonly handleRequest: HandleFeatureRequest;
}

export type Commands = Map<string, CommandListener>;

interface WithCommands {
  readonly commands: Commands;
  readonly boltListeners: BoltListeners;
}

export function listenToCommand<T extends Translations>(
  name: string,
  answer: AnswerCommand<T>,
  options: ListenerOptions<T> & WithCommands,
): void {
  const { app, formClient, sealer, handleRequest, commands } = options;
  const listener = { answer: translated(answer, options), handleRequest };
  commands.set(name, listener);
  app.command(name, ({ command, ack, context }) => {
    const { text, isCut } = cutTyped(command.text);
    const called = listenerOf(name, text, commands) ?? listener;
    const origin = { responseUrl: command.response_url, replaces: false };
    return called.handleRequest({
      answerTo: origin.responseUrl,
      replaces: false,
      name,
      requestId: context.requestId,
      userId: command.user_id,
      channelId: command.channel_id,
      ack: () => ack(),
      open: (view) => formClient.views.open({ trigger_id: command.trigger_id, view }),
      isCut,
      answer: async (context) => toAnswer(await called.answer(text, context), origin, context, sealer),
    });
  });
}

export function listenToSubcommands<T extends Translations>(
  name: string,
  firstWords: readonly string[],
  answer: AnswerCommand<T>,
  options: ListenerOptions<T> & WithCommands,
): void {
  const entry = { answer: translated(answer, options), handleRequest: options.handleRequest };
  for (const word of firstWords) options.commands.set(`${name} ${word}`, entry);
}

function listenerOf(name: string, text: string, commands: Commands): CommandListener | undefined {
  const [first = ''] = text.toLowerCase().split(/\s/, 1);
  return commands.get(`${name} ${first}`) ?? commands.get(name);
}

/** Handles buttons that run a command. The answer replaces the message that contains the button. */
export function listenToTypedCommands(
  options: RouterOptions & WithCommands,
  handleRequest: (request: IncomingRequest) => Promise<void>,
): void {
  const { boltListeners, sealer, commands } = options;
  boltListeners.onAction(TYPED_COMMANDS, (pressed) => {
    const { action } = pressed;
    const typed = openCommand(sealer, chosenValue(action));
    const called = typed && listenerOf(typed.command, typed.text, commands);
    const { action_id: actionId, block_id: blockId } = action;
    const shown = { name: actionId, replacesMessage: true };
    const { responseUrl, ...target } = buttonTarget(pressed, shown, options);
    const origin = { responseUrl, replaces: true };
    const request: Omit<IncomingRequest, 'asksPlatform'> = {
      ...target,
      replaces: true,
      // A button in an old message may contain a command that the bot no longer has.
      name: called ? typed.command : actionId,
      again: { blockId, actionId, value: chosenValue(action) },
      answer: async (context) =>
        called && toAnswer(await called.answer(typed.text, context), origin, context, sealer),
    };
    return called ? called.handleRequest(request) : handleRequest({ ...request, asksPlatform: false });
  });
}

export function listenToHomeFields(
  { command, fieldId, actionIds }: HomeFields,
  options: RouterOptions & WithCommands,
): void {
  for (const name of actionIds) {
    options.boltListeners.onAction([name], async (pressed) => {
      const { values } = pressed.body.view?.state ?? {};
      const entered = fieldId === undefined ? undefined : readFields(values)[fieldId];
      const { text, isCut } = cutTyped(entered ?? '');
      const called = listenerOf(command, text, options.commands);
      await called?.handleRequest({
        ...buttonTarget(pressed, { name, replacesMessage: false }, options),
        replaces: false,
        isCut,
        answer: async (context) =>
          toAnswer(await called.answer(text, context), { replaces: true }, context, options.sealer),
      });
    });
  }
}

export interface HomeFields {
  readonly command: string;
  readonly fieldId?: string;
  readonly actionIds: readonly string[];
}
