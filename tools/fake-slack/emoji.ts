const EMOJI: ReadonlyMap<string, string> = new Map([
  ['ballot_box_with_check', '☑️'],
  ['bar_chart', '📊'],
  ['clipboard', '📋'],
  ['clock3', '🕒'],
  ['electric_plug', '🔌'],
  ['grey_question', '❔'],
  ['hourglass', '⌛'],
  ['hourglass_flowing_sand', '⏳'],
  ['snail', '🐌'],
  ['information_source', 'ℹ️'],
  ['large_orange_circle', '🟠'],
  ['mag', '🔍'],
  ['mute', '🔇'],
  ['outbox_tray', '📤'],
  ['red_circle', '🔴'],
  ['warning', '⚠️'],
  ['white_check_mark', '✅'],
  ['white_circle', '⚪'],
  ['x', '❌'],
  ['zzz', '💤'],
]);

export function emojiNamed(name: string): string {
  return EMOJI.get(name) ?? `:${name}:`;
}
