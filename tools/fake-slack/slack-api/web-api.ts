import { isRecord, isTrue, type JsonObject } from '../json.ts';
import { viewFaults } from '../modals/view.ts';
import { createViewMethods } from '../modals/view-methods.ts';
import { BOT, type Team, userObject } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { createChatMethods } from './chat-methods.ts';
import { createConversationMethods } from './conversation-methods.ts';
import { createFileMethods } from './file-methods.ts';
import { createFunctionMethods } from './functions.ts';
import {
  errorResponse,
  type Methods,
  okResponse,
  type SlackResponse,
  scopeRefusal,
  withScopes,
} from './responses.ts';

/** Scope that each method needs, except methods that read a channel: their scope depends on the channel. */
const NEEDED: Readonly<Record<string, string>> = {
  'chat.postMessage': 'chat:write',
  'chat.postEphemeral': 'chat:write',
  'chat.update': 'chat:write',
  'conversations.open': 'im:write',
  'files.getUploadURLExternal': 'files:write',
  'files.completeUploadExternal': 'files:write',
  'users.info': 'users:read',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
};

/** Methods that require the argument `team_id` if the token is valid for a whole organisation. */
const WITH_TEAM: readonly string[] = [
  'conversations.list',
  'usergroups.list',
  'usergroups.users.list',
  'users.conversations',
  'users.list',
];

export type WebApi = (method: string, args: JsonObject, token: string | undefined) => SlackResponse;

/** `openSocket` runs `apps.connections.open`, the only method that takes the app-level token. */
export function createWebApi(
  state: WorkspaceState,
  { origin, openSocket }: { origin: () => string; openSocket: (token: string | undefined) => SlackResponse },
): WebApi {
  const { team, scopes } = state;
  const methods = new Map<string, Methods[number][1]>([
    ['auth.test', () => authTest(team)],
    // Lists the workspaces in which the organisation has the app: here only this workspace.
    ['auth.teams.list', () => okResponse({ teams: [{ id: team.id, name: team.name }] })],
    ['users.info', (args) => usersInfo(state, args)],
    ['usergroups.list', (args) => userGroupsList(state, args)],
    ['usergroups.users.list', (args) => userGroupUsers(state, args)],
    ...createChatMethods(state),
    ...createConversationMethods(state),
    ...createFileMethods(state, origin),
    ...createViewMethods(state),
    ...createFunctionMethods(state),
  ]);
  return (method, args, token) => {
    if (method === 'apps.connections.open') return openSocket(token);
    if (method === 'blocks.validate') return validateBlocks(state, args);
    const run = methods.get(method);
    if (run === undefined) return errorResponse('unknown_method');
    if (token === undefined) return errorResponse('not_authed');
    if (token.startsWith('xapp-')) return errorResponse('not_allowed_token_type');
    const refusal = tokenRefusal(state, token);
    if (refusal !== undefined) return refusal;
    const astray = teamRefusal(state, method, args);
    if (astray !== undefined) return astray;
    const needed = NEEDED[method];
    return withScopes(scopes, (needed && scopeRefusal(scopes, needed)) || run(args));
  };
}

export function holdsToken({ botToken, executions }: WorkspaceState, token: string): boolean {
  return token === botToken || executions.withToken(token) !== undefined;
}

/** Refuses unknown tokens. A workflow step has its own token, which expires when the step ends. */
function tokenRefusal({ botToken, executions }: WorkspaceState, token: string): SlackResponse | undefined {
  if (token === botToken) return undefined;
  const execution = executions.withToken(token);
  if (execution === undefined) return errorResponse('invalid_auth');
  return execution.status === 'running' ? undefined : errorResponse('token_expired');
}

/** With an organisation's token, refuses a call for another workspace or with a missing `team_id`. */
function teamRefusal({ team }: WorkspaceState, method: string, args: JsonObject): SlackResponse | undefined {
  if (!team.isOrganizationInstall) return undefined;
  if (args.team_id === undefined)
    return WITH_TEAM.includes(method) ? errorResponse('missing_argument') : undefined;
  return args.team_id === team.id ? undefined : errorResponse('team_access_not_granted');
}

