import type { EnteredValue, EnteredValues } from '../../tools/fake-slack/block-kit/element-values.ts';
import type {
  LocalExecution,
  LocalMessage,
  LocalView,
  Person,
  Workspace,
} from '../../tools/fake-slack/workspace/workspace.ts';

/** Where somebody says something: in the desk's channel and no thread, and the agent, unless told. */
interface Place {
  readonly who?: Person;
  readonly channel?: string;
  readonly threadTs?: string;
}

/** Everything in Slack by which people reach the bot. */
export interface Surfaces {
  /** Types a command and waits until the bot has nothing more to say; the last thing it said, to that person. */
  type(typed: { command: string; text: string }, who?: Person, channel?: string): Promise<LocalMessage>;
  /** Presses a button of a message, or an entry of a menu (`status.more share`); the newest thing said afterwards. */
  press(message: LocalMessage, actionId: string, who?: Person): Promise<LocalMessage>;
  choose(message: LocalMessage, actionId: string, value: string, who?: Person): Promise<LocalMessage>;
  /** Opens the app's Home tab; what it shows once the bot has nothing more to do. */
  openHome(who?: Person): Promise<LocalView>;
  /** Presses a button of the Home tab, or chooses or enters something there; what it shows then. */
  actHome(actionId: string, value?: EnteredValue, who?: Person): Promise<LocalView>;
  /** Uses a shortcut in a message's menu; the modal that opened. */
  shortcut(
    callbackId: string,
    use: { readonly message: LocalMessage; readonly who?: Person },
  ): Promise<LocalView>;
  /** Uses a shortcut from anywhere; the modal that opened. */
  globalShortcut(callbackId: string, who?: Person): Promise<LocalView>;
  /** Presses a button of the topmost modal, or chooses something there; the modal that is topmost then. */
  act(actionId: string, value?: EnteredValue, who?: Person): Promise<LocalView | undefined>;
  /** Sends the topmost modal off; the modal that is topmost then. */
  submit(values?: EnteredValues, who?: Person): Promise<LocalView | undefined>;
  /** Mentions the bot and says something to it; the last thing that person was told. */
  mention(text: string, place?: Place): Promise<LocalMessage>;
  /** Writes to the bot in their direct message with it; the last thing that person was told. */
  directMessage(text: string, place?: Omit<Place, 'channel'>): Promise<LocalMessage>;
  /** Runs a workflow step; what became of it. */
  runStep(callbackId: string, inputs: Readonly<Record<string, unknown>>): Promise<LocalExecution>;
}

interface SurfacesOptions {
  /** Resolves once the bot has nothing more to do. */
  readonly settled: () => Promise<void>;
  readonly agent: Person;
  readonly channel: string;
}

export function surfacesOf(slack: Workspace, options: SurfacesOptions): Surfaces {
  const { settled, agent } = options;
  const entered = (value: EnteredValue | undefined) => (value === undefined ? {} : { value });
  const opened = <T>(view: T | undefined): T => {
    if (view === undefined) throw new Error('the bot showed no view');
    return view;
  };
  const say = async (person: string, text: string, channel: string, threadTs?: string) => {
    const thread = threadTs === undefined ? {} : { threadTs };
    slack.say({ person, channel, text, ...thread });
    await slack.eventsSent();
    await settled();
    return opened(slack.messages({ person }).at(-1));
  };
  const newest = (person: string) => {
    const message = slack.messages({ person }).at(-1);
    if (message === undefined) throw new Error('the bot said nothing');
    return message;
  };
  const click = async (use: Parameters<Workspace['click']>[0]) => {
    await slack.click(use);
    await settled();
    return newest(use.person);
  };
  return {
    async type(typed, { id } = agent, channel = options.channel) {
      await slack.command({ person: id, channel, ...typed });
      await settled();
      return newest(id);
    },
    press(message, pressed, { id } = agent) {
      const [actionId = '', value] = pressed.split(' ');
      return click({ person: id, message, actionId, ...entered(value) });
    },
    choose: (message, actionId, value, { id } = agent) => click({ person: id, message, actionId, value }),
    async openHome({ id } = agent) {
      await slack.openHome(id);
      await settled();
      return opened(slack.home(id));
    },
    async actHome(actionId, value, { id } = agent) {
      await slack.actHome({ person: id, actionId, ...entered(value) });
      await settled();
      return opened(slack.home(id));
    },
    async shortcut(callbackId, { message, who = agent }) {
      await slack.messageShortcut({ person: who.id, callbackId, message });
      await settled();
      return opened(slack.modal(who.id));
    },
    async globalShortcut(callbackId, { id } = agent) {
      await slack.globalShortcut({ person: id, callbackId });
      await settled();
      return opened(slack.modal(id));
    },
    async act(actionId, value, { id } = agent) {
      await slack.act({ person: id, actionId, ...entered(value) });
      await settled();
      return slack.modal(id);
    },
    async submit(values = {}, { id } = agent) {
      await slack.submit({ person: id, values });
      await settled();
      return slack.modal(id);
    },
    mention: (text, { who = agent, channel = options.channel, threadTs } = {}) =>
      say(who.id, `@bot ${text}`, channel, threadTs),
    directMessage(text, { who = agent, threadTs } = {}) {
      const direct = opened(slack.channels(who.id).find(({ isDm }) => isDm));
      return say(who.id, text, direct.id, threadTs);
    },
    async runStep(callbackId, inputs) {
      const { id } = await slack.runStep(callbackId, inputs);
      await settled();
      return slack.until(() => {
        const execution = slack.execution(id);
        return execution?.status === 'running' ? undefined : execution;
      });
    },
  };
}
