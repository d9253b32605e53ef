import { z } from 'zod';
import { blockId, boundedText } from './composition.ts';

const textStyle = z.strictObject({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
  underline: z.boolean().optional(),
});

const style = textStyle.optional();

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style });

const link = z.strictObject({
  type: z.literal('link'),
  url: boundedText(3000),
  text: z.string().min(1).optional(),
  unsafe: z.boolean().optional(),
  style,
});

const inlineElement = z.discriminatedUnion('type', [
  text,
  link,
  z.strictObject({
    type: z.literal('emoji'),
    name: z.string().min(1),
    unicode: z.string().optional(),
    url: z.string().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('user'), user_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string().min(1), style }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.number().int(),
    format: z.string().min(1),
    url: boundedText(3000).optional(),
    fallback: z.string().min(1).optional(),
    style,
  }),
]);

const border = z.union([z.literal(0), z.literal(1)], { error: 'neither 0 nor 1' }).optional();

const section = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(inlineElement).min(1),
});

const preformatted = z.strictObject({
  type: z.literal('rich_text_preformatted'),
  elements: z.array(z.discriminatedUnion('type', [text, link])).min(1),
  border,
});

const quote = z.strictObject({
  type: z.literal('rich_text_quote'),
  elements: z.array(inlineElement).min(1),
  border,
});

const list = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: z.array(section).min(1),
  indent: z.number().int().min(0).max(8).optional(),
  offset: z.number().int().min(0).optional(),
  border,
});

const elements = z.array(z.discriminatedUnion('type', [section, preformatted, quote, list])).min(1);

/** A block of a message, and what may stand in a table's cell. */
export const richTextBlock = z.strictObject({ type: z.literal('rich_text'), ...blockId, elements });
