import { variableNames } from '../../config/variables.ts';
import { type Config, ConfigError, type Environment, loadConfig } from '../../config.ts';
import { COMMIT_VARIABLE } from '../../runtime/version.ts';
import { type Diagnosis, ok, type Result, warning, wrong } from './diagnosis.ts';

/** What reading the environment came to. */
interface SettingsReading {
  /** What is at fault, a variable's name first: `PORT must be …`. */
  readonly faults?: readonly string[];
  readonly warnings?: readonly { readonly variable: string; readonly warning: string }[];
}

/** A name that begins so was probably meant for the bot. */
const OURS = /^(?:SLACK|SMS|ALLOWED|OPS|AUDIT)_/;
const IN_FILE = '_FILE';
const CORRECT = '.env.example describes it';
/** Its name ends as those of files with a secret do. */
export const LIST = 'WORKSPACES_FILE';

/** Every variable: at fault, doubtful, set or left out. Values are not told. */
export function checkSettings(env: Environment, reading: SettingsReading): Diagnosis[] {
  const setNames = Object.keys(env).filter((name) => env[name]?.trim());
  const known = [...variableNames, COMMIT_VARIABLE];
  const misspelt = setNames.filter((name) => OURS.test(name) && !known.includes(baseOf(name)));
  const unknown = warning('no such variable', 'compare its spelling with .env.example');
  return [
    ...variableNames.flatMap((name) => settingOf(name, setNames, reading)),
    ...misspelt.map((name): Diagnosis => ({ group: 'Settings', name, ...unknown })),
  ];
}

function settingOf(
  name: string,
  setNames: readonly string[],
  { faults = [], warnings = [] }: SettingsReading,
): Diagnosis[] {
  const ofName = faults
    .filter((fault) => variableOf(fault) === name)
    // Of a file the whole sentence, for its variable has another name.
    .map((fault) => wrong(fault.startsWith(`${name} `) ? fault.slice(name.length + 1) : fault, CORRECT));
  const doubts = warnings.filter(({ variable }) => variable === name).map((one) => doubtful(one.warning));
  const results = ofName.length > 0 ? ofName : doubts;
  const named = { group: 'Settings', name } as const;
  if (results.length > 0) return results.map((result) => ({ ...named, ...result }));
  if (setNames.includes(name)) return [{ ...named, ...ok('set') }];
  if (setNames.includes(`${name}${IN_FILE}`)) return [{ ...named, ...ok('set, in a file') }];
  return [{ ...named, ...ok('default'), isDefault: true }];
}

/** The variables at fault, be it their file: nothing can be tried with their values. */
export function variablesAtFault(faults: readonly string[]): string[] {
  return faults.map(variableOf);
}

const baseOf = (name: string) => (name === LIST ? name : name.replace(new RegExp(`${IN_FILE}$`), ''));
const variableOf = (fault: string) => baseOf(fault.split(' ', 1).join(''));

/** A doubt and what to do about it stand in one sentence, with a colon between them. */
function doubtful(sentence: string): Result {
  const [doubt = '', ...rest] = sentence.split(': ');
  return warning(doubt, rest.join(': ') || CORRECT);
}

/** In place of what is missing or at fault, so that the rest can be read; nothing is tried with them. */
const STAND_INS: Environment = {
  SLACK_BOT_TOKEN: 'xoxb-',
  SLACK_SIGNING_SECRET: 'none',
  SLACK_APP_TOKEN: 'xapp-',
  SMS_BASE_URL: 'http://localhost',
  SMS_EMAIL: 'none',
  SMS_PASSWORD: 'none',
  SMS_REPORT_TOKEN: 'none',
  SMS_AUTH_URL: 'http://localhost',
  SMS_CLIENT_ID: 'none',
  SMS_CLIENT_SECRET: 'none',
  SECRET_KEY: Buffer.alloc(32, 'none').toString('base64'),
};

/** The configuration, where variables at fault are left out or have a stand-in, and those faults. */
export function loadInSpiteOf(env: Environment): {
  readonly config: Config;
  readonly faults: readonly string[];
} {
  try {
    return { config: loadConfig(env), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { faults } = error;
    const instead = variablesAtFault(faults).flatMap((name) => [
      [name, STAND_INS[name]],
      [`${name}${IN_FILE}`, undefined],
      // A proxy's may be written so.
      [name.toLowerCase(), undefined],
    ]);
    return { config: loadConfig({ ...env, ...Object.fromEntries(instead) }), faults };
  }
}
