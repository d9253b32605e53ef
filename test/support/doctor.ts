import type { Diagnosis } from '../../src/cli/doctor/diagnosis.ts';
import { examineEnvironment } from '../../src/cli/doctor/examine.ts';
import type { Environment } from '../../src/config.ts';
import { scopes } from '../../src/features/index.ts';
import type { WorkspaceOptions } from '../../tools/fake-slack/workspace/workspace.ts';
import type { SandboxOptions } from '../../tools/sandbox/index.ts';
import { createTestWorkspace } from './desk.ts';
import { runningSandbox, settingsFor } from './sandbox.ts';
import { temporaryDirectory } from './store.ts';
import { whenOver } from './when-over.ts';

export const everyScope = [...scopes.required, ...scopes.optional.keys()];

const userGroups = [
  { id: 'S1', handle: 'support' },
  { id: 'S2', handle: 'on-call' },
  { id: 'S3', handle: 'closed', isDisabled: true },
  { id: 'S4', handle: 'empty' },
] as const;

/** Enough to detect a complete day; its exact bounds need more. */
const QUIET_PER_DAY = 100;

interface Surroundings {
  readonly platform?: SandboxOptions;
  readonly workspace?: Partial<WorkspaceOptions>;
}

/** A local Slack and platform with little traffic, and correct settings for both. */
export async function workingEnvironment({ platform = {}, workspace = {} }: Surroundings = {}) {
  const { sandbox, url } = await runningSandbox({
    perDay: QUIET_PER_DAY,
    now: () => new Date(),
    ...platform,
  });
  const slack = createTestWorkspace('http', { scopes: everyScope, userGroups, ...workspace });
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
    DATA_DIR: temporaryDirectory(),
    ALLOWED_CHANNELS: 'C1',
    ALLOWED_USERGROUPS: 'S1',
  };
  return { env, sandbox, slack };
}

/** The failed diagnoses, as `outcome name: finding → what to do`. */
export function notWell(diagnoses: readonly Diagnosis[]): string[] {
  return diagnoses
    .filter(({ outcome }) => outcome !== 'ok')
    .map(
      ({ outcome, name, found, advice = '' }) => `${outcome} ${name}: ${found}${advice && ` → ${advice}`}`,
    );
}

/** Diagnoses the settings like the command, but with shorter backoff. */
export const examine = (env: Environment, now = () => new Date()) =>
  examineEnvironment(env, { now, nodeVersion: '24.22.1', retryBaseMs: 1 });

/** The failed diagnoses of correct settings with one change. */
export async function examineWith(change: Environment, surroundings: Surroundings = {}): Promise<string[]> {
  const { env } = await workingEnvironment(surroundings);
  return notWell(await examine({ ...env, ...change }));
}
