import { z } from 'zod';
import {
  channelsSelect,
  checkboxes,
  conversationsSelect,
  datepicker,
  radioButtons,
  staticSelect,
  timepicker,
} from './choices.ts';
import {
  actionId,
  anyText,
  colorScheme,
  confirmation,
  hasOneSource,
  imageSource,
  ONE_SOURCE,
  overflowOption,
  plainText,
  textOf,
} from './composition.ts';

const button = z.strictObject({
  type: z.literal('button'),
  action_id: actionId,
  text: plainText(75),
  value: textOf(2000).optional(),
  url: textOf(3000).optional(),
  style: colorScheme.optional(),
  confirm: confirmation.optional(),
  accessibility_label: textOf(75).optional(),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(overflowOption).min(1).max(5),
  confirm: confirmation.optional(),
});

const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: textOf(2000), ...imageSource })
  .refine(hasOneSource, { error: ONE_SOURCE });

const interactive = [
  button,
  overflow,
  staticSelect,
  conversationsSelect,
  channelsSelect,
  datepicker,
  timepicker,
  radioButtons,
  checkboxes,
] as const;

/** What an actions block may hold. */
export const actionElement = z.discriminatedUnion('type', [...interactive]);

/** What may stand beside a section's text. */
export const sectionAccessory = z.discriminatedUnion('type', [...interactive, imageElement]);

/** What a context block may hold. */
export const contextElement = z.discriminatedUnion('type', [anyText(3000), imageElement]);
