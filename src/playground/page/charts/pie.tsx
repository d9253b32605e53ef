import { useId, useState } from 'react';
import { useDrawing } from '../blocks/rich-text.tsx';
import type { PieChart } from './chart-data.ts';
import { numbersIn, sharesIn } from './numbers.ts';
import { Surfaces, surfaceOf } from './series.tsx';

const SIZE_PX = 176;
const OUTER_PX = 84;
const INNER_PX = 46;

/** A ring; every segment is named beside it, so that no label can meet another. */
export function PiePlot({ chart }: { readonly chart: PieChart }) {
  const { locale, words } = useDrawing();
  const id = useId();
  const [active, setActive] = useState<number>();
  const numbers = numbersIn(locale);
  const shares = sharesIn(locale);
  const total = chart.segments.reduce((sum, { value }) => sum + value, 0);
  const current = active === undefined ? undefined : chart.segments[active];
  const arcs = arcsOf(chart.segments.map(({ share }) => share));

  return (
    <div className="pie">
      <svg viewBox={`0 0 ${SIZE_PX} ${SIZE_PX}`} width={SIZE_PX} height={SIZE_PX} aria-hidden="true">
        <Surfaces id={id} count={chart.segments.length} />
        <g transform={`translate(${SIZE_PX / 2} ${SIZE_PX / 2})`}>
          {chart.segments.map(({ label }, at) => (
            <path
              key={label}
              className={`pie-segment${active === undefined || active === at ? '' : ' is-dim'}`}
              d={arcs[at]}
              fill={surfaceOf(id, at)}
              fillRule="evenodd"
              onPointerEnter={() => setActive(at)}
              onPointerLeave={() => setActive(undefined)}
            />
          ))}
          <text className="pie-total" textAnchor="middle" y={2}>
            {numbers.format(current?.value ?? total)}
          </text>
          <text className="pie-word" textAnchor="middle" y={18}>
            {current === undefined ? words.blocks.chart.total : shares.format(current.share)}
          </text>
        </g>
      </svg>
      <ul className="pie-list">
        {chart.segments.map(({ label, value, share }, at) => (
          <li
            key={label}
            className={active === at ? 'is-active' : ''}
            onPointerEnter={() => setActive(at)}
            onPointerLeave={() => setActive(undefined)}
          >
            <svg width={14} height={14} aria-hidden="true">
              <rect width={14} height={14} rx={3} fill={surfaceOf(id, at)} />
            </svg>
            <span className="pie-label">{label}</span>
            <span className="pie-value">{numbers.format(value)}</span>
            <span className="pie-share">{shares.format(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Paths of a ring's segments, clockwise from the top. */
function arcsOf(shares: readonly number[]): string[] {
  let from = 0;
  return shares.map((share) => {
    const to = from + share;
    // A whole ring has no beginning: two circles, one inside the other.
    const path = share > 0.9999 ? `${circle(OUTER_PX)}${circle(INNER_PX)}` : segment(from, to);
    from = to;
    return path;
  });
}

function segment(from: number, to: number): string {
  const isLong = to - from > 0.5 ? 1 : 0;
  const outer = `M${point(from, OUTER_PX)}A${OUTER_PX} ${OUTER_PX} 0 ${isLong} 1 ${point(to, OUTER_PX)}`;
  return `${outer}L${point(to, INNER_PX)}A${INNER_PX} ${INNER_PX} 0 ${isLong} 0 ${point(from, INNER_PX)}Z`;
}

function circle(radius: number): string {
  return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;
}

function point(turn: number, radius: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(Math.sin(angle) * radius).toFixed(2)} ${(-Math.cos(angle) * radius).toFixed(2)}`;
}
