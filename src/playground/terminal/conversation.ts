import { dayOf } from '../dates.ts';
import type { LocalMessage } from '../workspace/messages.ts';
import type { Session } from '../workspace/session.ts';
import { renderMessage, renderModal } from './render.ts';

interface Terminal {
  readonly print: (text: string) => void;
  readonly color: boolean;
}

/** A conversation that did not come to its end: the bot failed, or there was no such button. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError';
  readonly isBotsFault: boolean;

  constructor(sentence: string, isBotsFault = true) {
    super(sentence);
    this.isBotsFault = isBotsFault;
  }
}

const WIDTH = 120;

/** Types a command, goes on as told, and prints what the person sees. @throws ConversationError */
export async function runConversation(
  session: Session,
  typed: string,
  { fields, presses }: { fields: Readonly<Record<string, string>>; presses: readonly string[] },
  terminal: Terminal,
): Promise<void> {
  const { print } = terminal;
  const [command = '', ...words] = typed.split(' ');
  if (!session.commands.includes(command)) return print(notACommand(command, session.commands));
  const who = `#${session.channelName}, ${session.person.name}`;
  const show = createDisplay(session, terminal);

  print(`${who}: ${typed}\n`);
  const { status } = await session.ask(command, words.join(' '));
  if (status !== 200) throw new ConversationError('The bot did not acknowledge the command.');
  show.form();
  const filled = Object.entries(fields).map(([id, text]) => `${id}: ${text}`);
  if (session.form() && filled.length > 0) {
    print(`${who} fills in ${filled.join(', ')}\n`);
    await session.fill(fields).catch((error: unknown) => {
      throw new ConversationError(cannotFill(session, error), false);
    });
    show.form();
  }
  if (!session.form() && session.messages().length === 0)
    throw new ConversationError('The bot did not answer.');
  show.newMessages();

  for (const label of presses) {
    print(`${who} presses [ ${label} ]\n`);
    const before = session.files().length;
    const pressed = await session.press(label);
    if (!pressed) throw new ConversationError(noSuchButton(session, label), false);
    const isNew = show.newMessages();
    if (pressed.status !== 200 || !isNew) throw new ConversationError('The bot did not answer the button.');
    for (const { name, content } of session.files().slice(before)) print(`${name}:\n${content}\n`);
  }
  if (hasFailed(session)) throw new ConversationError('The bot failed to answer.');
}

/** Prints the form that is open, and the messages that are new or have taken another's place; whether there are any. */
function createDisplay(session: Session, { print, color }: Terminal) {
  const { locale, zone } = session.person;
  const view = {
    width: WIDTH,
    color,
    names: session.names,
    locale,
    reader: { locale, zone, today: dayOf(new Date(), zone) },
  };
  const shown = new Set<string>();
  return {
    form() {
      const form = session.form();
      if (form) print(`\n${renderModal(form, view)}\n\n`);
    },
    newMessages(): boolean {
      const known = shown.size;
      for (const message of session.messages()) {
        const state = `${message.ts} ${message.replaced}`;
        if (shown.has(state)) continue;
        shown.add(state);
        print(`\nSMS Desk (${readersOf(message, session)})\n${renderMessage(message, view)}\n\n`);
      }
      return shown.size > known;
    },
  };
}

function readersOf({ visibleTo, channel }: LocalMessage, session: Session): string {
  if (visibleTo !== undefined) return 'only visible to you';
  return channel.startsWith('D') ? 'in your direct messages' : `visible to all in #${session.channelName}`;
}

function notACommand(command: string, commands: readonly string[]): string {
  const known = `SMS Desk has ${commands.join(', ')}.`;
  return command.startsWith('/')
    ? `Slackbot: ${command} is not a valid command. ${known}\n`
    : `Without a leading / Slack would post this in the channel. ${known}\n`;
}

function cannotFill(session: Session, error: unknown): string {
  const reason = error instanceof Error ? error.message : 'The form cannot be filled in.';
  return `${reason}. Its fields: ${session.fields().join(', ')}.`;
}

function noSuchButton(session: Session, label: string): string {
  const there = session.buttons().map((one) => `“${one}”`);
  return `There is no button “${label}”${there.length > 0 ? `, but ${there.join(', ')}` : ''}.`;
}

function hasFailed({ logLines }: Session): boolean {
  return logLines
    .map((line) => JSON.parse(line))
    .some(
      ({ msg, err }) =>
        msg === 'Slack did not take the answer' || (msg === 'failed' && err?.type !== 'UpstreamError'),
    );
}
