import { startWarnings } from '../../app/start-warnings.ts';
import { variableNames } from '../../config/variables.ts';
import { ConfigError, type Environment, loadBotConfig } from '../../config.ts';
import { createLog } from '../../ops/log.ts';
import { COMMIT_VARIABLE } from '../../runtime/version.ts';
import { checkDatabase } from './database.ts';
import { createAttempts, type Diagnosis, type DiagnosisName, ok, warning, wrong } from './diagnosis.ts';
import { checkClocks, checkPorts, checkRedis } from './machine.ts';
import { checkPlatform } from './platform.ts';
import { checkSeveral, checkSlack } from './slack.ts';

interface ExamineOptions {
  readonly now?: () => Date;
  /** First pause before a retry of a request to the platform; the client’s default if absent. */
  readonly retryBaseMs?: number;
  readonly onStarted?: (check: DiagnosisName) => void;
}

/** Reads the settings like the bot, and runs all checks at the same time, except those with invalid settings. */
export async function examineEnvironment(
  env: Environment,
  { now = () => new Date(), retryBaseMs, onStarted }: ExamineOptions = {},
): Promise<Diagnosis[]> {
  const { config, faults } = await loadDespiteFaults(env);
  if (!config) return checkSettings(env, faults);
  const attempt = createAttempts(variablesAtFault(faults), onStarted);
  // Log lines would mix with the output.
  const log = createLog({ level: 'silent' });
  const common = { now, retryBaseMs, log, attempt, proxies: config.proxies };
  const tried = await Promise.all([
    'workspaces' in config ? checkSeveral(config, attempt, log) : checkSlack(config, attempt, log),
    checkPorts(config, attempt),
    checkDatabase(config, attempt, log),
    checkRedis(config, attempt),
    ...('workspaces' in config
      ? [...config.workspaces].map(async ([id, workspace]) => {
          const diagnoses = await checkPlatform({ ...common, ...workspace });
          return diagnoses.map((one) => ({ ...one, name: `${id} ${one.name}` }));
        })
      : [checkPlatform({ ...common, ...config }), checkClocks(config, attempt, now)]),
  ]);
  const warnings = (await startWarnings(config)).map(({ workspace, variable, warning }) =>
    workspace === undefined
      ? { variable, warning }
      : { variable: LIST, warning: `${workspace}, ${variable}: ${warning}` },
  );
  return [...checkSettings(env, faults, warnings), ...tried.flat()];
}

/** Variables with these prefixes are probably for the bot. */
const OWN_PREFIX = /^(?:SLACK|SMS|ALLOWED|OPS|AUDIT)_/;
const CORRECT = '.env.example describes it';
/** Its name ends in `_FILE`, but it contains no secret. */
const LIST = 'WORKSPACES_FILE';

/** All variables, without values. A fault starts with the name of the variable: `PORT must be …`. */
function checkSettings(
  env: Environment,
  faults: readonly string[],
  warnings: readonly { readonly variable: string; readonly warning: string }[] = [],
): Diagnosis[] {
  const setNames = Object.keys(env).filter((name) => env[name]?.trim());
  const known = [...variableNames, COMMIT_VARIABLE];
  const misspelt = setNames.filter((name) => OWN_PREFIX.test(name) && !known.includes(baseOf(name)));
  const unknown = warning('no such variable', 'compare its spelling with .env.example');
  const resultsOf = (name: string) => {
    const wrongs = faults
      .filter((fault) => variableOf(fault) === name)
      // For a file, prints the whole sentence, because its variable has another name.
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

/** Variables with a fault in their value or their file. */
function variablesAtFault(faults: readonly string[]): string[] {
  return faults.map(variableOf);
}

const baseOf = (name: string) => (name === LIST ? name : name.replace(/_FILE$/, ''));
const variableOf = (fault: string) => baseOf(fault.split(' ', 1).join(''));

/** Splits a sentence at the colon between problem and advice. */
function doubtful(sentence: string) {
  const [doubt = '', ...rest] = sentence.split(': ');
  return warning(doubt, rest.join(': ') || CORRECT);
}

/** Replace missing or invalid values, so that the others can be checked. No check uses them. */
const PLACEHOLDERS: Environment = {
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

/** Ignores variables with faults or uses placeholders. With a faulty workspaces file there is no `config`. */
async function loadDespiteFaults(env: Environment) {
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
      [name, PLACEHOLDERS[name]],
      [`${name}_FILE`, undefined],
      // Names of proxy variables may be in lower case.
      [name.toLowerCase(), undefined],
    ]);
    return { config: await loadBotConfig({ ...env, ...Object.fromEntries(instead) }), faults };
  }
}
