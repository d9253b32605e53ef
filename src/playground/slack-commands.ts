import type { ChannelChange, Conversations } from './conversations.ts';
import type { SlackWords } from './slack-words.ts';

/** A command that is Slack's own, where it was typed. */
interface SlackCommand {
  readonly channel: string;
  readonly command: string;
  readonly text: string;
}

/**
 * What `/invite @<app>`, `/remove @<app>` and `/archive` do, returning what Slackbot says then; nothing for any other
 * command. Whoever is mentioned is taken for the app: no other member comes or goes here.
 */
export function slackCommand(
  { channel, command, text }: SlackCommand,
  conversations: Pick<Conversations, 'change'>,
  words: SlackWords,
): (() => string) | undefined {
  const changing = (change: ChannelChange, said: string) => () => {
    conversations.change(channel, change);
    return said;
  };
  const app = /^@(.+)$/.exec(text)?.[1];
  if (command === '/archive') return changing({ isArchived: true }, words.archived);
  if (app === undefined) return undefined;
  if (command === '/invite') return changing({ hasBot: true }, words.invited(app));
  return command === '/remove' ? changing({ hasBot: false }, words.removed(app)) : undefined;
}
