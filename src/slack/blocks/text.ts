import { redactText } from '../../domain/messages/redaction.ts';

/** Slack's limits as far as views meet them, in characters (UTF-16 units). */
export const limits = {
  buttonText: 75,
  headerText: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  contextElements: 10,
  contextText: 2_000,
  /** Of one menu, and the text of one of them. */
  options: 100,
  optionText: 75,
  /** Of one entry of a menu, as its value goes. */
  optionValue: 75,
  /** Of the menu “…”. */
  overflowOptions: 5,
  blockId: 255,
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
  /** The same where a message is changed: Slack refuses more, though it shows the blocks. */
  changedText: 4_000,
} as const;

/** Cuts a text to at most `max` characters, an ellipsis included, never through a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Text from elsewhere without controls and format characters that turn or hide others. Line breaks stay. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').replaceAll(INVISIBLE, '');
}

/** Text from elsewhere, fit to be shown: visible, at most `max` characters, with codes, numbers and links masked. */
export function sanitize(text: string, max: number): string {
  // In this order: an invisible character within a code would hide it from the mask.
  return clip(redactText(visible(text)), max);
}

const LONGEST_NAME = 40;

/** A person's name as they gave it to Slack, fit to be shown to others. */
export function displayName(name: string): string {
  return sanitize(name.replaceAll('\n', ' '), LONGEST_NAME).trim() || '–';
}

// The zero-width joiner stays: emoji are built with it.
const INVISIBLE = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
