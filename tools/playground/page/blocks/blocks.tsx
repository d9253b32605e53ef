import { shownMarkup } from '../../../fake-slack/dates.ts';
import { type JsonObject, recordsIn, textIn } from '../../../fake-slack/json.ts';
import type { OnUse } from '../action.ts';
import { Chart } from '../charts/chart.tsx';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import { DataTable } from './data-table.tsx';
import { Elements } from './elements.tsx';
import { RichText } from './rich-text.tsx';

interface BlocksProps {
  readonly blocks: readonly JsonObject[];
  readonly onUse: OnUse;
}

export function Blocks({ blocks, onUse }: BlocksProps) {
  return (
    <div className="blocks column">
      {blocks.map((block, at) => {
        const type = textIn(block, 'type');
        // The key is the position among blocks of one type, so that a changed message retains the focus.
        const position = blocks.slice(0, at).filter((one) => one.type === type).length;
        return <Block key={`${type} ${position}`} {...{ block, onUse }} />;
      })}
    </div>
  );
}

function Block({ block, onUse }: { readonly block: JsonObject; readonly onUse: OnUse }) {
  const { me, today } = usePage();
  switch (block.type) {
    case 'rich_text':
      return <RichText block={block} />;
    case 'context':
      return (
        <div className="context row quiet small">
          {recordsIn(block.elements).map((element, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: elements have no id and never change their order.
            <span key={at} className="plain-text">
              {element.type === 'mrkdwn'
                ? shownMarkup(textIn(element, 'text'), { ...me, today })
                : textIn(element, 'text')}
            </span>
          ))}
        </div>
      );
    case 'header':
      // Heading levels: the channel's title is h1, the day is h2, the header of a message is h3.
      return <h3 className="block-header plain-text">{textIn(block.text, 'text')}</h3>;
    case 'divider':
      return <hr />;
    case 'actions':
      return (
        <Elements blockId={textIn(block, 'block_id')} elements={recordsIn(block.elements)} onUse={onUse} />
      );
    case 'data_visualization':
      return <Chart block={block} />;
    case 'data_table':
      return <DataTable block={block} />;
    default:
      return <p className="quiet small">{t.blocks.notDrawn(textIn(block, 'type'))}</p>;
  }
}
