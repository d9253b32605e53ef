const KNOWN: ReadonlyMap<string, string> = new Map([
  ['white_check_mark', '✅'],
  ['x', '❌'],
  ['warning', '⚠️'],
  ['hourglass_flowing_sand', '⏳'],
  ['question', '❓'],
  ['grey_question', '❔'],
  ['mag', '🔍'],
  ['information_source', 'ℹ️'],
]);

/** The emoji of this name, or the name as Slack writes it where it is not known here. */
export function emojiNamed(name: string): string {
  return KNOWN.get(name) ?? `:${name}:`;
}

/** Text with the known emoji names in it replaced. */
export function withEmoji(text: string): string {
  return text.replaceAll(/:([a-z0-9_+-]+):/g, (_, name: string) => emojiNamed(name));
}
