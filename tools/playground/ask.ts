import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Io, type Main, runMain } from '../../src/cli/run-main.ts';
import { isPlainTimeZone } from '../../src/domain/time/wall-clock.ts';
import { createSandbox, type Faults, faultsSchema, stories } from '../sandbox/index.ts';
import { startSession } from './session.ts';
import { ConversationError, runConversation } from './terminal/conversation.ts';

const USAGE = `Asks SMS Desk as Slack would, on a platform and a workspace simulated on this machine.

  npm run ask -- "/sms-status <number> [when] [from <sender>]" [options]
  npm run ask -- "/sms-report [when] [operator] [from <sender>] [to <number>]" [options]
  npm run ask -- "/sms-check [operator]" [options]
  npm run ask -- "@SMS Desk <number> [when]" [options]   mentions it, in a channel; also amid a line
  npm run ask -- home [options]                          opens its Home tab
  npm run ask -- shortcut "text of a message" [options]  uses its shortcut on a message; without one, that from anywhere

  --lang en|es        language of the person who asks (en)
  --zone <zone>       their IANA time zone (America/Santiago)
  --fill <id>=<text>  fill in a field of the form that opened, and send it, or Home's field; may be given several times
  --press <button>    then press a button of the answer; may be given several times
  --fault <json>      what goes wrong at the platform, such as '{"html":true}'; there are
${faultExamples()}
                      An operator is down since 50 minutes ago, or since the time you give:
                      "operatorDown":{"operator":"Entel","since":"2026-11-18T15:00:00Z"}
`;

const options = {
  lang: { type: 'string' },
  zone: { type: 'string' },
  press: { type: 'string', multiple: true },
  fill: { type: 'string', multiple: true },
  fault: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** A wrong use of `npm run ask`, explained to the person at the terminal. All other errors are bugs. */
class AskUsageError extends Error {}

export const main: Main = async (argv, _env, io) => {
  try {
    return await ask(argv, io);
  } catch (error) {
    const isUsage = error instanceof AskUsageError;
    io.err(
      isUsage ? `${error.message}\nnpm run ask -- --help tells what can be asked.\n` : `${String(error)}\n`,
    );
    return isUsage ? 2 : 1;
  }
};

async function ask(argv: readonly string[], { out, err, isOutTerminal }: Io): Promise<number> {
  const { values, positionals } = readArguments(argv);
  const { lang = 'en', zone = 'America/Santiago', press = [], fill = [], fault, help } = values;
  const typed = positionals.join(' ').trim();
  if (help || typed === '') {
    out(`${USAGE}\n${examples()}`);
    return 0;
  }
  const locale = lang === 'en' ? 'en-US' : lang === 'es' ? 'es-CL' : undefined;
  if (locale === undefined) throw new AskUsageError(`--lang is en or es, not ${lang}.`);
  if (!isPlainTimeZone(zone))
    throw new AskUsageError(`--zone is an IANA time zone such as America/Santiago, or UTC, not ${zone}.`);
  const fields = readFields(fill);
  const session = await startSession({ locale, zone, ...readFaults(fault) });
  try {
    const terminal = { print: out, color: isOutTerminal };
    await runConversation(session, typed, { fields, presses: press }, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    if (!error.isBotsFault) throw new AskUsageError(error.message);
    err(`${error.message} What it logged:
${session.logLines.join('')}`);
    return 1;
  } finally {
    await session.stop();
  }
}

function examples(): string {
  const rows = stories.map(({ number, about }) => [`"/sms-status ${number}"`, about] as const);
  const delivered = stories[0];
  const sent = delivered && createSandbox().newest(delivered.number);
  const single: [request: string, about: string][] = sent
    ? [
        [`"/sms-status ${sent.date} ${sent.trx}"`, 'one message, by date and transaction reference'],
        [`"/sms-status id ${sent.smsId}"`, 'one message, by its identifier'],
      ]
    : [];
  const others = [
    ['"/sms-report yesterday"', "a day's traffic: rates, delays, operators"],
    ['"/sms-status"', 'the form'],
    ['"/sms-status" --fill number=912345678', 'the form, filled in and sent'],
    ['"/sms-status help"', 'what can be asked'],
    ['"@SMS Desk +56 9 1234 5678 yesterday"', 'a mention, answered in its thread'],
    ['home', 'the Home tab'],
    ['home --fill home.number=912345678', 'a look-up from there'],
    ['shortcut "Ana at 9 1234 5678 got no code"', 'the shortcut in the menu of a message'],
    ['"/sms-status ayuda" --lang es', 'the same in Spanish'],
  ] as const;
  const all = [...rows, ...single, ...others];
  const width = Math.max(...all.map(([request]) => request.length));
  const lines = all.map(([request, about]) => `  npm run ask -- ${request.padEnd(width)}  ${about}`);
  return `Try:\n\n${lines.join('\n')}\n`;
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new AskUsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}

function readFields(fills: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fills.map((fill) => {
      const [, id, text] = /^([\w.]+)=(.*)$/s.exec(fill) ?? [];
      if (id === undefined || text === undefined)
        throw new AskUsageError(`--fill is a field and a text, such as number=912345678.`);
      return [id, text];
    }),
  );
}

function readFaults(json: string | undefined): { faults?: Faults } {
  if (json === undefined) return {};
  let faults: unknown;
  try {
    faults = JSON.parse(json);
  } catch {
    throw new AskUsageError(`--fault is JSON such as '{"html":true}'.`);
  }
  const parsed = faultsSchema.safeParse(faults);
  if (!parsed.success) throw new AskUsageError(`--fault does not fit:\n${z.prettifyError(parsed.error)}`);
  return { faults: faults as Faults };
}

function faultExamples(): string {
  const examples: Required<Faults> = {
    operatorDown: { operator: 'Entel' },
    operatorsDown: [{ operator: 'WOM', since: '2026-11-18T15:00:00Z' }],
    lateReceiptsSeconds: 1800,
    serverErrors: { rate: 1 },
    unauthorized: { rate: 1 },
    rateLimited: { rate: 1, retryAfterSeconds: 30 },
    operation: 'report',
    slowFirstByteMs: 3000,
    stallAfterBytes: 1000,
    truncate: 'connection',
    html: true,
    wrongTotal: 5,
    badEntries: 3,
    ignoreFilters: true,
  };
  return Object.entries(examples)
    .map(([name, value]) => `${' '.repeat(22)}"${name}":${JSON.stringify(value)}`)
    .join('\n');
}

if (import.meta.main) await runMain(main);
