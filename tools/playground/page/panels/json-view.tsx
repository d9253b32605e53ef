import { ScrollBox } from '../scroll-box.tsx';

const KINDS = ['key', 'string', 'number', 'word'] as const;

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
export function jsonTokens(text: string) {
  const tokens: { kind: (typeof KINDS)[number] | 'other'; text: string }[] = [];
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
