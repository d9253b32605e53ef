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
import { actionId, blockId, plainText } from './composition.ts';

const MOST_CHARACTERS = 3000;

const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    action_id: actionId,
    placeholder: plainText(150).optional(),
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
  label: plainText(2000),
  hint: plainText(2000).optional(),
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
