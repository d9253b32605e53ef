import type { EnteredValue, EnteredValues } from '../../tools/fake-slack/block-kit/element-values.ts';
import type {
  LocalExecution,
  LocalMessage,
  LocalView,
  Person,
  Workspace,
} from '../../tools/fake-slack/workspace/workspace.ts';

/** Where a person writes. Default: the agent, in the desk's channel, without a thread. */
interface MessageTarget {
  readonly who?: Person;
  readonly channel?: string;
  readonly threadTs?: string;
}

/** All surfaces of the bot in Slack. */
export interface Surfaces {
  /** Types a command and waits until the bot is idle. Resolves with the last message for that person. */
  type(typed: { command: string; text: string }, who?: Person, channel?: string): Promise<LocalMessage>;
  /** Presses a button of a message, or a menu entry (`status.more share`). Resolves with the newest message. */
  press(message: LocalMessage, actionId: string, who?: Person): Promise<LocalMessage>;
  choose(message: LocalMessage, actionId: string, value: string, who?: Person): Promise<LocalMessage>;
  /** Opens the Home tab. Resolves with its view when the bot is idle. */
  openHome(who?: Person): Promise<LocalView>;
  /** Presses a button, selects or enters a value in the Home tab. Resolves with its view. */
  actHome(actionId: string, value?: EnteredValue, who?: Person): Promise<LocalView>;
  /** Uses a message shortcut. Resolves with the opened modal. */
  shortcut(
    callbackId: string,
    use: { readonly message: LocalMessage; readonly who?: Person },
  ): Promise<LocalView>;
  /** Uses a global shortcut. Resolves with the opened modal. */
  globalShortcut(callbackId: string, who?: Person): Promise<LocalView>;
  /** Presses a button or selects an option in the topmost modal. Resolves with the topmost modal. */
  act(actionId: string, value?: EnteredValue, who?: Person): Promise<LocalView | undefined>;
  /** Submits the topmost modal. Resolves with the topmost modal. */
  submit(values?: EnteredValues, who?: Person): Promise<LocalView | undefined>;
  /** Mentions the bot with a text. Resolves with the last message for that person. */
  mention(text: string, place?: MessageTarget): Promise<LocalMessage>;
  /** Sends the bot a direct message. Resolves with the last message for that person. */
  directMessage(text: string, place?: Omit<MessageTarget, 'channel'>): Promise<LocalMessage>;
  /** Runs a workflow step. Resolves with its execution. */
  runStep(callbackId: string, inputs: Readonly<Record<string, unknown>>): Promise<LocalExecution>;
}

interface SurfacesOptions {
  /** Resolves when the bot is idle. */
  readonly requestsFinished: () => Promise<void>;
  readonly agent: Person;
  readonly channel: string;
}

export function surfacesOf(slack: Workspace, options: SurfacesOptions): Surfaces {
  const { requestsFinished, agent } = options;
  const entered = (value: EnteredValue | undefined) => (value === undefined ? {} : { value });
  const opened = <T>(view: T | undefined): T => {
    if (view === undefined) throw new Error('the bot showed no view');
    return view;
  };
  const say = async (person: string, text: string, channel: string, threadTs?: string) => {
    const thread = threadTs === undefined ? {} : { threadTs };
    slack.say({ person, channel, text, ...thread });
    await slack.eventsSent();
    await requestsFinished();
    return opened(slack.messages({ person }).at(-1));
  };
  const newest = (person: string) => {
    const message = slack.messages({ person }).at(-1);
    if (message === undefined) throw new Error('the bot said nothing');
    return message;
  };
  const click = async (use: Parameters<Workspace['click']>[0]) => {
    await slack.click(use);
    await requestsFinished();
    return newest(use.person);
  };
  return {
    async type(typed, { id } = agent, channel = options.channel) {
      await slack.command({ person: id, channel, ...typed });
      await requestsFinished();
      return newest(id);
    },
    press(message, pressed, { id } = agent) {
      const [actionId = '', value] = pressed.split(' ');
      return click({ person: id, message, actionId, ...entered(value) });
    },
    choose: (message, actionId, value, { id } = agent) => click({ person: id, message, actionId, value }),
    async openHome({ id } = agent) {
      await slack.openHome(id);
      await requestsFinished();
      return opened(slack.home(id));
    },
    async actHome(actionId, value, { id } = agent) {
      await slack.actHome({ person: id, actionId, ...entered(value) });
      await requestsFinished();
      return opened(slack.home(id));
    },
    async shortcut(callbackId, { message, who = agent }) {
      await slack.messageShortcut({ person: who.id, callbackId, message });
      await requestsFinished();
      return opened(slack.modal(who.id));
    },
    async globalShortcut(callbackId, { id } = agent) {
      await slack.globalShortcut({ person: id, callbackId });
      await requestsFinished();
      return opened(slack.modal(id));
    },
    async act(actionId, value, { id } = agent) {
      await slack.act({ person: id, actionId, ...entered(value) });
      await requestsFinished();
      return slack.modal(id);
    },
    async submit(values = {}, { id } = agent) {
      await slack.submit({ person: id, values });
      await requestsFinished();
      return slack.modal(id);
    },
    mention: (text, { who = agent, channel = options.channel, threadTs } = {}) =>
      say(who.id, `@bot ${text}`, channel, threadTs),
    directMessage(text, { who = agent, threadTs } = {}) {
      return say(who.id, text, opened(slack.channels(who.id).find(({ isDm }) => isDm)).id, threadTs);
    },
    async runStep(callbackId, inputs) {
      const { id } = await slack.runStep(callbackId, inputs);
      await requestsFinished();
      return slack.until(() => {
        const execution = slack.execution(id);
        return execution?.status === 'running' ? undefined : execution;
      });
    },
  };
}
