import { type Answer, granted, type Methods, refused } from './calls.ts';
import { isTrue } from './json.ts';
import { BOT, type Person, type Team, userObject } from './people.ts';
import { neededFor, type Scopes, scopeRefusal } from './scopes.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the Web API tells of and changes. */
export interface WebApiDeps {
  readonly botToken: string;
  readonly team: Team;
  readonly people: readonly Person[];
  readonly now: () => Date;
  readonly scopes: Scopes;
  /** `apps.connections.open`, the only one that takes the app's own token. */
  readonly openSocket: (token: string | undefined) => Answer;
  /** Methods of messages, channels, files and modals. */
  readonly methods: Methods;
}

/** The Web API, apart from HTTP. */
export interface WebApi {
  /** Answers a method called with these arguments; `token` is what the caller showed, if anything. */
  call(method: string, args: Args, token: string | undefined): Answer;
}

/** Creates the Web API. As in Slack, a refusal is `ok: false` with an error code, under HTTP status 200. */
export function createWebApi(deps: WebApiDeps): WebApi {
  const methods = new Map<string, (args: Args) => Answer>([
    ['api.test', (args) => granted({ args })],
    ['auth.test', () => authTest(deps.team)],
    ['users.info', (args) => usersInfo(deps, args)],
    ['usergroups.users.list', (args) => userGroupUsers(deps, args)],
    ...deps.methods,
  ]);
  return {
    call(method, args, token) {
      if (method === 'apps.connections.open') return deps.openSocket(token);
      const run = methods.get(method);
      if (run === undefined) return refused('unknown_method');
      if (method === 'api.test') return run(args);
      if (token === undefined) return refused('not_authed');
      if (token.startsWith('xapp-')) return refused('not_allowed_token_type');
      if (token !== deps.botToken) return refused('invalid_auth');
      return scopeRefusal(deps.scopes, neededFor(method)) ?? run(args);
    },
  };
}

function authTest(team: Team): Answer {
  return granted({
    url: `https://${team.domain}.slack.com/`,
    team: team.name,
    team_id: team.id,
    user: BOT.name,
    user_id: BOT.userId,
    bot_id: BOT.botId,
    is_enterprise_install: false,
  });
}

function usersInfo(deps: WebApiDeps, args: Args): Answer {
  const person = deps.people.find(({ id }) => id === args.user);
  if (person === undefined) return refused('user_not_found');
  const withLocale = isTrue(args.include_locale);
  return granted({ user: userObject(person, { team: deps.team, now: deps.now(), withLocale }) });
}

function userGroupUsers(deps: WebApiDeps, args: Args): Answer {
  const members = deps.people.filter((person) =>
    person.userGroups?.some((group) => group === args.usergroup),
  );
  return members.length === 0 ? refused('no_such_subteam') : granted({ users: members.map(({ id }) => id) });
}
