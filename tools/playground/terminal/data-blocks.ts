import stringWidth from 'string-width';
import { isRecord, type JsonObject, recordsIn, textIn } from '../../fake-slack/json.ts';
import { padded, styled, wrapped } from './lines.ts';
import { richTextInRow } from './rich-text.ts';

const GAP = '  ';
const WIDEST_BAR = 40;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Renders all rows of a data table. A column is as wide as its widest cell; cells are never wrapped. */
export function dataTableLines(block: JsonObject, width: number): string[] {
  const rows = (Array.isArray(block.rows) ? block.rows : []).map(recordsIn);
  const texts = rows.map((row, index) => row.map((cell) => cellText(cell, index === 0)));
  const columns = (texts[0] ?? []).map(
    (_, column) =>
      ({
        width: Math.max(...texts.map((row) => stringWidth(row[column] ?? ''))),
        align: rows.slice(1).every((row) => row[column]?.type === 'raw_number') ? 'right' : 'left',
      }) as const,
  );
  const lines = texts.map((row) =>
    columns.map(({ width, align }, column) => padded(row[column] ?? '', width, align)).join(GAP),
  );
  return [...wrapped(styled(textIn(block, 'caption'), 'italic'), width), ...lines];
}

export function chartLines(block: JsonObject, width: number): string[] {
  const chart = isRecord(block.chart) ? block.chart : {};
  const series = recordsIn(chart.series);
  const points = series.flatMap(({ data }) => recordsIn(data));
  const labelWidth = Math.max(0, ...points.map((point) => stringWidth(styled(textIn(point, 'label')))));
  const valueWidth = Math.max(0, ...points.map((point) => String(valueIn(point)).length));
  const room = Math.min(WIDEST_BAR, Math.max(1, width - labelWidth - valueWidth - 2 * GAP.length));
  const highest = Math.max(0, ...points.map(valueIn));
  const pointLine = (point: JsonObject) => {
    const value = valueIn(point);
    const bar = barOf(highest > 0 ? value / highest : 0, room);
    const label = padded(styled(textIn(point, 'label')), labelWidth);
    return label + GAP + padded(String(value), valueWidth, 'right') + GAP + bar;
  };
  return [
    ...wrapped(styled(textIn(block, 'title'), 'bold'), width),
    ...axisLines(chart.axis_config, width),
    ...series.flatMap((one) => [
      styled(textIn(one, 'name'), 'italic'),
      ...recordsIn(one.data).map(pointLine),
    ]),
  ];
}

function cellText(cell: JsonObject, isHead: boolean): string {
  if (cell.type === 'rich_text') return richTextInRow(cell).replaceAll('\n', ' ');
  const text = textIn(cell, 'text').replaceAll(/\r?\n/g, ' ');
  return isHead ? styled(text, 'bold') : styled(text);
}

function axisLines(axes: unknown, width: number): string[] {
  const labels = [textIn(axes, 'y_label'), textIn(axes, 'x_label')].filter(Boolean);
  return labels.length === 0 ? [] : wrapped(styled(labels.join(' / '), 'dim'), width);
}

function barOf(share: number, room: number): string {
  if (share <= 0) return '';
  const eighths = Math.max(1, Math.round(share * room * EIGHTHS.length));
  const rest = eighths % EIGHTHS.length;
  return '█'.repeat((eighths - rest) / EIGHTHS.length) + EIGHTHS[rest];
}

function valueIn(point: JsonObject): number {
  return typeof point.value === 'number' ? point.value : 0;
}
