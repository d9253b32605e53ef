import { networkAdvice } from '../app/start-failure.ts';
import { startWarnings } from '../app/start-warnings.ts';
import { variableNames } from '../config/variables.ts';
import {
  type Config,
  ConfigError,
  type Environment,
  loadBotConfig,
  loadConfig,
  type ProcessConfig,
  type SeveralConfig,
  type WorkspaceConfig,
} from '../config.ts';
import { keptInstallations } from '../control/installations.ts';
import { openControl } from '../control/open-control.ts';
import { scopes } from '../features/index.ts';
import { createLog } from '../ops/log.ts';
import { appAccount, sealedTokens } from '../store/installations/sealed-tokens.ts';
import type { Diagnosis } from './doctor/diagnosis.ts';
import { examine, examineSeveral } from './doctor/examine.ts';
import type { PortSettings } from './doctor/ports.ts';
import { checkSettings, variablesAtFault } from './doctor/settings.ts';
import { loadSealer } from './sealer.ts';

interface ExaminationOptions {
  readonly now?: () => Date;
  /** Before the first try that follows one at the platform that failed; the client's own unless told. */
  readonly retryBaseMs?: number;
  readonly onBegun?: (check: Pick<Diagnosis, 'group' | 'name'>) => void;
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

/** Reads the settings as the bot does, and tries what they name, as far as they can be read. */
export async function examineEnvironment(
  env: Environment,
  { now = () => new Date(), onBegun = () => undefined, ...pace }: ExaminationOptions = {},
): Promise<Diagnosis[]> {
  if (env.WORKSPACES_FILE?.trim()) return await examineList(env, { now, onBegun });
  const { config, faults } = loadInSpiteOf(env);
  const { access, auditChannel, platform, proxies } = config;
  const warnings = await startWarnings(config);
  return await examine({
    ...config,
    environment: {
      names: variableNames,
      setNames: Object.keys(env).filter((name) => env[name]?.trim()),
      faults,
      warnings,
    },
    ports: portsOf(config),
    scopes,
    channels: {
      ALLOWED_CHANNELS: access.channels,
      ...(auditChannel === undefined ? {} : { AUDIT_CHANNEL: [auditChannel] }),
    },
    userGroups: {
      ALLOWED_USERGROUPS: access.userGroups,
      NOTIFY_USERGROUPS: access.notifyUserGroups,
      REVEAL_USERGROUPS: access.revealUserGroups,
    },
    platform: { ...platform, proxies, ...pace },
    adviceOnNetwork: (fault, address) => networkAdvice(fault, address, proxies),
    zones: zonesOf(config),
    now,
    // What is found is said; what is logged on the way would stand in between.
    log: createLog({ level: 'silent' }),
    onBegun,
  });
}

/** The same where several workspaces are listed. With a fault in the settings nothing more is tried. */
async function examineList(
  env: Environment,
  { now, onBegun }: Required<Pick<ExaminationOptions, 'now' | 'onBegun'>>,
): Promise<Diagnosis[]> {
  const setNames = Object.keys(env).filter((name) => env[name]?.trim());
  const reading = { names: variableNames, setNames, faults: [], warnings: [] };
  try {
    const config = await loadBotConfig(env);
    if (!('workspaces' in config)) return [];
    const { proxies, workspaces } = config;
    const warnings = (await startWarnings(config)).map(({ workspace, variable, warning }) =>
      workspace === undefined
        ? { variable, warning }
        : { variable: LIST, warning: `${workspace}, ${variable}: ${warning}` },
    );
    return await examineSeveral({
      ...config,
      environment: { ...reading, warnings },
      ports: portsOf(config),
      workspaces: new Map(
        [...workspaces].map(([id, { platform, ...people }]) => [
          id,
          {
            platform: { ...platform, proxies },
            zones: zonesOf(people),
            installationIds: people.installationIds,
          },
        ]),
      ),
      readTokens: () => readTokens(config),
      scopes,
      adviceOnNetwork: (fault, address) => networkAdvice(fault, address, proxies),
      now,
      log: createLog({ level: 'silent' }),
      onBegun,
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const isOfVariable = (fault: string) => /^[A-Z_]+ /.test(fault);
    const faults = error.faults.map((fault) => (isOfVariable(fault) ? fault : `${LIST} ${fault}`));
    return checkSettings({ ...reading, faults });
  }
}

const LIST = 'WORKSPACES_FILE';

/** Of each installation, beside a running bot too. Nothing is made or changed. */
async function readTokens(config: SeveralConfig): Promise<ReadonlyMap<string, string | undefined>> {
  const control = await openControl({ ...config, log: createLog({ level: 'silent' }) });
  try {
    // Without a key none of them opens.
    const sealer = await loadSealer(config).catch(() => undefined);
    const account = appAccount(config.app.clientId);
    const rows = await Array.fromAsync(control.ask(keptInstallations, { account }));
    return new Map(
      rows.map(({ id, sealed }) => [id, sealer && sealedTokens(account, id).open(sealer, sealed)?.botToken]),
    );
  } finally {
    await control.close();
  }
}

function zonesOf({ timeZone, defaultRegion }: Pick<WorkspaceConfig, 'timeZone' | 'defaultRegion'>): string[] {
  return [timeZone, 'UTC', ...(new Intl.Locale(`und-${defaultRegion}`).getTimeZones() ?? [])];
}

function portsOf({ slack, ops }: ProcessConfig): PortSettings[] {
  const forSlack = slack.appToken === undefined ? [{ name: 'PORT', port: slack.port }] : [];
  return [...forSlack, ...(ops ? [{ name: 'OPS_PORT', hostName: 'OPS_HOST', ...ops }] : [])];
}

/** The configuration, where variables at fault are left out or have a stand-in, and those faults. */
function loadInSpiteOf(env: Environment): { readonly config: Config; readonly faults: readonly string[] } {
  try {
    return { config: loadConfig(env), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { faults } = error;
    const instead = variablesAtFault(faults).flatMap((name) => [
      [name, STAND_INS[name]],
      [`${name}_FILE`, undefined],
      // A proxy's may be written so.
      [name.toLowerCase(), undefined],
    ]);
    return { config: loadConfig({ ...env, ...Object.fromEntries(instead) }), faults };
  }
}
