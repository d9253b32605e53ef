import { isRecord } from './json.ts';
import { fileLines, type ShownFile } from './plain-view/files.ts';
import { modalLines, type ShownModal } from './plain-view/modal.ts';
import { mrkdwnLines } from './plain-view/mrkdwn.ts';
import { type Names, namedBlocks, namedText } from './plain-view/names.ts';
import { paint } from './plain-view/spans.ts';
import { stacked } from './plain-view/stack.ts';

export type { ShownModal } from './plain-view/modal.ts';

/** How a message is put on a terminal. */
export interface PlainViewOptions {
  /** Columns, 100 unless told. Preformatted parts and tables may be wider. */
  readonly width?: number;
  /** Whether to use ANSI colours and bold; without them the text alone says everything. */
  readonly color?: boolean;
  /** For mentions; without them, ids are shown. */
  readonly names?: Names;
}

/**
 * A Slack message as text for a terminal, laid out like the message, without a line break at its end. Blocks are
 * shown where there are any, else the text. Control characters and changes of direction become visible, so a
 * message can never drive the terminal.
 */
export function renderMessage(
  message: {
    readonly text: string;
    readonly blocks: readonly unknown[];
    readonly files?: readonly ShownFile[];
  },
  options: PlainViewOptions = {},
): string {
  const { width = 100, color = false, names = new Map() } = options;
  const blocks = namedBlocks(message.blocks, names).filter(isRecord);
  const text = namedText(message.text, names);
  const files = fileLines(message.files ?? [], width);
  const isSilent = text === '' && files.length > 0;
  const said = blocks.length > 0 ? stacked(blocks, width) : isSilent ? [] : mrkdwnLines(text, width);
  const lines = [...said, ...files];
  return lines.map((line) => paint(line, color)).join('\n');
}

/**
 * A modal as text for a terminal: its title, its blocks with what is entered so far, errors at their fields, and its
 * buttons. As harmless as `renderMessage`. Takes the view a bot sends, or one that is open in a workspace.
 */
export function renderModal(view: ShownModal, options: PlainViewOptions = {}): string {
  const { width = 100, color = false } = options;
  return modalLines(view, width)
    .map((line) => paint(line, color))
    .join('\n');
}
