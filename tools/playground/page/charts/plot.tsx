import { line } from 'd3-shape';
import { type PointerEvent, useId, useState } from 'react';
import { usePage } from '../page-context.ts';
import { t } from '../texts.ts';
import type { ChartData } from './chart-data.ts';
import { type Layout, layoutOf, numbersIn, TEXT_PX } from './layout.ts';
import { colourOf, dashOf, Mark, Sample, Surfaces, surfaceOf } from './series.tsx';

interface PartProps {
  readonly chart: ChartData;
  readonly layout: Layout;
  readonly numbers: Intl.NumberFormat;
  readonly surfaces: string;
  readonly active: number | undefined;
}

/** Lines or bars over categories. The figures of a place are read by pointer, touch or arrow keys. */
export function Plot({ chart, widthPx }: { readonly chart: ChartData; readonly widthPx: number }) {
  const { me } = usePage();
  const surfaces = useId();
  const [active, setActive] = useState<number>();
  const layout = layoutOf(chart, widthPx, me.locale);
  const part: PartProps = { chart, layout, numbers: numbersIn(me.locale), surfaces, active };
  const last = chart.categories.length - 1;

  function follow(event: PointerEvent<HTMLDivElement>): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - layout.left;
    setActive(Math.max(0, Math.min(last, Math.floor(x / layout.slot))));
  }

  return (
    <>
      {chart.series.length > 1 && !layout.isLabelled && <Legend {...part} />}
      {chart.yLabel !== '' && <p className="chart-axis-name quiet">{chart.yLabel}</p>}
      <div
        className="chart-stage"
        style={{ height: layout.height }}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg width={widthPx} height={layout.height} aria-hidden="true">
          <Surfaces id={surfaces} count={chart.series.length} />
          <Axes {...part} />
          {chart.kind === 'bar' ? <Bars {...part} /> : <Lines {...part} />}
        </svg>
        <input
          type="range"
          className="chart-reader"
          aria-label={t.chart.read(chart.title)}
          aria-valuetext={spokenAt(active ?? 0, part, t.chart.none)}
          min={0}
          max={Math.max(last, 0)}
          value={active ?? 0}
          onChange={(event) => setActive(event.target.valueAsNumber)}
          onFocus={() => setActive((at) => at ?? 0)}
          onBlur={() => setActive(undefined)}
        />
        {active !== undefined && <Reading {...part} active={active} />}
      </div>
    </>
  );
}

function Legend({ chart, surfaces }: PartProps) {
  return (
    <ul className="chart-legend row small" aria-hidden="true">
      {chart.series.map(({ name }, series) => (
        <li key={name} className="row">
          <Sample kind={chart.kind} series={series} surfaces={surfaces} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function Axes({ layout, active }: PartProps) {
  const { left, right, top, bottom, slot } = layout;
  return (
    <>
      {layout.ticks.map(({ label, y, isBase }) => (
        <g key={y}>
          <line className={isBase ? 'chart-base' : 'chart-grid'} x1={left} x2={right} y1={y} y2={y} />
          <text className="chart-text figures" x={left - 8} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {layout.labels.map(({ text, x, isSlanted }) => (
        <text
          key={x}
          className="chart-text figures"
          textAnchor={isSlanted ? 'end' : 'middle'}
          transform={
            isSlanted ? `translate(${x + 4} ${bottom + 14}) rotate(-38)` : `translate(${x} ${bottom + 18})`
          }
        >
          {text}
        </text>
      ))}
      {layout.names.map(({ text, y, from, series }) => (
        <g key={series}>
          <path className="chart-leader" d={`M${right - slot / 2 + 7} ${from}L${right + 6} ${y}`} />
          <text className="chart-name" fill={colourOf(series)} x={right + 10} y={y + TEXT_PX / 3}>
            {text}
          </text>
        </g>
      ))}
      {active !== undefined && (
        <rect className="chart-place" x={left + active * slot} y={top} width={slot} height={bottom - top} />
      )}
    </>
  );
}

function Bars({ chart, layout, numbers, surfaces }: PartProps) {
  const { bar, barGap } = layout;
  const width = Math.max(1, bar - barGap);
  return chart.series.map(({ name, values }, series) => (
    <g key={name}>
      {values.map((value, at) => {
        if (value === undefined) return null;
        const x = layout.x(at) - layout.slot / 2 + layout.barLeft + series * bar;
        const y = layout.y(Math.max(0, value));
        const height = Math.abs(layout.y(value) - layout.y(0));
        return (
          <g key={chart.categories[at]}>
            <rect
              {...{ x, y, width }}
              height={value === 0 ? 0 : Math.max(1, height)}
              rx={Math.min(3, bar / 4)}
              fill={surfaceOf(surfaces, series)}
            />
            {layout.hasValues && (
              <text
                className="chart-text chart-value figures"
                x={x + width / 2}
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

function Lines({ chart, layout, active }: PartProps) {
  const pathOf = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, at) => layout.x(at))
    .y((value = 0) => layout.y(value))
    .digits(1);
  return chart.series.map(({ name, values }, series) => (
    <g key={name}>
      <path
        className="chart-line"
        d={pathOf(values) ?? ''}
        stroke={colourOf(series)}
        strokeDasharray={dashOf(series)}
      />
      {values.map((value, at) => {
        const isEnd = values[at - 1] === undefined || values[at + 1] === undefined;
        if (value === undefined || !(layout.hasMarks || isEnd || at === active)) return null;
        const sizePx = at === active ? 5.4 : layout.hasMarks ? 3.6 : 3;
        const place = { x: layout.x(at), y: layout.y(value) };
        return <Mark key={chart.categories[at]} series={series} {...place} sizePx={sizePx} />;
      })}
    </g>
  ));
}

/** What is at one place, beside it. */
function Reading({ chart, layout, numbers, surfaces, active }: PartProps & { readonly active: number }) {
  const x = layout.x(active);
  const { width } = layout;
  const maxWidth = Math.max(x, width - x) - 12;
  const place = x > width / 2 ? { right: width - x + 12, maxWidth } : { left: x + 12, maxWidth };
  return (
    <div className="chart-reading card small" style={place} aria-hidden="true">
      <strong>{chart.categories[active]}</strong>
      {chart.series.map(({ name, values }, series) => (
        <div key={name} className="row">
          <Sample kind={chart.kind} series={series} surfaces={surfaces} />
          <span>{name}</span>
          <b className="figures">{shownValue(values[active], numbers, t.chart.none)}</b>
        </div>
      ))}
    </div>
  );
}

function spokenAt(place: number, { chart, numbers }: PartProps, none: string): string {
  const values = chart.series.map(
    ({ name, values }) => `${name} ${shownValue(values[place], numbers, none)}`,
  );
  return `${chart.categories[place]}: ${values.join(', ')}`;
}

function shownValue(value: number | undefined, numbers: Intl.NumberFormat, none: string): string {
  return value === undefined ? none : numbers.format(value);
}
