import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  actionId,
  anyText,
  blockId,
  boundedText,
  calendarDate,
  colorScheme,
  confirmation,
  hasOneSource,
  imageSource,
  ONE_SOURCE,
  optionGroup,
  optionObject,
  overflowOption,
  plainTextObject,
  timeOfDay,
} from './composition.ts';

const choiceFields = {
  action_id: actionId,
  confirm: confirmation.optional(),
  focus_on_load: z.boolean().optional(),
};

const selectFields = { ...choiceFields, placeholder: plainTextObject(150).optional() };

const NOT_OFFERED = 'is none of the options';

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...selectFields,
    options: z.array(optionObject).min(1).max(100).optional(),
    option_groups: z.array(optionGroup).min(1).max(100).optional(),
    initial_option: optionObject.optional(),
  })
  .refine((select) => (select.options === undefined) !== (select.option_groups === undefined), {
    error: 'wants either `options` or `option_groups`',
  })
  .refine(
    ({ options = [], option_groups = [], initial_option }) =>
      areOffered([...options, ...option_groups.flatMap((group) => group.options)], initial_option),
    { error: NOT_OFFERED, path: ['initial_option'] },
  );

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...selectFields,
  initial_conversation: boundedText(255).optional(),
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

const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...selectFields,
  initial_channel: boundedText(255).optional(),
  response_url_enabled: z.boolean().optional(),
});

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...selectFields,
  initial_date: calendarDate.optional(),
});

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...selectFields,
  initial_time: timeOfDay.optional(),
  timezone: boundedText(255).optional(),
});

/** Options that stand open on the page: few of them, and their text may be `mrkdwn`. */
const openOption = z.strictObject({
  text: anyText(75),
  value: boundedText(75),
  description: anyText(75).optional(),
});

const openOptions = z.array(openOption).min(1).max(10);

const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...choiceFields,
    options: openOptions,
    initial_option: openOption.optional(),
  })
  .refine(({ options, initial_option }) => areOffered(options, initial_option), {
    error: NOT_OFFERED,
    path: ['initial_option'],
  });

const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...choiceFields,
    options: openOptions,
    initial_options: openOptions.optional(),
  })
  .refine(({ options, initial_options = [] }) => areOffered(options, ...initial_options), {
    error: NOT_OFFERED,
    path: ['initial_options'],
  });

/** Slack compares what is chosen at first with the options field by field, not by value alone. */
function areOffered(options: readonly unknown[], ...chosen: readonly unknown[]): boolean {
  return chosen.every(
    (one) => one === undefined || options.some((offered) => isDeepStrictEqual(offered, one)),
  );
}

const button = z.strictObject({
  type: z.literal('button'),
  action_id: actionId,
  text: plainTextObject(75),
  value: boundedText(2000).optional(),
  url: boundedText(3000).optional(),
  style: colorScheme.optional(),
  confirm: confirmation.optional(),
  accessibility_label: boundedText(75).optional(),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(overflowOption).min(1).max(5),
  confirm: confirmation.optional(),
});

const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: boundedText(2000), ...imageSource })
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

const MOST_CHARACTERS = 3000;

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    action_id: actionId,
    placeholder: plainTextObject(150).optional(),
    initial_value: z.string().max(MOST_CHARACTERS).optional(),
    multiline: z.boolean().optional(),
    min_length: z.number().int().min(0).max(MOST_CHARACTERS).optional(),
    max_length: z.number().int().min(1).max(MOST_CHARACTERS).optional(),
    focus_on_load: z.boolean().optional(),
    dispatch_action_config: z
      .strictObject({
        trigger_actions_on: z
          .array(z.enum(['on_enter_pressed', 'on_character_entered']))
          .min(1)
          .max(2),
      })
      .optional(),
  })
  .refine(({ min_length = 0, max_length = MOST_CHARACTERS }) => min_length <= max_length, {
    error: '`min_length` is greater than `max_length`',
  });

/** A labelled field of a form. Slack takes it in messages too; here nobody could fill it in there. */
export const input = z.strictObject({
  type: z.literal('input'),
  ...blockId,
  label: plainTextObject(2000),
  hint: plainTextObject(2000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
  element: z.discriminatedUnion('type', [
    plainTextInput,
    staticSelect,
    conversationsSelect,
    channelsSelect,
    datepicker,
    timepicker,
    radioButtons,
    checkboxes,
  ]),
});
