import { variableNames } from '../../config/variables.ts';
import { ConfigError, type Environment, loadBotConfig } from '../../config.ts';
import { COMMIT_VARIABLE } from '../../runtime/version.ts';
import { type Diagnosis, ok, warning, wrong } from './diagnosis.ts';

/** A name that begins so was probably meant for the bot. */
const OURS = /^(?:SLACK|SMS|ALLOWED|OPS|AUDIT)_/;
const CORRECT = '.env.example describes it';
/** Its name ends as those of files with a secret do. */
export const LIST = 'WORKSPACES_FILE';

/**
 * Every variable: at fault, doubtful, set or left out. Values are not shown. A fault begins with the variable's name:
 * `PORT must be …`.
 */
export function checkSettings(
  env: Environment,
  faults: readonly string[],
  warnings: readonly { readonly variable: string; readonly warning: string }[] = [],
): Diagnosis[] {
  const setNames = Object.keys(env).filter((name) => env[name]?.trim());
  const known = [...variableNames, COMMIT_VARIABLE];
  const misspelt = setNames.filter((name) => OURS.test(name) && !known.includes(baseOf(name)));
  const unknown = warning('no such variable', 'compare its spelling with .env.example');
  const resultsOf = (name: string) => {
    const wrongs = faults
      .filter((fault) => variableOf(fault) === name)
      // With a file the whole sentence, for its variable has another name.
      .map((fault) => wrong(fault.startsWith(`${name} `) ? fault.slice(name.length + 1) : fault, CORRECT));
    if (wrongs.length > 0) return wrongs;
    const doubts = warnings.filter(({ variable }) => variable === name);
    if (doubts.length > 0) return doubts.map((doubt) => doubtful(doubt.warning));
    if (setNames.includes(name)) return [ok('set')];
    if (setNames.includes(`${name}_FILE`)) return [ok('set, in a file')];
    return [{ ...ok('default'), isDefault: true } as const];
  };
  return [
    ...variableNames.flatMap((name) => resultsOf(name).map((result) => ({ name, ...result }))),
    ...misspelt.map((name) => ({ name, ...unknown })),
  ].map((setting) => ({ group: 'Settings', ...setting }));
}

/** The variables at fault, be it their file: nothing can be tried with their values. */
export function variablesAtFault(faults: readonly string[]): string[] {
  return faults.map(variableOf);
}

const baseOf = (name: string) => (name === LIST ? name : name.replace(/_FILE$/, ''));
const variableOf = (fault: string) => baseOf(fault.split(' ', 1).join(''));

/** A doubt and what to do about it stand in one sentence, with a colon between them. */
function doubtful(sentence: string) {
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

/**
 * The configuration and its faults. Variables at fault are left out or have a stand-in; with a fault where several workspaces
 * are listed there is none.
 */
export async function loadInSpiteOf(env: Environment) {
  try {
    return { config: await loadBotConfig(env), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { faults } = error;
    if (env[LIST]?.trim()) {
      const isOfVariable = (fault: string) => /^[A-Z_]+ /.test(fault);
      const named = faults.map((fault) => (isOfVariable(fault) ? fault : `${LIST} ${fault}`));
      return { config: undefined, faults: named };
    }
    const instead = variablesAtFault(faults).flatMap((name) => [
      [name, STAND_INS[name]],
      [`${name}_FILE`, undefined],
      // A proxy's may be written so.
      [name.toLowerCase(), undefined],
    ]);
    return { config: await loadBotConfig({ ...env, ...Object.fromEntries(instead) }), faults };
  }
}
