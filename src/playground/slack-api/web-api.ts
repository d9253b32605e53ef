import { isTrue } from '../json.ts';
import { BOT, type Person, type Team, userObject } from '../workspace/people.ts';

/** What Slack answers a request of the bot with: text, or an object sent as JSON. */
export interface SlackResponse {
  /** Of HTTP; 0 where no answer is given, and `error` says in which way. */
  readonly status: number;
  readonly body: string | Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Slack's error code, where it refused. */
  readonly error?: string;
  /** What is wrong with the blocks: JSON pointer and text each. */
  readonly faults?: readonly string[];
}

/** A request of the bot, as it is kept for tests to look at. */
export interface ApiCall {
  /** Web API method, or `response_url`. */
  readonly method: string;
  /** Without the token. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly error?: string;
  readonly faults?: readonly string[];
}

/** The entry a request and its answer leave in the log. */
export function callOf(
  method: string,
  args: Readonly<Record<string, unknown>>,
  answer: SlackResponse,
): ApiCall {
  const { status, error, faults } = answer;
  return {
    method,
    args,
    status,
    ...(error === undefined ? {} : { error }),
    ...(faults === undefined || faults.length === 0 ? {} : { faults }),
  };
}

/** Web API methods by name. What they are called with was not looked at yet. */
export type Methods = readonly (readonly [
  name: string,
  run: (args: Readonly<Record<string, unknown>>) => SlackResponse,
])[];

/** The Web API's answer to a call that it carried out. */
export function okResponse(fields: Readonly<Record<string, unknown>> = {}): SlackResponse {
  return { status: 200, body: { ok: true, ...fields } };
}

/** The Web API's answer to a call that it did not carry out; where blocks or a view are wrong, it says where. */
export function errorResponse(error: string, faults: readonly string[] = []): SlackResponse {
  const messages = faults.map(
    (fault) => `[ERROR] ${fault.replace(/^(\S+): (.*)$/s, '$2 [json-pointer:$1]')}`,
  );
  const metadata = messages.length === 0 ? {} : { response_metadata: { messages } };
  return { status: 200, body: { ok: false, error, ...metadata }, error, faults };
}

/** Slack's answer to a call too many. */
export function rateLimitedResponse(retryAfterSeconds: number): SlackResponse {
  return {
    ...errorResponse('ratelimited'),
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds) },
  };
}

type Args = Readonly<Record<string, unknown>>;

/** What the Web API tells of and changes. */
interface WebApiDeps {
  readonly botToken: string;
  readonly team: Team;
  readonly people: readonly Person[];
  readonly now: () => Date;
  readonly scopes: Scopes;
  /** `apps.connections.open`, the only one that takes the app's own token. */
  readonly openSocket: (token: string | undefined) => SlackResponse;
  /** Methods of messages, channels, files and modals. */
  readonly methods: Methods;
}

/** The Web API, apart from HTTP. */
export interface WebApi {
  /** Answers a method called with these arguments; `token` is what the caller showed, if anything. */
  call(method: string, args: Args, token: string | undefined): SlackResponse;
}

/** Creates the Web API. As in Slack, a refusal is `ok: false` with an error code, under HTTP status 200. */
export function createWebApi(deps: WebApiDeps): WebApi {
  const methods = new Map<string, (args: Args) => SlackResponse>([
    ['api.test', (args) => okResponse({ args })],
    ['auth.test', () => authTest(deps.team)],
    ['users.info', (args) => usersInfo(deps, args)],
    ['usergroups.users.list', (args) => userGroupUsers(deps, args)],
    ...deps.methods,
  ]);
  return {
    call(method, args, token) {
      if (method === 'apps.connections.open') return deps.openSocket(token);
      const run = methods.get(method);
      if (run === undefined) return errorResponse('unknown_method');
      if (method === 'api.test') return run(args);
      if (token === undefined) return errorResponse('not_authed');
      if (token.startsWith('xapp-')) return errorResponse('not_allowed_token_type');
      if (token !== deps.botToken) return errorResponse('invalid_auth');
      return scopeRefusal(deps.scopes, neededFor(method)) ?? run(args);
    },
  };
}

function authTest(team: Team): SlackResponse {
  return okResponse({
    url: `https://${team.domain}.slack.com/`,
    team: team.name,
    team_id: team.id,
    user: BOT.name,
    user_id: BOT.userId,
    bot_id: BOT.botId,
    is_enterprise_install: false,
  });
}

function usersInfo(deps: WebApiDeps, args: Args): SlackResponse {
  const person = deps.people.find(({ id }) => id === args.user);
  if (person === undefined) return errorResponse('user_not_found');
  const withLocale = isTrue(args.include_locale);
  return okResponse({ user: userObject(person, { team: deps.team, now: deps.now(), withLocale }) });
}

function userGroupUsers(deps: WebApiDeps, args: Args): SlackResponse {
  const members = deps.people.filter((person) =>
    person.userGroups?.some((group) => group === args.usergroup),
  );
  return members.length === 0
    ? errorResponse('no_such_subteam')
    : okResponse({ users: members.map(({ id }) => id) });
}

/** What the bot's token may do, such as `chat:write`; everything where there is no list. */
export type Scopes = readonly string[] | undefined;

/** Any one of them is enough. Reading a channel depends on its kind, which the methods look at themselves. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.info': ['channels:read', 'groups:read', 'im:read'],
  'conversations.open': ['im:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.completeUploadExternal': ['files:write'],
  'users.info': ['users:read'],
  'usergroups.users.list': ['usergroups:read'],
};

/** The scopes of which a method needs one; none for those that any token may call. */
function neededFor(method: string): readonly string[] {
  return NEEDED[method] ?? [];
}

/** Slack's refusal of a call that needs one of these scopes, where the token has none of them. */
export function scopeRefusal(scopes: Scopes, needed: string | readonly string[]): SlackResponse | undefined {
  const wanted = [needed].flat();
  if (scopes === undefined || wanted.length === 0 || wanted.some((one) => scopes.includes(one)))
    return undefined;
  const refusal = errorResponse('missing_scope');
  const told = { needed: wanted.join(','), provided: scopes.join(',') };
  return { ...refusal, body: { ok: false, error: 'missing_scope', ...told } };
}
