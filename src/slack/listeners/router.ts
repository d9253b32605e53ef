import type { App, BlockElementAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { type Language, type Translations, translationsFor } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import type { View } from '../blocks/blocks.ts';
import { slackErrorCode } from '../errors.ts';
import {
  type FieldErrors,
  type Fields,
  type Form,
  type FormContext,
  type Origin,
  readFields,
  readOrigin,
  toModal,
} from '../forms/modal.ts';
import type { RequestContext } from './context.ts';
import {
  type Answer,
  type BackgroundAnswer,
  createRequestHandler,
  type IncomingRequest,
  type RequestHandlerOptions,
} from './handle-request.ts';

/** What a form gets: a view, in the place of the message whose button opened it; or one beside it. */
export type FormReply = View | { readonly ephemeral: View } | BackgroundAnswer;

/** What a command or a button gets: the same, or a form to fill in. Commands have no message to take the place of. */
export type Reply = FormReply | { readonly form: Form };

/** Answers what was typed after a command. */
export type AnswerCommand<T extends Translations = Translations> = (
  text: string,
  context: RequestContext<T>,
) => Promise<Reply>;
/**
 * Answers a button by its value; a view takes the place of the message the button sits on.
 * `undefined`: the value cannot be read (any more).
 */
export type AnswerButton<T extends Translations = Translations> = (
  value: string,
  context: RequestContext<T>,
) => Promise<Reply | undefined>;

export interface FormHandlers<Request, T extends Translations = Translations> {
  /** Reads what was entered. It must not wait for anything: Slack gives three seconds for the whole way. */
  readonly read: (
    fields: Fields,
    context: FormContext<T>,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, context: RequestContext<T>) => Promise<FormReply>;
  /** By action: controls that change the form. `fields` holds what was entered, also before an earlier change. */
  readonly controls: Readonly<Record<string, (fields: Fields, t: T) => Form>>;
}

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
  /**
   * Takes from a command what begins with one of these words, whatever their case, whichever was registered first:
   * so features share a command. `answer` gets all that was typed, the word too.
   */
  subcommands(name: string, firstWords: readonly string[], answer: AnswerCommand<T>): void;
  /** A menu is one too, with the value of the entry that was chosen. */
  button(actionId: string, answer: AnswerButton<T>): void;
  form<Request>(callbackId: string, handlers: FormHandlers<Request, T>): void;
}

export interface RouterOptions extends RequestHandlerOptions {
  readonly app: Pick<App, 'command' | 'action' | 'view'>;
  /** For forms: it must give up within the life of a trigger, three seconds. */
  readonly formClient: Pick<WebClient, 'views'>;
  readonly sealer: Sealer;
}

export function createRouter(options: RouterOptions): Router {
  const handleRequest = createRequestHandler(options);
  const subcommands: Subcommands = new Map();
  const listeners = <T extends Translations>(
    translations: (language: Language) => T,
    asksPlatform: boolean,
  ) =>
    createListeners({
      ...options,
      translations,
      handleRequest: (request) => handleRequest({ ...request, asksPlatform }),
      subcommands,
    });
  return {
    speaking: (translations) => ({
      ...listeners(translations, true),
      offline: listeners(translations, false),
    }),
  };
}

/** By command and first word. */
type Subcommands = Map<string, { readonly answer: AnswerCommand; readonly handleRequest: HandleListed }>;
type HandleListed = (request: Omit<IncomingRequest, 'asksPlatform'>) => Promise<void>;

interface ListenersOptions<T extends Translations> extends RouterOptions {
  readonly translations: (language: Language) => T;
  readonly handleRequest: HandleListed;
  readonly subcommands: Subcommands;
}

function createListeners<T extends Translations>({
  app,
  formClient,
  sealer,
  handleRequest,
  subcommands,
  translations,
  ...options
}: ListenersOptions<T>): Listeners<T> {
  const open = (trigger_id: string) => (view: ModalView) => formClient.views.open({ trigger_id, view });

  const speaking = (context: RequestContext) => ({ ...context, t: translations(context.user.language) });
  return {
    subcommands(name, firstWords, answer) {
      for (const word of firstWords)
        subcommands.set(`${name} ${word}`, {
          answer: (text, context) => answer(text, speaking(context)),
          handleRequest,
        });
    },

    command(name, answer) {
      app.command(name, ({ command, ack }) => {
        const text = command.text.trim();
        const [first = ''] = text.toLowerCase().split(/\s/, 1);
        const asked = subcommands.get(`${name} ${first}`) ?? {
          answer: (typed: string, context: RequestContext) => answer(typed, speaking(context)),
          handleRequest,
        };
        return asked.handleRequest({
          name,
          userId: command.user_id,
          channelId: command.channel_id,
          replaces: false,
          ack: () => ack(),
          responseUrl: command.response_url,
          open: open(command.trigger_id),
          answer: async (context) => {
            const reply = await asked.answer(text, context);
            return toAnswer(reply, { responseUrl: command.response_url, replaces: false }, context, sealer);
          },
        });
      });
    },

    button(actionId, answer) {
      app.action({ type: 'block_actions', action_id: actionId }, ({ body, action, ack }) =>
        handleRequest({
          name: actionId,
          userId: body.user.id,
          channelId: body.channel?.id,
          replaces: true,
          ack: () => ack(),
          responseUrl: body.response_url,
          open: open(body.trigger_id),
          answer: async (context) => {
            const reply = await answer(chosenValue(action), speaking(context));
            return (
              reply && toAnswer(reply, { responseUrl: body.response_url, replaces: true }, context, sealer)
            );
          },
        }),
      );
    },

    form(callbackId, { read, answer, controls }) {
      app.view({ callback_id: callbackId, type: 'view_submission' }, async ({ ack, body, view }) => {
        const from = readOrigin(view.private_metadata, sealer);
        if (!from) {
          const { sentence, nextStep } = translationsFor(options.language).refusals.staleForm;
          const [first = 'form'] = Object.keys(view.state.values);
          return ack({ response_action: 'errors', errors: { [first]: `${sentence} ${nextStep}` } });
        }
        const { timeZone, about } = from;
        const context = { t: translations(from.language), timeZone, now: options.now(), about };
        const result = read(readFields(view.state.values), context);
        if ('errors' in result) return ack({ response_action: 'errors', errors: result.errors });
        return handleRequest({
          name: callbackId,
          userId: body.user.id,
          channelId: from.channelId,
          replaces: from.replaces,
          ack: () => ack(),
          responseUrl: from.responseUrl,
          answer: (context) => answer(result.request, speaking(context)),
        });
      });
      for (const [actionId, change] of Object.entries(controls)) {
        app.action({ type: 'block_actions', action_id: actionId }, async ({ ack, body }) => {
          await ack();
          const from = body.view && readOrigin(body.view.private_metadata, sealer);
          if (!body.view || !from) return;
          const { id, hash, state } = body.view;
          const { kept, ...place } = from;
          const fields = { ...without(kept, Object.keys(state.values)), ...readFields(state.values) };
          const view = toModal(
            { ...change(fields, translations(from.language)), kept: fields },
            place,
            sealer,
          );
          try {
            await formClient.views.update({ view_id: id, hash, view });
          } catch (error) {
            // A second click was quicker: its own change is on its way.
            if (slackErrorCode(error) !== 'hash_conflict')
              options.log.warn({ err: error, name: actionId }, 'a form did not change');
          }
        });
      }
    },
  };
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
