import type { PageCommand } from '../contract.ts';

/**
 * The commands that what is typed so far could become: none unless the text begins with `/` and is still its first
 * word. Upper and lower case are the same; those that begin as typed come before those that only contain it.
 */
export function completionsFor(text: string, commands: readonly PageCommand[]): readonly PageCommand[] {
  if (!text.startsWith('/') || /\s/.test(text)) return [];
  const typed = text.slice(1).toLowerCase();
  const begins = (command: PageCommand) => command.command.slice(1).toLowerCase().startsWith(typed);
  const contains = (command: PageCommand) => command.command.slice(1).toLowerCase().includes(typed);
  return [...commands.filter(begins), ...commands.filter((one) => !begins(one) && contains(one))];
}

/** The text once a command is chosen, ready for what follows it. */
export function complete(command: PageCommand): string {
  return `${command.command} `;
}

/** The command a text is about to send, once its name is whole and something may follow. */
export function commandOf(text: string, commands: readonly PageCommand[]): PageCommand | undefined {
  const [name] = text.split(/\s/, 1);
  return commands.find((one) => one.command === name);
}
