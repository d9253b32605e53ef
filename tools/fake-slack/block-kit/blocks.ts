import { z } from 'zod';
import { DATE_TOKENS } from '../dates.ts';
import {
  actionElement,
  blockId,
  boundedText,
  inputElement,
  markupObject,
  plainTextObject,
} from './elements.ts';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style });

/** A time in Unix seconds. The maximum (the year 3000) refuses a value given in milliseconds by mistake. */
const date = z.strictObject({
  type: z.literal('date'),
  timestamp: z.number().int().min(0).max(32_503_680_000),
  format: z.string().refine(isDateFormat, { error: 'not a format with tokens such as {time}' }),
  fallback: z.string().min(1).optional(),
  style: z.strictObject({ bold: z.boolean().optional(), italic: z.boolean().optional() }).optional(),
});

const inlineElements = z
  .array(
    z.discriminatedUnion('type', [
      text,
      z.strictObject({ type: z.literal('emoji'), name: z.string().min(1), style }),
      z.strictObject({ type: z.literal('user'), user_id: z.string().min(1), style }),
      z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string().min(1), style }),
      z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style }),
      z.strictObject({ type: z.literal('channel'), channel_id: z.string().min(1), style }),
      date,
    ]),
  )
  .min(1);

const section = z.strictObject({ type: z.literal('rich_text_section'), elements: inlineElements });

const preformatted = z.strictObject({
  type: z.literal('rich_text_preformatted'),
  elements: z.array(z.discriminatedUnion('type', [text])).min(1),
});

const quote = z.strictObject({ type: z.literal('rich_text_quote'), elements: inlineElements });

const richTextBlock = z.strictObject({
  type: z.literal('rich_text'),
  ...blockId,
  elements: z.array(z.discriminatedUnion('type', [section, preformatted, quote])).min(1),
});

const rawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const rawNumber = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: z.string().min(1),
});

const cell = z.discriminatedUnion('type', [rawText, rawNumber, richTextBlock]);
const headerCell = z.discriminatedUnion('type', [rawText, rawNumber]);

const MOST_COLUMNS = 20;
const MOST_ROWS = 100;

const dataTableBlock = z
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
  })
  .superRefine(({ rows }, context) => {
    const [{ length: columns }] = rows;
    for (const [index, row] of rows.entries()) {
      if (row.length === columns) continue;
      context.addIssue({
        code: 'custom',
        path: ['rows', index],
        message: `not as many cells as in the header: ${row.length}, not ${columns}`,
      });
    }
  });

const MOST_SERIES = 6;
const MOST_POINTS = 20;

const label = boundedText(20);

const series = z.strictObject({
  name: label,
  data: z
    .array(z.strictObject({ label, value: z.number() }))
    .min(1)
    .max(MOST_POINTS),
});

const axisConfig = z.strictObject({
  categories: z.array(label).min(1).max(MOST_POINTS),
  y_label: boundedText(50).optional(),
});

/** Schema of a line or bar chart: each series has exactly one point per category. */
function chartOf<T extends string>(type: T) {
  return z
    .strictObject({
      type: z.literal(type),
      series: z.array(series).min(1).max(MOST_SERIES),
      axis_config: axisConfig,
    })
    .superRefine((chart, context) => {
      const { categories } = chart.axis_config;
      const names = chart.series.map(({ name }) => name);
      const faults: BlockFault[] = [
        ...repeated(categories).map((at): BlockFault => [['axis_config', 'categories', at], REPEATED]),
        ...repeated(names).map((at): BlockFault => [['series', at, 'name'], REPEATED]),
        ...chart.series.flatMap(({ data }, at) =>
          pointFaults(data, categories).map(
            ([path, text]): BlockFault => [['series', at, 'data', ...path], text],
          ),
        ),
      ];
      for (const [path, message] of faults) context.addIssue({ code: 'custom', path, message });
    });
}

type BlockFault = readonly [path: PropertyKey[], text: string];

const REPEATED = 'used before in this chart';

function pointFaults(
  data: readonly { readonly label: string }[],
  categories: readonly string[],
): BlockFault[] {
  const labels = data.map((point) => point.label);
  const unknown = [...labels.keys()].filter((at) => !categories.includes(labels[at] ?? ''));
  const missing = categories.find((category) => !labels.includes(category));
  return [
    ...repeated(labels).map((at): BlockFault => [[at, 'label'], 'used before in this series']),
    ...unknown.map((at): BlockFault => [[at, 'label'], 'is none of the categories']),
    ...(missing === undefined ? [] : [[[], `no point for \`${missing}\``] satisfies BlockFault]),
  ];
}

const dataVisualizationBlock = z.strictObject({
  type: z.literal('data_visualization'),
  ...blockId,
  title: boundedText(50),
  chart: z.discriminatedUnion('type', [chartOf('line'), chartOf('bar')]),
});

function isDateFormat(format: string): boolean {
  const tokens = [...format.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name);
  const known: readonly string[] = DATE_TOKENS;
  return tokens.length > 0 && tokens.every((name) => known.includes(name));
}

function repeated(values: readonly string[]): number[] {
  return [...values.keys()].filter((at) => values.indexOf(values[at] ?? '') < at);
}

const header = z.strictObject({
  type: z.literal('header'),
  ...blockId,
  text: plainTextObject(150),
});

const context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [plainTextObject(3000), markupObject(3000)]))
    .min(1)
    .max(10),
});

const actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z.array(actionElement).min(1).max(25),
});

const divider = z.strictObject({ type: z.literal('divider'), ...blockId });

/** A labelled form field. Slack also accepts `input` blocks in messages; fake Slack refuses them there. */
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

/** The blocks valid in messages of a workspace where Slack does not offer charts and data tables. */
export const olderMessageBlock = z.discriminatedUnion('type', [...everywhere]);

export const messageBlock = z.discriminatedUnion('type', [
  ...everywhere,
  dataTableBlock,
  dataVisualizationBlock,
]);

export const viewBlock = z.discriminatedUnion('type', [...everywhere, input]);
