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

/** A `mrkdwn` object of at most `longest` characters. */
export function mrkdwnObject(longest: number) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: boundedText(longest),
    verbatim: z.boolean().optional(),
  });
}

/** Either text object of at most `longest` characters. */
export function anyText(longest: number) {
  return z.discriminatedUnion('type', [plainTextObject(longest), mrkdwnObject(longest)]);
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
  text: anyText(300),
  confirm: plainTextObject(30).optional(),
  deny: plainTextObject(30).optional(),
  style: colorScheme.optional(),
});

const optionFields = {
  text: plainTextObject(75),
  value: boundedText(75),
  description: plainTextObject(75).optional(),
};

export const optionObject = z.strictObject(optionFields);

/** Only an overflow menu's options may lead to a page. */
export const overflowOption = z.strictObject({ ...optionFields, url: boundedText(3000).optional() });

export const optionGroup = z.strictObject({
  label: plainTextObject(75),
  options: z.array(optionObject).min(1).max(100),
});

/** Where an image comes from: exactly one of an address and an uploaded file. */
export const imageSource = {
  image_url: boundedText(3000).optional(),
  slack_file: z
    .union([z.strictObject({ id: boundedText(255) }), z.strictObject({ url: boundedText(3000) })], {
      error: 'wants either `id` or `url`',
    })
    .optional(),
};

/** True where exactly one of the two sources of `imageSource` is given. */
export function hasOneSource(image: { image_url?: unknown; slack_file?: unknown }): boolean {
  return (image.image_url === undefined) !== (image.slack_file === undefined);
}

export const ONE_SOURCE = 'wants either `image_url` or `slack_file`';
