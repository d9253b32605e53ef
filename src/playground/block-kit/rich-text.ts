import { z } from 'zod';
import { blockId } from './composition.ts';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style });

const inlineElements = z
  .array(
    z.discriminatedUnion('type', [
      text,
      z.strictObject({ type: z.literal('emoji'), name: z.string().min(1), style }),
      z.strictObject({ type: z.literal('user'), user_id: z.string().min(1), style }),
      z.strictObject({ type: z.literal('channel'), channel_id: z.string().min(1), style }),
    ]),
  )
  .min(1);

const section = z.strictObject({ type: z.literal('rich_text_section'), elements: inlineElements });

const preformatted = z.strictObject({
  type: z.literal('rich_text_preformatted'),
  elements: z.array(z.discriminatedUnion('type', [text])).min(1),
});

const quote = z.strictObject({ type: z.literal('rich_text_quote'), elements: inlineElements });

/** A block of a message, and what may stand in a table's cell. */
export const richTextBlock = z.strictObject({
  type: z.literal('rich_text'),
  ...blockId,
  elements: z.array(z.discriminatedUnion('type', [section, preformatted, quote])).min(1),
});
