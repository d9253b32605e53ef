import type { Answer } from './calls.ts';
import { type MessageContent, parseMessageContent } from './message-content.ts';
import type { LocalMessage, MessageStore } from './messages.ts';
import { BOT, type Channel, type Person, type Team, userObject } from './people.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the Web API tells of and changes. */
export interface WebApiDeps {
  readonly botToken: string;
  readonly team: Team;
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  readonly messages: MessageStore;
  readonly now: () => Date;
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
    ['conversations.info', (args) => conversationsInfo(deps, args)],
    ['chat.postMessage', (args) => postMessage(deps, args)],
    ['chat.update', (args) => updateMessage(deps, args)],
  ]);
  return {
    call(method, args, token) {
      const run = methods.get(method);
      if (run === undefined) return refused('unknown_method');
      if (method === 'api.test') return run(args);
      if (token === undefined) return refused('not_authed');
      return token === deps.botToken ? run(args) : refused('invalid_auth');
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
  const withLocale = ['true', '1', true].some((yes) => yes === args.include_locale);
  return granted({ user: userObject(person, { team: deps.team, now: deps.now(), withLocale }) });
}

function userGroupUsers(deps: WebApiDeps, args: Args): Answer {
  const members = deps.people.filter((person) =>
    person.userGroups?.some((group) => group === args.usergroup),
  );
  return members.length === 0 ? refused('no_such_subteam') : granted({ users: members.map(({ id }) => id) });
}

function conversationsInfo(deps: WebApiDeps, args: Args): Answer {
  const channel = deps.channels.find(({ id }) => id === args.channel);
  if (channel === undefined) return refused('channel_not_found');
  const { id, name, isDm = false, hasBot = true } = channel;
  if (isDm) return granted({ channel: { id, is_im: true } });
  return granted({
    channel: { id, name, is_channel: true, is_im: false, is_member: hasBot, is_archived: false },
  });
}

function postMessage(deps: WebApiDeps, args: Args): Answer {
  const channel = deps.channels.find(({ id }) => id === args.channel);
  if (channel === undefined) return refused('channel_not_found');
  if (channel.hasBot === false) return refused('not_in_channel');
  const content = parseMessageContent(args);
  if ('error' in content) return refused(content.error, content.faults);
  const message = deps.messages.add({
    channel: channel.id,
    author: 'bot',
    responseType: 'in_channel',
    ...content,
  });
  return granted({ channel: channel.id, ts: message.ts, message: messageObject(message.ts, content) });
}

function updateMessage(deps: WebApiDeps, args: Args): Answer {
  const message = typeof args.ts === 'string' ? deps.messages.find(args.ts) : undefined;
  if (!isUpdatable(message, args.channel)) return refused('message_not_found');
  const content = parseMessageContent(args);
  if ('error' in content) return refused(content.error, content.faults);
  deps.messages.replace(message.ts, content);
  const { channel, ts } = message;
  return granted({ channel, ts, text: content.text, message: messageObject(ts, content) });
}

/** `chat.update` finds no ephemeral messages, and none but the bot's own. */
function isUpdatable(message: LocalMessage | undefined, channel: unknown): message is LocalMessage {
  if (message === undefined || message.channel !== channel) return false;
  return message.visibleTo === undefined && message.author === 'bot';
}

function messageObject(ts: string, { text, blocks }: MessageContent) {
  return { type: 'message', user: BOT.userId, bot_id: BOT.botId, app_id: BOT.appId, ts, text, blocks };
}

function granted(fields: Readonly<Record<string, unknown>>): Answer {
  return { status: 200, body: { ok: true, ...fields } };
}

function refused(error: string, faults: readonly string[] = []): Answer {
  const messages = faults.map(
    (fault) => `[ERROR] ${fault.replace(/^(\S+): (.*)$/s, '$2 [json-pointer:$1]')}`,
  );
  const metadata = messages.length === 0 ? {} : { response_metadata: { messages } };
  return { status: 200, body: { ok: false, error, ...metadata }, error, faults };
}
