import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  actionId,
  anyText,
  calendarDate,
  clockTime,
  confirmation,
  option,
  optionGroup,
  plainText,
  textOf,
} from './composition.ts';

const choiceFields = {
  action_id: actionId,
  confirm: confirmation.optional(),
  focus_on_load: z.boolean().optional(),
};

const selectFields = { ...choiceFields, placeholder: plainText(150).optional() };

const NOT_OFFERED = 'is none of the options';

export const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...selectFields,
    options: z.array(option).min(1).max(100).optional(),
    option_groups: z.array(optionGroup).min(1).max(100).optional(),
    initial_option: option.optional(),
  })
  .refine((select) => (select.options === undefined) !== (select.option_groups === undefined), {
    error: 'wants either `options` or `option_groups`',
  })
  .refine(
    ({ options = [], option_groups = [], initial_option }) =>
      areOffered([...options, ...option_groups.flatMap((group) => group.options)], initial_option),
    { error: NOT_OFFERED, path: ['initial_option'] },
  );

export const conversationsSelect = z.strictObject({
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

export const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...selectFields,
  initial_channel: textOf(255).optional(),
  response_url_enabled: z.boolean().optional(),
});

export const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...selectFields,
  initial_date: calendarDate.optional(),
});

export const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...selectFields,
  initial_time: clockTime.optional(),
  timezone: textOf(255).optional(),
});

/** Options that stand open on the page: few of them, and their text may be `mrkdwn`. */
const openOption = z.strictObject({
  text: anyText(75),
  value: textOf(75),
  description: anyText(75).optional(),
});

const openOptions = z.array(openOption).min(1).max(10);

export const radioButtons = z
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

export const checkboxes = z
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
