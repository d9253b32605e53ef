import { ScrollBox } from '../scroll-box.tsx';

/** A part of a JSON text; `other` is white space and marks between. */
interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'other';
  readonly text: string;
}

/** A JSON text in colours, `label` its name. */
export function JsonView({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <ScrollBox className="json-text" label={label}>
      <pre>
        {jsonTokens(text).map((token, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that does not change.
          <span key={at} className={`json-${token.kind}`}>
            {token.text}
          </span>
        ))}
      </pre>
    </ScrollBox>
  );
}

const token = /("(?:[^"\\\n]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** The parts of a text that looks like JSON, whole or not, valid or not; together they are the text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const found of text.matchAll(token)) {
    if (found.index > at) tokens.push({ kind: 'other', text: text.slice(at, found.index) });
    const [whole, quoted, colon, number] = found;
    if (quoted !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: quoted });
      if (colon !== undefined) tokens.push({ kind: 'other', text: colon });
    } else {
      tokens.push({ kind: number === undefined ? 'word' : 'number', text: whole });
    }
    at = found.index + whole.length;
  }
  if (at < text.length) tokens.push({ kind: 'other', text: text.slice(at) });
  return tokens;
}
