import { parseArgs } from 'node:util';
import { isTimeZone } from '../domain/period.ts';
import { renderMessage } from '../playground/plain-view.ts';
import { type Session, startSession } from '../playground/session.ts';
import { type Faults, stories } from '../sandbox/index.ts';

const USAGE = `Asks SMS Desk as Slack would, on a platform and a workspace simulated on this machine.

  npm run ask -- "/sms-status <number> [when] [from <sender>]" [options]

  --lang en|es        language of the person who asks (en)
  --zone <zone>       their IANA time zone (America/Santiago)
  --press <button>    then press a button of the answer; may be given several times
  --fault <json>      what goes wrong at the platform, such as '{"html":true}'
`;

const WIDTH = 120;

const options = {
  lang: { type: 'string' },
  zone: { type: 'string' },
  press: { type: 'string', multiple: true },
  fault: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Sentences for the person at the terminal; everything else is a mistake of ours. */
class UsageError extends Error {}

async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  const { lang = 'en', zone = 'America/Santiago', press = [], fault, help } = values;
  const typed = positionals.join(' ').trim();
  if (help || typed === '') {
    print(`${USAGE}\n${examples()}`);
    return 0;
  }
  const locale = lang === 'en' ? 'en-US' : lang === 'es' ? 'es-CL' : undefined;
  if (locale === undefined) throw new UsageError(`--lang is en or es, not ${lang}.`);
  if (!isTimeZone(zone))
    throw new UsageError(`--zone is an IANA time zone such as America/Santiago, not ${zone}.`);
  const session = await startSession({ locale, zone, ...readFaults(fault) });
  try {
    return await converse(session, typed, press);
  } finally {
    await session.stop();
  }
}

async function converse(session: Session, typed: string, presses: readonly string[]): Promise<number> {
  const [command = '', ...words] = typed.split(' ');
  if (!session.commands.includes(command)) {
    print(
      command.startsWith('/')
        ? `Slackbot: ${command} is not a valid command. SMS Desk has ${session.commands.join(', ')}.\n`
        : `Without a leading / Slack would post this in the channel. SMS Desk has ${session.commands.join(', ')}.\n`,
    );
    return 0;
  }
  print(`#${session.channelName}, ${session.person.name}: ${typed}\n`);
  const acknowledgement = await session.ask(command, words.join(' '));
  if (acknowledgement.status !== 200 || session.messages().length === 0)
    return fail(session, 'The bot did not answer.');
  for (const message of session.messages()) show(message);

  for (const label of presses) {
    print(`#${session.channelName}, ${session.person.name} presses [ ${label} ]\n`);
    const pressed = await session.press(label);
    if (!pressed) throw new UsageError(`The answer has no button “${label}”.`);
    const answer = session.messages().at(-1);
    if (pressed.status !== 200 || !answer) return fail(session, 'The bot did not answer the button.');
    show(answer);
  }
  return 0;
}

function show(message: { readonly text: string; readonly blocks: readonly unknown[] }): void {
  const text = renderMessage(message, { width: WIDTH, color: process.stdout.isTTY === true });
  print(`\nSMS Desk (only visible to you)\n${text}\n\n`);
}

function fail(session: Session, sentence: string): number {
  process.stderr.write(`${sentence} What it logged:\n${session.logLines.join('')}`);
  return 1;
}

function examples(): string {
  const rows = stories.map(({ number, about }) => [`npm run ask -- "/sms-status ${number}"`, about] as const);
  const others = [
    ['npm run ask -- "/sms-status help"', 'what can be asked'],
    ['npm run ask -- "/sms-status ayuda" --lang es', 'the same in Spanish'],
  ] as const;
  const all = [...rows, ...others];
  const width = Math.max(...all.map(([command]) => command.length));
  return `Try:\n\n${all.map(([command, about]) => `  ${command.padEnd(width)}  ${about}`).join('\n')}\n`;
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}

function readFaults(json: string | undefined): { faults?: Faults } {
  if (json === undefined) return {};
  try {
    return { faults: JSON.parse(json) as Faults };
  } catch {
    throw new UsageError(`--fault is JSON such as '{"html":true}'.`);
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const isUsage = error instanceof UsageError || (error instanceof Error && error.name === 'ZodError');
    process.stderr.write(isUsage ? `${(error as Error).message}\n\n${USAGE}` : `${String(error)}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
