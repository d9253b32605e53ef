/** Slack's limits as far as views meet them, in characters (UTF-16 units). */
export const limits = {
  buttonText: 75,
  headerText: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  contextElements: 10,
  /** Of one menu, and the text of one of them. */
  options: 100,
  optionText: 75,
  /** Of one entry of a menu, as its value goes. */
  optionValue: 75,
  placeholder: 150,
  chartTitle: 50,
  /** A category of a chart, and the name of a series. */
  chartLabel: 20,
  chartPoints: 20,
  chartSeries: 6,
  /** The header not counted. */
  tableRows: 100,
  /** A message's top-level text. Slack cuts above it. */
  messageText: 40_000,
} as const;

/** Cuts a text to at most `max` characters, an ellipsis included, never through a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
