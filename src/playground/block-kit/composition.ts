import { z } from 'zod';

/** A string of 1 to `longest` UTF-16 units; Slack counts no more than that, so what passes here passes there. */
export function boundedText(longest: number) {
  return z.string().min(1).max(longest);
}

/** A `plain_text` object of at most `longest` characters. */
export function plainTextObject(longest: number) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: boundedText(longest),
    emoji: z.boolean().optional(),
  });
}

export const actionId = boundedText(255).optional();

/** The field every kind of block may have. */
export const blockId = { block_id: boundedText(255).optional() };

/** A day that exists, as `2026-11-18`. */
export const calendarDate = z.iso.date({ error: 'not a date such as 2026-11-18' });

/** A time of day, as `09:30`. */
export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'not a time such as 09:30');

export const colorScheme = z.enum(['primary', 'danger']);

export const confirmation = z.strictObject({
  title: plainTextObject(100).optional(),
  text: plainTextObject(300),
  confirm: plainTextObject(30).optional(),
  deny: plainTextObject(30).optional(),
  style: colorScheme.optional(),
});

export const optionObject = z.strictObject({ text: plainTextObject(75), value: boundedText(75) });
