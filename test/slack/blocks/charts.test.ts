import { describe, expect, test } from 'vitest';
import { rates } from '../../../src/domain/figures/rates.ts';
import { bucketsFor } from '../../../src/domain/time/buckets.ts';
import { addDaysTo } from '../../../src/domain/time/calendar.ts';
import { type Language, translationsFor } from '../../../src/i18n/index.ts';
import { createFormatter } from '../../../src/slack/blocks/format.ts';
import { chartsOf } from '../../../src/slack/blocks/tables-and-charts.ts';
import { limits } from '../../../src/slack/blocks/text.ts';

const none = rates([], { receiptHours: 72, isComplete: true });
const zone = 'America/Santiago';

/** The title and the labels of the volume chart for the days up to `lastDay`. */
function volumeOf(days: number, lastDay: string, language: Language) {
  const t = translationsFor(language);
  const format = createFormatter(t, zone, new Date('2026-11-22T15:00:00Z'));
  const period = { firstDay: addDaysTo(lastDay, 1 - days), lastDay, zone };
  const buckets = bucketsFor(period).map((bucket) => ({ ...bucket, rates: none }));
  const [newer] = chartsOf({ buckets, totals: none }, { t, format }).filter(
    ({ block }) => block.type === 'data_visualization' && block.chart.type === 'bar',
  );
  if (newer?.block.type !== 'data_visualization') throw new Error('there is no chart');
  return { title: newer.block.title, labels: newer.block.chart.axis_config.categories };
}

describe('the volume over time', () => {
  test.each<[number, Language, string]>([
    [92, 'en', 'Messages (first bar: 1 day, the others 7)'],
    [92, 'es', 'Mensajes (1.ª barra: 1 día; las demás, 7)'],
    [90, 'en', 'Messages (first bar: 6 days, the others 7)'],
    [90, 'es', 'Mensajes (1.ª barra: 6 días; las demás, 7)'],
    [31, 'en', 'Messages (first bar: 1 day, the others 2)'],
    [30, 'en', 'Messages'],
    [7, 'es', 'Mensajes'],
    [1, 'en', 'Messages'],
  ])('of %i days names a shorter first bar in its title (%s)', (days, language, title) => {
    expect(volumeOf(days, '2026-11-22', language).title).toBe(title);
    expect(title.length).toBeLessThanOrEqual(limits.chartTitle);
  });

  test.each<[Language, string, string[]]>([
    ['en', '2026-11-22', ['23 Aug', '24 – 30 Aug', '31 Aug – 6 Sept']],
    ['es', '2026-11-22', ['23 ago', '24/8 – 30/8', '31/8 – 6/9']],
    ['en', '2026-01-10', ['11 Oct 2025', '12/10 – 18/10', '19/10 – 25/10']],
    ['es', '2026-01-10', ['11 oct 2025', '12/10 – 18/10', '19/10 – 25/10']],
  ])('labels weekly bars with their first and last day (%s, up to %s)', (language, lastDay, first) => {
    const { labels } = volumeOf(92, lastDay, language);
    expect(labels).toHaveLength(14);
    expect(labels.slice(0, 3).map((label) => label.replaceAll(/\s/g, ' '))).toEqual(first);
    for (const label of labels.slice(1)) expect(label).toContain('–');
  });
});
