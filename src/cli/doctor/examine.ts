import { startWarnings } from '../../app/start-warnings.ts';
import type { Environment } from '../../config.ts';
import { createLog } from '../../ops/log.ts';
import { checkDatabase } from './database.ts';
import { type Check, createAttempts, type Diagnosis } from './diagnosis.ts';
import { checkClocks, checkPorts, checkRedis } from './machine.ts';
import { checkPlatform } from './platform.ts';
import { checkSettings, LIST, loadInSpiteOf, variablesAtFault } from './settings.ts';
import { checkSeveral, checkSlack } from './slack.ts';

interface Examination {
  readonly now?: () => Date;
  /** Before a failed question to the platform is repeated; the client's own unless set. */
  readonly retryBaseMs?: number;
  readonly onBegun?: (check: Check) => void;
}

/** Reads the settings as the bot does, and tries all that they name, at once, as far as the settings can be read. */
export async function examineEnvironment(
  env: Environment,
  { now = () => new Date(), retryBaseMs, onBegun }: Examination = {},
): Promise<Diagnosis[]> {
  const { config, faults } = await loadInSpiteOf(env);
  if (!config) return checkSettings(env, faults);
  const attempt = createAttempts(variablesAtFault(faults), onBegun);
  // What is logged on the way would stand between the lines.
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
