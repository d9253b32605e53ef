import { randomUUID } from 'node:crypto';
import type { Language, Translations } from '../../i18n/index.ts';
import {
  type ButtonOptions,
  listenToButton,
  listenToSealedMenu,
  type Open,
  openingValue,
  type SealedMenu,
} from './buttons.ts';
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
import { type BeginHome, createHomes, type Homes } from './home.ts';
import type { ListenerOptions, RouterOptions } from './listener.ts';
import { type AnswerMention, addMention, listenToMentions, type Mentions } from './mentions.ts';
import {
  type AnswerGlobalShortcut,
  listenToGlobalShortcut,
  listenToMessageShortcut,
  type MessageShortcutHandlers,
} from './shortcuts.ts';
import { type AnswerStep, listenToStep } from './steps.ts';

export type Router = ReturnType<typeof createRouter>;

export type Listeners<T extends Translations = Translations> = ReturnType<typeof createListeners<T>>;

export type FeatureRouter<T extends Translations = Translations> = Listeners<T> & {
  /** For requests without a call to the platform: no usage limits, and no mention of the platform. */
  readonly offline: Listeners<T>;
};

/** Each request is acknowledged at once and answered only to its author. */
export function createRouter(options: RouterOptions) {
  const handleRequest = createRequestHandler(options);
  const shared = {
    ...options,
    commands: new Map() as Commands,
    mentions: new Map() as Mentions,
    homes: createHomes(options, handleRequest),
  };
  listenToTypedCommands(shared, handleRequest);
  listenToMentions(options.app, shared.mentions);
  return {
    speaking<T extends Translations>(translations: (language: Language) => T): FeatureRouter<T> {
      const listeners = (asksPlatform: boolean) =>
        createListeners<T>({
          ...shared,
          translations,
          handleRequest: (request) => handleRequest({ ...request, asksPlatform }),
        });
      return { ...listeners(true), offline: listeners(false) };
    },
  };
}

interface FeatureOptions<T extends Translations> extends ListenerOptions<T> {
  readonly commands: Commands;
  readonly mentions: Mentions;
  readonly homes: Homes;
}

function createListeners<T extends Translations>(options: FeatureOptions<T>) {
  const { sealer, translations, homes } = options;
  return {
    command: (name: string, answer: AnswerCommand<T>) => listenToCommand(name, answer, options),
    /** Texts that begin with one of these words, in any case; `answer` gets the whole text. */
    subcommands: (name: string, firstWords: readonly string[], answer: AnswerCommand<T>) =>
      listenToSubcommands(name, firstWords, answer, options),
    button: (actionId: string, answer: AnswerButton<T>, shown?: ButtonOptions) =>
      listenToButton(actionId, answer, options, shown),
    sealedButton: <Opened>(
      actionId: string,
      open: Open<Opened>,
      answer: AnswerButton<T, Opened>,
      shown?: ButtonOptions,
    ) => listenToButton(actionId, openingValue(open, answer, sealer), options, shown),
    /** A menu “…” by its values. Values are short, so the sealed state is in the block id. */
    sealedMenu: <Opened>(
      actionId: string,
      open: Open<Opened>,
      entries: SealedMenu<T, Opened>['entries'],
      shown?: ButtonOptions,
    ) => listenToSealedMenu(actionId, { open, entries, ...shown }, options),
    form: <Request>(callbackId: string, handlers: FormHandlers<Request, T>) =>
      listenToForm(callbackId, handlers, options),
    messageShortcut: <Asked>(callbackId: string, handlers: MessageShortcutHandlers<Asked, T>) =>
      listenToMessageShortcut(callbackId, handlers, options),
    /** It has no channel and no message. */
    globalShortcut: (callbackId: string, answer: AnswerGlobalShortcut<T>) =>
      listenToGlobalShortcut(callbackId, answer, options),
    /** Messages to the bot that begin with one of these words; without words, all that no other listener handles. */
    mention: (answer: AnswerMention<T>, firstWords: readonly string[] = []) =>
      addMention(answer, firstWords, options),
    home(begin: BeginHome<T>) {
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
      return {
        /** Never rejects. */
        show: (userId: string, note?: string) => homes.show({ userId, requestId: randomUUID(), note }),
      };
    },
    homeFields: (fields: HomeFields) => listenToHomeFields(fields, options),
    /** By the step's name in the manifest. */
    step: (callbackId: string, answer: AnswerStep<T>) => listenToStep(callbackId, answer, options),
  };
}
