import type { App, BlockElementAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Sealer } from '../crypto.ts';
import type { View } from './blocks.ts';
import {
  type Answer,
  type Asker,
  type AttendOptions,
  createAttend,
  type LongAnswer,
  type Question,
} from './command.ts';
import {
  type FieldErrors,
  type Fields,
  type Form,
  type FormContext,
  type Origin,
  readFields,
  readOrigin,
  toModal,
} from './modal.ts';
import { slackErrorOf } from './slack-error.ts';
import { type Words, wordsFor } from './words/index.ts';

/** What a form gets: a view, in the place of the message whose button opened it; or one beside it. */
export type FormReply = View | { readonly aside: View } | LongAnswer;

/** What a command or a button gets: the same, or a form to fill in. Commands have no message to take the place of. */
export type Reply = FormReply | { readonly form: Form };

/** Answers what was typed after a command. */
export type AnswerCommand = (text: string, asker: Asker) => Promise<Reply>;
/**
 * Answers a button by its value; a view takes the place of the message the button sits on.
 * `undefined`: the value cannot be read (any more).
 */
export type AnswerButton = (value: string, asker: Asker) => Promise<Reply | undefined>;

export interface FormHandlers<Request> {
  /** Reads what was entered. It must not wait for anything: Slack gives three seconds for the whole way. */
  readonly read: (
    fields: Fields,
    context: FormContext,
  ) => { readonly request: Request } | { readonly errors: FieldErrors };
  readonly answer: (request: Request, asker: Asker) => Promise<FormReply>;
  /** By action: controls that change the form. `fields` holds what was entered, also before an earlier change. */
  readonly controls: Readonly<Record<string, (fields: Fields, words: Words) => Form>>;
}

/** How features are reached. Each way in is acknowledged at once and answered to the asker alone. */
export interface Desk extends WaysIn {
  /** The same where the first answer does not wait for the platform: the line before a late one does not name it. */
  readonly withoutPlatform: WaysIn;
}

export interface WaysIn {
  command(name: string, answer: AnswerCommand): void;
  /**
   * Takes from a command what begins with one of these words, whatever their case, whichever was registered first:
   * so features share a command. `answer` gets all that was typed, the word too.
   */
  subcommands(name: string, firstWords: readonly string[], answer: AnswerCommand): void;
  /** A menu is one too, with the value of the entry that was chosen. */
  button(actionId: string, answer: AnswerButton): void;
  form<Request>(callbackId: string, handlers: FormHandlers<Request>): void;
}

export interface DeskOptions extends AttendOptions {
  readonly app: Pick<App, 'command' | 'action' | 'view'>;
  /** For forms: it must give up within the life of a trigger, three seconds. */
  readonly formClient: Pick<WebClient, 'views'>;
  readonly sealer: Sealer;
}

export function createDesk(options: DeskOptions): Desk {
  const attend = createAttend(options);
  const subcommands: Subcommands = new Map();
  const waysIn = (asksPlatform: boolean) =>
    createWaysIn({ ...options, attend: (question) => attend({ ...question, asksPlatform }), subcommands });
  return { ...waysIn(true), withoutPlatform: waysIn(false) };
}

/** By command and first word. */
type Subcommands = Map<string, { readonly answer: AnswerCommand; readonly attend: AttendAs }>;
type AttendAs = (question: Omit<Question, 'asksPlatform'>) => Promise<void>;

function createWaysIn({
  app,
  formClient,
  sealer,
  attend,
  subcommands,
  ...options
}: DeskOptions & { readonly attend: AttendAs; readonly subcommands: Subcommands }): WaysIn {
  const open = (trigger_id: string) => (view: ModalView) => formClient.views.open({ trigger_id, view });

  return {
    subcommands(name, firstWords, answer) {
      for (const word of firstWords) subcommands.set(`${name} ${word}`, { answer, attend });
    },

    command(name, answer) {
      app.command(name, ({ command, ack }) => {
        const text = command.text.trim();
        const [first = ''] = text.toLowerCase().split(/\s/, 1);
        const asked = subcommands.get(`${name} ${first}`) ?? { answer, attend };
        return asked.attend({
          name,
          userId: command.user_id,
          channelId: command.channel_id,
          replaces: false,
          ack: () => ack(),
          responseUrl: command.response_url,
          open: open(command.trigger_id),
          answer: async (asker) => {
            const reply = await asked.answer(text, asker);
            return toAnswer(reply, { responseUrl: command.response_url, replaces: false }, asker, sealer);
          },
        });
      });
    },

    button(actionId, answer) {
      app.action({ type: 'block_actions', action_id: actionId }, ({ body, action, ack }) =>
        attend({
          name: actionId,
          userId: body.user.id,
          channelId: body.channel?.id,
          replaces: true,
          ack: () => ack(),
          responseUrl: body.response_url,
          open: open(body.trigger_id),
          answer: async (asker) => {
            const reply = await answer(chosenValue(action), asker);
            return (
              reply && toAnswer(reply, { responseUrl: body.response_url, replaces: true }, asker, sealer)
            );
          },
        }),
      );
    },

    form(callbackId, { read, answer, controls }) {
      app.view({ callback_id: callbackId, type: 'view_submission' }, async ({ ack, body, view }) => {
        const from = readOrigin(view.private_metadata, sealer);
        if (!from) {
          const { sentence, nextStep } = wordsFor(options.language).refusals.staleForm;
          const [first = 'form'] = Object.keys(view.state.values);
          return ack({ response_action: 'errors', errors: { [first]: `${sentence} ${nextStep}` } });
        }
        const { timeZone, about } = from;
        const context = { words: wordsFor(from.language), timeZone, now: options.now(), about };
        const result = read(readFields(view.state.values), context);
        if ('errors' in result) return ack({ response_action: 'errors', errors: result.errors });
        return attend({
          name: callbackId,
          userId: body.user.id,
          channelId: from.channelId,
          replaces: from.replaces,
          ack: () => ack(),
          responseUrl: from.responseUrl,
          answer: (asker) => answer(result.request, asker),
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
          const view = toModal({ ...change(fields, wordsFor(from.language)), kept: fields }, place, sealer);
          try {
            await formClient.views.update({ view_id: id, hash, view });
          } catch (error) {
            // A second click was quicker: its own change is on its way.
            if (slackErrorOf(error) !== 'hash_conflict')
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
  { person, channelId }: Asker,
  sealer: Sealer,
): Answer {
  if (!('form' in reply)) return reply;
  const { language, timeZone } = person;
  return { modal: toModal(reply.form, { ...askedBy, channelId, language, timeZone }, sealer) };
}
