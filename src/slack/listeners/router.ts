import type { App, BlockElementAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { cutTyped } from '../../domain/input.ts';
import { type Language, type Translations, translationsFor } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import {
  type Fields,
  type Form,
  type Origin,
  readFields,
  readOrigin,
  toModal,
  without,
} from '../forms/modal.ts';
import type { AnswerButton, AnswerCommand, FormHandlers, Reply, RequestContext } from './context.ts';
import {
  type Answer,
  createRequestHandler,
  type IncomingRequest,
  type RequestHandlerOptions,
} from './handle-request.ts';
import { type AnswerMention, listenToMentions } from './mentions.ts';
import { openCommand, TYPED_COMMAND } from './typed-command.ts';

/** How features are reached. Each request is acknowledged at once and answered to who made it alone. */
export interface Router {
  /** Listeners whose requests carry a feature's own translations. */
  speaking<T extends Translations>(translations: (language: Language) => T): FeatureRouter<T>;
}

export interface FeatureRouter<T extends Translations = Translations> extends Listeners<T> {
  /** The same where nothing is asked of the platform: no limit of use counts, and the line before a late answer does not name it. */
  readonly offline: Listeners<T>;
}

export interface Listeners<T extends Translations = Translations> {
  command(name: string, answer: AnswerCommand<T>): void;
  /** Takes what begins with one of these words, in any case; `answer` gets all that was typed, the word too. */
  subcommands(name: string, firstWords: readonly string[], answer: AnswerCommand<T>): void;
  /** A menu is one too, with the value of the entry that was chosen. */
  button(actionId: string, answer: AnswerButton<T>, options?: ButtonOptions): void;
  /** A button whose answer gets what `open` reads of its value. */
  sealedButton<Opened>(
    actionId: string,
    open: (sealer: Sealer, value: string) => Opened | undefined,
    answer: AnswerButton<T, Opened>,
    options?: ButtonOptions,
  ): void;
  /**
   * A menu “…” by its entries' values: what is sealed stands in the id of its block, as the value of an entry is too
   * short for it.
   */
  sealedMenu<Opened>(
    actionId: string,
    open: (sealer: Sealer, value: string) => Opened | undefined,
    entries: Readonly<Record<string, AnswerButton<T, Opened>>>,
    options?: ButtonOptions,
  ): void;
  form<Request>(callbackId: string, handlers: FormHandlers<Request, T>): void;
  mention(answer: AnswerMention<T>): void;
}

interface ButtonOptions {
  /**
   * Whether the answer takes the place of the message: then the line before one that takes long stands there as well,
   * and nothing is left of it. Of a menu, the entries that do.
   */
  readonly inPlace?: boolean | readonly string[];
}

interface RouterOptions extends RequestHandlerOptions {
  readonly app: App;
  /** For forms: it must give up within the life of a trigger, three seconds. */
  readonly formClient: WebClient;
  readonly sealer: Sealer;
}

interface CommandListener {
  readonly answer: AnswerCommand;
  readonly handleRequest: HandleListed;
}

/** By command, and by command and first word. */
type Commands = Map<string, CommandListener>;
type HandleListed = (request: Omit<IncomingRequest, 'asksPlatform'>) => Promise<void>;

interface ListenerOptions<T extends Translations> extends RouterOptions {
  readonly translations: (language: Language) => T;
  readonly handleRequest: HandleListed;
  readonly commands: Commands;
}

export function createRouter(options: RouterOptions): Router {
  const handleRequest = createRequestHandler(options);
  const commands: Commands = new Map();
  listenToTypedCommands(commands, options, handleRequest);
  const listeners = <T extends Translations>(
    translations: (language: Language) => T,
    asksPlatform: boolean,
  ): Listeners<T> => {
    const handleListed: HandleListed = (request) => handleRequest({ ...request, asksPlatform });
    const shared = { ...options, translations, handleRequest: handleListed, commands };
    return {
      command: (name, answer) => listenToCommand(name, answer, shared),
      subcommands(name, firstWords, answer) {
        const entry = { answer: translated(answer, shared), handleRequest: shared.handleRequest };
        for (const word of firstWords) commands.set(`${name} ${word}`, entry);
      },
      button: (actionId, answer, options) => listenToButton(actionId, answer, shared, options),
      sealedButton(actionId, open, answer, { inPlace = false } = {}) {
        const answerOpened: AnswerButton<T> = async (value, context) => {
          const opened = open(options.sealer, value);
          return opened && answer(opened, context);
        };
        listenToButton(actionId, answerOpened, shared, { inPlace });
      },
      sealedMenu(actionId, open, entries, { inPlace = false } = {}) {
        const answerEntry: AnswerButton<T> = async (value, context) => {
          const [, sealed = '', entry = ''] = /^(\S*) (.*)$/.exec(value) ?? [];
          const answer = Object.hasOwn(entries, entry) ? entries[entry] : undefined;
          const opened = answer && open(options.sealer, sealed);
          return opened && answer(opened, context);
        };
        const readValue = (action: BlockElementAction) => `${action.block_id} ${chosenValue(action)}`;
        listenToButton(actionId, answerEntry, shared, { readValue, inPlace });
      },
      form(callbackId, handlers) {
        listenToForm(callbackId, handlers, shared);
        for (const [actionId, change] of Object.entries(handlers.controls))
          listenToControl(actionId, change, shared);
      },
      mention: (answer) => listenToMentions(translated(answer, shared), shared),
    };
  };
  return {
    speaking: (own) => ({ ...listeners(own, true), offline: listeners(own, false) }),
  };
}

function translated<T extends Translations, Input, Result>(
  answer: (input: Input, context: RequestContext<T>) => Promise<Result>,
  { translations }: ListenerOptions<T>,
) {
  return (input: Input, context: RequestContext) =>
    answer(input, { ...context, t: translations(context.user.language) });
}

function listenToCommand<T extends Translations>(
  name: string,
  answer: AnswerCommand<T>,
  options: ListenerOptions<T>,
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

function listenerOf(name: string, text: string, commands: Commands): CommandListener | undefined {
  const [first = ''] = text.toLowerCase().split(/\s/, 1);
  return commands.get(`${name} ${first}`) ?? commands.get(name);
}

/** Buttons that type a command: answered as the command is, in the place of the message they sit on. */
function listenToTypedCommands(
  commands: Commands,
  { app, formClient, sealer }: RouterOptions,
  handleRequest: (request: IncomingRequest) => Promise<void>,
): void {
  app.action({ type: 'block_actions', action_id: TYPED_COMMAND }, ({ body, action, ack, context }) => {
    const origin = { responseUrl: body.response_url, replaces: true };
    const typed = openCommand(sealer, chosenValue(action));
    const asked = typed && listenerOf(typed.command, typed.text, commands);
    const request: Omit<IncomingRequest, 'asksPlatform'> = {
      answerTo: origin.responseUrl,
      replaces: true,
      // A command of an old message may be none of ours any more.
      name: asked ? typed.command : action.action_id,
      requestId: context.requestId,
      userId: body.user.id,
      channelId: body.channel?.id,
      ack: () => ack(),
      open: (view) => formClient.views.open({ trigger_id: body.trigger_id, view }),
      again: { blockId: action.block_id, actionId: action.action_id, value: chosenValue(action) },
      answer: async (context) =>
        asked && toAnswer(await asked.answer(typed.text, context), origin, context, sealer),
    };
    return asked ? asked.handleRequest(request) : handleRequest({ ...request, asksPlatform: false });
  });
}

interface ReadButton extends ButtonOptions {
  readonly readValue?: (action: BlockElementAction) => string;
}

function listenToButton<T extends Translations>(
  actionId: string,
  answer: AnswerButton<T>,
  options: ListenerOptions<T>,
  { readValue = chosenValue, inPlace = false }: ReadButton = {},
): void {
  const { app, formClient, sealer, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  app.action({ type: 'block_actions', action_id: actionId }, ({ body, action, ack, context }) => {
    const origin = { responseUrl: body.response_url, replaces: true };
    const value = chosenValue(action);
    const takesPlace = typeof inPlace === 'boolean' ? inPlace : inPlace.includes(value);
    return handleRequest({
      answerTo: origin.responseUrl,
      replaces: true,
      name: actionId,
      requestId: context.requestId,
      userId: body.user.id,
      channelId: body.channel?.id,
      ack: () => ack(),
      open: (view) => formClient.views.open({ trigger_id: body.trigger_id, view }),
      ...(takesPlace ? { again: { blockId: action.block_id, actionId, value } } : {}),
      answer: async (context) => {
        const reply = await answerTranslated(readValue(action), context);
        return reply && toAnswer(reply, origin, context, sealer);
      },
    });
  });
}

function listenToForm<Request, T extends Translations>(
  callbackId: string,
  { read, answer }: FormHandlers<Request, T>,
  options: ListenerOptions<T>,
): void {
  const { app, sealer, language, translations, now, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  app.view({ callback_id: callbackId, type: 'view_submission' }, async ({ ack, body, view, context }) => {
    const from = readOrigin(view.private_metadata, sealer);
    if (!from) {
      const { sentence, nextStep } = translationsFor(language).refusals.staleForm;
      const [first = 'form'] = Object.keys(view.state.values);
      return ack({ response_action: 'errors', errors: { [first]: `${sentence} ${nextStep}` } });
    }
    const { timeZone, about, responseUrl, replaces, channelId } = from;
    const readBy = { t: translations(from.language), timeZone, now: now(), about };
    const result = read(readFields(view.state.values), readBy);
    if ('errors' in result) return ack({ response_action: 'errors', errors: result.errors });
    return handleRequest({
      answerTo: responseUrl,
      replaces,
      name: callbackId,
      requestId: context.requestId,
      userId: body.user.id,
      channelId,
      ack: () => ack(),
      answer: (asked) => answerTranslated(result.request, asked),
    });
  });
}

/** A control in a form that changes the form, such as a choice that brings another field. */
function listenToControl<T extends Translations>(
  actionId: string,
  change: (fields: Fields, t: T) => Form,
  { app, formClient, sealer, translations, isFirst, log }: ListenerOptions<T>,
): void {
  app.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body, context }) => {
    await ack();
    const from = body.view && readOrigin(body.view.private_metadata, sealer);
    if (!body.view || !from || !(await isFirst(context.requestId))) return;
    const { id, hash, state } = body.view;
    const { kept, ...place } = from;
    const fields = { ...without(kept, Object.keys(state.values)), ...readFields(state.values) };
    const view = toModal({ ...change(fields, translations(from.language)), kept: fields }, place, sealer);
    try {
      await formClient.views.update({ view_id: id, hash, view });
    } catch (error) {
      // A second click was quicker: its own change is on its way.
      if (slackErrorCode(error) !== FORM_CHANGED)
        log.warn({ err: error, name: actionId }, 'a form did not change');
    }
  });
}

function chosenValue(action: BlockElementAction): string {
  if ('selected_option' in action && action.selected_option) return action.selected_option.value ?? '';
  return 'value' in action && typeof action.value === 'string' ? action.value : '';
}

function toAnswer(
  reply: Reply,
  askedBy: Pick<Origin, 'responseUrl' | 'replaces'>,
  { user, channelId }: RequestContext,
  sealer: Sealer,
): Answer {
  if (!('form' in reply)) return reply;
  const { language, timeZone } = user;
  return { modal: toModal(reply.form, { ...askedBy, channelId, language, timeZone }, sealer) };
}
