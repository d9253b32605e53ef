import type { App, BlockElementAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { type Language, type Translations, translationsFor } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { FORM_CHANGED, slackErrorCode } from '../errors.ts';
import { type Fields, type Form, type Origin, readFields, readOrigin, toModal } from '../forms/modal.ts';
import type { AnswerButton, AnswerCommand, FormHandlers, Reply, RequestContext } from './context.ts';
import {
  type Answer,
  createRequestHandler,
  type IncomingRequest,
  type RequestHandlerOptions,
} from './handle-request.ts';

/** How features are reached. Each request is acknowledged at once and answered to who made it alone. */
export interface Router {
  /** Listeners whose requests carry a feature's own translations. */
  speaking<T extends Translations>(translations: (language: Language) => T): FeatureRouter<T>;
}

export interface FeatureRouter<T extends Translations = Translations> extends Listeners<T> {
  /** The same where the first answer does not wait for the platform: the line before a late one does not name it. */
  readonly offline: Listeners<T>;
}

export interface Listeners<T extends Translations = Translations> {
  command(name: string, answer: AnswerCommand<T>): void;
  /** Takes what begins with one of these words, in any case; `answer` gets all that was typed, the word too. */
  subcommands(name: string, firstWords: readonly string[], answer: AnswerCommand<T>): void;
  /** A menu is one too, with the value of the entry that was chosen. */
  button(actionId: string, answer: AnswerButton<T>): void;
  /** A button whose answer gets what `open` reads of its value. */
  sealedButton<Opened>(
    actionId: string,
    open: (sealer: Sealer, value: string) => Opened | undefined,
    answer: AnswerButton<T, Opened>,
  ): void;
  form<Request>(callbackId: string, handlers: FormHandlers<Request, T>): void;
}

interface RouterOptions extends RequestHandlerOptions {
  readonly app: App;
  /** For forms: it must give up within the life of a trigger, three seconds. */
  readonly formClient: WebClient;
  readonly sealer: Sealer;
}

type Subcommands = Map<string, { readonly answer: AnswerCommand; readonly handleRequest: HandleListed }>;
type HandleListed = (request: Omit<IncomingRequest, 'asksPlatform'>) => Promise<void>;

interface ListenerOptions<T extends Translations> extends RouterOptions {
  readonly translations: (language: Language) => T;
  readonly handleRequest: HandleListed;
  readonly subcommands: Subcommands;
}

export function createRouter(options: RouterOptions): Router {
  const handleRequest = createRequestHandler(options);
  const subcommands: Subcommands = new Map();
  const listeners = <T extends Translations>(
    translations: (language: Language) => T,
    asksPlatform: boolean,
  ): Listeners<T> => {
    const handleListed: HandleListed = (request) => handleRequest({ ...request, asksPlatform });
    const shared = { ...options, translations, handleRequest: handleListed, subcommands };
    return {
      command: (name, answer) => listenToCommand(name, answer, shared),
      subcommands(name, firstWords, answer) {
        const entry = { answer: translated(answer, shared), handleRequest: shared.handleRequest };
        for (const word of firstWords) subcommands.set(`${name} ${word}`, entry);
      },
      button: (actionId, answer) => listenToButton(actionId, answer, shared),
      sealedButton(actionId, open, answer) {
        const answerOpened: AnswerButton<T> = async (value, context) => {
          const opened = open(options.sealer, value);
          return opened && answer(opened, context);
        };
        listenToButton(actionId, answerOpened, shared);
      },
      form(callbackId, handlers) {
        listenToForm(callbackId, handlers, shared);
        for (const [actionId, change] of Object.entries(handlers.controls))
          listenToControl(actionId, change, shared);
      },
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
  const { app, formClient, sealer, handleRequest, subcommands } = options;
  const whole = { answer: translated(answer, options), handleRequest };
  app.command(name, ({ command, ack }) => {
    const text = command.text.trim();
    const [first = ''] = text.toLowerCase().split(/\s/, 1);
    const asked = subcommands.get(`${name} ${first}`) ?? whole;
    const origin = { responseUrl: command.response_url, replaces: false };
    return asked.handleRequest({
      ...origin,
      name,
      userId: command.user_id,
      channelId: command.channel_id,
      ack: () => ack(),
      open: (view) => formClient.views.open({ trigger_id: command.trigger_id, view }),
      answer: async (context) => toAnswer(await asked.answer(text, context), origin, context, sealer),
    });
  });
}

function listenToButton<T extends Translations>(
  actionId: string,
  answer: AnswerButton<T>,
  options: ListenerOptions<T>,
): void {
  const { app, formClient, sealer, handleRequest } = options;
  const answerTranslated = translated(answer, options);
  app.action({ type: 'block_actions', action_id: actionId }, ({ body, action, ack }) => {
    const origin = { responseUrl: body.response_url, replaces: true };
    return handleRequest({
      ...origin,
      name: actionId,
      userId: body.user.id,
      channelId: body.channel?.id,
      ack: () => ack(),
      open: (view) => formClient.views.open({ trigger_id: body.trigger_id, view }),
      answer: async (context) => {
        const reply = await answerTranslated(chosenValue(action), context);
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
  app.view({ callback_id: callbackId, type: 'view_submission' }, async ({ ack, body, view }) => {
    const from = readOrigin(view.private_metadata, sealer);
    if (!from) {
      const { sentence, nextStep } = translationsFor(language).refusals.staleForm;
      const [first = 'form'] = Object.keys(view.state.values);
      return ack({ response_action: 'errors', errors: { [first]: `${sentence} ${nextStep}` } });
    }
    const { timeZone, about, responseUrl, replaces, channelId } = from;
    const context = { t: translations(from.language), timeZone, now: now(), about };
    const result = read(readFields(view.state.values), context);
    if ('errors' in result) return ack({ response_action: 'errors', errors: result.errors });
    return handleRequest({
      responseUrl,
      replaces,
      name: callbackId,
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
  { app, formClient, sealer, translations, log }: ListenerOptions<T>,
): void {
  app.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body }) => {
    await ack();
    const from = body.view && readOrigin(body.view.private_metadata, sealer);
    if (!body.view || !from) return;
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

/** What is on the screen and was emptied there is not kept from before. */
function without(fields: Fields, ids: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([id]) => !ids.includes(id)));
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
