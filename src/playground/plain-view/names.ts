import { isRecord, textIn } from '../json.ts';

/** Names of people and channels by their ids. */
export type Names = ReadonlyMap<string, string>;

/** Blocks with names in place of the ids that mentions hold; who is unknown keeps the id. */
export function namedBlocks(blocks: readonly unknown[], names: Names): unknown[] {
  return blocks.map((block) => named(block, names));
}

/** The same for a text in Slack's markup. */
export function namedText(text: string, names: Names): string {
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
