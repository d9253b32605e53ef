import { expect, test } from 'vitest';
import { MAX_OPERATORS_TOLD } from '../../src/domain/figures/figures.ts';
import { start } from '../support/process.ts';
import { anEntry, pour, servePlatform } from '../support/server.ts';

const startOfReport = '{"data":[';

/** What a process of its own makes of entries that are sent so many times, and what memory it takes. */
async function readElsewhere(entries: (index: number) => string, times: number) {
  const platform = await servePlatform({
    report: async ({ response }) => {
      response.writeHead(200);
      await pour(response, [startOfReport, entries(0)]);
      await pour(
        response,
        (function* () {
          for (let index = 1; index < times; index += 1) yield `,${entries(index)}`;
        })(),
      );
      response.end(']}');
    },
  });
  const reader = start('test/support/figures-replica.ts', [], { BASE_URL: platform.url });
  const { stdout } = await reader.ended;
  return JSON.parse(stdout);
}

test('texts of a million characters take no memory', async () => {
  const entry = JSON.stringify(anEntry({ text: 'canary-text ¡\n"'.repeat(70_000) }));
  const read = await readElsewhere(() => entry, 600);
  expect(read).toMatchObject({ received: 600, cells: 1 });
  expect(read.bytes).toBeGreaterThan(600_000_000);
  expect(read.maxMegabytes).toBeLessThan(400);
});

test('ten thousand operators at all hours take no more memory than some hundreds', async () => {
  const hours = Array.from({ length: 96 }, (_, quarter) =>
    new Date(Date.parse('2026-11-18T00:00:00Z') + quarter * 900_000).toISOString().slice(0, 19),
  );
  const ofOperator = (index: number) =>
    hours
      .map((hour) => {
        const [platform, operator, handset] = ['+00:00', '-00:01', '-00:02'].map((zone) => `${hour}${zone}`);
        return `{"msisdn":"569","operator":"canary ${index}","status":"delivered","time_platform":"${platform}","time_operator":"${operator}","time_dlr":"${handset}"}`;
      })
      .join();
  const read = await readElsewhere(ofOperator, 10_000);
  expect(read).toMatchObject({ received: 960_000, cells: (MAX_OPERATORS_TOLD + 1) * 96 });
  expect(read.maxMegabytes).toBeLessThan(450);
});
