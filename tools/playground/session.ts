import { createLog } from '../../src/ops/log.ts';
import { elementsIn, type PlacedElement } from '../fake-slack/block-kit/element-state.ts';
import { type JsonObject, recordsIn, textIn } from '../fake-slack/json.ts';
import { type LocalView, withIds } from '../fake-slack/modals/view.ts';
import type { Acknowledgement } from '../fake-slack/slack-api/delivery.ts';
import type { LocalMessage } from '../fake-slack/workspace/messages.ts';
import type { Person } from '../fake-slack/workspace/people.ts';
import type { Faults } from '../sandbox/index.ts';
import { type EnvironmentOptions, startEnvironment } from './environment.ts';

/** A simulated person who uses the bot in one channel of fake Slack, with a simulated SMS platform. */
export type Session = Awaited<ReturnType<typeof startSession>>;

const CHANNEL = { id: 'C0SUPPORT', name: 'support' };
const COLLEAGUE = { id: 'U0BEN', name: 'ben' };
const CHANNELS = [CHANNEL, { id: 'C0OPS', name: 'operations' }];
const ON_CALL = { id: 'S0ONCALL', handle: 'on-call' };
/** Time that an operator has been down: long enough for a check to detect the incident. */
const DOWN_FOR_MS = 50 * 60_000;

type FieldValues = Readonly<Record<string, string>>;

interface SessionOptions extends Pick<EnvironmentOptions, 'database'> {
  readonly locale: string;
  readonly zone: string;
  /** The platform's faults at the start. An operator that is down without `since` is down for 50 minutes. */
  readonly faults?: Faults;
  readonly now?: () => Date;
}

const realTime = () => new Date();

export async function startSession({ locale, zone, faults, now = realTime, ...given }: SessionOptions) {
  const person: Person = { id: 'U0ANA', name: 'ana', locale, zone, userGroups: [ON_CALL.id] };
  const logLines: string[] = [];
  const environment = await startEnvironment({
    ...given,
    people: [person, { ...COLLEAGUE, locale, zone }],
    channels: CHANNELS,
    userGroups: [ON_CALL],
    ...{ allowedChannels: CHANNELS.map(({ id }) => id), allowedUserGroups: ['*'] },
    timeZone: zone,
    language: new Intl.Locale(locale).language,
    log: createLog({ level: 'debug', destination: { write: (line) => void logLines.push(line) } }),
    now,
    ...(faults === undefined ? {} : { faults: startedBefore(faults, now()) }),
  });
  const { workspace, manifest, requestsFinished } = environment;

  const messages = () => workspace.messages({ person: person.id });
  const form = () => workspace.modal(person.id);
  const home = () => workspace.home(person.id);
  const pressed = (typed: string): Promise<Acknowledgement> | undefined => {
    const requested = asOnKeyboard(typed);
    const buttonIn = (shown: Pick<LocalMessage, 'blocks'> | undefined) =>
      shown && buttonsOf(shown).find(({ label }) => asOnKeyboard(label) === requested);
    const used = ({ label: _, ...use }: Pressable) => ({ person: person.id, ...use });
    const inForm = buttonIn(form());
    if (inForm) return workspace.act(used(inForm));
    const inHome = buttonIn(home());
    if (inHome) return workspace.actHome(used(inHome));
    for (const message of messages().toReversed()) {
      const button = buttonIn(message);
      if (button) return workspace.click({ message, ...used(button) });
    }
    return undefined;
  };
  return {
    person,
    channelName: CHANNEL.name,
    names: new Map([
      ...[person, COLLEAGUE, ...CHANNELS].map(({ id, name }) => [id, name] as const),
      [ON_CALL.id, ON_CALL.handle],
    ]),
    botName: manifest.name,
    commands: manifest.commands.map(({ command }) => command),
    logLines,
    messages,
    /** Types a command and waits until the bot is idle. */
    async ask(command: string, text: string): Promise<Acknowledgement> {
      const typed = { person: person.id, channel: CHANNEL.id, command, text };
      const acknowledgement = await workspace.command(typed);
      await requestsFinished();
      return acknowledgement;
    },
    async say(text: string): Promise<undefined> {
      workspace.say({ person: person.id, channel: CHANNEL.id, text });
      await workspace.eventsSent();
      await requestsFinished();
    },
    /** Opens the Home tab, after the bot's database is open, as in a bot that has run for a while. */
    async openHome(): Promise<Acknowledgement | undefined> {
      await environment.warmUp();
      const acknowledgement = await workspace.openHome(person.id);
      await requestsFinished();
      return acknowledgement;
    },
    /** Uses the message shortcut on a colleague's message `text`; if `text` is empty, the global shortcut. */
    async useShortcut(text: string): Promise<Acknowledgement> {
      const type = text === '' ? 'global' : 'message';
      const shortcut = manifest.shortcuts.find((one) => one.type === type);
      const use = { person: person.id, callbackId: shortcut?.callbackId ?? '' };
      const acknowledgement = await (text === ''
        ? workspace.globalShortcut(use)
        : workspace.messageShortcut({
            ...use,
            message: workspace.say({ person: COLLEAGUE.id, channel: CHANNEL.id, text }),
          }));
      await requestsFinished();
      return acknowledgement;
    },
    /**
     * Presses the button or menu entry with this label in the modal, in Home, or in the newest message that
     * has such a button. Resolves with `undefined` if the label is not found.
     */
    async press(label: string): Promise<Acknowledgement | undefined> {
      const acknowledgement = await pressed(label);
      await requestsFinished();
      return acknowledgement;
    },
    form,
    home,
    canFill: (values: FieldValues) => canTake(form(), home(), Object.keys(values)),
    /** Fills in fields of the modal or Home that notify the bot; submits a modal with all `values`. */
    async fill(values: FieldValues): Promise<Acknowledgement | undefined> {
      const opened = form();
      const act = opened ? workspace.act : workspace.actHome;
      let acknowledgement: Acknowledgement | undefined;
      for (const { blockId, actionId } of tellingFields(opened ?? home())) {
        const value = values[blockId];
        if (value === undefined) continue;
        acknowledgement = await act({ person: person.id, actionId, blockId, value });
        await requestsFinished();
      }
      if (opened) acknowledgement = await workspace.submit({ person: person.id, values });
      await requestsFinished();
      return acknowledgement;
    },
    /** Lists the fields of the modal, or of Home if no modal is open: block id and options of each field. */
    fields: () => inputsOf(form() ?? home()).map(fieldText),
    buttons: () => [
      ...new Set(
        [form() ?? [], home() ?? [], messages()]
          .flat()
          .flatMap((shown) => buttonsOf(shown).map(({ label }) => label)),
      ),
    ],
    files: workspace.files,
    stop: environment.stop,
  };
}