function authTest({ organization, isOrganizationInstall = false, ...team }: Team): SlackResponse {
  const isWide = isOrganizationInstall && organization !== undefined;
  return okResponse({
    url: `https://${team.domain}.slack.com/`,
    team: isWide ? organization.name : team.name,
    team_id: isWide ? organization.id : team.id,
    ...(organization === undefined ? {} : { enterprise_id: organization.id }),
    user: BOT.name,
    user_id: BOT.userId,
    bot_id: BOT.botId,
    is_enterprise_install: isWide,
  });
}

function usersInfo({ people, team, now }: WorkspaceState, args: JsonObject): SlackResponse {
  const person = people.find(({ id }) => id === args.user);
  if (person === undefined) return errorResponse('user_not_found');
  const withLocale = isTrue(args.include_locale);
  return okResponse({ user: userObject(person, { team, now: now(), withLocale }) });
}

function userGroupsList({ people, userGroups }: WorkspaceState, args: JsonObject): SlackResponse {
  const membersOf = (group: string) =>
    people.filter((one) => one.userGroups?.includes(group)).map(({ id }) => id);
  const shown = userGroups.filter(({ isDisabled }) => !isDisabled || isTrue(args.include_disabled));
  return okResponse({
    usergroups: shown.map(({ id, handle, isDisabled = false }) => ({
      ...{ id, handle, name: handle, is_usergroup: true },
      date_delete: isDisabled ? DISABLED_AT : 0,
      ...(isTrue(args.include_users) ? { users: membersOf(id) } : {}),
      ...(isTrue(args.include_count) ? { user_count: membersOf(id).length } : {}),
    })),
  });
}

/** Fake Slack says that each disabled user group was disabled at this time (Unix seconds). */
const DISABLED_AT = 1_760_000_000;

function userGroupUsers({ people }: WorkspaceState, { usergroup }: JsonObject): SlackResponse {
  const members = people.filter(({ userGroups }) => userGroups?.some((group) => group === usergroup));
  return members.length === 0
    ? errorResponse('no_such_subteam')
    : okResponse({ users: members.map(({ id }) => id) });
}

/** For each argument of `blocks.validate`: Slack's error code, and the prefix to remove from fault paths. */
const KINDS = [
  { name: 'blocks', error: 'invalid_blocks', root: '/blocks' },
  { name: 'message', error: 'invalid_message', root: '' },
  { name: 'view', error: 'invalid_view', root: '/view' },
] as const;

/** Slack's `blocks.validate`, which needs no token and accepts exactly one of the arguments in `KINDS`. */
function validateBlocks({ messages }: WorkspaceState, args: JsonObject): SlackResponse {
  const [kind, another] = KINDS.filter(({ name }) => args[name] !== undefined);
  if (kind === undefined || another !== undefined) return errorResponse('invalid_arguments');
  const { name, error, root } = kind;
  const faults = name === 'view' ? viewFaults(args.view) : messageFaults(args, messages);
  if (faults.length === 0) return okResponse();
  const errors = faults.map((fault) => {
    const at = fault.indexOf(': ');
    const pointer = fault.slice(0, at).replace(root, '');
    return { pointer, code: 'failed_constraint', message: fault.slice(at + 2) };
  });
  return { status: 200, body: { ok: false, error, errors }, error, faults };
}

/** Checks a message's blocks for `blocks.validate`, which refuses a message that also has a `text`. */
function messageFaults(args: JsonObject, messages: WorkspaceState['messages']): readonly string[] {
  const message = args.message ?? { blocks: args.blocks };
  if (!isRecord(message)) return ['/: not an object'];
  if ('text' in message) return ['/text: unknown `text`'];
  const content = messages.read({ blocks: message.blocks });
  return 'error' in content ? content.faults : [];
}
