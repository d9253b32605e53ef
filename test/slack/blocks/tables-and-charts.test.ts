import { describe, expect, test } from 'vitest';
import { view } from '../../../src/slack/blocks/blocks.ts';
import { createBlockFallback } from '../../../src/slack/blocks/fallback.ts';
import { chart, dataTable } from '../../../src/slack/blocks/tables-and-charts.ts';
import { recordLog } from '../../support/log.ts';
import { expectWithinLimits } from '../../support/views.ts';

const table = dataTable({
  caption: 'By operator',
  columns: ['Operator', 'Messages'],
  rows: [
    ['Entel', { value: 1_200, text: '1,200' }],
    ['Movistar', ''],
  ],
});
const line = chart('line', {
  title: 'Delivery rate',
  yLabel: '% delivered',
  labels: ['Mon', 'Tue'],
  series: [{ name: 'of all', values: [100, 50] }],
  fullValue: 100,
  show: (value) => `${value}%`,
});

describe('a chart and a table', () => {
  test('have a plain-text fallback, and the chart a text for screen readers', () => {
    expect(table.plain).toBe('By operator\nOperator  Messages\nEntel        1,200\nMovistar         –');
    expect(line.plain).toBe(`Delivery rate\nMon  100% ${'█'.repeat(20)}\nTue   50% ${'█'.repeat(10)}`);
    expect(line.text).toBe('Delivery rate:\nMon: 100%\nTue: 50%');
  });

  test('stay within Slack’s limits for any amount of data', () => {
    const long = 'x'.repeat(300);
    const many = chart('bar', {
      title: long,
      yLabel: long,
      labels: Array.from({ length: 50 }, (_, at) => `${at} ${long}`),
      series: [{ name: long, values: Array.from({ length: 50 }, (_, at) => at) }],
      show: String,
    });
    const rows = Array.from({ length: 500 }, (_, at) => [`operator ${at}`, '']);
    expectWithinLimits(view(many, dataTable({ caption: 'All', columns: ['Operator', 'Messages'], rows })));
  });
});

describe('the block fallback', () => {
  const now = { at: new Date('2026-11-18T12:00:00Z') };
  const blockFallback = (knows: (block: string) => boolean) => {
    const { log, lines } = recordLog();
    const { send } = createBlockFallback(() => now.at, log);
    const sent: string[][] = [];
    return {
      sent,
      lines,
      send: (way: 'answer' | 'post' | 'change' = 'answer') =>
        send(view(table), {
          way,
          attempt: async ({ blocks }) => {
            const types = blocks.map(({ type }) => type);
            sent.push(types);
            return types.every(knows);
          },
          refusalIn: (isAccepted) => (isAccepted ? undefined : 'unknown type, said of +56912345678'),
        }),
    };
  };

  test('sends plain blocks for a day after Slack refuses newer ones, and logs it', async () => {
    const { send, sent, lines } = blockFallback((type) => type === 'rich_text');
    expect(await send()).toBe(true);
    await send();
    now.at = new Date('2026-11-19T12:00:01Z');
    await send();
    expect(sent).toEqual([['data_table'], ['rich_text'], ['rich_text'], ['data_table'], ['rich_text']]);
    expect(lines[0]?.msg).toContain('does not take the newer blocks');
    expect(lines[0]).toMatchObject({
      way: 'answer',
      reason: expect.stringMatching(/^unknown type, said of \D*$/),
    });
  });

  test('remembers the refusal separately for each way of sending', async () => {
    const { send, sent } = blockFallback((type) => type === 'rich_text');
    for (const way of ['answer', 'post', 'change', 'answer', 'post', 'change'] as const) await send(way);
    const found = ['data_table'];
    const plain = ['rich_text'];
    expect(sent).toEqual([found, plain, found, plain, found, plain, plain, plain, plain]);
  });

  test('remembers nothing when the plain blocks are refused too', async () => {
    const { send, sent } = blockFallback(() => false);
    expect(await send()).toBe(false);
    await send();
    expect(sent).toEqual([['data_table'], ['rich_text'], ['data_table'], ['rich_text']]);
  });
});
