import { z } from 'zod';
import {
  anyText,
  blockId,
  boundedText,
  hasOneSource,
  imageSource,
  ONE_SOURCE,
  plainTextObject,
} from './composition.ts';
import { dataTableBlock, dataVisualizationBlock, table } from './data-blocks.ts';
import { actionElement, contextElement, input, sectionAccessory } from './elements.ts';
import { richTextBlock } from './rich-text.ts';

const section = z
  .strictObject({
    type: z.literal('section'),
    ...blockId,
    text: anyText(3000).optional(),
    fields: z.array(anyText(2000)).min(1).max(10).optional(),
    accessory: sectionAccessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, {
    error: 'wants `text` or `fields`',
  });

const header = z.strictObject({
  type: z.literal('header'),
  ...blockId,
  text: plainTextObject(150),
  level: z.number().int().min(1).max(4).optional(),
});

const context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z.array(contextElement).min(1).max(10),
});

const actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z.array(actionElement).min(1).max(25),
});

const divider = z.strictObject({ type: z.literal('divider'), ...blockId });

const image = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    alt_text: boundedText(2000),
    title: plainTextObject(2000).optional(),
    ...imageSource,
  })
  .refine(hasOneSource, { error: ONE_SOURCE });

const markdown = z.strictObject({ type: z.literal('markdown'), ...blockId, text: boundedText(12_000) });

const longKnown = [
  section,
  header,
  context,
  actions,
  divider,
  richTextBlock,
  image,
  markdown,
  table,
] as const;

/** The blocks a message may hold in a workspace that has not heard of the newer ones. */
export const olderMessageBlock = z.discriminatedUnion('type', [...longKnown]);

/** The blocks a message may hold, each with its own limits. */
export const messageBlock = z.discriminatedUnion('type', [
  ...longKnown,
  dataTableBlock,
  dataVisualizationBlock,
]);

const alert = z.strictObject({
  type: z.literal('alert'),
  ...blockId,
  text: anyText(3000),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

const viewBlocks = [section, header, context, actions, divider, richTextBlock, image, input] as const;

/** The blocks a Home tab may hold: `markdown`, tables and charts are for messages only. */
export const homeBlock = z.discriminatedUnion('type', [...viewBlocks]);

/** The blocks a modal may hold. */
export const modalBlock = z.discriminatedUnion('type', [...viewBlocks, alert]);
