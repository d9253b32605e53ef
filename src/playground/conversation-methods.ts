import { type Answer, granted, type Methods, refused } from './calls.ts';
import type { Conversations } from './conversations.ts';
import type { Person } from './people.ts';

type Args = Readonly<Record<string, unknown>>;

/** What the methods of channels and direct messages work on. */
export interface ConversationMethodsDeps {
  readonly people: readonly Person[];
  readonly conversations: Conversations;
}

/** The Web API's methods of channels and direct messages. */
export function createConversationMethods(deps: ConversationMethodsDeps): Methods {
  return [
    ['conversations.info', (args) => info(deps, args)],
    ['conversations.open', (args) => open(deps, args)],
  ];
}

function info({ conversations }: ConversationMethodsDeps, args: Args): Answer {
  const channel = conversations.find(args.channel);
  if (channel === undefined) return refused('channel_not_found');
  const { id, name, isDm = false, hasBot = true, isArchived = false, isPrivate = false, person } = channel;
  if (isPrivate && !hasBot) return refused('channel_not_found');
  if (isDm) {
    return granted({ channel: { id, is_im: true, ...(person === undefined ? {} : { user: person }) } });
  }
  return granted({
    channel: {
      id,
      name,
      is_channel: !isPrivate,
      is_group: isPrivate,
      is_im: false,
      is_private: isPrivate,
      is_member: hasBot,
      is_archived: isArchived,
    },
  });
}

/** Direct messages with one person; those of several people are none of this workspace's. */
function open({ people, conversations }: ConversationMethodsDeps, args: Args): Answer {
  if (args.users === undefined) return refused('users_list_not_supplied');
  const person = people.find(({ id }) => id === args.users);
  if (person === undefined) return refused('user_not_found');
  if (person.isBot) return refused('cannot_dm_bot');
  const { channel, wasOpen } = conversations.direct(person);
  const already = wasOpen ? { no_op: true, already_open: true } : {};
  return granted({ ...already, channel: { id: channel.id } });
}
