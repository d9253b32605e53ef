import { isRecord, recordsIn, textIn } from '../json.ts';
import { richTextSpans } from './rich-text.ts';
import { type Line, lineWidth, padded, span, wrapped } from './spans.ts';

const GAP = '  ';

/** Lines of a `table` block: the first row bold, columns as wide as their widest cell, never wrapped. */
export function tableLines(block: Readonly<Record<string, unknown>>): Line[] {
  const rows = (Array.isArray(block.rows) ? block.rows : []).map((row, index) =>
    recordsIn(row).map((cell) => cellLine(cell, index === 0)),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => lineWidth(row[column] ?? []))),
  );
  return rows.map((row) =>
    row.flatMap((cell, column) => [
      ...(column > 0 ? [span(GAP)] : []),
      ...padded(cell, widths[column] ?? 0, alignment(block.column_settings, column)),
    ]),
  );
}

/** Lines of a `data_table` block: its caption, then all its rows, those of other pages too; figures to the right. */
export function dataTableLines(block: Readonly<Record<string, unknown>>, width: number): Line[] {
  const [head, ...rows] = (Array.isArray(block.rows) ? block.rows : []).map(recordsIn);
  const column_settings = head?.map((_, column) => ({
    align: rows.every((row) => row[column]?.type === 'raw_number') ? 'right' : 'left',
  }));
  const caption = wrapped([span(textIn(block, 'caption'), { italic: true })], width);
  return [...caption, ...tableLines({ rows: block.rows, column_settings })];
}

function cellLine(cell: Readonly<Record<string, unknown>>, isHead: boolean): Line {
  const spans = cell.type === 'rich_text' ? richTextSpans(cell) : [span(textIn(cell, 'text'))];
  return spans.map(({ text, style }) =>
    span(text.replaceAll('\n', ' '), isHead ? { ...style, bold: true } : style),
  );
}

function alignment(settings: unknown, column: number): 'left' | 'center' | 'right' {
  const setting: unknown = Array.isArray(settings) ? settings[column] : undefined;
  const align = isRecord(setting) ? setting.align : undefined;
  return align === 'center' || align === 'right' ? align : 'left';
}

type Fields = Readonly<Record<string, unknown>>;

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
}

const BAR_GAP = '  ';
const WIDEST_BAR = 40;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Lines of a chart: every value in figures, with a bar beside it; all bars of a chart have one scale. */
export function chartLines(block: Fields, width: number): Line[] {
  const chart = isRecord(block.chart) ? block.chart : {};
  const title = wrapped([span(textIn(block, 'title'), { bold: true })], width);
  if (chart.type === 'pie') return [...title, ...barLines([pieBars(chart)], width).flat()];
  const series = recordsIn(chart.series);
  const groups = barLines(
    series.map(({ data }) => recordsIn(data).map((point) => bar(point, String(valueIn(point))))),
    width,
  );
  return [
    ...title,
    ...axisLines(chart, width),
    ...series.flatMap((one, index) => [
      [span(textIn(one, 'name'), { italic: true })],
      ...(groups[index] ?? []),
    ]),
  ];
}

function pieBars(chart: Fields): Bar[] {
  const segments = recordsIn(chart.segments);
  const whole = segments.reduce((sum, segment) => sum + valueIn(segment), 0);
  return segments.map((segment) => {
    const percent = Math.round((100 * valueIn(segment)) / whole);
    return bar(segment, `${valueIn(segment)} (${percent} %)`);
  });
}

function bar(point: Fields, shown: string): Bar {
  return { label: textIn(point, 'label'), value: valueIn(point), shown };
}

function axisLines({ axis_config }: Fields, width: number): Line[] {
  const labels = [textIn(axis_config, 'y_label'), textIn(axis_config, 'x_label')].filter(Boolean);
  return labels.length === 0 ? [] : wrapped([span(labels.join(' / '), { dim: true })], width);
}

function barLines(groups: readonly (readonly Bar[])[], width: number): Line[][] {
  const bars = groups.flat();
  const labelWidth = Math.max(0, ...bars.map(({ label }) => lineWidth([span(label)])));
  const valueWidth = Math.max(0, ...bars.map(({ shown }) => shown.length));
  const room = Math.min(WIDEST_BAR, Math.max(1, width - labelWidth - valueWidth - 2 * BAR_GAP.length));
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  return groups.map((group) =>
    group.map(({ label, value, shown }) => [
      ...padded([span(label)], labelWidth),
      span(BAR_GAP),
      ...padded([span(shown)], valueWidth, 'right'),
      span(BAR_GAP + drawn(highest > 0 ? value / highest : 0, room)),
    ]),
  );
}

/** A bar of a share of the room, to an eighth of a column; what is more than nothing is seen. */
function drawn(share: number, room: number): string {
  if (share <= 0) return '';
  const eighths = Math.max(1, Math.round(share * room * EIGHTHS.length));
  const rest = eighths % EIGHTHS.length;
  return '█'.repeat((eighths - rest) / EIGHTHS.length) + EIGHTHS[rest];
}

function valueIn(point: Fields): number {
  return typeof point.value === 'number' ? point.value : 0;
}
