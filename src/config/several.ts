import type { Environment } from './read-variables.ts';
import { required } from './values.ts';
import { type Fault, variables } from './variables.ts';
import { workspaceNames } from './workspace.ts';

/** What a process has, for however many workspaces. */
export const processVariables = variables.pick({
  SLACK_SIGNING_SECRET: true,
  SLACK_APP_TOKEN: true,
  SLACK_CLIENT_ID: true,
  SLACK_CLIENT_SECRET: true,
  WORKSPACES_FILE: true,
  SLACK_API_URL: true,
  PORT: true,
  OPS_PORT: true,
  OPS_HOST: true,
  HTTPS_PROXY: true,
  HTTP_PROXY: true,
  NO_PROXY: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  REDIS_URL: true,
  SECRET_KEY: true,
  SECRET_KEY_PREVIOUS: true,
  LOG_LEVEL: true,
});

/** The same where there are several: Slack hands out a token for each, and requests come over HTTP. */
export const severalVariables = processVariables.extend({
  SLACK_SIGNING_SECRET: required,
  SLACK_CLIENT_ID: required.pipe(variables.shape.SLACK_CLIENT_ID.unwrap()),
  SLACK_CLIENT_SECRET: required,
  // Whom to ask where no workspace's own contact can be named: one that is not listed.
  SUPPORT_CONTACT: variables.shape.SUPPORT_CONTACT,
});

/** What is set for the process, but belongs to a workspace. Nothing of it is anybody's default. */
export function misplaced(env: Environment): Fault[] {
  const isSet = (name: string) => [name, `${name}_FILE`].some((one) => env[one]?.trim());
  const faults: Fault[] = [];
  if (isSet('SLACK_BOT_TOKEN')) faults.push(['SLACK_BOT_TOKEN', TOKEN]);
  if (isSet('SLACK_APP_TOKEN')) faults.push(['SLACK_APP_TOKEN', SOCKET]);
  const own = workspaceNames.filter((name) => name !== 'SUPPORT_CONTACT' && isSet(name));
  if (own.length > 0)
    faults.push(['WORKSPACES_FILE', `must hold these, and not the environment: ${own.join(', ')}`]);
  return faults;
}

const TOKEN =
  'must not be set with WORKSPACES_FILE: Slack gives out a token for each workspace that installs the app';
const SOCKET = 'must not be set with WORKSPACES_FILE: an app for several workspaces is asked over HTTP';
