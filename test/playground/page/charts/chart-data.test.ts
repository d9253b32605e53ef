import { describe, expect, it } from 'vitest';
import { parseChart } from '../../../../tools/playground/page/charts/chart-data.ts';

describe('a chart block', () => {
  it('is read in the order of its categories, with gaps for missing points', () => {
    const chart = {
      type: 'line',
      series: [
        {
          name: 'Entel',
          data: [
            { label: '02:00', value: 2 },
            { label: '00:00', value: 0 },
          ],
        },
      ],
      axis_config: { categories: ['00:00', '02:00', '04:00'], y_label: '%' },
    };
    expect(parseChart({ type: 'data_visualization', title: 'Rate', chart })).toEqual({
      kind: 'line',
      title: 'Rate',
      categories: ['00:00', '02:00', '04:00'],
      series: [{ name: 'Entel', values: [0, 2, undefined] }],
      yLabel: '%',
    });
  });

  it.each([
    [undefined],
    [{ chart: { type: 'radar' } }],
    [{ chart: { type: 'pie', segments: [{ label: 'expired', value: 3 }] } }],
    [{ chart: { type: 'bar', series: [], axis_config: { categories: ['a'] } } }],
  ])('that cannot be drawn is ignored: %j', (block) => {
    expect(parseChart(block)).toBeUndefined();
  });
});
