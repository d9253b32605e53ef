import type { Channel, Person } from './people.ts';

/** Who and what can be mentioned. */
export interface Mentioned {
  /** The channel of that name that the person who types knows. */
  readonly channel: (name: string) => Channel | undefined;
  readonly people: readonly Person[];
}

/** The names that Slack lets channels have. */
const CHANNEL = /(?<![\w<#|])#([\p{L}\p{N}_-]+)/gu;
/** An id, or a name without spaces: what is typed by hand is matched no further. */
const PERSON = /(?<![\w<@|.])@([\p{L}\p{N}._-]+)/gu;

/**
 * Writes channels and people as Slack does on their way to a bot whose command wants that: `<#C123|support>`,
 * `<@U123|ana>`. What is nobody's name stays as it was typed.
 */
export function escapeMentions(text: string, { channel, people }: Mentioned): string {
  return text
    .replaceAll(CHANNEL, (typed, name: string) => {
      const found = channel(name.toLowerCase());
      return found === undefined ? typed : `<#${found.id}|${found.name}>`;
    })
    .replaceAll(PERSON, (typed, name: string) => {
      const found = people.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return found === undefined ? typed : `<@${found.id}|${found.name}>`;
    });
}
