import { useDrawing } from '../blocks/rich-text.tsx';
import type { CartesianChart } from './chart-data.ts';
import type { Layout } from './layout.ts';
import { colourOf, dashOf, Mark, surfaceOf } from './series.tsx';

/** What is at one place, beside it. */
export function Reading({
  chart,
  layout,
  widthPx,
  active,
  numbers,
  surfaces,
}: {
  readonly chart: CartesianChart;
  readonly widthPx: number;
  readonly layout: Layout;
  readonly active: number;
  readonly numbers: Intl.NumberFormat;
  readonly surfaces: string;
}) {
  const { words } = useDrawing();
  const x = layout.x(active);
  const isLeft = x > widthPx / 2;
  const maxWidth = Math.max(x, widthPx - x) - 12;
  const place = isLeft ? { right: widthPx - x + 12, maxWidth } : { left: x + 12, maxWidth };
  return (
    <div className="chart-reading" style={place} aria-hidden="true">
      <strong>{chart.categories[active]}</strong>
      {chart.series.map(({ name, values }, series) => (
        <div key={name}>
          <Sample kind={chart.kind} series={series} surfaces={surfaces} />
          <span>{name}</span>
          <b>{shownValue(values[active], numbers, words.blocks.chart.none)}</b>
        </div>
      ))}
    </div>
  );
}

export function Legend({ chart, surfaces }: { readonly chart: CartesianChart; readonly surfaces: string }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {chart.series.map(({ name }, series) => (
        <li key={name}>
          <Sample kind={chart.kind} series={series} surfaces={surfaces} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Sample({
  kind,
  series,
  surfaces,
}: {
  readonly kind: CartesianChart['kind'];
  readonly series: number;
  readonly surfaces: string;
}) {
  if (kind === 'bar') {
    return (
      <svg width={14} height={14} aria-hidden="true">
        <rect width={14} height={14} rx={3} fill={surfaceOf(surfaces, series)} />
      </svg>
    );
  }
  return (
    <svg width={26} height={14} aria-hidden="true">
      <path className="chart-line" d="M1 7H25" stroke={colourOf(series)} strokeDasharray={dashOf(series)} />
      <Mark index={series} x={13} y={7} sizePx={3.6} />
    </svg>
  );
}

/** A figure, or the word for none. */
export function shownValue(value: number | undefined, numbers: Intl.NumberFormat, none: string): string {
  return value === undefined ? none : numbers.format(value);
}
