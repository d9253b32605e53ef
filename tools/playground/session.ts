import { createLog } from '../../src/ops/log.ts';
import { elementsIn, type PlacedElement } from '../fake-slack/block-kit/element-state.ts';
import { type JsonObject, recordsIn, textIn } from '../fake-slack/json.ts';
import { type LocalView, withIds } from '../fake-slack/modals/view.ts';
import type { Acknowledgement } from '../fake-slack/slack-api/delivery.ts';
import type { LocalMessage } from '../fake-slack/workspace/messages.ts';
import type { Person } from '../fake-slack/workspace/people.ts';
import type { Faults } from '../sandbox/index.ts';
import { type EnvironmentOptions, startEnvironment } from './environment.ts';

/** One person in one channel, the bot as in production, and a simulated platform behind it. */
export type Session = Awaited<ReturnType<typeof startSession>>;

const CHANNEL = { id: 'C0SUPPORT', name: 'support' };
const COLLEAGUE = { id: 'U0BEN', name: 'ben' };
const CHANNELS = [CHANNEL, { id: 'C0OPS', name: 'operations' }];
const ON_CALL = { id: 'S0ONCALL', handle: 'on-call' };
/** Long enough for a check to tell. */
const DOWN_FOR_MS = 50 * 60_000;

/** By the ids of fields. */
type Values = Readonly<Record<string, string>>;

interface SessionOptions extends Pick<EnvironmentOptions, 'database'> {
  /** Of the person who asks. */
  readonly locale: string;
  /** IANA, of the same person. */
  readonly zone: string;
  /** Of the platform, from the start. An operator without `since` has been down for 50 minutes. */
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
    ...(faults === undefined ? {} : { faults: begunBefore(faults, now()) }),
  });
  const { workspace, manifest, settled } = environment;

  const messages = () => workspace.messages({ person: person.id });
  const form = () => workspace.modal(person.id);
  const home = () => workspace.home(person.id);
  const pressed = (typed: string): Promise<Acknowledgement> | undefined => {
    const wanted = asOnKeyboard(typed);
    const buttonIn = (shown: Pick<LocalMessage, 'blocks'> | undefined) =>
      shown && buttonsOf(shown).find(({ label }) => asOnKeyboard(label) === wanted);
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
    /** Of the person, the channels and the group, by their ids. */
    names: new Map([
      ...[person, COLLEAGUE, ...CHANNELS].map(({ id, name }) => [id, name] as const),
      [ON_CALL.id, ON_CALL.handle],
    ]),
    botName: manifest.name,
    commands: manifest.commands.map(({ command }) => command),
    /** What the bot logged, a JSON line an entry. */
    logLines,
    messages,
    /** Types a command and waits until the bot has nothing more to say. */
    async ask(command: string, text: string): Promise<Acknowledgement> {
      const typed = { person: person.id, channel: CHANNEL.id, command, text };
      const acknowledgement = await workspace.command(typed);
      await settled();
      return acknowledgement;
    },
    /** Writes in the channel, with the bot's name in it or without. */
    async say(text: string): Promise<undefined> {
      workspace.say({ person: person.id, channel: CHANNEL.id, text });
      await workspace.eventsSent();
      await settled();
    },
    /** Once the bot's database is open: it is a process that has run for a while that is asked. */
    async openHome(): Promise<Acknowledgement | undefined> {
      await environment.warmUp();
      const acknowledgement = await workspace.openHome(person.id);
      await settled();
      return acknowledgement;
    },
    /** Uses the app's shortcut on a message with this text, which a colleague has written; without one, that from anywhere. */
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
      await settled();
      return acknowledgement;
    },
    /**
     * Presses a button, or an entry of a menu “…”, of the modal, of Home, or of the newest message that has one with this
     * label. `undefined`: there is none.
     */
    async press(label: string): Promise<Acknowledgement | undefined> {
      const acknowledgement = await pressed(label);
      await settled();
      return acknowledgement;
    },
    form,
    home,
    /** Whether a form is open that can be filled in, or Home has all these fields. */
    takes: (values: Values) => canTake(form(), home(), Object.keys(values)),
    /** Fills in fields by their ids: of the form, controls that change it first, and sends it off; else of Home, with Enter. */
    async fill(values: Values): Promise<Acknowledgement | undefined> {
      const opened = form();
      const act = opened ? workspace.act : workspace.actHome;
      let acknowledgement: Acknowledgement | undefined;
      for (const { blockId, actionId } of tellingFields(opened ?? home())) {
        const value = values[blockId];
        if (value === undefined) continue;
        acknowledgement = await act({ person: person.id, actionId, blockId, value });
        await settled();
      }
      if (opened) acknowledgement = await workspace.submit({ person: person.id, values });
      await settled();
      return acknowledgement;
    },
    /** Ids of the form's fields, or else of Home's, with the values of those that offer some. */
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

function begunBefore(faults: Faults, now: Date): Faults {
  const { operatorDown } = faults;
  if (!operatorDown) return faults;
  const since = new Date(now.getTime() - DOWN_FOR_MS).toISOString();
  return { ...faults, operatorDown: { since, ...operatorDown } };
}

/** The inputs that the bot is told of at once, such as those that change a form. */
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

/** `id`, or `id (one, other)` where it offers values. */
function fieldText({ blockId, element }: PlacedElement): string {
  const values = recordsIn(element.options).map((option) => textIn(option, 'value'));
  return values.length === 0 ? blockId : `${blockId} (${values.join(', ')})`;
}

/** Keyboards have neither ’ nor …, and nobody minds capitals. */
function asOnKeyboard(label: string): string {
  return label.toLowerCase().replaceAll('’', "'").replaceAll('…', '...');
}

interface Pressable {
  readonly label: string;
  readonly blockId: string;
  readonly actionId: string;
  /** Of an entry of a menu. */
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
