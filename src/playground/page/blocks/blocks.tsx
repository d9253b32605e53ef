import { Fragment, useMemo } from 'react';
import { recordsIn, textIn } from '../../json.ts';
import { Chart } from '../charts/chart.tsx';
import type { FieldValue, PageChannel, PagePerson, UserActionResult } from '../contract.ts';
import type { AlertLevel } from '../locales/blocks.ts';
import type { Words } from '../locales/index.ts';
import { DataTable } from './data-table.tsx';
import { Elements } from './elements.tsx';
import { type Drawing, DrawingContext, type Fields, Shown, Text, useDrawing } from './rich-text.tsx';

/** Sends the use of an element; `value` is what was chosen, if anything can be. */
export type OnUse = (blockId: string, actionId: string, value?: FieldValue) => Promise<UserActionResult>;

export interface BlocksProps {
  readonly blocks: readonly Fields[];
  readonly people: readonly PagePerson[];
  readonly channels: readonly PageChannel[];
  readonly theme: 'light' | 'dark';
  readonly locale: string;
  /** IANA name. */
  readonly zone: string;
  readonly words: Words;
  readonly onUse: OnUse;
}

/** The blocks of a message, or those of a form which are no input. */
export function Blocks({ blocks, people, channels, theme, locale, zone, words, onUse }: BlocksProps) {
  const content = JSON.stringify(blocks);
  const names = JSON.stringify([people.map(nameOf), channels.map(channelOf)]);
  // Whoever calls may put the same blocks into a new array; only what is really new is drawn again.
  const parts = useMemo(() => partsOf(JSON.parse(content)), [content]);
  const drawing = useMemo<Drawing>(() => {
    const [users, channels] = JSON.parse(names);
    return { users, channels, theme, locale, zone, words };
  }, [names, theme, locale, zone, words]);
  return (
    <DrawingContext value={drawing}>
      <div className="blocks">
        {parts.map((part) => (
          <Fragment key={part.key}>
            {part.kind === 'shown' ? (
              <Shown blocks={part.blocks} />
            ) : (
              <OwnBlock block={part.block} onUse={onUse} />
            )}
          </Fragment>
        ))}
      </div>
    </DrawingContext>
  );
}

/** What the library draws well. */
const librarys = new Set(['rich_text', 'image', 'table', 'markdown', 'video', 'file']);

type Part =
  | { readonly kind: 'shown'; readonly key: string; readonly blocks: readonly Fields[] }
  | { readonly kind: 'own'; readonly key: string; readonly block: Fields };

/** Neighbours which the library draws, together; every other block by itself. */
function partsOf(blocks: readonly Fields[]): Part[] {
  const parts: Part[] = [];
  blocks.forEach((block, at) => {
    const last = parts.at(-1);
    const isShown = librarys.has(textIn(block, 'type'));
    if (isShown && last?.kind === 'shown') {
      parts[parts.length - 1] = { ...last, blocks: [...last.blocks, block] };
    } else {
      // By its own id: a block that moves because there is more or less before it keeps the focus.
      const key = `${textIn(block, 'block_id') || at} ${textIn(block, 'type')}`;
      parts.push(isShown ? { kind: 'shown', key, blocks: [block] } : { kind: 'own', key, block });
    }
  });
  return parts;
}

function OwnBlock({ block, onUse }: { readonly block: Fields; readonly onUse: OnUse }) {
  const { words } = useDrawing();
  switch (block.type) {
    case 'section':
      return <Section block={block} onUse={onUse} />;
    case 'context':
      return <Context block={block} />;
    case 'header':
      return <Header block={block} />;
    case 'divider':
      return <hr className="divider" />;
    case 'actions':
      return (
        <Elements blockId={textIn(block, 'block_id')} elements={recordsIn(block.elements)} onUse={onUse} />
      );
    case 'data_visualization':
      return <Chart block={block} />;
    case 'data_table':
      return <DataTable block={block} />;
    case 'alert':
      return <Alert block={block} />;
    default:
      return <p className="not-drawn">{words.blocks.notDrawn(textIn(block, 'type'))}</p>;
  }
}

function Section({ block, onUse }: { readonly block: Fields; readonly onUse: OnUse }) {
  const [accessory] = recordsIn([block.accessory]);
  const fields = recordsIn(block.fields);
  return (
    <div className="section">
      <div className="section-text">
        {block.text !== undefined && <Text of={block.text} />}
        {fields.length > 0 && (
          <div className="section-fields">
            {fields.map((field, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fields have no names, and do not move.
              <div key={at}>
                <Text of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {accessory?.type === 'image' && (
        <img
          className="section-image"
          src={textIn(accessory, 'image_url')}
          alt={textIn(accessory, 'alt_text')}
        />
      )}
      {accessory !== undefined && accessory.type !== 'image' && (
        <Elements blockId={textIn(block, 'block_id')} elements={[accessory]} onUse={onUse} />
      )}
    </div>
  );
}

function Context({ block }: { readonly block: Fields }) {
  return (
    <div className="context">
      {recordsIn(block.elements).map((element, at) =>
        element.type === 'image' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no names, and do not move.
          <img key={at} src={textIn(element, 'image_url')} alt={textIn(element, 'alt_text')} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: elements have no names, and do not move.
          <Text key={at} of={element} />
        ),
      )}
    </div>
  );
}

function Header({ block }: { readonly block: Fields }) {
  // Under the channel's h1 and the day's h2.
  const Heading = block.level === 2 ? 'h4' : block.level === 3 ? 'h5' : block.level === 4 ? 'h6' : 'h3';
  return (
    <Heading className={`block-header${block.level === 1 ? ' block-header-1' : ''}`}>
      <Text of={block.text} />
    </Heading>
  );
}

const alertMarks: Readonly<Record<AlertLevel, string>> = {
  info: 'i',
  warning: '!',
  error: '✕',
  success: '✓',
};
const alertLevels = ['info', 'warning', 'error', 'success'] as const;

function Alert({ block }: { readonly block: Fields }) {
  const { words } = useDrawing();
  const level = alertLevels.find((one) => one === block.level);
  return (
    <div className={`alert alert-${level ?? 'default'}`} role="note">
      <span className="alert-mark" aria-hidden="true">
        {alertMarks[level ?? 'info']}
      </span>
      {level !== undefined && <span className="visually-hidden">{words.blocks.levels[level]}: </span>}
      <Text of={block.text} />
    </div>
  );
}

function nameOf({ id, name }: PagePerson) {
  return { id, name };
}

function channelOf({ id, name, isDm, isArchived }: PageChannel) {
  return { id, name, isDm, isArchived };
}
