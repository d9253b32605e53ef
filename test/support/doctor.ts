import type { Diagnosis } from '../../src/cli/doctor/diagnosis.ts';
import { examineEnvironment } from '../../src/cli/doctor/examine.ts';
import type { Environment } from '../../src/config.ts';
import { scopes } from '../../src/features/index.ts';
import type { WorkspaceOptions } from '../../tools/fake-slack/workspace/workspace.ts';
import type { SandboxOptions } from '../../tools/sandbox/index.ts';
import { aWorkspace } from './desk.ts';
import { aSandbox, settingsFor } from './sandbox.ts';
import { aDirectory } from './store.ts';
import { whenOver } from './when-over.ts';

export const everyScope = [...scopes.required, ...scopes.optional.keys()];

const userGroups = [
  { id: 'S1', handle: 'support' },
  { id: 'S2', handle: 'on-call' },
  { id: 'S3', handle: 'closed', isDisabled: true },
  { id: 'S4', handle: 'empty' },
] as const;

/** Enough to tell that a day is whole: when it begins and ends takes more of them. */
const QUIET_PER_DAY = 100;

interface Surroundings {
  readonly platform?: SandboxOptions;
  readonly workspace?: Partial<WorkspaceOptions>;
}

/** A Slack and a quiet platform on this machine, and the settings with which everything is well. */
export async function aWellEnvironment({ platform = {}, workspace = {} }: Surroundings = {}) {
  const { sandbox, url } = await aSandbox({ perDay: QUIET_PER_DAY, now: () => new Date(), ...platform });
  const slack = aWorkspace('http', { scopes: everyScope, userGroups, ...workspace });
  const { apiUrl } = await slack.start();
  whenOver(() => slack.stop());
  const env: Environment = {
    SLACK_BOT_TOKEN: 'xoxb-canary',
    SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
    SLACK_API_URL: apiUrl,
    PORT: '0',
    OPS_PORT: '0',
    SMS_BASE_URL: url,
    ...settingsFor(sandbox, url),
    DATA_DIR: aDirectory(),
    ALLOWED_CHANNELS: 'C1',
    ALLOWED_USERGROUPS: 'S1',
  };
  return { env, sandbox, slack };
}

/** What is not well, as `outcome name: what was found → what to do`. */
export function notWell(diagnoses: readonly Diagnosis[]): string[] {
  return diagnoses
    .filter(({ outcome }) => outcome !== 'ok')
    .map(
      ({ outcome, name, found, advice = '' }) => `${outcome} ${name}: ${found}${advice && ` → ${advice}`}`,
    );
}

/** Reads and tries the settings as the command does, which waits longer before it tries anew what has failed. */
export const examine = (env: Environment, now = () => new Date()) =>
  examineEnvironment(env, { now, retryBaseMs: 1 });

/** What is not well in the settings that all is well with, but for a change. */
export async function examineWith(change: Environment, surroundings: Surroundings = {}): Promise<string[]> {
  const { env } = await aWellEnvironment(surroundings);
  return notWell(await examine({ ...env, ...change }));
}
