/** Colours, marks, dashes and hatchings by which series are told apart, also without colour. */
const COLOURS = 6;

export function colourOf(index: number): string {
  return `var(--chart-${(index % COLOURS) + 1})`;
}

const dashes = ['', '7 4', '2 3', '10 3 2 3', '5 2 2 2 2 2', '14 4'];

export function dashOf(index: number): string {
  return dashes[index % dashes.length] ?? '';
}

/** The mark of a series, around a point in px. */
export function Mark({ index, x, y, sizePx = 4 }: { index: number; x: number; y: number; sizePx?: number }) {
  const shared = { fill: colourOf(index), className: 'chart-mark' };
  const s = sizePx;
  switch (index % COLOURS) {
    case 0:
      return <circle {...shared} cx={x} cy={y} r={s} />;
    case 1:
      return <rect {...shared} x={x - s * 0.9} y={y - s * 0.9} width={s * 1.8} height={s * 1.8} />;
    case 2:
      return <path {...shared} d={`M${x} ${y - s * 1.15}l${s * 1.15} ${s * 2.1}h${-s * 2.3}z`} />;
    case 3:
      return (
        <path
          {...shared}
          d={`M${x} ${y - s * 1.3}l${s * 1.2} ${s * 1.3}l${-s * 1.2} ${s * 1.3}l${-s * 1.2} ${-s * 1.3}z`}
        />
      );
    case 4:
      return <path {...shared} d={`M${x} ${y + s * 1.15}l${s * 1.15} ${-s * 2.1}h${-s * 2.3}z`} />;
    default:
      return (
        <path
          d={`M${x - s} ${y - s}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}`}
          stroke={colourOf(index)}
          strokeWidth={2.2}
          fill="none"
        />
      );
  }
}

const hatchings = ['', 'M-1 7L7 -1', 'M3 3h.01', 'M0 3H6', 'M-1 -1L7 7', 'M0 3H6M3 0V6'];

/** The surfaces of series, to be put into the drawing once; `id` must stand once in the page. */
export function Surfaces({ id, count }: { readonly id: string; readonly count: number }) {
  return (
    <defs>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a surface is its number.
        <pattern key={index} id={`${id}-${index}`} width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} fill={colourOf(index)} />
          <path
            className="chart-hatch"
            d={hatchings[(index + Math.floor(index / COLOURS)) % hatchings.length]}
            strokeWidth={index % COLOURS === 2 ? 2.4 : 1.5}
            strokeLinecap="round"
          />
        </pattern>
      ))}
    </defs>
  );
}

export function surfaceOf(id: string, index: number): string {
  return `url(#${id}-${index})`;
}
