import { expect, test } from 'vitest';
import { MAX_OPERATORS_LISTED } from '../../src/domain/figures/figures.ts';
import { start } from '../support/process.ts';
import { platformEntry, pour, servePlatform } from '../support/server.ts';

const startOfReport = '{"data":[';

/** Reads a report of repeated entries in a separate process. @returns its counts and its memory */
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
  const { stdout } = await start('test/support/figures-replica.ts', [], { BASE_URL: platform.url }).ended;
  return JSON.parse(stdout);
}

test('a report with texts of a million characters is read in less than 400 MB', async () => {
  const entry = JSON.stringify(platformEntry({ text: 'canary-text ¡\n"'.repeat(70_000) }));
  const read = await readElsewhere(() => entry, 600);
  expect(read).toMatchObject({ received: 600, cells: 1 });
  expect(read.bytes).toBeGreaterThan(600_000_000);
  expect(read.maxMegabytes).toBeLessThan(400);
});

test('a report of ten thousand operators at all hours is read in less than 450 MB', async () => {
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
  expect(read).toMatchObject({ received: 960_000, cells: (MAX_OPERATORS_LISTED + 1) * 96 });
  expect(read.maxMegabytes).toBeLessThan(450);
});
