import { z } from 'zod';
import { blockId } from './composition.ts';
import { richText } from './rich-text.ts';

const rawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const rawNumber = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: z.string().min(1),
});

const cell = z.discriminatedUnion('type', [rawText, rawNumber, richText]);
const headerCell = z.discriminatedUnion('type', [rawText, rawNumber]);

const MOST_COLUMNS = 20;
const MOST_ROWS = 100;

export const table = z.strictObject({
  type: z.literal('table'),
  ...blockId,
  rows: z.array(z.array(cell).min(1).max(MOST_COLUMNS)).min(1).max(MOST_ROWS),
  column_settings: z
    .array(
      z
        .strictObject({
          align: z.enum(['left', 'center', 'right']).optional(),
          is_wrapped: z.boolean().optional(),
        })
        .nullable(),
    )
    .max(MOST_COLUMNS)
    .optional(),
});

/** A table to page through and sort. Its first row is the header. */
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    ...blockId,
    caption: z.string().min(1),
    rows: z
      .tuple([z.array(headerCell).min(1).max(MOST_COLUMNS)], z.array(cell).min(1).max(MOST_COLUMNS))
      .refine((rows) => rows.length >= 2, { error: 'wants a header and at least one row' })
      .refine((rows) => rows.length <= MOST_ROWS + 1, {
        error: `more than ${MOST_ROWS} rows under the header`,
      }),
    page_size: z.number().int().min(1).max(100).optional(),
    row_header_column_index: z.number().int().min(0).optional(),
  })
  .superRefine(({ rows, row_header_column_index = 0 }, context) => {
    const [{ length: columns }] = rows;
    for (const [index, row] of rows.entries()) {
      if (row.length === columns) continue;
      context.addIssue({
        code: 'custom',
        path: ['rows', index],
        message: `not as many cells as in the header: ${row.length}, not ${columns}`,
      });
    }
    if (row_header_column_index >= columns) {
      context.addIssue({
        code: 'custom',
        path: ['row_header_column_index'],
        message: 'there is no such column',
      });
    }
  });
