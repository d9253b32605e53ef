import type { Log } from '../../ops/log.ts';
import type { ProxySettings } from '../../runtime/proxy.ts';
import { type AdviceOnNetwork, createAttempts } from './attempt.ts';
import { checkClocks } from './clock.ts';
import { checkDatabase } from './database.ts';
import type { Diagnosis } from './diagnosis.ts';
import { checkInstallations, type InstallationsOptions } from './installations.ts';
import { checkPlatform, type PlatformSettings } from './platform.ts';
import { checkPorts, type PortSettings } from './ports.ts';
import { checkRedis } from './redis.ts';
import { checkSettings, type EnvironmentReading, variablesAtFault } from './settings.ts';
import { checkApp, checkSlack, type ScopeNeeds, type SlackSettings } from './slack.ts';

/** What is examined of a process, for however many workspaces. */
interface ProcessExamination {
  readonly environment: EnvironmentReading;
  readonly ports: readonly PortSettings[];
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  readonly secretKey: Buffer | undefined;
  readonly redisUrl: string | undefined;
  readonly adviceOnNetwork: AdviceOnNetwork;
  readonly now: () => Date;
  readonly log: Log;
  /** Told of each check as it begins. */
  readonly onBegun: (check: Pick<Diagnosis, 'group' | 'name'>) => void;
}

interface PlatformExamination {
  readonly platform: PlatformSettings;
  /** Zones of the people, whose one the platform's may be. */
  readonly zones: readonly string[];
}

/** The settings as they were read, and what they are to be held against. */
interface Examination extends ProcessExamination, PlatformExamination {
  readonly slack: SlackSettings;
  readonly scopes: ScopeNeeds;
  /** Ids, or `*`, by the variable that names them. */
  readonly channels: Readonly<Record<string, readonly string[]>>;
  readonly userGroups: Readonly<Record<string, readonly string[]>>;
  readonly proxies: ProxySettings | undefined;
}

interface SeveralExamination
  extends ProcessExamination,
    Pick<InstallationsOptions, 'readTokens' | 'scopes' | 'proxies'> {
  readonly slack: Pick<SlackSettings, 'signingSecret' | 'apiUrl'>;
  /** By id. */
  readonly workspaces: ReadonlyMap<
    string,
    PlatformExamination & { readonly installationIds: readonly string[] }
  >;
}

/** Whoever waits at a terminal goes away after a minute. */
const TOTAL_MS = 55_000;

/** Tries everything that the bot rests on, all at once; ends within a minute, and never rejects for what it finds. */
export async function examine({ environment, onBegun, ...examined }: Examination): Promise<Diagnosis[]> {
  const atFault = variablesAtFault(environment.faults);
  const options = { ...examined, atFault, attempt: createAttempts(TOTAL_MS, onBegun) };
  const { slack, platform } = examined;
  const tried = await Promise.all([
    checkPorts(options),
    checkSlack(options),
    checkDatabase(options),
    checkRedis(options),
    checkPlatform(options),
    checkClocks({ ...options, slackUrl: slack.apiUrl, platformUrl: platform.baseUrl }),
  ]);
  return [...checkSettings(environment), ...tried.flat()];
}

/**
 * The same where several workspaces are listed: each one's installation and platform, by its id. Who may ask, and where, is not
 * looked at for each.
 */
export async function examineSeveral({
  environment,
  workspaces,
  onBegun,
  ...examined
}: SeveralExamination): Promise<Diagnosis[]> {
  const atFault = variablesAtFault(environment.faults);
  const options = { ...examined, atFault, attempt: createAttempts(TOTAL_MS, onBegun) };
  const tried = await Promise.all([
    checkPorts(options),
    checkDatabase(options),
    checkRedis(options),
    checkInstallations({ ...options, workspaces, apiUrl: examined.slack.apiUrl }),
    ...[...workspaces].map(async ([id, workspace]) => {
      const diagnoses = await checkPlatform({ ...options, ...workspace });
      return diagnoses.map((one) => ({ ...one, name: `${id} ${one.name}` }));
    }),
  ]);
  return [...checkSettings(environment), ...checkApp(examined.slack), ...tried.flat()];
}
