import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createLog } from '../ops/log.ts';
import { createSandbox, type Faults } from '../sandbox/index.ts';
import { isRecord } from './json.ts';
import { type Acknowledgement, createWorkspace, type LocalMessage, type Person } from './workspace.ts';

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
  /** What the person sees, oldest first. */
  messages(): readonly LocalMessage[];
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
        const actionId = buttonWithLabel(message, label);
        if (actionId === undefined) continue;
        const acknowledgement = await workspace.click({ person: person.id, message, actionId });
        await bot.settled();
        return acknowledgement;
      }
      return undefined;
    },
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

/** The action of the button that a person knows by its label. */
function buttonWithLabel({ blocks }: LocalMessage, label: string): string | undefined {
  const wanted = label.toLowerCase();
  for (const block of blocks) {
    const elements = isRecord(block) && Array.isArray(block.elements) ? block.elements : [];
    for (const element of elements) {
      if (!isRecord(element) || element.type !== 'button' || !isRecord(element.text)) continue;
      if (typeof element.action_id === 'string' && String(element.text.text).toLowerCase() === wanted)
        return element.action_id;
    }
  }
  return undefined;
}
