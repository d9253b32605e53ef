import { useId } from 'react';
import { type Fields, useDrawing } from '../blocks/rich-text.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { type ChartData, parseChart } from './chart-data.ts';
import { numbersIn, sharesIn } from './numbers.ts';
import { PiePlot } from './pie.tsx';
import { CartesianPlot } from './plot.tsx';
import { useWidth } from './use-width.ts';

/** A `data_visualization` block: the chart, and its figures as a table. */
export function Chart({ block }: { readonly block: Fields }) {
  const { words } = useDrawing();
  const id = useId();
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const chart = parseChart(block);
  if (chart === undefined) return <p className="not-drawn">{words.blocks.notDrawn('data_visualization')}</p>;
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>{chart.title}</figcaption>
      <div ref={ref} className="chart-plot">
        {widthPx > 0 &&
          (chart.kind === 'pie' ? (
            <PiePlot chart={chart} />
          ) : (
            <CartesianPlot chart={chart} widthPx={widthPx} />
          ))}
      </div>
      <details className="chart-figures">
        <summary>{words.blocks.chart.asTable}</summary>
        <Figures chart={chart} />
      </details>
    </figure>
  );
}

function Figures({ chart }: { readonly chart: ChartData }) {
  const { locale, words } = useDrawing();
  const numbers = numbersIn(locale);
  const shares = sharesIn(locale);
  const header =
    chart.kind === 'pie'
      ? [words.blocks.chart.point, words.blocks.chart.value, words.blocks.chart.share]
      : [chart.xLabel || words.blocks.chart.point, ...chart.series.map(({ name }) => name)];
  const rows =
    chart.kind === 'pie'
      ? chart.segments.map(({ label, value, share }) => [label, numbers.format(value), shares.format(share)])
      : chart.categories.map((category, at) => [
          category,
          ...chart.series.map(({ values }) => formatted(values[at], numbers)),
        ]);
  return (
    <ScrollBox className="data-table-scroll" label={chart.title}>
      <table>
        <thead>
          <tr>
            {header.map((name, at) => (
              <th key={name} scope="col" className={at > 0 ? 'is-number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={header[at + 1]} className="is-number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function formatted(value: number | undefined, numbers: Intl.NumberFormat): string {
  return value === undefined ? '–' : numbers.format(value);
}
