import { startWarnings } from '../../app/start-warnings.ts';
import { variableNames } from '../../config/variables.ts';
import { ConfigError, type Environment, loadBotConfig } from '../../config.ts';
import { createLog } from '../../ops/log.ts';
import { COMMIT_VARIABLE } from '../../runtime/version.ts';
import { checkDatabase } from './database.ts';
import { createAttempts, type Diagnosis, type DiagnosisName, ok, warning, wrong } from './diagnosis.ts';
import { checkClocks, checkNode, checkPorts, checkRedis } from './machine.ts';
import { checkPlatform } from './platform.ts';
import { checkSeveral, checkSlack } from './slack.ts';

interface ExamineOptions {
  readonly now?: () => Date;
  readonly nodeVersion?: string;
  /** First pause before a retry of a request to the platform; the client’s default if absent. */
  readonly retryBaseMs?: number;
  readonly onStarted?: (check: DiagnosisName) => void;
}

/** Reads the settings like the bot, and runs all checks at once, except those with invalid settings. */
export async function examineEnvironment(
  env: Environment,
  options: ExamineOptions = {},
): Promise<Diagnosis[]> {
  const { now = () => new Date(), nodeVersion = process.versions.node, retryBaseMs, onStarted } = options;
  const { config, faults } = await loadDespiteFaults(env);
  if (!config) return checkSettings(env, faults);
  const attempt = createAttempts(faults.map(variableOf), onStarted);
  // Nothing is logged, because log lines would mix with the results.
  const log = createLog({ level: 'silent' });
  const common = { now, retryBaseMs, log, attempt, proxies: config.proxies };
  const tried = await Promise.all([
    'workspaces' in config ? checkSeveral(config, attempt, log) : checkSlack(config, attempt, log),
    checkPorts(config, attempt),
    checkDatabase(config, attempt, { log, now }),
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
  return [...checkSettings(env, faults, warnings), checkNode(nodeVersion), ...tried.flat()];
}

/** An unknown variable with one of these prefixes is reported, because its name is probably misspelt. */
const OWN_PREFIX = /^(?:SLACK|SMS|ALLOWED|OPS|AUDIT)_/;
const CORRECT = '.env.example describes it';
/** Unlike in names of other variables, `_FILE` does not mean that a file contains the value of a variable. */
const LIST = 'WORKSPACES_FILE';

/** Lists all variables, without values. A fault starts with the name of its variable: `PORT must be …`. */
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
      // A fault of `NAME_FILE` does not begin with `NAME `, so its whole sentence is printed.
      .map((fault) => wrong(fault.startsWith(`${name} `) ? fault.slice(name.length + 1) : fault, CORRECT));
    if (wrongs.length > 0) return wrongs;
    const doubts = warnings.filter(({ variable }) => variable === name);
    if (doubts.length > 0) return doubts.map((doubt) => doubtful(doubt.warning));
    if (setNames.includes(name)) return [ok('set')];
    if (setNames.includes(`${name}_FILE`)) return [ok('set, in a file')];
    return [ok('default')];
  };
  return [
    ...variableNames.flatMap((name) => resultsOf(name).map((result) => ({ name, ...result }))),
    ...misspelt.map((name) => ({ name, ...unknown })),
  ].map((setting) => ({ group: 'Settings', ...setting }));
}

const baseOf = (name: string) => (name === LIST ? name : name.replace(/_FILE$/, ''));
const variableOf = (fault: string) => baseOf(fault.split(' ', 1).join(''));

function doubtful(sentence: string) {
  const [doubt = '', ...rest] = sentence.split(': ');
  return warning(doubt, rest.join(': ') || CORRECT);
}

/** Stand-ins for missing or invalid variables, so that the others can be checked; no check uses them. */
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

/** Loads the settings despite invalid ones; with WORKSPACES_FILE, invalid ones leave `config` undefined. */
async function loadDespiteFaults(env: Environment) {
  try {
    return { config: await loadBotConfig(env), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { faults } = error;
    if (env[LIST]?.trim()) {
      const named = faults.map((fault) => (/^[A-Z_]+ /.test(fault) ? fault : `${LIST} ${fault}`));
      return { config: undefined, faults: named };
    }
    const instead = faults.map(variableOf).flatMap((name) => [
      [name, PLACEHOLDERS[name]],
      [`${name}_FILE`, undefined],
      // Variables for proxies may also have names in lower case.
      [name.toLowerCase(), undefined],
    ]);
    return { config: await loadBotConfig({ ...env, ...Object.fromEntries(instead) }), faults };
  }
}
