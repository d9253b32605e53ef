import { randomUUID } from 'node:crypto';
import type { Language, Translations } from '../../i18n/index.ts';
import type { Sealer } from '../../runtime/crypto.ts';
import { type ButtonOptions, listenToButton, listenToSealedButton, listenToSealedMenu } from './buttons.ts';
import {
  type Commands,
  type HomeFields,
  listenToCommand,
  listenToHomeFields,
  listenToSubcommands,
  listenToTypedCommands,
} from './commands.ts';
import type { AnswerButton, AnswerCommand, FormHandlers, RequestContext } from './context.ts';
import { listenToForm } from './forms.ts';
import { createRequestHandler } from './handle-request.ts';
import { type BeginHome, createHomes } from './home.ts';
import type { HandleListed, RouterOptions } from './listener.ts';
import { type AnswerMention, addMention, listenToMentions, type Mentions } from './mentions.ts';
import {
  type AnswerGlobalShortcut,
  listenToGlobalShortcut,
  listenToMessageShortcut,
  type MessageShortcutHandlers,
} from './shortcuts.ts';
import { type AnswerStep, listenToStep } from './steps.ts';

/** How features are reached. Each request is acknowledged at once and answered to its author alone. */
export interface Router {
  speaking<T extends Translations>(translations: (language: Language) => T): FeatureRouter<T>;
}

export interface FeatureRouter<T extends Translations = Translations> extends Listeners<T> {
  /** For requests that ask the platform nothing: limits of use do not count, and the first line does not name it. */
  readonly offline: Listeners<T>;
}

export interface Listeners<T extends Translations = Translations> {
  command(name: string, answer: AnswerCommand<T>): void;
  /** Takes texts that begin with one of these words, in any case; `answer` gets the whole text. */
  subcommands(name: string, firstWords: readonly string[], answer: AnswerCommand<T>): void;
  /** Menus, too, with the value of the option. */
  button(actionId: string, answer: AnswerButton<T>, options?: ButtonOptions): void;
  /** A button whose answer gets what `open` reads of its value. */
  sealedButton<Opened>(
    actionId: string,
    open: (sealer: Sealer, value: string) => Opened | undefined,
    answer: AnswerButton<T, Opened>,
    options?: ButtonOptions,
  ): void;
  /** A menu “…” by the values of its entries. Sealed state stands in the id of its block, as values are short. */
  sealedMenu<Opened>(
    actionId: string,
    open: (sealer: Sealer, value: string) => Opened | undefined,
    entries: Readonly<Record<string, AnswerButton<T, Opened>>>,
    options?: ButtonOptions,
  ): void;
  form<Request>(callbackId: string, handlers: FormHandlers<Request, T>): void;
  messageShortcut<Asked>(callbackId: string, handlers: MessageShortcutHandlers<Asked, T>): void;
  /** It has no channel and no message. */
  globalShortcut(callbackId: string, answer: AnswerGlobalShortcut<T>): void;
  /** Takes words to the bot that begin with one of these; without any, those that no other listener takes. */
  mention(answer: AnswerMention<T>, firstWords?: readonly string[]): void;
  home(begin: BeginHome<T>): Home;
  homeFields(fields: HomeFields): void;
  /** A step of a workflow, by its name in the manifest. */
  step(callbackId: string, answer: AnswerStep<T>): void;
}

interface Home {
  /** Updates a person’s Home after a button. Never rejects. */
  show(userId: string, note?: string): Promise<void>;
}

export function createRouter(options: RouterOptions): Router {
  const handleRequest = createRequestHandler(options);
  const commands: Commands = new Map();
  const homes = createHomes({ ...options, handleRequest });
  listenToTypedCommands(commands, options, handleRequest);
  const mentions: Mentions = new Map();
  listenToMentions(options.app, mentions);
  const listeners = <T extends Translations>(
    translations: (language: Language) => T,
    asksPlatform: boolean,
  ): Listeners<T> => {
    const handleListed: HandleListed = (request) => handleRequest({ ...request, asksPlatform });
    const shared = { ...options, translations, handleRequest: handleListed };
    return {
      command: (name, answer) => listenToCommand(name, answer, commands, shared),
      subcommands: (name, words, answer) => listenToSubcommands(name, words, answer, { commands, ...shared }),
      button: (actionId, answer, options) => listenToButton(actionId, answer, shared, options),
      sealedButton: (actionId, open, answer, options) =>
        listenToSealedButton(actionId, { open, answer, ...options }, shared),
      sealedMenu: (actionId, open, entries, options) =>
        listenToSealedMenu(actionId, { open, entries, ...options }, shared),
      messageShortcut: (callbackId, handlers) => listenToMessageShortcut(callbackId, handlers, shared),
      globalShortcut: (callbackId, answer) => listenToGlobalShortcut(callbackId, answer, shared),
      form: (callbackId, handlers) => listenToForm(callbackId, handlers, shared),
      mention: (answer, firstWords = []) => addMention(answer, firstWords, { mentions, ...shared }),
      home(begin) {
        homes.listen((userId) => {
          const { chosen, answer, otherwise } = begin(userId);
          const speaking = (context: RequestContext): RequestContext<T> => ({
            ...context,
            t: translations(context.user.language),
          });
          return {
            chosen,
            answer: (context, note) => answer(speaking(context), note),
            otherwise: (context) => otherwise(speaking(context)),
          };
        });
        return { show: (userId, note) => homes.show({ userId, requestId: randomUUID(), note }) };
      },
      step: (callbackId, answer) => listenToStep(callbackId, answer, shared),
      homeFields: (fields) => listenToHomeFields(fields, commands, shared),
    };
  };
  return {
    speaking: (own) => ({ ...listeners(own, true), offline: listeners(own, false) }),
  };
}
