import type { Session } from '../workspace/session.ts';
import { renderMessage, renderModal } from './render.ts';

/** What the person does after the command. */
interface ConversationSteps {
  /** Fields of the form that opened, by id. */
  readonly fields: Readonly<Record<string, string>>;
  /** Labels of buttons, pressed one after the other. */
  readonly presses: readonly string[];
}

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
  steps: ConversationSteps,
  terminal: Terminal,
): Promise<void> {
  const { print } = terminal;
  const [command = '', ...words] = typed.split(' ');
  if (!session.commands.includes(command)) {
    const known = `SMS Desk has ${session.commands.join(', ')}.`;
    const isCommand = command.startsWith('/');
    print(
      isCommand
        ? `Slackbot: ${command} is not a valid command. ${known}\n`
        : `Without a leading / Slack would post this in the channel. ${known}\n`,
    );
    return;
  }
  const who = `#${session.channelName}, ${session.person.name}`;
  const view = { width: WIDTH, color: terminal.color, names: session.names };
  const showForm = () => {
    const form = session.form();
    if (form) print(`\n${renderModal(form, view)}\n\n`);
  };
  const shown = new Set<string>();
  /** Prints what is new since the last time, or has taken another's place. */
  const showNews = () => {
    for (const message of session.messages()) {
      const state = `${message.ts} ${message.replaced}`;
      if (shown.has(state)) continue;
      shown.add(state);
      const place = message.channel.startsWith('D')
        ? 'in your direct messages'
        : `visible to all in #${session.channelName}`;
      const readers = message.visibleTo === undefined ? place : 'only visible to you';
      print(`\nSMS Desk (${readers})\n${renderMessage(message, view)}\n\n`);
    }
  };

  print(`${who}: ${typed}\n`);
  const { status } = await session.ask(command, words.join(' '));
  if (status !== 200) throw new ConversationError('The bot did not acknowledge the command.');
  showForm();
  const filled = Object.entries(steps.fields).map(([id, text]) => `${id}: ${text}`);
  if (session.form() && filled.length > 0) {
    print(`${who} fills in ${filled.join(', ')}\n`);
    await session.fill(steps.fields).catch((error: unknown) => {
      const fields = session.fields().join(', ');
      throw new ConversationError(
        `${error instanceof Error ? error.message : 'The form cannot be filled in.'}. Its fields: ${fields}.`,
        false,
      );
    });
    showForm();
  }
  if (!session.form() && session.messages().length === 0)
    throw new ConversationError('The bot did not answer.');
  showNews();

  for (const label of steps.presses) {
    print(`${who} presses [ ${label} ]\n`);
    const before = session.files().length;
    const pressed = await session.press(label);
    if (!pressed) throw new ConversationError(noSuchButton(session, label), false);
    const known = shown.size;
    showNews();
    if (pressed.status !== 200 || shown.size === known)
      throw new ConversationError('The bot did not answer the button.');
    for (const { name, content } of session.files().slice(before)) print(`${name}:\n${content}\n`);
  }
  if (hasFailed(session)) throw new ConversationError('The bot failed to answer.');
}

function noSuchButton(session: Session, label: string): string {
  const there = session.buttons().map((one) => `“${one}”`);
  return `There is no button “${label}”${there.length > 0 ? `, but ${there.join(', ')}` : ''}.`;
}

/** Whether an answer was lost, or a mistake of the bot's own stood in for it. */
function hasFailed({ logLines }: Session): boolean {
  return logLines
    .map((line) => JSON.parse(line))
    .some(
      ({ msg, err }) =>
        msg === 'Slack did not take the answer' || (msg === 'failed' && err?.type !== 'UpstreamError'),
    );
}
