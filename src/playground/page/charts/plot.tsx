import { type PointerEvent, useId, useState } from 'react';
import { useDrawing } from '../blocks/rich-text.tsx';
import type { CartesianChart } from './chart-data.ts';
import { type Layout, layoutOf, TEXT_PX } from './layout.ts';
import { numbersIn } from './numbers.ts';
import { Legend, Reading, shownValue } from './reading.tsx';
import { colourOf, dashOf, Mark, Surfaces, surfaceOf } from './series.tsx';

interface PlotProps {
  readonly chart: CartesianChart;
  readonly widthPx: number;
}

/** Lines, bars or areas over categories. The figures of a place are read by pointer, touch or arrow keys. */
export function CartesianPlot({ chart, widthPx }: PlotProps) {
  const { locale, words } = useDrawing();
  const id = useId();
  const [active, setActive] = useState<number>();
  const layout = layoutOf(chart, widthPx, locale);
  const numbers = numbersIn(locale);
  const last = chart.categories.length - 1;
  const spoken = `${chart.categories[active ?? 0]}: ${chart.series
    .map(({ name, values }) => `${name} ${shownValue(values[active ?? 0], numbers, words.blocks.chart.none)}`)
    .join(', ')}`;

  function follow(event: PointerEvent<HTMLDivElement>): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - layout.left;
    setActive(Math.max(0, Math.min(last, Math.floor(x / layout.slot))));
  }

  return (
    <>
      {chart.series.length > 1 && !layout.isLabelled && <Legend chart={chart} surfaces={id} />}
      {chart.yLabel !== '' && <p className="chart-axis-name">{chart.yLabel}</p>}
      <div
        className="chart-stage"
        style={{ height: layout.height }}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg width={widthPx} height={layout.height} aria-hidden="true">
          <Surfaces id={id} count={chart.series.length} />
          <Axes chart={chart} layout={layout} widthPx={widthPx} />
          {active !== undefined && (
            <rect
              className="chart-place"
              x={layout.left + active * layout.slot}
              y={layout.top}
              width={layout.slot}
              height={layout.bottom - layout.top}
            />
          )}
          {chart.kind === 'bar' ? (
            <Bars chart={chart} layout={layout} surfaces={id} numbers={numbers} />
          ) : (
            <Lines chart={chart} layout={layout} active={active} />
          )}
        </svg>
        <input
          type="range"
          className="chart-reader"
          aria-label={words.blocks.chart.read(chart.title)}
          aria-valuetext={spoken}
          min={0}
          max={Math.max(last, 0)}
          value={active ?? 0}
          onChange={(event) => setActive(event.target.valueAsNumber)}
          onFocus={() => setActive((at) => at ?? 0)}
          onBlur={() => setActive(undefined)}
        />
        {active !== undefined && <Reading {...{ chart, layout, widthPx, active, numbers }} surfaces={id} />}
      </div>
      {chart.xLabel !== '' && <p className="chart-axis-name chart-axis-name-x">{chart.xLabel}</p>}
    </>
  );
}

function Axes({ chart, layout, widthPx }: PlotProps & { readonly layout: Layout }) {
  const right = layout.left + layout.slot * chart.categories.length;
  return (
    <>
      {layout.ticks.map(({ label, y, isBase }) => (
        <g key={y}>
          <line className={isBase ? 'chart-base' : 'chart-grid'} x1={layout.left} x2={right} y1={y} y2={y} />
          <text className="chart-text" x={layout.left - 8} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {layout.labels.map(({ text, x, isSlanted }) =>
        isSlanted ? (
          <text
            key={x}
            className="chart-text"
            textAnchor="end"
            transform={`translate(${x + 4} ${layout.bottom + 14}) rotate(-38)`}
          >
            {text}
          </text>
        ) : (
          <text key={x} className="chart-text" x={x} y={layout.bottom + 18} textAnchor="middle">
            {text}
          </text>
        ),
      )}
      {layout.names.map(({ text, y, from, series }) => (
        <g key={series}>
          <path className="chart-leader" d={`M${right - layout.slot / 2 + 7} ${from}L${right + 6} ${y}`} />
          <text
            className="chart-name"
            fill={colourOf(series)}
            x={Math.min(right + 10, widthPx)}
            y={y + TEXT_PX / 3}
          >
            {text}
          </text>
        </g>
      ))}
    </>
  );
}

function Bars({
  chart,
  layout,
  surfaces,
  numbers,
}: {
  readonly chart: CartesianChart;
  readonly layout: Layout;
  readonly surfaces: string;
  readonly numbers: Intl.NumberFormat;
}) {
  return chart.series.map(({ name, values }, series) => (
    <g key={name}>
      {values.map((value, at) => {
        if (value === undefined) return null;
        const x = layout.left + at * layout.slot + layout.barLeft + series * layout.bar;
        const y = layout.y(Math.max(0, value));
        const height = Math.abs(layout.y(value) - layout.y(0));
        return (
          <g key={chart.categories[at]}>
            <rect
              x={x}
              y={y}
              width={Math.max(1, layout.bar - layout.barGap)}
              height={value === 0 ? 0 : Math.max(1, height)}
              rx={Math.min(3, layout.bar / 4)}
              fill={surfaceOf(surfaces, series)}
            />
            {layout.hasValues && (
              <text
                className="chart-text chart-value"
                x={x + (layout.bar - layout.barGap) / 2}
                y={y - 5}
                textAnchor="middle"
              >
                {numbers.format(value)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  ));
}

function Lines({
  chart,
  layout,
  active,
}: {
  readonly chart: CartesianChart;
  readonly layout: Layout;
  readonly active: number | undefined;
}) {
  return chart.series.map(({ name, values }, series) => {
    const runs = runsOf(values).map((run) =>
      run.map(([at, value]) => [layout.x(at), layout.y(value)] as const),
    );
    return (
      <g key={name}>
        {chart.kind === 'area' &&
          runs.map((run) => (
            <path
              key={run[0]?.[0]}
              className="chart-area"
              d={`${pathOf(run)}L${run.at(-1)?.[0]} ${layout.y(0)}L${run[0]?.[0]} ${layout.y(0)}Z`}
              fill={colourOf(series)}
            />
          ))}
        {runs.map((run) => (
          <path
            key={run[0]?.[0]}
            className="chart-line"
            d={pathOf(run)}
            stroke={colourOf(series)}
            strokeDasharray={dashOf(series)}
          />
        ))}
        {runs
          .flat()
          .filter((_, at, { length }) => layout.hasMarks || at === 0 || at === length - 1)
          .map(([x, y]) => (
            <Mark key={x} index={series} x={x} y={y} sizePx={layout.hasMarks ? 3.6 : 3} />
          ))}
        {active !== undefined && values[active] !== undefined && (
          <Mark index={series} x={layout.x(active)} y={layout.y(values[active])} sizePx={5.4} />
        )}
      </g>
    );
  });
}

/** Values without the gaps between them, each with its place. */
function runsOf(values: readonly (number | undefined)[]): [number, number][][] {
  const runs: [number, number][][] = [[]];
  values.forEach((value, at) => {
    if (value === undefined) runs.push([]);
    else runs.at(-1)?.push([at, value]);
  });
  return runs.filter((run) => run.length > 0);
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
