import { z } from 'zod';
import {
  actionId,
  anyText,
  colorScheme,
  confirmation,
  hasOneSource,
  imageSource,
  ONE_SOURCE,
  option,
  optionGroup,
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

const selectFields = {
  action_id: actionId,
  placeholder: plainText(150).optional(),
  confirm: confirmation.optional(),
  focus_on_load: z.boolean().optional(),
};

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...selectFields,
    options: z.array(option).min(1).max(100).optional(),
    option_groups: z.array(optionGroup).min(1).max(100).optional(),
    initial_option: option.optional(),
  })
  .refine((select) => (select.options === undefined) !== (select.option_groups === undefined), {
    error: 'wants either `options` or `option_groups`',
  });

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...selectFields,
  initial_conversation: textOf(255).optional(),
  default_to_current_conversation: z.boolean().optional(),
  response_url_enabled: z.boolean().optional(),
  filter: z
    .strictObject({
      include: z
        .array(z.enum(['im', 'mpim', 'private', 'public']))
        .min(1)
        .optional(),
      exclude_external_shared_channels: z.boolean().optional(),
      exclude_bot_users: z.boolean().optional(),
    })
    .optional(),
});

const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: textOf(2000), ...imageSource })
  .refine(hasOneSource, { error: ONE_SOURCE });

/** What an actions block may hold. */
export const actionElement = z.discriminatedUnion('type', [
  button,
  overflow,
  staticSelect,
  conversationsSelect,
]);

/** What may stand beside a section's text. */
export const sectionAccessory = z.discriminatedUnion('type', [
  button,
  overflow,
  staticSelect,
  conversationsSelect,
  imageElement,
]);

/** What a context block may hold. */
export const contextElement = z.discriminatedUnion('type', [anyText(3000), imageElement]);
