import { isRecord, textIn } from '../json.ts';
import { stacked } from './blocks.ts';
import { modalLines, type ShownModal } from './modal.ts';
import { mrkdwnLines } from './rich-text.ts';
import { type Line, paint, span, wrapped } from './spans.ts';

export type { ShownModal } from './modal.ts';

/** How a message is put on a terminal. */
export interface RenderOptions {
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
  options: RenderOptions = {},
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
export function renderModal(view: ShownModal, options: RenderOptions = {}): string {
  const { width = 100, color = false } = options;
  return modalLines(view, width)
    .map((line) => paint(line, color))
    .join('\n');
}

/** A file as it shows in a message. */
interface ShownFile {
  readonly name: string;
  readonly title: string;
}

/** A line for each file: its title, and its name where that is another. */
function fileLines(files: readonly ShownFile[], width: number): Line[] {
  return files.flatMap(({ name, title }) =>
    wrapped([span(`[file: ${title === name ? name : `${title} (${name})`}]`, { dim: true })], width),
  );
}

/** Names of people and channels by their ids. */
type Names = ReadonlyMap<string, string>;

/** Blocks with names in place of the ids that mentions hold; who is unknown keeps the id. */
function namedBlocks(blocks: readonly unknown[], names: Names): unknown[] {
  return blocks.map((block) => named(block, names));
}

/** The same for a text in Slack's markup. */
function namedText(text: string, names: Names): string {
  return text.replaceAll(/<([#@])(\w+)(?:\|[^<>]*)?>/g, (mention, kind: string, id: string) => {
    const name = names.get(id);
    return name === undefined ? mention : `<${kind}${id}|${name}>`;
  });
}

function named(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names));
  if (!isRecord(value)) return value;
  const { type } = value;
  if (type === 'mrkdwn' || type === 'markdown')
    return { ...value, text: namedText(textIn(value, 'text'), names) };
  if (type === 'channel' || type === 'user') {
    const name = names.get(textIn(value, `${type}_id`));
    const text = `${type === 'channel' ? '#' : '@'}${name}`;
    return name === undefined ? value : { ...value, type: 'text', text };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, names)]));
}
