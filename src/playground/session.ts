import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createLog } from '../ops/log.ts';
import { createSandbox, type Faults } from '../sandbox/index.ts';
import { isRecord } from './json.ts';
import {
  type Acknowledgement,
  createWorkspace,
  type LocalFile,
  type LocalMessage,
  type LocalView,
  type Person,
} from './workspace.ts';

export interface SessionOptions {
  /** Slack locale of the person who asks, `en-US` or `es-CL`. */
  readonly locale: string;
  /** IANA zone of the person who asks. */
  readonly zone: string;
  /** What goes wrong at the platform, from the start. */
  readonly faults?: Faults;
}

/** One person in one channel, the bot as in production, and a simulated platform behind it. */
export interface Session {
  readonly person: Person;
  readonly channelName: string;
  /** Slash commands the app's manifest tells Slack about. */
  readonly commands: readonly string[];
  /** Types a command and waits until the bot has nothing more to say. */
  ask(command: string, text: string): Promise<Acknowledgement>;
  /** Presses a button of the newest message that has one with this label. `undefined`: there is none. */
  press(label: string): Promise<Acknowledgement | undefined>;
  /** The form that is open. */
  form(): LocalView | undefined;
  /** Fills in fields of the form by their ids, controls that change it first, and sends it off. */
  fill(values: Readonly<Record<string, string>>): Promise<Acknowledgement | undefined>;
  /** What the person sees in the channel, oldest first. */
  messages(): readonly LocalMessage[];
  /** Ids of the form's fields, with the values of those that offer some. */
  fields(): readonly string[];
  /** Labels of the buttons the person sees. */
  buttons(): readonly string[];
  /** What the bot has sent as files. */
  files(): readonly LocalFile[];
  /** What the bot logged, a JSON line an entry. */
  readonly logLines: readonly string[];
  stop(): Promise<void>;
}

const SIGNING_SECRET = 'local-signing-secret';
const BOT_TOKEN = 'xoxb-local';
const CHANNEL = { id: 'C0SUPPORT', name: 'support' };

/** Starts the platform, the workspace and the bot, all on this machine, and connects them over HTTP. */
export async function startSession({ locale, zone, faults }: SessionOptions): Promise<Session> {
  await using resources = new AsyncDisposableStack();
  const person: Person = { id: 'U0ANA', name: 'ana', locale, zone };
  const workspace = createWorkspace({
    signingSecret: SIGNING_SECRET,
    botToken: BOT_TOKEN,
    people: [person],
    channels: [CHANNEL],
    linksPhoneNumbers: true,
  });
  resources.defer(() => workspace.stop());
  const sandbox = createSandbox();
  resources.defer(() => sandbox.stop());
  const [{ apiUrl }, platform, commands] = await Promise.all([
    workspace.start(),
    sandbox.start(),
    readCommands(),
  ]);
  if (faults) sandbox.setFaults(faults);

  const { credentials } = sandbox;
  const config = loadConfig({
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    SMS_BASE_URL: platform.url,
    SMS_EMAIL: credentials.email,
    SMS_PASSWORD: credentials.password,
    SMS_REPORT_TOKEN: credentials.reportToken,
    SMS_AUTH_URL: platform.url,
    SMS_CLIENT_ID: credentials.clientId,
    SMS_CLIENT_SECRET: credentials.clientSecret,
    SMS_TIMEOUT_SECONDS: '5',
    SMS_SENDERS: '56001=OTP,56002=Reminders,56003=Marketing',
    SECRET_KEY: randomBytes(32).toString('base64'),
    ALLOWED_CHANNELS: CHANNEL.id,
    ALLOWED_USERGROUPS: '*',
  });
  const logLines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void logLines.push(line) } });
  const bot = await createApp(config, { host: '127.0.0.1', log });
  resources.defer(() => bot.stop());
  const { port } = await bot.start();
  workspace.connect(`http://127.0.0.1:${port}/slack/events`);

  const messages = () => workspace.messages({ person: person.id, channel: CHANNEL.id });
  const running = resources.move();
  return {
    person,
    channelName: CHANNEL.name,
    commands,
    logLines,
    messages,
    async ask(command, text) {
      const acknowledgement = await workspace.command({
        person: person.id,
        channel: CHANNEL.id,
        command,
        text,
      });
      await bot.settled();
      return acknowledgement;
    },
    async press(label) {
      for (const message of messages().toReversed()) {
        const button = buttonsOf(message).find((one) => one.label.toLowerCase() === label.toLowerCase());
        if (!button) continue;
        const { actionId } = button;
        const acknowledgement = await workspace.click({ person: person.id, message, actionId });
        await bot.settled();
        return acknowledgement;
      }
      return undefined;
    },
    form: () => workspace.modal(person.id),
    async fill(values) {
      for (const [blockId, actionId] of changingControls(workspace.modal(person.id)?.blocks ?? [])) {
        const value = values[blockId];
        if (value === undefined) continue;
        await workspace.act({ person: person.id, actionId, blockId, value });
        await bot.settled();
      }
      const acknowledgement = await workspace.submit({ person: person.id, values });
      await bot.settled();
      return acknowledgement;
    },
    fields: () => (workspace.modal(person.id)?.blocks ?? []).flatMap(fieldOf),
    buttons: () => [
      ...new Set(messages().flatMap((message) => buttonsOf(message).map(({ label }) => label))),
    ],
    files: () => workspace.files(),
    stop: () => running.disposeAsync(),
  };
}

const manifest = z.object({
  features: z.object({ slash_commands: z.array(z.object({ command: z.string() })) }),
});

async function readCommands(): Promise<string[]> {
  const text = await readFile(new URL('../../manifest.yml', import.meta.url), 'utf8');
  return manifest.parse(parse(text)).features.slash_commands.map(({ command }) => command);
}

/** The inputs of a form that change the form itself, by block, with their actions. */
function changingControls(blocks: readonly unknown[]): [blockId: string, actionId: string][] {
  return blocks.flatMap((block): [string, string][] => {
    if (!isRecord(block) || block.dispatch_action !== true || !isRecord(block.element)) return [];
    return [[String(block.block_id), String(block.element.action_id)]];
  });
}

/** A field as `id`, or as `id (one, other)` where it offers values. */
function fieldOf(block: unknown): string[] {
  if (!isRecord(block) || block.type !== 'input' || !isRecord(block.element)) return [];
  const { options } = block.element;
  const values = Array.isArray(options)
    ? options.map((option) => (isRecord(option) ? String(option.value) : ''))
    : [];
  return [values.length === 0 ? String(block.block_id) : `${block.block_id} (${values.join(', ')})`];
}

/** The buttons of a message, as a person knows them and as the bot does. */
function buttonsOf({ blocks }: LocalMessage): { readonly label: string; readonly actionId: string }[] {
  return blocks.flatMap((block) => {
    const elements = isRecord(block) && Array.isArray(block.elements) ? block.elements : [];
    return elements.flatMap((element: unknown) =>
      isRecord(element) && element.type === 'button' && isRecord(element.text)
        ? [{ label: String(element.text.text), actionId: String(element.action_id) }]
        : [],
    );
  });
}
