import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../fake-slack/json.ts';
import { usePage } from '../page-context.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { t } from '../texts.ts';
import { type ChartData, parseChart } from './chart-data.ts';
import { numbersIn } from './layout.ts';
import { Plot } from './plot.tsx';

export function Chart({ block }: { readonly block: JsonObject }) {
  const id = useId();
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const chart = parseChart(block);
  if (chart === undefined)
    return <p className="not-drawn quiet small">{t.blocks.notDrawn('data_visualization')}</p>;
  return (
    <figure className="chart card" aria-labelledby={id}>
      <figcaption id={id}>{chart.title}</figcaption>
      <div ref={ref} className="chart-plot">
        {widthPx > 0 && <Plot chart={chart} widthPx={widthPx} />}
      </div>
      <details className="chart-figures small">
        <summary>{t.chart.asTable}</summary>
        <Figures chart={chart} />
      </details>
    </figure>
  );
}

function Figures({ chart: { title, categories, series } }: { readonly chart: ChartData }) {
  const { me } = usePage();
  const numbers = numbersIn(me.locale);
  return (
    <ScrollBox className="data-table-scroll" label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.chart.point}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="is-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, at) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {series.map(({ name, values }) => {
                const value = values[at];
                return (
                  <td key={name} className="is-number">
                    {value === undefined ? '–' : numbers.format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The width of an element in px, followed as it changes; 0 before it is known. */
function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
