import { ScrollBox } from '../scroll-box.tsx';

const KINDS = ['key', 'string', 'number', 'word'] as const;

/** A part of a JSON text; `other` is white space and marks between. */
interface JsonToken {
  readonly kind: (typeof KINDS)[number] | 'other';
  readonly text: string;
}

export function JsonView({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <ScrollBox className="json-text card" label={label}>
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

const TOKEN =
  /(?<key>"(?:[^"\\\n]|\\.)*")(?=\s*:)|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(?<word>true|false|null)\b/g;

/** The parts of a text that looks like JSON, whole or not, valid or not; together they are the text. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(TOKEN)) {
    if (index > at) tokens.push({ kind: 'other', text: text.slice(at, index) });
    const kind = KINDS.find((one) => groups[one] !== undefined) ?? 'other';
    tokens.push({ kind, text: found });
    at = index + found.length;
  }
  if (at < text.length) tokens.push({ kind: 'other', text: text.slice(at) });
  return tokens;
}