function startedBefore(faults: Faults, now: Date): Faults {
  const { operatorDown } = faults;
  if (!operatorDown) return faults;
  const since = new Date(now.getTime() - DOWN_FOR_MS).toISOString();
  return { ...faults, operatorDown: { since, ...operatorDown } };
}

/** Returns the input fields that send an action to the bot when they change. */
function tellingFields(shown: LocalView | undefined): PlacedElement[] {
  return elementsIn(shown?.blocks ?? []).filter(({ block }) => block.dispatch_action === true);
}

function canTake(form: LocalView | undefined, home: LocalView | undefined, ids: readonly string[]): boolean {
  const there = inputsOf(form ?? home).map(({ blockId }) => blockId);
  if (form) return there.length > 0 && ids.length > 0;
  return ids.length > 0 && ids.every((id) => there.includes(id));
}

function inputsOf(shown: LocalView | undefined): PlacedElement[] {
  return elementsIn(shown?.blocks ?? []).filter(({ block }) => block.type === 'input');
}

/** Returns a field's block id, followed by its options if any: `period (today, yesterday)`. */
function fieldText({ blockId, element }: PlacedElement): string {
  const values = recordsIn(element.options).map((option) => textIn(option, 'value'));
  return values.length === 0 ? blockId : `${blockId} (${values.join(', ')})`;
}

/** Normalises a label for comparison with typed text: lower case, and ’ and … as ' and three dots. */
function asOnKeyboard(label: string): string {
  return label.toLowerCase().replaceAll('’', "'").replaceAll('…', '...');
}

interface Pressable {
  readonly label: string;
  readonly blockId: string;
  readonly actionId: string;
  readonly value?: string;
}

function buttonsOf({ blocks }: Pick<LocalMessage, 'blocks'>): Pressable[] {
  return elementsIn(withIds(blocks)).flatMap(({ element, type, blockId, actionId }): Pressable[] => {
    const label = (one: JsonObject) => textIn(one.text, 'text');
    if (type === 'button') return [{ label: label(element), blockId, actionId }];
    if (type !== 'overflow') return [];
    return recordsIn(element.options).map((option) => ({
      label: label(option),
      blockId,
      actionId,
      value: textIn(option, 'value'),
    }));
  });
}
