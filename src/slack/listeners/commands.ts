import { cutTyped } from '../../domain/input.ts';
import type { Translations } from '../../i18n/index.ts';
import { readFields } from '../forms/modal.ts';
import { chosenValue } from './buttons.ts';
import type { AnswerCommand, IncomingRequest } from './context.ts';
import { placeOfButton } from './forms.ts';
import {
  type HandleListed,
  type ListenerOptions,
  type RouterOptions,
  toAnswer,
  translated,
} from './listener.ts';
import { openCommand, TYPED_COMMAND } from './typed-command.ts';

interface CommandListener {
  readonly answer: AnswerCommand;
  readonly handleRequest: HandleListed;
}

export type Commands = Map<string, CommandListener>;

interface WithCommands {
  readonly commands: Commands;
}

export function listenToCommand<T extends Translations>(
  name: string,
  answer: AnswerCommand<T>,
  options: ListenerOptions<T> & WithCommands,
): void {
  const { app, formClient, sealer, handleRequest, commands } = options;
  const whole = { answer: translated(answer, options), handleRequest };
  commands.set(name, whole);
  app.command(name, ({ command, ack, context }) => {
    const { text, isCut } = cutTyped(command.text);
    const asked = listenerOf(name, text, commands) ?? whole;
    const origin = { responseUrl: command.response_url, replaces: false };
    return asked.handleRequest({
      answerTo: origin.responseUrl,
      replaces: false,
      name,
      requestId: context.requestId,
      userId: command.user_id,
      channelId: command.channel_id,
      ack: () => ack(),
      open: (view) => formClient.views.open({ trigger_id: command.trigger_id, view }),
      isCut,
      answer: async (context) => toAnswer(await asked.answer(text, context), origin, context, sealer),
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

/** The answer of the command replaces the message of the button. */
export function listenToTypedCommands(
  options: RouterOptions & WithCommands,
  handleRequest: (request: IncomingRequest) => Promise<void>,
): void {
  const { app, sealer, commands } = options;
  app.action({ type: 'block_actions', action_id: TYPED_COMMAND }, ({ body, action, ack, context }) => {
    const typed = openCommand(sealer, chosenValue(action));
    const asked = typed && listenerOf(typed.command, typed.text, commands);
    const { action_id: actionId, block_id: blockId } = action;
    const pressed = { name: actionId, requestId: context.requestId, takesPlace: true };
    const { responseUrl, ...place } = placeOfButton(body, pressed, options);
    const origin = { responseUrl, replaces: true };
    const request: Omit<IncomingRequest, 'asksPlatform'> = {
      ...place,
      replaces: true,
      // An old message may name a command that no longer exists.
      name: asked ? typed.command : actionId,
      userId: body.user.id,
      ack: () => ack(),
      again: { blockId, actionId, value: chosenValue(action) },
      answer: async (context) =>
        asked && toAnswer(await asked.answer(typed.text, context), origin, context, sealer),
    };
    return asked ? asked.handleRequest(request) : handleRequest({ ...request, asksPlatform: false });
  });
}

/** Fields and buttons of Home that type a command, answered in a modal. `fieldId` also names the block. */
export function listenToHomeFields(
  { command, fieldId, actionIds }: HomeFields,
  options: RouterOptions & WithCommands,
): void {
  for (const name of actionIds) {
    options.app.action({ type: 'block_actions', action_id: name }, async ({ body, ack, context }) => {
      const entered = fieldId === undefined ? undefined : readFields(body.view?.state.values ?? {})[fieldId];
      const { text, isCut } = cutTyped(entered ?? '');
      const asked = listenerOf(command, text, options.commands);
      const place = placeOfButton(body, { name, requestId: context.requestId, takesPlace: false }, options);
      await asked?.handleRequest({
        ...place,
        replaces: false,
        name,
        userId: body.user.id,
        ack: () => ack(),
        isCut,
        answer: async (context) =>
          toAnswer(await asked.answer(text, context), { replaces: true }, context, options.sealer),
      });
    });
  }
}

export interface HomeFields {
  readonly command: string;
  readonly fieldId?: string;
  readonly actionIds: readonly string[];
}
