import { z } from 'zod';
import { blockId, plainTextObject } from './composition.ts';
import { dataTableBlock, dataVisualizationBlock } from './data-blocks.ts';
import { actionElement, inputElement } from './elements.ts';
import { richTextBlock } from './rich-text.ts';

const header = z.strictObject({
  type: z.literal('header'),
  ...blockId,
  text: plainTextObject(150),
});

const context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z.array(plainTextObject(3000)).min(1).max(10),
});

const actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z.array(actionElement).min(1).max(25),
});

const divider = z.strictObject({ type: z.literal('divider'), ...blockId });

/** A labelled field of a form. Slack takes it in messages too; here nobody could fill it in there. */
const input = z.strictObject({
  type: z.literal('input'),
  ...blockId,
  label: plainTextObject(2000),
  hint: plainTextObject(2000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: inputElement,
});

const everywhere = [header, context, actions, divider, richTextBlock] as const;

/** The blocks a message may hold in a workspace without charts and data tables. */
export const olderMessageBlock = z.discriminatedUnion('type', [...everywhere]);

/** The blocks a message may hold, each with its own limits. */
export const messageBlock = z.discriminatedUnion('type', [
  ...everywhere,
  dataTableBlock,
  dataVisualizationBlock,
]);

/** The blocks a modal may hold. */
export const modalBlock = z.discriminatedUnion('type', [...everywhere, input]);
