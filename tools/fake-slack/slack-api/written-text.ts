import { BOT } from '../workspace/people.ts';
import type { WorkspaceState } from '../workspace/state.ts';

const CHANNEL = /(?<![\w<#|])#([\p{L}\p{N}_-]+)/gu;
/** A typed `@name` of a person or group, without spaces. */
const PERSON = /(?<![\w<@|.])@([\p{L}\p{N}._-]+)/gu;

/** Replaces typed mentions as Slack does: `<#C123|support>`, `<@U123|ana>`, `<!subteam^S123|@on-call>`. */
export function escapeMentions(text: string, { conversations, people, userGroups }: WorkspaceState): string {
  return text
    .replaceAll(CHANNEL, (typed, name: string) => {
      const found = conversations.named(name.toLowerCase());
      return found === undefined ? typed : `<#${found.id}|${found.name}>`;
    })
    .replaceAll(PERSON, (typed, name: string) => {
      const called = name.toLowerCase();
      const found = people.find((one) => one.name.toLowerCase() === called);
      const group = userGroups.find(({ handle }) => handle === called);
      if (called === 'here') return '<!here>';
      if (group !== undefined) return `<!subteam^${group.id}|@${group.handle}>`;
      return found === undefined ? typed : `<@${found.id}|${found.name}>`;
    });
}

/** `+` and 7 to 15 digits, possibly in groups. A date after the number is not part of the number. */
const INTERNATIONAL_NUMBER = /(?<![\w<|:])\+\d(?:(?! \d{4}-\d{2})[ ().-]{0,2}\d){6,14}(?!\d)/g;

/** Turns phone numbers into links, as Slack's clients do: `<tel:+56912345678|+56 9 1234 5678>`. */
export function linkPhoneNumbers(text: string): string {
  return text.replaceAll(
    INTERNATIONAL_NUMBER,
    (number) => `<tel:+${number.replaceAll(/\D/g, '')}|${number}>`,
  );
}

/** Converts a typed text to what the bot receives: mentions are ids, phone numbers may be links. */
export function sentText(text: string, state: WorkspaceState): string {
  const mentioned = escapeMentions(text.replaceAll(mentionOf(state.botName), `<@${BOT.userId}>`), state);
  return state.linksPhoneNumbers ? linkPhoneNumbers(mentioned) : mentioned;
}

export function isMentioned(text: string, { botName }: Pick<WorkspaceState, 'botName'>): boolean {
  return mentionOf(botName).test(text);
}

function mentionOf(name: string): RegExp {
  return new RegExp(`@${name.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&')}(?!\\w)`, 'gi');
}
