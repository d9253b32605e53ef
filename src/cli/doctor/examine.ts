import { startWarnings } from '../../app/start-warnings.ts';
import { ConfigError, type Environment, loadBotConfig } from '../../config.ts';
import { createLog } from '../../ops/log.ts';
import { checkDatabase } from './database.ts';
import { createAttempts, type Diagnosis, ok } from './diagnosis.ts';
import { checkClocks, checkPorts } from './machine.ts';
import { checkPlatform } from './platform.ts';
import { checkRedis } from './redis.ts';
import { checkSettings, LIST, loadInSpiteOf, variablesAtFault } from './settings.ts';
import { checkSecret, checkSlack } from './slack.ts';
import { checkInstallations } from './workspaces.ts';

interface Examination {
  readonly now?: () => Date;
  /** Before the first try that follows one at the platform that failed; the client's own unless told. */
  readonly retryBaseMs?: number;
  /** Told of each check as it begins. */
  readonly onBegun?: (check: Pick<Diagnosis, 'group' | 'name'>) => void;
}

/**
 * Reads the settings as the bot does, and tries what it rests on, all at once, as far as they can be read. Ends within a
 * minute, and never rejects for what it finds.
 */
export async function examineEnvironment(env: Environment, options: Examination = {}): Promise<Diagnosis[]> {
  if (env.WORKSPACES_FILE?.trim()) return await examineList(env, options);
  const { config, faults } = loadInSpiteOf(env);
  const { onBegun, ...pace } = options;
  const atFault = variablesAtFault(faults);
  const attempt = createAttempts({ atFault, ...(onBegun ? { onBegun } : {}) });
  const common = { ...COMMON, ...pace, attempt };
  const { slack, platform, proxies, redisUrl } = config;
  const tried = await Promise.all([
    checkPorts(config, attempt),
    checkSlack({ ...common, config }),
    checkDatabase({ ...common, ...config }),
    checkRedis({ redisUrl, attempt }),
    checkPlatform({ ...common, workspace: config, proxies }),
    checkClocks({ ...common, slackUrl: slack.apiUrl, platformUrl: platform.baseUrl, proxies }),
  ]);
  return [...checkSettings(env, { faults, warnings: await startWarnings(config) }), ...tried.flat()];
}

/** What is found is said; what is logged on the way would stand in between. */
const COMMON = { now: () => new Date(), log: createLog({ level: 'silent' }) };

const REDIRECT =
  'in “OAuth & Permissions” → Redirect URLs: this bot’s https address with /slack/oauth_redirect; Slack tells nobody if it is';

/**
 * The same where several workspaces are listed: each one's installation and platform, by its id. With a fault in the settings
 * nothing more is tried. Who may ask, and where, is not looked at for each.
 */
async function examineList(env: Environment, { onBegun, ...pace }: Examination): Promise<Diagnosis[]> {
  try {
    const config = await loadBotConfig(env);
    if (!('workspaces' in config)) return [];
    const { proxies, redisUrl } = config;
    const attempt = createAttempts(onBegun ? { onBegun } : {});
    const common = { ...COMMON, ...pace, attempt };
    const tried = await Promise.all([
      checkPorts(config, attempt),
      checkDatabase({ ...common, ...config }),
      checkRedis({ redisUrl, attempt }),
      checkInstallations(config, attempt, common.log),
      ...[...config.workspaces].map(async ([id, workspace]) => {
        const diagnoses = await checkPlatform({ ...common, workspace, proxies });
        return diagnoses.map((one) => ({ ...one, name: `${id} ${one.name}` }));
      }),
    ]);
    const warnings = (await startWarnings(config)).map(({ workspace, variable, warning }) =>
      workspace === undefined
        ? { variable, warning }
        : { variable: LIST, warning: `${workspace}, ${variable}: ${warning}` },
    );
    return [
      ...checkSettings(env, { warnings }),
      await checkSecret(config.slack, attempt),
      { group: 'Slack', name: 'redirect address', ...ok(REDIRECT) },
      ...tried.flat(),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const isOfVariable = (fault: string) => /^[A-Z_]+ /.test(fault);
    const faults = error.faults.map((fault) => (isOfVariable(fault) ? fault : `${LIST} ${fault}`));
    return checkSettings(env, { faults });
  }
}
