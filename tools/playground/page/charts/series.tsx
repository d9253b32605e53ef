import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';
import type { ChartData } from './chart-data.ts';

const FIRST = { mark: symbolCircle, dash: '', hatching: '' };
/** How a series is told from others, also without colour: by its mark and dashes, or by the hatching of its bars. */
const STYLES = [
  FIRST,
  { mark: symbolSquare, dash: '7 4', hatching: 'M-1 7L7 -1' },
  { mark: symbolTriangle, dash: '2 3', hatching: 'M3 3h.01' },
  { mark: symbolDiamond, dash: '10 3 2 3', hatching: 'M0 3H6' },
  { mark: symbolStar, dash: '5 2 2 2 2 2', hatching: 'M-1 -1L7 7' },
  { mark: symbolCross, dash: '14 4', hatching: 'M0 3H6M3 0V6' },
];

function styleOf(series: number) {
  return STYLES[series % STYLES.length] ?? FIRST;
}

export function colourOf(series: number): string {
  return `var(--chart-${(series % STYLES.length) + 1})`;
}

export function dashOf(series: number): string {
  return styleOf(series).dash;
}

interface MarkProps {
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
}

export function Mark({ series, x, y, sizePx }: MarkProps) {
  const path = symbol(styleOf(series).mark, Math.PI * sizePx ** 2)() ?? '';
  return <path className="chart-mark" d={path} fill={colourOf(series)} transform={`translate(${x} ${y})`} />;
}

/** The surfaces of bars, to be put into the drawing once; `id` must stand once in the page. */
export function Surfaces({ id, count }: { readonly id: string; readonly count: number }) {
  return (
    <defs>
      {Array.from({ length: count }, (_, series) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a surface is its number.
        <pattern key={series} id={`${id}-${series}`} width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} fill={colourOf(series)} />
          <path className="chart-hatch" d={styleOf(series).hatching} />
        </pattern>
      ))}
    </defs>
  );
}

export function surfaceOf(id: string, series: number): string {
  return `url(#${id}-${series})`;
}

interface SampleProps {
  readonly kind: ChartData['kind'];
  readonly series: number;
  readonly surfaces: string;
}

export function Sample({ kind, series, surfaces }: SampleProps) {
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
      <Mark series={series} x={13} y={7} sizePx={3.6} />
    </svg>
  );
}
