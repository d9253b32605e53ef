import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  actionId,
  boundedText,
  calendarDate,
  colorScheme,
  confirmation,
  optionObject,
  plainTextObject,
  timeOfDay,
} from './composition.ts';

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

const choiceFields = {
  action_id: actionId,
  confirm: confirmation.optional(),
  focus_on_load: z.boolean().optional(),
};

const menuFields = { ...choiceFields, placeholder: plainTextObject(150).optional() };

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...menuFields,
    options: z.array(optionObject).min(1).max(100),
    initial_option: optionObject.optional(),
  })
  .refine(isInitialOptionOffered, { error: 'is none of the options', path: ['initial_option'] });

const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...menuFields,
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

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...menuFields,
  initial_date: calendarDate.optional(),
});

const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...menuFields,
  initial_time: timeOfDay.optional(),
  timezone: boundedText(255).optional(),
});

/** Their options stand open, so there are few of them. */
const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...choiceFields,
    options: z.array(optionObject).min(1).max(10),
    initial_option: optionObject.optional(),
  })
  .refine(isInitialOptionOffered, { error: 'is none of the options', path: ['initial_option'] });

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

const choices = [staticSelect, conversationsSelect, datepicker, timepicker, radioButtons] as const;

/** What an actions block may hold. */
export const actionElement = z.discriminatedUnion('type', [button, ...choices]);

/** What an input block may hold. */
export const inputElement = z.discriminatedUnion('type', [plainTextInput, ...choices]);

/** Slack compares what is chosen at first with the options field by field, not by value alone. */
function isInitialOptionOffered(menu: { options: readonly unknown[]; initial_option?: unknown }): boolean {
  const { options, initial_option: initial } = menu;
  return initial === undefined || options.some((offered) => isDeepStrictEqual(offered, initial));
}
