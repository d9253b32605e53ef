import { emojiNamed } from '../../fake-slack/emoji.ts';
import { isRecord, type JsonObject, recordsIn, textIn } from '../../fake-slack/json.ts';
import { behind, type Format, styled, wrapped } from './lines.ts';

const INDENT = '    ';
export const BAR = '│ ';

/** Renders a `rich_text` block as lines. Preformatted parts are indented and never wrapped. */
export function richTextLines(block: JsonObject, width: number): string[] {
  return recordsIn(block.elements).flatMap((element) => {
    const text = inlineText(element);
    if (element.type === 'rich_text_preformatted') return text.split('\n').map((line) => INDENT + line);
    return element.type === 'rich_text_quote' ? behind(BAR, text, width) : wrapped(text, width);
  });
}

export function richTextInRow(block: JsonObject): string {
  return recordsIn(block.elements).map(inlineText).join(' ');
}

export function withEmoji(text: string): string {
  return text.replaceAll(/:([a-z0-9_+-]+):/g, (_, name: string) => emojiNamed(name));
}

function inlineText(container: JsonObject): string {
  return recordsIn(container.elements)
    .map((element) => {
      const style = isRecord(element.style) ? element.style : {};
      const isCode = style.code === true;
      const formats: Format[] = [
        ...(style.bold === true ? ['bold' as const] : []),
        ...(style.italic === true ? ['italic' as const] : []),
        ...(isCode ? ['cyan' as const] : []),
      ];
      // Backticks mark code in terminals without colours.
      const marked = isCode ? `\`${textOf(element)}\`` : textOf(element);
      return styled(marked, ...formats);
    })
    .join('');
}

function textOf(element: JsonObject): string {
  switch (element.type) {
    case 'emoji':
      return emojiNamed(textIn(element, 'name'));
    case 'user':
      return `@${textIn(element, 'user_id')}`;
    case 'usergroup':
      return `@${textIn(element, 'usergroup_id')}`;
    case 'broadcast':
      return `@${textIn(element, 'range')}`;
    case 'channel':
      return `#${textIn(element, 'channel_id')}`;
    default:
      return textIn(element, 'text');
  }
}
