import { stripVTControlCharacters } from 'node:util';
import { type DateReader, shownDate, shownMarkup } from '../../fake-slack/dates.ts';
import { isRecord, textIn } from '../../fake-slack/json.ts';
import type { LocalFile } from '../../fake-slack/slack-api/files.ts';
import type { MessageContent } from '../../fake-slack/workspace/messages.ts';
import { slackTextsFor } from '../../fake-slack/workspace/people.ts';
import { stacked } from './blocks.ts';
import { styled, wrapped } from './lines.ts';
import { homeLines, modalLines, type ShownModal } from './modal.ts';

interface RenderOptions {
  /** Columns of the terminal. Default: 100. Preformatted text and tables may be wider. */
  readonly width?: number;
  readonly color?: boolean;
  /** Names of people, channels and groups by id. Without a name, a mention shows the id. */
  readonly names?: ReadonlyMap<string, string>;
  /** The person for whom dates are formatted. Default: dates show their fallback text in ‹…›. */
  readonly reader?: DateReader;
  readonly locale?: string;
}

interface TerminalMessage extends MessageContent {
  readonly files?: readonly ShownFile[];
}

type ShownFile = Pick<LocalFile, 'name' | 'title'>;

/** Renders a message: its blocks, or its text if it has no blocks. Control characters are made visible. */
export function renderMessage(message: TerminalMessage, options: RenderOptions = {}): string {
  const { width = 100, names = new Map(), reader } = options;
  const blocks = message.blocks.map((block) => named(block, names, reader)).filter(isRecord);
  const files = (message.files ?? []).flatMap((file) => fileLines(file, width));
  if (blocks.length > 0) return printed([...stacked(blocks, width), ...files], options);
  const isSilent = message.text === '' && files.length > 0;
  const text = isSilent ? [] : wrapped(styled(readable(message.text, names)), width);
  return printed([...text, ...files], options);
}

export function renderModal(view: ShownModal, options: RenderOptions = {}): string {
  return printed(modalLines(view, options.width ?? 100, slackTextsFor(options.locale ?? 'en')), options);
}

export function renderHome(view: Omit<ShownModal, 'title'>, options: RenderOptions = {}): string {
  const { width = 100, names = new Map(), reader, locale = 'en' } = options;
  const blocks = view.blocks.map((block) => named(block, names, reader));
  return printed(homeLines({ ...view, blocks }, width, slackTextsFor(locale)), options);
}

function printed(lines: readonly string[], { color = false }: RenderOptions): string {
  return lines.map((line) => (color ? line : stripVTControlCharacters(line)).trimEnd()).join('\n');
}

function fileLines({ name, title }: ShownFile, width: number): string[] {
  return wrapped(styled(`[file: ${title === name ? name : `${title} (${name})`}]`, 'dim'), width);
}

/** Replaces mentioned ids by known names, and dates by formatted texts, at any depth of a block. */
function named(value: unknown, names: ReadonlyMap<string, string>, reader?: DateReader): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names, reader));
  if (!isRecord(value)) return value;
  const { type } = value;
  if (type === 'date') return { ...value, type: 'text', text: shownDate(value, reader) };
  if (type === 'mrkdwn')
    return { type: 'plain_text', text: shownMarkup(textIn(value, 'text'), reader), emoji: false };
  if (type === 'channel' || type === 'user' || type === 'usergroup') {
    const name = names.get(textIn(value, `${type}_id`));
    const text = `${type === 'channel' ? '#' : '@'}${name}`;
    return name === undefined ? value : { ...value, type: 'text', text };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, names, reader)]));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

function readable(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/<([#@])(\w+)(?:\|[^<>]*)?>/g, (_, kind: string, id: string) => kind + (names.get(id) ?? id))
    .replaceAll(/&(amp|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '');
}
