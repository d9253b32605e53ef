import { parseArgs } from 'node:util';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { stories } from './traffic/stories.ts';

export const usage = `Usage: npm run sandbox -- [options]

Runs the SMS platform, simulated, with traffic that looks real.

  --port <n>          port to listen on (4100; 0 takes any free one)
  --host <address>    address to listen on (127.0.0.1)
  --per-day <n>       generated messages a day (20000)
  --seed <n>          all traffic follows from it (7)
  --single-session    a new login ends earlier ones
  --bounds <reading>  of a report's last day: inclusive (default) or exclusive_end
  --time-zone <zone>  IANA zone of a report's days (UTC)
  --help              this text
`;

/** What the arguments ask for; `problem` is a sentence. */
type Command =
  | { readonly kind: 'run'; readonly port: number; readonly host: string; readonly options: SandboxOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly problem: string };

export function parseCommand(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4100' },
        host: { type: 'string', default: '127.0.0.1' },
        'per-day': { type: 'string', default: '20000' },
        seed: { type: 'string', default: '7' },
        'single-session': { type: 'boolean', default: false },
        bounds: { type: 'string', default: 'inclusive' },
        'time-zone': { type: 'string', default: 'UTC' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const { bounds } = values;
    if (bounds !== 'inclusive' && bounds !== 'exclusive_end')
      throw new RangeError(`--bounds must be inclusive or exclusive_end, not "${bounds}".`);
    return {
      kind: 'run',
      port: wholeNumber('--port', values.port, 65_535),
      host: values.host,
      options: {
        perDay: wholeNumber('--per-day', values['per-day'], 10_000_000),
        seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
        singleSession: values['single-session'],
        bounds,
        timeZone: values['time-zone'],
      },
    };
  } catch (error) {
    return { kind: 'problem', problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What is shown once the sandbox listens: settings for a bot, the named numbers, an example of each surface. */
export function greeting(sandbox: Sandbox, url: string): string {
  const { email, password, reportToken, clientId, clientSecret } = sandbox.credentials;
  const width = Math.max(...stories.map(({ number }) => number.length));
  const table = stories.map(({ number, name, about, when }) => {
    const often = when === undefined ? '' : ` (${when})`;
    return `  ${number.padEnd(width)}  ${name.padEnd(12)}  ${about}${often}`;
  });
  const example = sandbox.newest('+56 9 1234 5678');
  const lookUps = example
    ? `  GET ${url}/sms_info/${example.date}/${example.trx}\n  GET ${url}/api/sms/${example.smsId}\n`
    : '';
  return `The sandbox listens on ${url}

Settings for the bot:
SMS_BASE_URL=${url}
SMS_EMAIL=${email}
SMS_PASSWORD=${password}
SMS_REPORT_TOKEN=${reportToken}
SMS_AUTH_URL=${url}
SMS_CLIENT_ID=${clientId}
SMS_CLIENT_SECRET=${clientSecret}

Named numbers:
${table.join('\n')}

A message of the first of them, looked up:
${lookUps}
To make something go wrong (DELETE clears it):
  curl -X POST ${url}/_sandbox/faults -H 'Content-Type: application/json' \\
    -d '{"operatorDown":{"operator":"Entel"},"rateLimited":{"rate":0.2,"operation":"report"}}'
`;
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new RangeError(`${option} must be a whole number from 0 to ${most}, not "${text}".`);
  return value;
}
