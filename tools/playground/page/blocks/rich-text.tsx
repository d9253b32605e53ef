import { shownDate } from '../../../fake-slack/dates.ts';
import { emojiNamed } from '../../../fake-slack/emoji.ts';
import { isRecord, type JsonObject, recordsIn, textIn } from '../../../fake-slack/json.ts';
import { nameOf } from '../message/authors.ts';
import { usePage } from '../page-context.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';

export function RichText({ block }: { readonly block: JsonObject }) {
  return (
    <div className="rich-text">
      {recordsIn(block.elements).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id and never change their order.
        <Part key={at} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { readonly part: JsonObject }) {
  const pieces = recordsIn(part.elements).map((piece, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and never change their order.
    <Piece key={position} piece={piece} />
  ));
  if (part.type === 'rich_text_quote') return <blockquote>{pieces}</blockquote>;
  if (part.type !== 'rich_text_preformatted') return <p>{pieces}</p>;
  return (
    <ScrollBox className="code-box card" label={t.chart.scroll}>
      <pre>{pieces}</pre>
    </ScrollBox>
  );
}

function Piece({ piece }: { readonly piece: JsonObject }) {
  const { state, me, today } = usePage();
  const style = isRecord(piece.style) ? piece.style : {};
  switch (piece.type) {
    case 'user':
      return <span className="mention">@{nameOf(textIn(piece, 'user_id'), state.people)}</span>;
    case 'usergroup':
      return <span className="mention">@{nameOf(textIn(piece, 'usergroup_id'), state.userGroups)}</span>;
    case 'broadcast':
      return <span className="mention">@{textIn(piece, 'range')}</span>;
    case 'channel':
      return <span className="mention">#{nameOf(textIn(piece, 'channel_id'), state.channels)}</span>;
    case 'emoji':
      return emojiNamed(textIn(piece, 'name'));
    case 'date':
      return <Styled text={shownDate(piece, { ...me, today })} style={style} />;
    default:
      return <Styled text={textIn(piece, 'text')} style={style} />;
  }
}

function Styled({ text, style }: { readonly text: string; readonly style: JsonObject }) {
  if (style.code === true) return <code>{text}</code>;
  if (style.bold === true) return <strong>{text}</strong>;
  return style.italic === true ? <em>{text}</em> : <span>{text}</span>;
}
