import { createContext, memo, useContext, useLayoutEffect, useRef } from 'react';
import { type Block, Message } from 'slack-blocks-to-jsx';
import { isRecord, textIn } from '../../json.ts';
import type { Words } from '../locales/index.ts';
import { formatSlackDate } from './slack-date.ts';
import 'slack-blocks-to-jsx/dist/style.css';

export type Fields = Readonly<Record<string, unknown>>;

/** What every block of a message is drawn with. */
export interface Drawing {
  readonly users: { id: string; name: string }[];
  readonly channels: { id: string; name: string; isDm: boolean; isArchived: boolean }[];
  readonly theme: 'light' | 'dark';
  readonly locale: string;
  /** IANA name. */
  readonly zone: string;
  readonly words: Words;
}

export const DrawingContext = createContext<Drawing | undefined>(undefined);

export function useDrawing(): Drawing {
  const drawing = useContext(DrawingContext);
  if (drawing === undefined) throw new Error('Blocks are drawn inside <Blocks>');
  return drawing;
}

/** Blocks that only show something, as the library draws them. */
export const Shown = memo(function Shown({ blocks }: { readonly blocks: readonly Fields[] }) {
  const { users, channels, theme, locale, zone, words } = useDrawing();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // What scrolls sideways must be reachable by keyboard too.
    for (const box of ref.current?.querySelectorAll<HTMLElement>('pre, .slack_blocks_to_jsx__table') ?? []) {
      box.tabIndex = 0;
      box.setAttribute('role', 'group');
      box.setAttribute('aria-label', words.blocks.chart.scroll);
    }
  });
  return (
    <div ref={ref} className="shown">
      <Message
        blocks={blocks.map(forLibrary)}
        logo=""
        name=""
        theme={theme}
        withoutWrapper
        unstyled
        data={{ users, channels }}
        hooks={{
          link: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          ),
          date: ({ timestamp, format, fallback }) =>
            formatSlackDate({ timestamp: Number(timestamp), format, fallback }, locale, zone),
        }}
      />
    </div>
  );
});

/** A text object, or a text: what is not `mrkdwn` is shown letter by letter. */
export function Text({ of }: { readonly of: unknown }) {
  if (isRecord(of) && of.type === 'mrkdwn') {
    return <Shown blocks={[{ type: 'section', text: { type: 'mrkdwn', text: textIn(of, 'text') } }]} />;
  }
  return <span className="plain-text">{typeof of === 'string' ? of : textIn(of, 'text')}</span>;
}

/** Without ids, which would be DOM ids and could stand twice in a page; and with plain cells as such. */
function forLibrary({ block_id: _, ...block }: Fields): Block {
  const shown = block.type === 'table' ? { ...block, rows: literalRows(block.rows) } : block;
  // The workspace has checked the block; the library's types cannot know.
  return shown as unknown as Block;
}

/** The library reads `raw_text` as mrkdwn, Slack does not. */
function literalRows(rows: unknown): unknown {
  if (!Array.isArray(rows)) return [];
  return rows.map((row) => (Array.isArray(row) ? row.map(literalCell) : []));
}

function literalCell(cell: unknown): unknown {
  if (!isRecord(cell) || cell.type === 'rich_text') return cell;
  const element = { type: 'text', text: textIn(cell, 'text') };
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [element] }] };
}
