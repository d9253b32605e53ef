import { randomUUID } from 'node:crypto';
import type { App, ViewClosedAction } from '@slack/bolt';
import type { Language, Translations } from '../../i18n/index.ts';
import { OTHER } from '../../ops/metrics.ts';
import { createBoltListeners, type HandleAction } from './bolt-listeners.ts';
import {
  type ButtonOptions,
  listenToButton,
  listenToSealedMenu,
  type OpenSealed,
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
import type {
  AnswerButton,
  AnswerCommand,
  FormHandlers,
  IncomingRequest,
  RequestContext,
} from './context.ts';
import { buttonTarget, listenToForm, staleForm } from './forms.ts';
import { createRequestHandler } from './handle-request.ts';
import { createHomes, type HomeHandlers, type Homes } from './home.ts';
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
  /** Listeners for requests that do not call the SMS platform: no usage limits or progress lines about it. */
  readonly offline: Listeners<T>;
};

/**
 * Each request is acknowledged at once. Only the person who sent it sees the answer, with one exception: the
 * answer to a mention in a channel is public in the thread.
 */
export function createRouter(options: RouterOptions) {
  const handleRequest = createRequestHandler(options);
  const shared = {
    ...options,
    commands: new Map() as Commands,
    mentions: new Map() as Mentions,
    boltListeners: createBoltListeners(
      options.app,
      unknownButton(options, handleRequest),
      async ({ ack, view }) => ack(staleForm(view, options)),
    ),
    homes: createHomes(options, handleRequest),
  };
  listenToTypedCommands(shared, handleRequest);
  listenToMentions(options.app, shared.mentions);
  acknowledgeRest(options.app);
  return {
    /** Names of the commands, and ids of the buttons, controls and forms, that features have registered. */
    registered: () => [...shared.commands.keys(), ...shared.boltListeners.ids()],
    withTranslations<T extends Translations>(translations: (language: Language) => T): FeatureRouter<T> {
      const handle = (asksPlatform: boolean) => (request: Omit<IncomingRequest, 'asksPlatform'>) =>
        handleRequest({ ...request, asksPlatform });
      const handlers = { translations, handleOffline: handle(false) };
      const listeners = (asksPlatform: boolean) =>
        createListeners<T>({ ...shared, ...handlers, handleRequest: handle(asksPlatform) });
      return { ...listeners(true), offline: listeners(false) };
    },
  };
}

/** Answers buttons that the bot no longer has, as in messages of an older version. */
function unknownButton(
  options: RouterOptions,
  handleRequest: (request: IncomingRequest) => Promise<void>,
): HandleAction {
  return (pressed) =>
    handleRequest({
      ...buttonTarget(pressed, { name: OTHER, replacesMessage: false }, options),
      replaces: false,
      asksPlatform: false,
      answer: async () => undefined,
    });
}

/** Requests for which Slack waits, though the bot has nothing to do for them. */
function acknowledgeRest(app: App): void {
  app.view<ViewClosedAction>({ type: 'view_closed' }, ({ ack }) => ack());
  app.options({ type: 'block_suggestion' }, ({ ack }) => ack({ options: [] }));
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
    /** Listens to a command if its text begins with one of `firstWords`; `answer` gets the whole text. */
    subcommands: (name: string, firstWords: readonly string[], answer: AnswerCommand<T>) =>
      listenToSubcommands(name, firstWords, answer, options),
    button: (actionId: string, answer: AnswerButton<T>, shown?: ButtonOptions) =>
      listenToButton(actionId, answer, options, shown),
    sealedButton: <Opened>(
      actionId: string,
      open: OpenSealed<Opened>,
      answer: AnswerButton<T, Opened>,
      shown?: ButtonOptions,
    ) => listenToButton(actionId, openingValue(open, answer, sealer), options, shown),
    sealedMenu: <Opened>(
      actionId: string,
      open: OpenSealed<Opened>,
      entries: SealedMenu<T, Opened>['entries'],
      shown?: ButtonOptions,
    ) => listenToSealedMenu(actionId, { open, entries, ...shown }, options),
    form: <Request>(callbackId: string, handlers: FormHandlers<Request, T>) =>
      listenToForm(callbackId, handlers, options),
    messageShortcut: <Subject>(callbackId: string, handlers: MessageShortcutHandlers<Subject, T>) =>
      listenToMessageShortcut(callbackId, handlers, options),
    globalShortcut: (callbackId: string, answer: AnswerGlobalShortcut<T>) =>
      listenToGlobalShortcut(callbackId, answer, options),
    /** Listens to messages that begin with one of `firstWords`; without `firstWords`, to all others. */
    mention: (answer: AnswerMention<T>, firstWords: readonly string[] = []) =>
      addMention(answer, firstWords, options),
    home({ load, fallbackBlocks }: HomeHandlers<T>) {
      const translate = (context: RequestContext): RequestContext<T> => ({
        ...context,
        t: translations(context.user.language),
      });
      homes.listen({
        load: (context, note) => load(translate(context), note),
        fallbackBlocks: (context) => fallbackBlocks(translate(context)),
      });
      return {
        /** Shows the person's Home tab again. Never rejects. */
        show: (userId: string, note?: string) => homes.show({ userId, requestId: randomUUID(), note }),
      };
    },
    homeFields: (fields: HomeFields) => listenToHomeFields(fields, options),
    step: (callbackId: string, answer: AnswerStep<T>) => listenToStep(callbackId, answer, options),
  };
}
