import { dayOf } from '../../fake-slack/dates.ts';
import type { Acknowledgement } from '../../fake-slack/slack-api/delivery.ts';
import { isMentioned } from '../../fake-slack/slack-api/written-text.ts';
import type { LocalMessage } from '../../fake-slack/workspace/messages.ts';
import type { Session } from '../session.ts';
import { renderHome, renderMessage, renderModal } from './render.ts';

interface Terminal {
  readonly print: (text: string) => void;
  readonly color: boolean;
}

/** The conversation could not continue: the bot failed, or a requested button or field does not exist. */
export class ConversationError extends Error {
  override readonly name = 'ConversationError';
  readonly isBotsFault: boolean;

  constructor(sentence: string, isBotsFault = true) {
    super(sentence);
    this.isBotsFault = isBotsFault;
  }
}

const WIDTH = 120;

/** Runs a command, fills in fields, presses buttons and prints the answers. @throws ConversationError */
export async function runConversation(
  session: Session,
  typed: string,
  { fields, presses }: { fields: Readonly<Record<string, string>>; presses: readonly string[] },
  terminal: Terminal,
): Promise<void> {
  const { print } = terminal;
  const use = wayIn(typed, session);
  if (typeof use === 'string') return print(use);
  const who = `#${session.channelName}, ${session.person.name}`;
  const show = createDisplay(session, terminal);

  print(`${who}: ${typed}\n`);
  const acknowledgement = await use();
  if ((acknowledgement?.status ?? 200) !== 200)
    throw new ConversationError('The bot did not acknowledge it.');
  show.form();
  const hasHome = show.home();
  let isFilled = false;
  const fillOnce = async () => {
    if (isFilled || !session.canFill(fields)) return;
    isFilled = true;
    print(`${who} fills in ${filledIn(fields)}\n`);
    await session.fill(fields).catch((error: unknown) => {
      throw new ConversationError(cannotFill(session, error), false);
    });
    show.form();
  };
  await fillOnce();
  const hasAnswers = show.newMessages();
  if (!session.form() && !hasHome && !hasAnswers) throw new ConversationError('The bot did not answer.');

  for (const label of presses) {
    print(`${who} presses [ ${label} ]\n`);
    const before = session.files().length;
    const pressed = await session.press(label);
    if (!pressed) throw new ConversationError(noSuchButton(session, label), false);
    const isNew = [show.form(), show.home(), show.newMessages()].includes(true);
    if (pressed.status !== 200 || !isNew) throw new ConversationError('The bot did not answer the button.');
    for (const { name, content } of session.files().slice(before)) print(`${name}:\n${content}\n`);
    await fillOnce();
    show.newMessages();
  }
  if (!isFilled && Object.keys(fields).length > 0)
    throw new ConversationError(cannotFill(session, noSuchField(session, fields)), false);
  if (hasFailed(session)) throw new ConversationError('The bot failed to answer.');
}

/** Returns what `typed` runs (command, mention, shortcut or Home), or why `typed` is invalid. */
function wayIn(typed: string, session: Session): string | (() => Promise<Acknowledgement | undefined>) {
  const [first = '', ...words] = typed.split(' ');
  const rest = words.join(' ');
  if (session.commands.includes(first)) return () => session.ask(first, rest);
  if (typed.toLowerCase() === 'home') return session.openHome;
  if (first.toLowerCase() === 'shortcut') return () => session.useShortcut(rest);
  if (isMentioned(typed, session)) return () => session.say(typed);
  return notACommand(first, session);
}

/** Prints the open modal, Home, and new or changed messages. Each function returns whether it printed. */
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
  const isNew = (state: string) => {
    const before = shown.size;
    shown.add(state);
    return shown.size > before;
  };
  return {
    form(): boolean {
      const form = session.form();
      if (!form || !isNew(`${form.id} ${form.hash} ${JSON.stringify(form.errors)}`)) return false;
      print(`\n${renderModal(form, view)}\n\n`);
      return true;
    },
    home(): boolean {
      const home = session.home();
      if (!home || !isNew(`${home.id} ${home.hash}`)) return false;
      print(`\n${session.botName}, Home\n\n${renderHome(home, view)}\n\n`);
      return true;
    },
    newMessages(): boolean {
      const known = shown.size;
      for (const message of session.messages()) {
        if (session.names.has(message.author) || !isNew(`${message.ts} ${message.replaced}`)) continue;
        print(`\n${session.botName} (${readersOf(message, session)})\n${renderMessage(message, view)}\n\n`);
      }
      return shown.size > known;
    },
  };
}

function readersOf({ visibleTo, channel, threadTs }: LocalMessage, session: Session): string {
  if (visibleTo !== undefined) return 'only visible to you';
  const where = channel.startsWith('D')
    ? 'in your direct messages'
    : `visible to all in #${session.channelName}`;
  return threadTs === undefined ? where : `in the thread, ${where}`;
}

function notACommand(command: string, { commands, botName }: Session): string {
  const known = `${botName} has ${commands.join(', ')}; or mention it with @${botName}, open its “home”, or use its “shortcut”.`;
  return command.startsWith('/')
    ? `Slackbot: ${command} is not a valid command. ${known}\n`
    : `Without a leading / Slack would post this in the channel. ${known}\n`;
}

function filledIn(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([id, text]) => `${id}: ${text}`)
    .join(', ');
}

function cannotFill(session: Session, error: unknown): string {
  const there = session.fields();
  return `${error instanceof Error ? error.message : error}.${there.length > 0 ? ` Fields: ${there.join(', ')}.` : ''}`;
}

function noSuchField(session: Session, fields: Readonly<Record<string, string>>): string {
  if (session.fields().length === 0) return 'There was nothing to fill in';
  const ids = Object.keys(fields).map((id) => `“${id}”`);
  return `Not all of these fields are there: ${ids.join(', ')}`;
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
        msg === 'Slack did not take the answer' || (msg === 'failed' && err && err.type !== 'UpstreamError'),
    );
}
